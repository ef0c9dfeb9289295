//! Test inputs: functions of a seed and an index. Any part of an input can thus be generated independently and
//! repeatably.

use serde::Serialize;

use scanlab::error::Error;
use scanlab::monoid::{Arithmetic, Element, ElementType, Monoid};
use scanlab::plan::Segments;
use scanlab::record::low_level::quoted;

mod operation;
mod wide;

pub use operation::{Flags, TestInputs};

/// The default average length of segments, in elements.
const USUAL_LENGTH: u32 = 64;

/// The maximum average length of segments.
pub const MAX_SEGMENT_LENGTH: u32 = 1 << 20;

/// Checks the average length of segments, if it is given.
///
/// # Errors
/// [`Error::BadArgument`] unless it is from 1 to [`MAX_SEGMENT_LENGTH`].
pub fn check_segment_length(length: Option<u32>) -> Result<Option<u32>, Error> {
    match length {
        Some(found) if !(1..=MAX_SEGMENT_LENGTH).contains(&found) => {
            let required = format!("an integer from 1 to {MAX_SEGMENT_LENGTH}");
            Err(Error::bad_argument("segmentLength", required, found.to_string()))
        }
        _ => Ok(length),
    }
}

/// A kind of test input.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Pattern {
    /// Public name.
    pub id: &'static str,
    /// Display name.
    pub title: &'static str,
    /// Maps an index to an element, for operators of one word.
    #[serde(skip)]
    word: fn(&Input, u32) -> u32,
    /// Maps an index to an element, for operators of several words.
    #[serde(skip)]
    wide: fn(&Input, u32) -> Element,
}

/// Every kind of test input.
pub const PATTERNS: &[Pattern] = &[
    Pattern { id: "random", title: "random", word: Input::random, wide: Input::wide_random },
    Pattern { id: "zeros", title: "zeros", word: |_, _| 0, wide: |_, _| [0; 4] },
    Pattern { id: "ones", title: "ones", word: |input, _| input.one(), wide: |input, _| input.wide_one() },
    Pattern {
        id: "max",
        title: "largest values",
        word: |input, _| input.largest(),
        wide: |input, _| input.wide_largest(),
    },
    Pattern { id: "alternating", title: "alternating signs", word: Input::alternating, wide: Input::wide_alternating },
    Pattern { id: "sorted", title: "sorted", word: Input::sorted, wide: Input::wide_sorted },
    Pattern { id: "spikes", title: "rare spikes", word: Input::spikes, wide: Input::wide_spikes },
];

impl Pattern {
    /// Looks a pattern up by its public name.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for an unknown name.
    pub fn find(id: &str) -> Result<&'static Pattern, Error> {
        PATTERNS.iter().find(|pattern| pattern.id == id).ok_or_else(|| {
            let ids: Vec<_> = PATTERNS.iter().map(|pattern| pattern.id).collect();
            Error::bad_argument("pattern", format!("one of {}", ids.join(", ")), quoted(id))
        })
    }
}

/// One test input of any length.
#[derive(Clone, Debug)]
pub struct Input {
    /// The kind of the input.
    pub pattern: &'static Pattern,
    /// The operator and the element type, since products need other numbers than sums.
    pub monoid: Monoid,
    /// The seed of the hash.
    pub seed: u32,
}

impl Input {
    /// Writes the words of the input from word `start_word` on.
    pub fn fill(&self, start_word: u32, words: &mut [u32]) {
        let element_words = self.monoid.words();
        for (index, word) in (start_word..).zip(words) {
            *word = match element_words {
                1 => (self.pattern.word)(self, index),
                _ => (self.pattern.wide)(self, index / element_words)[(index % element_words) as usize],
            };
        }
    }

    /// Writes the head flags from element `start` on: segments of random lengths, 64 elements on average. About half of
    /// the ranges of 8192 elements have no head.
    pub fn fill_heads(&self, start: u32, heads: &mut [u32]) {
        self.fill_heads_of(None, start, heads);
    }

    /// Like [`Input::fill_heads`]. If `length` gives the average length of segments, all ranges can have heads.
    pub fn fill_heads_of(&self, length: Option<u32>, start: u32, heads: &mut [u32]) {
        for (index, head) in (start..).zip(heads) {
            let long = length.is_none() && self.hash((index / 8192) ^ 0x3c6e_f372).is_multiple_of(2);
            let length = length.unwrap_or(USUAL_LENGTH).max(1);
            *head = u32::from(!long && self.hash(index ^ 0xa54f_f53a).is_multiple_of(length));
        }
    }

    /// Writes the words of a form's head flags from word `start` on.
    pub fn fill_head_words(&self, segments: Segments, start: u32, words: &mut [u32]) {
        self.fill_head_words_of(None, segments, start, words);
    }

    /// Like [`Input::fill_head_words`], with the given average length of segments.
    pub fn fill_head_words_of(&self, length: Option<u32>, segments: Segments, start: u32, words: &mut [u32]) {
        if segments != Segments::HeadBits {
            return self.fill_heads_of(length, start, words);
        }
        for (index, word) in (start..).zip(words) {
            let mut flags = [0; u32::BITS as usize];
            self.fill_heads_of(length, u32::BITS * index, &mut flags);
            *word = (0..).zip(flags).map(|(bit, flag)| flag << bit).sum();
        }
    }

    /// The input whose first element is the initial value of scans of this input. It is random, whatever the pattern
    /// is, and has another seed.
    #[must_use]
    pub fn initial(&self) -> Self {
        Input { pattern: &PATTERNS[0], seed: !self.seed, ..self.clone() }
    }

    fn is_float(&self) -> bool {
        self.monoid.element_type == ElementType::F32
    }

    fn one(&self) -> u32 {
        if self.is_float() { 1f32.to_bits() } else { 1 }
    }

    fn largest(&self) -> u32 {
        match self.monoid.element_type {
            ElementType::U32 => u32::MAX,
            ElementType::I32 => i32::MAX as u32,
            ElementType::F32 => f32::MAX.to_bits(),
        }
    }

    fn negated(&self, word: u32) -> u32 {
        if self.is_float() { word ^ 0x8000_0000 } else { word.wrapping_neg() }
    }

    fn alternating(&self, index: u32) -> u32 {
        if index.is_multiple_of(2) { self.one() } else { self.negated(self.one()) }
    }

    /// Every element is a new minimum or maximum of its prefix, so that no two prefixes are equal.
    fn sorted(&self, index: u32) -> u32 {
        let rank = if self.monoid.operator.arithmetic == Arithmetic::Minimum { u32::MAX - index } else { index };
        match self.monoid.element_type {
            ElementType::U32 => rank,
            ElementType::I32 => rank ^ 0x8000_0000,
            ElementType::F32 => (rank as f32).to_bits(),
        }
    }

    /// Nearly every element is the identity, or 0 for minima and maxima. About one element in a thousand is random.
    fn spikes(&self, index: u32) -> u32 {
        match self.monoid.operator.arithmetic {
            _ if self.hash(index).is_multiple_of(1024) => self.random(index),
            Arithmetic::Minimum | Arithmetic::Maximum => 0,
            _ => self.monoid.identity()[0],
        }
    }

    /// Integers: uniform words, or small numbers for custom operators, which may count. f32: numbers from −1 to 1. Products
    /// of such numbers would become zero, so they use odd integers and quotients of floats. Bitwise operators use rare
    /// bits.
    fn random(&self, index: u32) -> u32 {
        let hash = self.hash(index);
        match self.monoid.operator.arithmetic {
            Arithmetic::Product if self.is_float() => self.quotient(index).to_bits(),
            _ if self.is_float() => self.signed_unit(index).to_bits(),
            Arithmetic::Custom { .. } => self.small(hash),
            Arithmetic::Product => hash | 1,
            Arithmetic::Or => self.rare_bit(index),
            Arithmetic::And => !self.rare_bit(index),
            _ => hash,
        }
    }

    /// 0 … 4095; for i32 −2048 … 2047.
    fn small(&self, hash: u32) -> u32 {
        let number = hash % 4096;
        if self.monoid.element_type == ElementType::I32 { number.wrapping_sub(2048) } else { number }
    }

    /// ± rᵢ₊₁ / rᵢ, with random numbers 1 ≤ r < 2: the magnitude of the product of any range of these quotients is between ½ and 2.
    fn quotient(&self, index: u32) -> f32 {
        let hash = self.hash(index);
        let quotient = (1.0 + unit(self.hash(index.wrapping_add(1)))) / (1.0 + unit(hash));
        if hash & 1 == 0 { quotient } else { -quotient }
    }

    /// A number from −1 up to but not including 1.
    fn signed_unit(&self, index: u32) -> f32 {
        unit(self.hash(index)) * 2.0 - 1.0
    }

    /// A word with at most one set bit. Set bits are rarer as the index grows, so that prefixes of any length still change.
    /// With uniform words, all bits of a prefix would be set after a few dozen elements.
    fn rare_bit(&self, index: u32) -> u32 {
        let hash = self.hash(index);
        if (hash >> 5).is_multiple_of(index / 8 + 1) { 1 << (hash % 32) } else { 0 }
    }

    fn hash(&self, index: u32) -> u32 {
        mixed(index.wrapping_mul(0x9e37_79b9) ^ mixed(self.seed ^ 0x5851_f42d))
    }
}

/// The finaliser of MurmurHash3: every bit of the input reaches every bit of the result.
pub(crate) fn mixed(value: u32) -> u32 {
    let mut hash = value;
    hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

/// The upper 24 bits of a word as a float from 0 up to but not including 1.
fn unit(hash: u32) -> f32 {
    (hash >> 8) as f32 / (1 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_equal_the_whole() {
        for pattern in PATTERNS {
            for monoid in Monoid::all() {
                let input = Input { pattern, monoid: monoid.clone(), seed: 7 };
                let mut whole = [0; 100];
                input.fill(0, &mut whole);
                let mut part = [0; 37];
                input.fill(50, &mut part);
                assert_eq!(whole[50..87], part, "{} {}", pattern.id, monoid.operator.id);
            }
        }
    }

    #[test]
    fn seeds_matter_and_products_stay_in_range() {
        let pattern = Pattern::find("random").unwrap();
        let float = Monoid::find("mul", ElementType::F32).unwrap();
        let mut words = [[0; 10_000]; 2];
        for (seed, words) in words.iter_mut().enumerate() {
            Input { pattern, monoid: float.clone(), seed: seed as u32 }.fill(0, words);
        }
        assert_ne!(words[0], words[1]);
        let mut product = 1f64;
        for &word in &words[0] {
            product *= f64::from(f32::from_bits(word));
            assert!((0.49..2.01).contains(&product.abs()), "{product}");
        }
    }
}
