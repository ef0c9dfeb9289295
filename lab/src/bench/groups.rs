//! Groups of candidates whose scratch memory fits at the same time.

use std::ops::Range;

/// Splits candidates into groups. A group has at most `most` bytes of scratch memory, or a single candidate.
pub fn groups(bytes: &[u64], most: u64) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    let mut sum = 0;
    for (index, bytes) in bytes.iter().enumerate() {
        sum += bytes;
        match groups.last_mut() {
            Some(last) if sum <= most => last.end = index + 1,
            _ => {
                groups.push(index..index + 1);
                sum = *bytes;
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_as_large_as_memory_allows() {
        assert_eq!(groups(&[4, 4, 4, 9, 1, 2], 8), [0..2, 2..3, 3..4, 4..6]);
        assert_eq!(groups(&[0, 0, 1], 0), [0..2, 2..3]);
        assert!(groups(&[], 8).is_empty());
    }
}
