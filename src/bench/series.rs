//! The samples of one candidate, and what is said of them.

use serde::Serialize;

use super::interval::interval;
use super::stats::{median, outliers, sorted};

/// What identifies an output.
pub type Checksum = [u32; 2];

/// One timed span, and the output that it left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Nanoseconds of all runs in it, as the clock tells them: coarse, and now and then zero or negative.
    pub span_ns: f64,
    /// What identifies the output of the last of these runs.
    pub checksum: Checksum,
}

/// Why no more samples were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Stopped {
    /// The interval was as narrow as wanted.
    Width,
    /// The samples or their time came to their bound first.
    Cap,
}

/// The samples of one candidate, one a round from the first round on.
#[derive(Clone, Debug)]
pub struct Series {
    /// Runs in a sample.
    pub repeats: u32,
    /// The step of the clock, in nanoseconds.
    pub quantum_ns: f64,
    /// Why there are no more.
    pub stopped: Stopped,
    /// By round; none where a sample is void.
    samples: Vec<Option<Sample>>,
}

impl Series {
    /// A series without samples.
    pub fn new(repeats: u32, quantum_ns: f64) -> Self {
        Series { repeats, quantum_ns, stopped: Stopped::Cap, samples: Vec::new() }
    }

    /// Takes the sample of the next round; a span that is not positive is void.
    pub fn push(&mut self, sample: Sample) {
        self.samples.push(Some(sample).filter(|sample| sample.span_ns > 0.0));
    }

    /// Makes samples void whose output was another.
    pub fn void_unlike(&mut self, checksum: Checksum) {
        for sample in &mut self.samples {
            *sample = sample.filter(|sample| sample.checksum == checksum);
        }
    }

    /// Samples, void ones included.
    pub fn rounds(&self) -> usize {
        self.samples.len()
    }

    /// Nanoseconds of one run by round; none where the sample is void.
    pub fn times_ns(&self) -> impl Iterator<Item = Option<f64>> + '_ {
        self.samples.iter().map(|sample| sample.map(|sample| sample.span_ns / f64::from(self.repeats)))
    }

    /// The times that count.
    pub fn valid_ns(&self) -> Vec<f64> {
        self.times_ns().flatten().collect()
    }

    /// By what share of itself a median may be wrong since the clock ticks: medians of whole ticks are known to half a tick.
    pub fn grain(&self) -> f64 {
        self.span_ns().map_or(0.0, |span| self.quantum_ns / 2.0 / span)
    }

    /// By what share times changed in the course of the series: how far apart the medians of its thirds lie.
    pub fn drift(&self) -> f64 {
        let times = self.valid_ns();
        let thirds = times.chunks(times.len().div_ceil(3).max(1)).filter_map(median);
        let [low, high] = thirds.fold([f64::INFINITY, 0.0], |[low, high], time| [time.min(low), time.max(high)]);
        if high > low { high / low - 1.0 } else { 0.0 }
    }

    /// By how much the drift exceeds what the interval of the median allows for: under noise alone the thirds of a series lie about
    /// as far apart as the interval's ends.
    pub fn excess_drift(&self) -> f64 {
        (self.drift() - self.width().unwrap_or_default()).max(0.0)
    }

    /// The median span of a sample.
    fn span_ns(&self) -> Option<f64> {
        median(&self.valid_ns()).map(|time| time * f64::from(self.repeats))
    }

    /// The 95 % interval of the median time of one run, widened by the clock's grain.
    pub fn interval_ns(&self) -> Option<[f64; 2]> {
        interval(&self.valid_ns()).map(|ends| widened(ends, self.grain()))
    }

    /// The width of the interval as a share of the median.
    pub fn width(&self) -> Option<f64> {
        let [low, high] = self.interval_ns()?;
        Some((high - low) / median(&self.valid_ns())?)
    }

    /// The summary of the series; without times where spans are below `min_ticks` ticks of the clock.
    pub fn summary(&self, min_ticks: f64) -> Summary {
        let samples_ns = self.valid_ns();
        let resolved = self.span_ns().is_some_and(|span| span >= min_ticks * self.quantum_ns);
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

/// An interval with its ends moved apart by a share of themselves.
pub fn widened([low, high]: [f64; 2], share: f64) -> [f64; 2] {
    // No time is negative, however coarse the clock.
    [low * (1.0 - share).max(0.0), high * (1.0 + share)]
}

/// What is said of a series.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Summary {
    /// The time of one scan in each sample, in nanoseconds.
    pub samples_ns: Vec<f64>,
    /// The round of each sample, from 0; void ones are left out. Candidates of one block take their samples in the same rounds.
    pub rounds: Vec<usize>,
    /// Samples that were thrown away: an output unlike the one that is checked, or a span that is not positive.
    pub samples_voided: usize,
    /// Ranks of samples far from the others (Tukey's fences). They count like all others.
    pub outliers: Vec<usize>,
    /// Scans in a sample.
    pub repeats: u32,
    /// Whether samples span enough steps of the timer (50) to be told; if not, there is no median.
    pub resolved: bool,
    /// The median, in nanoseconds.
    pub median_ns: Option<f64>,
    /// The bootstrap's 95 % interval of the median, widened by half a step of the timer at either end.
    pub interval_ns: Option<[f64; 2]>,
    /// The shortest time.
    pub minimum_ns: Option<f64>,
    /// Why no more samples were taken: the interval was narrow (1 % of the median), or samples or time came to their bound.
    pub stopped: Stopped,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(spans: &[f64], quantum_ns: f64) -> Series {
        let mut series = Series::new(10, quantum_ns);
        for (rank, &span_ns) in spans.iter().enumerate() {
            series.push(Sample { span_ns, checksum: [7, u32::from(rank == 1)] });
        }
        series
    }

    #[test]
    fn impossible_spans_and_other_outputs_are_counted_and_left_out() {
        let mut series = series(&[100.0, 110.0, -5.0, 0.0, 120.0], 1.0);
        assert_eq!(series.summary(50.0).samples_ns, [10.0, 11.0, 12.0]);
        series.void_unlike([7, 0]);
        let summary = series.summary(50.0);
        assert_eq!((summary.samples_ns, summary.samples_voided, series.rounds()), (vec![10.0, 12.0], 3, 5));
        assert_eq!(summary.rounds, [0, 4]);
        assert_eq!(series.times_ns().collect::<Vec<_>>(), [Some(10.0), None, None, None, Some(12.0)]);
    }

    #[test]
    fn times_below_the_clocks_grain_are_not_told() {
        let spans = [100.0; 12];
        let summary = series(&spans, 2.0).summary(50.0);
        assert!(summary.resolved && summary.median_ns == Some(10.0) && summary.minimum_ns == Some(10.0));
        let summary = series(&spans, 2.1).summary(50.0);
        assert!(!summary.resolved && summary.median_ns.is_none() && summary.interval_ns.is_none());
        assert_eq!(summary.samples_ns.len(), 12);
        assert!(!series(&[], 1.0).summary(50.0).resolved);
    }

    #[test]
    fn equal_readings_are_no_surer_than_the_clock() {
        let [low, high] = series(&[100.0; 12], 2.0).interval_ns().unwrap();
        assert!((low - 9.9).abs() < 1e-9 && (high - 10.1).abs() < 1e-9, "{low} {high}");
    }
}
