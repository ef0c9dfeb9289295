//! The operators that a kernel is judged with.

/// An operator, as WGSL that declares `T`, `identity` and `combine`.
pub struct Operator {
    pub id: &'static str,
    pub code: &'static str,
    /// Declares `shuffle_up`, for kernels that use subgroups.
    pub shuffle: &'static str,
    /// Words of an element.
    pub words: usize,
    pub identity: &'static [u32],
    /// Masks each random word.
    pub mask: u32,
}

const SHUFFLE_WORD: &str = "
fn shuffle_up(value: T, delta: u32) -> T { return subgroupShuffleUp(value, delta); }
";

/// The sum; the minimum, whose identity is not what memory holds at first; and counts of unmatched brackets, which do not commute. All are
/// exact, so any order of evaluation gives the same words.
pub const OPERATORS: [Operator; 3] = [
    Operator {
        id: "add",
        code: "
alias T = u32;
fn identity() -> T { return 0u; }
fn combine(left: T, right: T) -> T { return left + right; }
",
        shuffle: SHUFFLE_WORD,
        words: 1,
        identity: &[0],
        mask: u32::MAX,
    },
    Operator {
        id: "min",
        code: "
alias T = u32;
fn identity() -> T { return 0xffffffffu; }
fn combine(left: T, right: T) -> T { return min(left, right); }
",
        shuffle: SHUFFLE_WORD,
        words: 1,
        identity: &[u32::MAX],
        mask: u32::MAX,
    },
    Operator {
        id: "bicyclic",
        // The operator of shaders/monoid/bicyclic.wgsl, under a name that no student chooses.
        code: "
struct JudgedBrackets { close: u32, open: u32 }
alias T = JudgedBrackets;
fn identity() -> T { return T(0u, 0u); }
fn combine(left: T, right: T) -> T {
    let matched = min(left.open, right.close);
    return T(left.close + right.close - matched, left.open + right.open - matched);
}
",
        shuffle: "
fn shuffle_up(value: T, delta: u32) -> T {
    return T(subgroupShuffleUp(value.close, delta), subgroupShuffleUp(value.open, delta));
}
",
        words: 2,
        identity: &[0, 0],
        // Counts of all elements must not overflow.
        mask: 0xff,
    },
];

impl Operator {
    /// Random elements: the same for the same seed, and other ones for each length.
    pub fn input(&self, n: usize, seed: u32) -> Vec<u32> {
        let mut state = u64::from(seed) << 32 | n as u64;
        let mut word = || {
            // SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            (mixed ^ mixed >> 31) as u32 & self.mask
        };
        (0..n * self.words).map(|_| word()).collect()
    }
}
