//! Words in host memory. The caller chooses their number, so a lack of memory is an error and does not end the program.
//! The module also checks flags, offsets and sorted keys.

use crate::error::Error;
use crate::monoid::ElementType;

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

/// Fails unless keys have the order of a sort: −0 before 0, and NaN last, or the reverse.
///
/// # Errors
/// [`Error::BadArgument`] with the index of the first key that belongs before its predecessor.
pub(crate) fn check_sorted(what: &str, keys: &[u32], element_type: ElementType, descending: bool) -> Result<(), Error> {
    let order = |word: u32| match element_type {
        ElementType::U32 => word,
        ElementType::I32 => word ^ 1 << 31,
        ElementType::F32 if f32::from_bits(word).is_nan() => u32::MAX,
        ElementType::F32 if word >> 31 == 1 => !word,
        ElementType::F32 => word ^ 1 << 31,
    };
    let written = |word: u32| match element_type {
        ElementType::U32 => word.to_string(),
        ElementType::I32 => (word as i32).to_string(),
        ElementType::F32 => f32::from_bits(word).to_string(),
    };
    let (last, first, bound) = if descending { (1, 0, "at most") } else { (0, 1, "at least") };
    match keys.windows(2).position(|pair| order(pair[last]) > order(pair[first])) {
        None => Ok(()),
        Some(before) => {
            let required = format!("{bound} {}, the key before it", written(keys[before]));
            Err(Error::bad_argument(format!("{what}[{}]", before + 1), required, written(keys[before + 1])))
        }
    }
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

    #[test]
    fn sorted_keys_ascend_in_the_order_of_a_sort() {
        let floats = [f32::NEG_INFINITY, -1.0, -0.0, 0.0, 0.0, f32::INFINITY, -f32::NAN, f32::NAN].map(f32::to_bits);
        let check = |keys: &[u32], of| check_sorted("sorted", keys, of, false);
        assert_eq!(check(&floats, ElementType::F32), Ok(()));
        assert_eq!(check(&[1 << 31, u32::MAX, 0, 7], ElementType::I32), Ok(()));
        let refused = |keys: &[u32], of| check(keys, of).unwrap_err().to_string();
        let zeros = [0.0, -0.0].map(f32::to_bits);
        assert_eq!(refused(&zeros, ElementType::F32), "sorted[1] must be at least 0, the key before it; found -0");
        assert_eq!(
            refused(&[0, u32::MAX], ElementType::I32),
            "sorted[1] must be at least 0, the key before it; found -1"
        );
        assert_eq!(refused(&[1, 3, 2], ElementType::U32), "sorted[2] must be at least 3, the key before it; found 2");
        let descending =
            |keys: &[u32]| check_sorted("input", keys, ElementType::F32, true).map_err(|error| error.to_string());
        assert_eq!(descending(&[f32::NAN, 1.0, 1.0, 0.0, -0.0].map(f32::to_bits)), Ok(()));
        let error = "input[1] must be at most 1, the key before it; found 2".to_string();
        assert_eq!(descending(&[1.0, 2.0].map(f32::to_bits)), Err(error));
    }
}
