//! The operators that a kernel is judged with.

/// An operator, as WGSL that declares `T`, `identity` and `combine`.
#[derive(Clone, Copy, Debug)]
pub struct Operator {
    pub id: &'static str,
    pub code: &'static str,
    /// Declares `encode` and `decode`, for kernels that keep an element in the low 30 bits of an atomic word; empty if elements do not fit.
    pub codes: &'static str,
    /// Declares `shuffle_up`, for kernels that use subgroups.
    pub shuffle: &'static str,
    /// Words of an element.
    pub words: usize,
    pub identity: &'static [u32],
    /// Masks each random word.
    pub mask: u32,
    /// Bits that are set in each random word.
    pub set: u32,
    /// The number of elements at the beginning of long inputs that are the identity.
    pub idle: usize,
    /// The number of bits of each word in an encoded element.
    pub word_bits: u32,
}

const ADD: &str = "
alias T = u32;
fn identity() -> T { return 0u; }
fn combine(left: T, right: T) -> T { return left + right; }
";

// The operator of shaders/monoid/bicyclic.wgsl, under a name that no student chooses.
const BICYCLIC: &str = "
struct JudgedBrackets { close: u32, open: u32 }
alias T = JudgedBrackets;
fn identity() -> T { return T(0u, 0u); }
fn combine(left: T, right: T) -> T {
    let matched = min(left.open, right.close);
    return T(left.close + right.close - matched, left.open + right.open - matched);
}
";

const CODES_OF_WORD: &str = "
fn encode(value: T) -> u32 { return value; }
fn decode(code: u32) -> T { return code; }
";

const SHUFFLE_BICYCLIC: &str = "
fn shuffle_up(value: T, delta: u32) -> T {
    return T(subgroupShuffleUp(value.close, delta), subgroupShuffleUp(value.open, delta));
}
";

const SHUFFLE_WORD: &str = "
fn shuffle_up(value: T, delta: u32) -> T { return subgroupShuffleUp(value, delta); }
";

/// The sum; the minimum, whose identity differs from the initial contents of memory; and counts of unmatched brackets,
/// which do not commute. All are exact, so any order of evaluation gives the same words.
pub const OPERATORS: [Operator; 3] = [
    Operator {
        id: "add",
        code: ADD,
        codes: "",
        shuffle: SHUFFLE_WORD,
        words: 1,
        identity: &[0],
        mask: u32::MAX,
        set: 0,
        idle: 0,
        word_bits: 0,
    },
    Operator {
        id: "min",
        code: "
alias T = u32;
fn identity() -> T { return 0xffffffffu; }
fn combine(left: T, right: T) -> T { return min(left, right); }
",
        codes: "",
        shuffle: SHUFFLE_WORD,
        words: 1,
        identity: &[u32::MAX],
        mask: u32::MAX,
        set: 0,
        idle: 0,
        word_bits: 0,
    },
    Operator {
        id: "bicyclic",
        code: BICYCLIC,
        codes: "",
        shuffle: SHUFFLE_BICYCLIC,
        words: 2,
        identity: &[0, 0],
        // Counts of all elements must not overflow.
        mask: 0xff,
        set: 0,
        idle: 0,
        word_bits: 0,
    },
];

/// The same operators with elements of 30 bits, so that an atomic word has room for an element and two bits of state: a WGSL atomic orders
/// no other access. Prefixes of up to 4,096 elements fit too.
pub const PACKED_OPERATORS: [Operator; 3] = [
    // The first blocks have the code 0, which must not count as unpublished.
    Operator { codes: CODES_OF_WORD, mask: (1 << 18) - 1, idle: 3 * 64, ..OPERATORS[0] },
    Operator {
        code: "
alias T = u32;
fn identity() -> T { return 0x3fffffffu; }
fn combine(left: T, right: T) -> T { return min(left, right); }
",
        codes: CODES_OF_WORD,
        identity: &[(1 << 30) - 1],
        mask: (1 << 30) - 1,
        // With this bit in every element, a minimum needs all 30 bits.
        set: 1 << 29,
        ..OPERATORS[1]
    },
    Operator {
        codes: "
fn encode(value: T) -> u32 { return value.close | value.open << 15u; }
fn decode(code: u32) -> T { return T(code & 0x7fffu, code >> 15u); }
",
        mask: 7,
        word_bits: 15,
        ..OPERATORS[2]
    },
];

impl Operator {
    /// The code of an element, as `encode` makes it.
    pub fn encode(&self, element: &[u32]) -> u32 {
        element.iter().rev().fold(0, |code, word| code << self.word_bits | word)
    }

    /// Random elements. They are the same for the same seed and length, and differ between lengths.
    pub fn input(&self, n: usize, seed: u32) -> Vec<u32> {
        let mut state = u64::from(seed) << 32 | n as u64;
        let mut word = || {
            // SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            (mixed ^ mixed >> 31) as u32 & self.mask | self.set
        };
        let mut input: Vec<_> = (0..n * self.words).map(|_| word()).collect();
        if n > self.idle {
            let idle = input[..self.idle * self.words].chunks_exact_mut(self.words);
            idle.for_each(|element| element.copy_from_slice(self.identity));
        }
        input
    }
}
