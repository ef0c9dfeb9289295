//! Memory of a length that a caller decides: what there is no room for is an error and not the end of the program.

use crate::error::Error;

/// So many words, all of them zero.
///
/// # Errors
/// [`Error::NoMemory`].
pub(crate) fn zeroed(words: usize) -> Result<Vec<u32>, Error> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(words).map_err(|_| Error::NoMemory { required_bytes: words as u64 * 4 })?;
    memory.resize(words, 0);
    Ok(memory)
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
