//! Comparison of two candidates: which candidate is faster, if the samples decide this.

use serde::Serialize;

use super::interval::{MIN_SAMPLES, TAIL, interval, resampled_median};
use super::series::{Series, widened};
use crate::stats::{median, sorted};

/// The verdict on the times of two candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The whole interval of the ratio is below 1.
    Faster,
    /// The whole interval is above 1.
    Slower,
    /// The whole interval is within the margin around 1.
    Same,
    /// Inconclusive: the interval contains 1 and is too wide, or there is no interval.
    Inconclusive,
}

/// The ratio of two times.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ratio {
    /// The median of the ratios by round, or the ratio of the medians if the series share no rounds.
    pub value: f64,
    /// The 95 % interval of the ratio, widened by half of the resolution of both clocks.
    pub interval: [f64; 2],
}

impl Ratio {
    /// The ratio of the times of two candidates in the same rounds, so that changes of the device's clock cancel;
    /// `None` with too few rounds.
    pub fn new(left: &Series, right: &Series) -> Option<Self> {
        let rounds = left.times_ns().zip(right.times_ns());
        let ratios: Vec<_> = rounds.filter_map(|(left, right)| Some(left? / right?)).collect();
        let interval = widened(interval(&ratios)?, left.grain() + right.grain());
        Some(Ratio { value: median(&ratios)?, interval })
    }

    /// The ratio of the medians of two series from any blocks; `None` with too few samples. The device's clock may
    /// differ between the blocks, so the interval is also widened by the drift of both series beyond their noise.
    pub fn unpaired(left: &Series, right: &Series) -> Option<Self> {
        let (left_ns, right_ns) = (sorted(&left.valid_ns()), sorted(&right.valid_ns()));
        if left_ns.len().min(right_ns.len()) < MIN_SAMPLES {
            return None;
        }
        let [low, high] = bootstrap(&left_ns, &right_ns);
        let drift = 1.0 + left.excess_drift() + right.excess_drift();
        let interval = widened([low / drift, high * drift], left.grain() + right.grain());
        Some(Ratio { value: median(&left_ns)? / median(&right_ns)?, interval })
    }

    /// The verdict. Times whose ratio differs from 1 by at most `margin` count as equal.
    pub fn verdict(&self, margin: f64) -> Verdict {
        let [low, high] = self.interval;
        match () {
            () if high < 1.0 => Verdict::Faster,
            () if low > 1.0 => Verdict::Slower,
            () if 1.0 - low <= margin && high - 1.0 <= margin => Verdict::Same,
            () => Verdict::Inconclusive,
        }
    }
}

/// The 95 % interval of the ratio of two medians of independent samples in ascending order, by the percentile bootstrap
/// (Efron & Tibshirani 1993, §8.3). The distributions of both medians are known, so the distribution of their ratio needs
/// no resampling.
fn bootstrap(left: &[f64], right: &[f64]) -> [f64; 2] {
    [lower_end(left, right), 1.0 / lower_end(right, left)]
}

/// The value at which the distribution of the ratio passes its lower tail.
fn lower_end(dividends: &[f64], divisors: &[f64]) -> f64 {
    // The bits of a double's significand.
    const BISECTIONS: u32 = 53;
    let (dividend, divisor) = (resampled_median(dividends.len()), resampled_median(divisors.len()));
    let mut low = dividends[0] / divisors[divisors.len() - 1];
    let mut high = dividends[dividends.len() - 1] / divisors[0];
    for _ in 0..BISECTIONS {
        let middle = (low + high) / 2.0;
        let (mut below, mut lower) = (0.0, dividends.len());
        // A resample with an even number of samples has two medians. The ratio divides the lower median of the dividends
        // by the upper median of the divisors, which is counted from above.
        for (index, sample) in divisors.iter().rev().enumerate() {
            while lower > 0 && dividends[lower - 1] >= middle * sample {
                lower -= 1;
            }
            below += (divisor[index + 1] - divisor[index]) * dividend[lower];
        }
        if below <= TAIL { low = middle } else { high = middle }
    }
    low
}

/// Too few samples for the interval of a ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TooFewSamples {
    /// The required number of samples per candidate.
    pub required: usize,
    /// The number of samples of each candidate. If points are compared by round, only samples of common rounds count.
    pub found: [usize; 2],
}

/// The comparison of one candidate with another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// `faster` or `slower` if the whole interval of the ratio is on one side of 1, `same` if it is within the margin around 1.
    pub verdict: Verdict,
    /// The left time divided by the right time. The interval is widened by half of the resolution of either timer. `None`
    /// with too few samples.
    pub ratio: Option<Ratio>,
    /// The reason if there is no ratio.
    pub too_few: Option<TooFewSamples>,
}

impl Comparison {
    /// Compares `left` with `right`, by round if they are `paired` in one block. Times whose ratio differs from 1 by at
    /// most `margin` count as equal.
    pub fn new(left: &Series, right: &Series, paired: bool, margin: f64) -> Self {
        let ratio = if paired { Ratio::new(left, right) } else { Ratio::unpaired(left, right) };
        let verdict = ratio.map_or(Verdict::Inconclusive, |ratio| ratio.verdict(margin));
        let too_few = || TooFewSamples { required: MIN_SAMPLES, found: counts(left, right, paired) };
        Comparison { verdict, ratio, too_few: ratio.is_none().then(too_few) }
    }
}

/// The number of samples of each candidate that a comparison uses.
fn counts(left: &Series, right: &Series, paired: bool) -> [usize; 2] {
    if paired {
        let shared = left.times_ns().zip(right.times_ns()).filter(|(left, right)| left.is_some() && right.is_some());
        return [shared.count(); 2];
    }
    [left, right].map(|series| series.times_ns().flatten().count())
}

#[cfg(test)]
#[path = "compare_tests.rs"]
mod tests;
