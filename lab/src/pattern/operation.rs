//! Test inputs of operations: elements, the flags of selections, keys in runs, and values.

use super::{Input, mixed};
use scanlab::monoid::ElementType;
use scanlab::plan::{Resource, Segments};

/// The denominator of [`Flags::Share`].
const PARTS: u32 = 1000;

/// The words of all inputs of a scan or an operation.
#[derive(Clone, Debug)]
pub struct TestInputs {
    /// The elements or the keys.
    pub source: Input,
    /// The values; `None` if the values are the indices of the keys.
    pub values: Option<Input>,
    /// The flags.
    pub flags: Flags,
    /// The average length of runs of equal keys; `None` if runs are not requested.
    pub runs: Option<u32>,
    /// The number of sorted keys.
    pub sorted_length: u32,
    /// The number of elements if they are sorted too; `None` if they have the pattern of the source.
    pub sorted_elements: Option<u32>,
    /// Whether sorted keys and elements descend.
    pub descending: bool,
}

/// A test input of flags.
#[derive(Clone, Copy, Debug)]
pub enum Flags {
    /// The head flags or the offsets of segments, with the given average length, if any.
    Heads(Option<u32>),
    /// Random flags. On average, this number of flags per thousand is 1.
    Share(u32),
}

impl From<Input> for TestInputs {
    fn from(source: Input) -> Self {
        TestInputs {
            source,
            values: None,
            flags: Flags::Heads(None),
            runs: None,
            sorted_length: 0,
            sorted_elements: None,
            descending: false,
        }
    }
}

impl TestInputs {
    /// The seed of the hashes.
    pub fn seed(&self) -> u32 {
        self.source.seed
    }

    /// Writes the words of `input` from word `start` on.
    pub fn fill(&self, input: Resource, start: u32, words: &mut [u32]) {
        match (input, self.flags, &self.values) {
            (Resource::Flags, Flags::Heads(length), _) => self.source.fill_heads_of(length, start, words),
            (Resource::Flags, Flags::Share(share), _) => self.fill_flags(share, start, words),
            (Resource::Offsets, ..) => self.fill_offsets(start, words),
            (Resource::Sorted, ..) => self.fill_sorted(self.sorted_length, 0, start, words),
            (Resource::Initial, ..) => self.source.initial().fill(start, words),
            (Resource::Values, _, Some(values)) => values.fill(start, words),
            (Resource::Values, _, None) => (start..).zip(words).for_each(|(place, word)| *word = place),
            _ => match (self.runs, self.sorted_elements) {
                (None, None) => self.source.fill(start, words),
                (None, Some(length)) => self.fill_sorted(length, u32::MAX, start, words),
                (Some(runs), _) => self.fill_runs(runs, start, words),
            },
        }
    }

    /// Writes the words of a form's head flags from word `start` on.
    pub fn fill_head_words(&self, segments: Segments, start: u32, words: &mut [u32]) {
        let length = if let Flags::Heads(length) = self.flags { length } else { None };
        self.source.fill_head_words_of(length, segments, start, words);
    }

    fn fill_flags(&self, share: u32, start: u32, flags: &mut [u32]) {
        for (index, flag) in (start..).zip(flags) {
            *flag = u32::from(self.hash(index) % PARTS < share);
        }
    }

    /// Segments have up to twice the average length; some are empty.
    fn fill_offsets(&self, start: u32, words: &mut [u32]) {
        let length = if let Flags::Heads(Some(length)) = self.flags { length } else { 1 };
        for (index, word) in (start..).zip(words) {
            let before = self.hash(index) % (length + 1);
            *word = index.saturating_mul(length).saturating_sub(before);
        }
    }

    /// Sorted keys over the range of random elements, at equal distances, plus random parts of this distance if `random` is
    /// not 0 but all bits.
    fn fill_sorted(&self, length: u32, random: u32, start: u32, words: &mut [u32]) {
        for (index, word) in (start..).zip(words) {
            let rank = if self.descending { length.saturating_sub(index + 1) } else { index };
            let part = f64::from(self.hash(rank) & random) / 2f64.powi(32);
            let share = (f64::from(rank) + part) / f64::from(length);
            *word = match self.source.monoid.element_type {
                ElementType::U32 => (share * 2f64.powi(32)) as u32,
                ElementType::I32 => ((share - 0.5) * 2f64.powi(32)) as i32 as u32,
                ElementType::F32 => ((2.0 * share - 1.0) as f32).to_bits(),
            };
        }
    }

    /// Each element of a run has the word of the run's first element.
    fn fill_runs(&self, runs: u32, start: u32, words: &mut [u32]) {
        let is_head = |index: u32| index == 0 || self.hash(index).is_multiple_of(runs.max(1));
        let mut head = start;
        while !is_head(head) {
            head -= 1;
        }
        for (index, word) in (start..).zip(words) {
            if is_head(index) {
                head = index;
            }
            self.source.fill(head, std::slice::from_mut(word));
        }
    }

    fn hash(&self, index: u32) -> u32 {
        mixed(index.wrapping_mul(0x85eb_ca77) ^ mixed(self.seed() ^ 0x27d4_eb2f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Pattern;
    use scanlab::monoid::Monoid;

    fn inputs(runs: Option<u32>) -> TestInputs {
        let monoid = Monoid::find("add", ElementType::U32).unwrap();
        let source = Input { pattern: Pattern::find("random").unwrap(), monoid, seed: 5 };
        TestInputs { flags: Flags::Share(250), runs, ..source.into() }
    }

    #[test]
    fn runs_have_their_average_length_and_parts_equal_the_whole() {
        let mut whole = [0; 37_000];
        inputs(Some(37)).fill(Resource::Input, 0, &mut whole);
        let runs = 1 + whole.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!((900..1100).contains(&runs), "{runs}");
        let mut part = [0; 100];
        inputs(Some(37)).fill(Resource::Input, 7_777, &mut part);
        assert_eq!(whole[7_777..7_877], part);
    }

    #[test]
    fn segments_have_the_length_that_is_given() {
        let heads = |length| {
            let mut heads = [0; 37_000];
            TestInputs { flags: Flags::Heads(length), ..inputs(None) }.fill(Resource::Flags, 0, &mut heads);
            heads
        };
        let count: u32 = heads(Some(37)).iter().sum();
        assert!((900..1100).contains(&count), "{count}");
        assert_eq!(heads(Some(1)), [1; 37_000]);
        let mut usual = [0; 37_000];
        inputs(None).source.fill_heads(0, &mut usual);
        assert_eq!(heads(None), usual);
        let mut bits = [0; 2];
        let drawn = TestInputs { flags: Flags::Heads(Some(37)), ..inputs(None) };
        drawn.fill_head_words(Segments::HeadBits, 3, &mut bits);
        let heads = heads(Some(37));
        assert!((0..64).all(|bit| bits[bit / 32] >> (bit % 32) & 1 == heads[96 + bit]));
    }

    #[test]
    fn sorted_keys_ascend_over_the_range_of_random_elements() {
        for element_type in [ElementType::U32, ElementType::I32, ElementType::F32] {
            let monoid = Monoid::find("add", element_type).unwrap();
            let inputs = inputs(None);
            let source = Input { monoid, ..inputs.source };
            let inputs = TestInputs { source, sorted_length: 10_000, ..inputs };
            let mut words = [0; 10_000];
            inputs.fill(Resource::Sorted, 0, &mut words);
            let number = |word: u32| match element_type {
                ElementType::U32 => f64::from(word),
                ElementType::I32 => f64::from(word as i32),
                ElementType::F32 => f32::from_bits(word).into(),
            };
            let numbers = words.map(number);
            let [least, past] = match element_type {
                ElementType::U32 => [0.0, 2f64.powi(32)],
                ElementType::I32 => [-2f64.powi(31), 2f64.powi(31)],
                ElementType::F32 => [-1.0, 1.0],
            };
            assert!(numbers.is_sorted() && numbers[0] == least && numbers[9_999] < past, "{element_type:?}");
            let mut part = [0; 9];
            inputs.fill(Resource::Sorted, 700, &mut part);
            assert_eq!(words[700..709], part);
            let sorted = TestInputs { sorted_elements: Some(10_000), descending: true, ..inputs };
            let [mut keys, mut elements] = [[0; 10_000]; 2];
            sorted.fill(Resource::Sorted, 0, &mut keys);
            sorted.fill(Resource::Input, 0, &mut elements);
            words.reverse();
            assert_eq!(keys, words);
            // The elements are between the keys.
            let both: Vec<f64> =
                elements.iter().zip(&keys).flat_map(|(&one, &other)| [number(one), number(other)]).collect();
            assert!(both.is_sorted_by(|one, other| one >= other) && elements != keys, "{element_type:?}");
        }
    }

    #[test]
    fn flags_have_their_share_and_values_are_places() {
        let mut flags = [0; 10_000];
        inputs(None).fill(Resource::Flags, 0, &mut flags);
        let set: u32 = flags.iter().sum();
        assert!((2_300..2_700).contains(&set) && flags.iter().all(|&flag| flag <= 1), "{set}");
        let mut places = [0; 3];
        inputs(None).fill(Resource::Values, 7, &mut places);
        assert_eq!(places, [7, 8, 9]);
    }
}
