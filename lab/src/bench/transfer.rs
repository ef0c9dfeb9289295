//! Times of uploads and readbacks, by the page's clock.

use serde::Serialize;

use super::series::{Sample, Series, Summary};
use super::settings::Settings;

/// Times of a transfer by the page's clock, from an empty queue to an empty queue. The wait for the device is part of a
/// readback.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Transfer {
    /// The time of one transfer in each sample, in nanoseconds. Every transferred word is checked.
    pub samples_ns: Vec<f64>,
    /// The median, in nanoseconds.
    pub median_ns: Option<f64>,
    /// The 95 % interval of the median, in nanoseconds, as for a point; null with fewer than six samples.
    pub interval_ns: Option<[f64; 2]>,
    /// The shortest sample, in nanoseconds.
    pub minimum_ns: Option<f64>,
    /// Whether the median span of a sample is at least 50 times the resolution of the page's clock. If not, there is no
    /// median.
    pub resolved: bool,
}

impl Transfer {
    /// The statistics of spans, each the time of `repeats` transfers, measured with a clock of this resolution.
    pub fn new(spans_ns: &[f64], repeats: u32, resolution_ns: f64) -> Self {
        let mut series = Series::new(repeats, resolution_ns);
        spans_ns.iter().for_each(|&span_ns| series.push(Sample { span_ns, checksum: [0; 2] }));
        let Summary { samples_ns, median_ns, interval_ns, minimum_ns, resolved, .. } =
            series.summary(Settings::default().min_resolutions);
        Transfer { samples_ns, median_ns, interval_ns, minimum_ns, resolved }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_samples_have_a_median_and_its_interval() {
        let transfer = Transfer::new(&[600.0, 100.0, 200.0, 500.0, 300.0, 400.0], 10, 1.0);
        assert_eq!(transfer.samples_ns, [60.0, 10.0, 20.0, 50.0, 30.0, 40.0]);
        assert_eq!((transfer.median_ns, transfer.minimum_ns, transfer.resolved), (Some(35.0), Some(10.0), true));
        let [low, high] = transfer.interval_ns.unwrap();
        assert!((9.0..=10.0).contains(&low) && (60.0..=61.0).contains(&high), "{low} {high}");
    }

    #[test]
    fn few_samples_have_no_interval_and_spans_that_are_not_positive_are_left_out() {
        let transfer = Transfer::new(&[100.0, 0.0, -5.0, 300.0, 200.0], 1, 1.0);
        assert_eq!(transfer.samples_ns, [100.0, 300.0, 200.0]);
        assert_eq!((transfer.median_ns, transfer.interval_ns, transfer.minimum_ns), (Some(200.0), None, Some(100.0)));
    }

    #[test]
    fn spans_of_too_few_times_the_resolution_are_not_resolved() {
        assert!(Transfer::new(&[100.0], 1, 2.0).resolved);
        let unresolved = Transfer::new(&[100.0], 1, 2.1);
        assert_eq!((unresolved.median_ns, unresolved.minimum_ns, unresolved.resolved), (None, None, false));
        assert!(!Transfer::new(&[], 1, f64::INFINITY).resolved);
    }
}
