//! Words in host memory. The caller chooses their number, so a lack of memory is an error and does not end the program.
//! The module also checks flags and offsets.

use crate::error::Error;

/// A vector of `words` zeros.
///
/// # Errors
/// [`Error::HostOutOfMemory`].
pub fn zeroed(words: usize) -> Result<Vec<u32>, Error> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(words).map_err(|_| Error::HostOutOfMemory { required_bytes: words as u64 * 4 })?;
    memory.resize(words, 0);
    Ok(memory)
}

/// Fails unless flags are 0 or 1, as the JavaScript API requires. The first flag has the index `start`.
///
/// # Errors
/// [`Error::BadArgument`] with the name and the index of the first invalid flag.
pub fn check_flags(what: &str, start: u32, flags: &[u32]) -> Result<(), Error> {
    match flags.iter().position(|&flag| flag > 1) {
        None => Ok(()),
        Some(bad) => {
            let index = start as usize + bad;
            Err(Error::bad_argument(format!("{what}[{index}]"), "0 or 1", flags[bad].to_string()))
        }
    }
}

/// Fails if offsets of segments descend or exceed the number of elements.
///
/// # Errors
/// [`Error::BadArgument`] with the index of the first invalid offset.
pub(crate) fn check_offsets(offsets: &[u32], elements: u32) -> Result<(), Error> {
    let mut from = 0;
    for (index, &offset) in offsets.iter().enumerate() {
        if !(from..=elements).contains(&offset) {
            let required = format!("from {from} to {elements}");
            return Err(Error::bad_argument(format!("offsets[{index}]"), required, offset.to_string()));
        }
        from = offset;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    #[test]
    fn words_are_zero_and_as_many_as_asked_for() {
        assert_eq!(zeroed(3), Ok(vec![0; 3]));
        assert_eq!(zeroed(0), Ok(Vec::new()));
    }

    #[test]
    fn more_than_there_can_be_is_an_error() {
        let error = zeroed(usize::MAX / 4).unwrap_err();
        assert_eq!(error.code(), ErrorCode::OutOfMemory);
        assert!(error.to_string().contains("bytes"), "{error}");
    }
}
