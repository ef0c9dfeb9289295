//! Which of two candidates is faster, if that can be told.

use serde::Serialize;

use super::interval::interval;
use super::series::{Series, widened};
use super::stats::median;

/// How a candidate's time compares with another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All of the ratio's interval lies below 1.
    Faster,
    /// All of it lies above 1.
    Slower,
    /// All of it lies within the margin around 1.
    Same,
    /// Neither: there are too few samples, or the difference is within the clock's grain.
    CannotTell,
}

/// The ratio of two times.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// The median of the ratios by round.
    pub value: f64,
    /// Its 95 % interval, widened by the grain of both clocks.
    pub interval: [f64; 2],
}

impl Ratio {
    /// The ratio of what two candidates took in the same rounds, so that a clock that slows both down cancels; none of too few
    /// rounds.
    pub fn new(left: &Series, right: &Series) -> Option<Self> {
        let rounds = left.times_ns().zip(right.times_ns());
        let ratios: Vec<_> = rounds.filter_map(|(left, right)| Some(left? / right?)).collect();
        let interval = widened(interval(&ratios)?, left.grain() + right.grain());
        Some(Ratio { value: median(&ratios)?, interval })
    }

    /// What the interval says where differences up to `margin`, a share of 1, do not matter.
    pub fn verdict(&self, margin: f64) -> Verdict {
        let [low, high] = self.interval;
        match () {
            () if high < 1.0 => Verdict::Faster,
            () if low > 1.0 => Verdict::Slower,
            () if 1.0 - low <= margin && high - 1.0 <= margin => Verdict::Same,
            () => Verdict::CannotTell,
        }
    }
}

/// Compares the first series of a block with the second.
pub fn compare(left: &Series, right: &Series, margin: f64) -> Verdict {
    Ratio::new(left, right).map_or(Verdict::CannotTell, |ratio| ratio.verdict(margin))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::series::Sample;

    fn series(spans: impl Fn(usize) -> f64, quantum_ns: f64) -> Series {
        let mut series = Series::new(1, quantum_ns);
        (0..12).for_each(|round| series.push(Sample { span_ns: spans(round), checksum: [0; 2] }));
        series
    }

    #[test]
    fn verdicts_follow_from_the_interval() {
        let verdict = |low, high| Ratio { value: 1.0, interval: [low, high] }.verdict(0.01);
        assert_eq!(verdict(0.9, 0.999), Verdict::Faster);
        assert_eq!(verdict(1.001, 1.002), Verdict::Slower);
        assert_eq!(verdict(0.995, 1.005), Verdict::Same);
        assert_eq!(verdict(0.98, 1.005), Verdict::CannotTell);
        assert_eq!(verdict(0.995, 1.02), Verdict::CannotTell);
    }

    #[test]
    fn what_slows_both_down_cancels() {
        let clock = |round: usize| if round.is_multiple_of(3) { 2.5 } else { 1.0 };
        let (left, right) = (series(|round| 103.0 * clock(round), 0.01), series(|round| 100.0 * clock(round), 0.01));
        assert_eq!(compare(&left, &right, 0.01), Verdict::Slower);
        assert_eq!(compare(&right, &left, 0.01), Verdict::Faster);
        assert!((Ratio::new(&left, &right).unwrap().value - 1.03).abs() < 1e-9);
    }

    #[test]
    fn nothing_is_ranked_within_the_clocks_grain() {
        let (left, right) = (series(|_| 102.0, 2.0), series(|_| 100.0, 2.0));
        assert_eq!(compare(&left, &right, 0.01), Verdict::CannotTell);
        let (left, right) = (series(|_| 103.0, 2.0), series(|_| 100.0, 2.0));
        assert_eq!(compare(&left, &right, 0.01), Verdict::Slower);
    }

    #[test]
    fn few_rounds_tell_nothing() {
        let mut few = Series::new(1, 1.0);
        (0..5).for_each(|_| few.push(Sample { span_ns: 1e6, checksum: [0; 2] }));
        assert_eq!(compare(&few, &series(|_| 100.0, 0.01), 0.01), Verdict::CannotTell);
    }
}
