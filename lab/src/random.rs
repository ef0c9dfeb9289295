//! Seeded random numbers: the same in every run.

use crate::pattern::mixed;

/// A generator that hashes a counter.
pub struct Random {
    seed: u32,
    drawn: u32,
}

impl Random {
    /// The sequence of `seed`.
    pub fn new(seed: u32) -> Self {
        Random { seed: mixed(seed ^ 0x6a09_e667), drawn: 0 }
    }

    /// Any word.
    pub fn word(&mut self) -> u32 {
        self.drawn = self.drawn.wrapping_add(0x9e37_79b9);
        mixed(self.drawn ^ self.seed)
    }

    /// A number from 0 up to but not including `limit`.
    pub fn below(&mut self, limit: u32) -> u32 {
        ((u64::from(self.word()) * u64::from(limit)) >> 32) as u32
    }

    /// Puts items into a random order (Fisher and Yates's shuffle).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_three_comes_up_equally_often() {
        let mut random = Random::new(1);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (900..1100).contains(count)), "{counts:?}");
    }
}
