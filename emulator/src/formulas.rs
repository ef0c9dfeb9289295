//! Exact time units on the memory machines, by the formulas of Nakano, "An Optimal Parallel Prefix-sums Algorithm on
//! the Memory Machine Models for GPUs", 2012, without the O notation.

/// The size of an access, named by the letters of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Words that are accessed.
    pub n: u32,
    /// Threads that access them, at least 1. If there are fewer words than threads, one thread accesses each word.
    pub p: u32,
    /// Banks, and threads of a warp, at least 1.
    pub w: u32,
    /// Stages of the pipeline, at least 1.
    pub l: u32,
}

impl Size {
    /// The number of rounds, and the number of threads that take part in each round.
    fn rounds(self) -> (u64, u32) {
        if self.n >= self.p { (u64::from(self.n / self.p.max(1)), self.p.max(1)) } else { (1, self.n) }
    }

    /// Time units of one access to each of n neighbouring words by at most p threads: Lemma 1. Each round accesses
    /// neighbouring words.
    ///
    /// ```
    /// use scanlab_emulator::formulas::Size;
    ///
    /// // (n / p)(p / w + l − 1)
    /// assert_eq!(Size { n: 1024, p: 64, w: 32, l: 8 }.contiguous_time(), 16 * (2 + 7));
    /// ```
    pub fn contiguous_time(self) -> u64 {
        self.stride_time(1, false)
    }

    /// Time units of one access to each of n words that are `stride` words apart, in storage or in workgroup memory. A
    /// warp takes one unit per address group of storage, or one unit per word in the fullest bank of workgroup memory.
    pub fn stride_time(self, stride: u32, is_storage: bool) -> u64 {
        let ((rounds, threads), width) = (self.rounds(), self.w.max(1));
        let lanes = threads.min(width);
        let units = match (is_storage, stride) {
            (_, 0) => 1,
            (true, _) => (lanes.saturating_sub(1).saturating_mul(stride) / width + 1).min(lanes),
            (false, _) => lanes.div_ceil(width / common_divisor(stride, width)),
        };
        rounds * (u64::from(threads.div_ceil(width)) * u64::from(units) + u64::from(self.l)).saturating_sub(1)
    }

    /// Time units of the sum of n numbers, where n is a power of two. Step t has three contiguous accesses to 2ᵗ words,
    /// as in section 4 of the paper.
    pub fn sum_time(self) -> u64 {
        (0..self.n.max(1).ilog2()).map(|t| 3 * Size { n: 1 << t, ..self }.contiguous_time()).sum()
    }
}

fn common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_words_than_threads_take_one_round() {
        assert_eq!(Size { n: 8, p: 64, w: 32, l: 8 }.contiguous_time(), 1 + 7);
    }

    #[test]
    fn a_stride_of_1_is_contiguous_one_of_w_meets_one_bank_and_one_of_0_is_a_broadcast() {
        let size = Size { n: 64, p: 32, w: 8, l: 3 };
        for is_storage in [false, true] {
            assert_eq!(size.stride_time(1, is_storage), size.contiguous_time());
            assert_eq!(size.stride_time(0, is_storage), size.contiguous_time());
            assert_eq!(size.stride_time(8, is_storage), 2 * (4 * 8 + 2));
        }
        // An odd stride has no bank conflicts on the DMM, but a warp accesses several address groups on the UMM.
        assert_eq!(size.stride_time(3, false), size.contiguous_time());
        assert_eq!(size.stride_time(3, true), 2 * (4 * 3 + 2));
    }

    #[test]
    fn the_sum_is_three_accesses_a_step() {
        assert_eq!(Size { n: 4, p: 2, w: 2, l: 3 }.sum_time(), 3 * (1 + 2) + 3 * (1 + 2));
    }
}
