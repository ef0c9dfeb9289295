//! The samples of one candidate, and their summary.

use serde::Serialize;

use super::interval::interval;
use crate::stats::{median, outliers, sorted};

/// The checksum of an output.
pub type Checksum = [u32; 2];

/// One timed span, and the checksum of its output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The time of all runs of the sample, in nanoseconds. The clock may be coarse, and the time zero or negative.
    pub span_ns: f64,
    /// The checksum of the last run's output.
    pub checksum: Checksum,
}

/// The reason why no more samples were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Stopped {
    /// The interval was as narrow as the target.
    Width,
    /// The number of samples or their time reached its limit.
    Cap,
}

/// The samples of one candidate, one per round from the first round.
#[derive(Clone, Debug)]
pub struct Series {
    /// Runs in a sample.
    pub repeats: u32,
    /// The resolution of the clock, in nanoseconds.
    pub resolution_ns: f64,
    /// The reason why no more samples were taken.
    pub stopped: Stopped,
    /// Samples by round; `None` for a void sample.
    samples: Vec<Option<Sample>>,
}

impl Series {
    /// A series without samples.
    pub fn new(repeats: u32, resolution_ns: f64) -> Self {
        Series { repeats, resolution_ns, stopped: Stopped::Cap, samples: Vec::new() }
    }

    /// Adds the sample of the next round; it is void if the span is not positive.
    pub fn push(&mut self, sample: Sample) {
        self.samples.push(Some(sample).filter(|sample| sample.span_ns > 0.0));
    }

    /// Makes samples with another checksum void.
    pub fn void_unlike(&mut self, checksum: Checksum) {
        for sample in &mut self.samples {
            *sample = sample.filter(|sample| sample.checksum == checksum);
        }
    }

    /// Makes samples void whose outputs have other words, regardless of the order of the words. Returns the number of
    /// valid samples whose words also have the same order.
    pub fn void_unlike_set(&mut self, [set, order]: Checksum) -> usize {
        for sample in &mut self.samples {
            *sample = sample.filter(|sample| sample.checksum[0] == set);
        }
        self.samples.iter().flatten().filter(|sample| sample.checksum[1] == order).count()
    }

    /// The number of samples, including void samples.
    pub fn rounds(&self) -> usize {
        self.samples.len()
    }

    /// The time of one run in each round, in nanoseconds; `None` for a void sample.
    pub fn times_ns(&self) -> impl Iterator<Item = Option<f64>> + '_ {
        self.samples.iter().map(|sample| sample.map(|sample| sample.span_ns / f64::from(self.repeats)))
    }

    /// The times of one run in valid samples, in nanoseconds.
    pub fn valid_ns(&self) -> Vec<f64> {
        self.times_ns().flatten().collect()
    }

    /// The relative error that the clock's resolution adds to a median: half of the resolution, divided by the median span.
    pub fn grain(&self) -> f64 {
        self.span_ns().map_or(0.0, |span| self.resolution_ns / 2.0 / span)
    }

    /// The relative change of times during the series: by how much the largest median of its thirds exceeds the smallest.
    pub fn drift(&self) -> f64 {
        let times = self.valid_ns();
        let thirds = times.chunks(times.len().div_ceil(3).max(1)).filter_map(median);
        let [low, high] = thirds.fold([f64::INFINITY, 0.0], |[low, high], time| [time.min(low), time.max(high)]);
        if high > low { high / low - 1.0 } else { 0.0 }
    }

    /// The drift beyond the width of the median's interval: by noise alone, the medians of the thirds differ by about that width.
    pub fn excess_drift(&self) -> f64 {
        (self.drift() - self.width().unwrap_or_default()).max(0.0)
    }

    /// The median span of a sample, in nanoseconds.
    fn span_ns(&self) -> Option<f64> {
        median(&self.valid_ns()).map(|time| time * f64::from(self.repeats))
    }

    /// The 95 % interval of the median time of one run, widened by [`Series::grain`].
    pub fn interval_ns(&self) -> Option<[f64; 2]> {
        interval(&self.valid_ns()).map(|ends| widened(ends, self.grain()))
    }

    /// The width of the interval, relative to the median.
    pub fn width(&self) -> Option<f64> {
        let [low, high] = self.interval_ns()?;
        Some((high - low) / median(&self.valid_ns())?)
    }

    /// The summary of the series. It has no median, interval and minimum if the median span is below `min_resolutions` times
    /// the resolution.
    pub fn summary(&self, min_resolutions: f64) -> Summary {
        let samples_ns = self.valid_ns();
        let resolved = self.span_ns().is_some_and(|span| span >= min_resolutions * self.resolution_ns);
        Summary {
            rounds: self.times_ns().enumerate().filter_map(|(round, time)| time.map(|_| round)).collect(),
            samples_voided: self.samples.len() - samples_ns.len(),
            outliers: outliers(&samples_ns),
            repeats: self.repeats,
            resolved,
            median_ns: median(&samples_ns).filter(|_| resolved),
            interval_ns: self.interval_ns().filter(|_| resolved),
            minimum_ns: sorted(&samples_ns).first().copied().filter(|_| resolved),
            stopped: self.stopped,
            samples_ns,
        }
    }
}

/// The interval with its ends moved apart, by a fraction `share` of their values.
pub fn widened([low, high]: [f64; 2], share: f64) -> [f64; 2] {
    // Times are not negative.
    [low * (1.0 - share).max(0.0), high * (1.0 + share)]
}

/// The summary of a series.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The time of one scan in each sample, in nanoseconds.
    pub samples_ns: Vec<f64>,
    /// The round of each sample, from 0, without void samples. Candidates of one block take their samples in the same
    /// rounds.
    pub rounds: Vec<usize>,
    /// The number of void samples: their output differs from the checked output, or their span is not positive.
    pub samples_voided: usize,
    /// Indices of outliers (by Tukey's fences). Outliers are not excluded.
    pub outliers: Vec<usize>,
    /// The number of scans in a sample.
    pub repeats: u32,
    /// Whether a sample spans enough timer resolutions (50). If not, there is no median.
    pub resolved: bool,
    /// The median of the samples, in nanoseconds.
    pub median_ns: Option<f64>,
    /// The 95 % bootstrap interval of the median, in nanoseconds. Either end is moved outwards by half of the timer
    /// resolution per scan.
    pub interval_ns: Option<[f64; 2]>,
    /// The shortest sample, in nanoseconds.
    pub minimum_ns: Option<f64>,
    /// The reason why no more samples were taken. Either the width of the interval was at most 1 % of the median, or the
    /// number or the time of the samples reached its limit.
    pub stopped: Stopped,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(spans: &[f64], resolution_ns: f64) -> Series {
        let mut series = Series::new(10, resolution_ns);
        for (index, &span_ns) in spans.iter().enumerate() {
            series.push(Sample { span_ns, checksum: [7, u32::from(index == 1)] });
        }
        series
    }

    #[test]
    fn spans_that_are_not_positive_and_other_outputs_are_void() {
        let mut series = series(&[100.0, 110.0, -5.0, 0.0, 120.0], 1.0);
        assert_eq!(series.summary(50.0).samples_ns, [10.0, 11.0, 12.0]);
        series.void_unlike([7, 0]);
        let summary = series.summary(50.0);
        assert_eq!((summary.samples_ns, summary.samples_voided, series.rounds()), (vec![10.0, 12.0], 3, 5));
        assert_eq!(summary.rounds, [0, 4]);
        assert_eq!(series.times_ns().collect::<Vec<_>>(), [Some(10.0), None, None, None, Some(12.0)]);
    }

    #[test]
    fn spans_of_too_few_times_the_resolution_are_not_resolved() {
        let spans = [100.0; 12];
        let summary = series(&spans, 2.0).summary(50.0);
        assert!(summary.resolved && summary.median_ns == Some(10.0) && summary.minimum_ns == Some(10.0));
        let summary = series(&spans, 2.1).summary(50.0);
        assert!(!summary.resolved && summary.median_ns.is_none() && summary.interval_ns.is_none());
        assert_eq!(summary.samples_ns.len(), 12);
        assert!(!series(&[], 1.0).summary(50.0).resolved);
    }

    #[test]
    fn the_interval_of_equal_readings_is_half_the_resolution_wide_on_either_side() {
        let [low, high] = series(&[100.0; 12], 2.0).interval_ns().unwrap();
        assert!((low - 9.9).abs() < 1e-9 && (high - 10.1).abs() < 1e-9, "{low} {high}");
    }
}
