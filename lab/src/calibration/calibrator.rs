//! Chooses the measurements for a calibration of `auto`, and the fastest scans. The page and the native benchmark do
//! the measuring.

use serde::Serialize;

use super::CalibrationRow;
use crate::request::Request;
use scanlab::error::Error;
use scanlab::plan::Limits;

/// A scan that may be the fastest at some length.
struct Candidate {
    id: &'static str,
    /// The maximum length at which the scan is measured, in elements. At greater lengths, other scans are faster.
    up_to_elements: u32,
}

const fn candidate(id: &'static str, up_to_elements: u32) -> Candidate {
    Candidate { id, up_to_elements }
}

const ON_GPUS: &[Candidate] = &[
    candidate("sequential", 1 << 12),
    candidate("raking", 1 << 16),
    candidate("reduce-then-scan", u32::MAX),
    candidate("subgroup", u32::MAX),
    candidate("cache-blocked", u32::MAX),
    candidate("look-back", u32::MAX),
    candidate("look-ahead", u32::MAX),
    candidate("look-back-fallback", u32::MAX),
];

/// Scans with shaders that compile quickly on a CPU.
const ON_SOFTWARE: &[Candidate] = &[
    candidate("sequential", u32::MAX),
    candidate("hybrid", u32::MAX),
    candidate("nakano", u32::MAX),
    candidate("subgroup", u32::MAX),
];

/// Lengths, in elements, in the order of measurements, the most important first, since the time is limited.
const GPU_SIZES: [u32; 4] = [1 << 18, 1 << 10, 1 << 22, 1 << 14];
const SOFTWARE_SIZES: [u32; 3] = [1 << 14, 1 << 18, 1 << 10];

/// After this time of measuring, in milliseconds, no further length is begun.
const BEGIN_MS: f64 = 1000.0;
/// After this time, in milliseconds, measuring is cancelled, as may happen on software adapters.
const END_MS: f64 = 20_000.0;
/// The scan of a row continues in the next row if its time divided by the shortest time is at most this ratio. The ratio
/// is high, since the samples are few.
const MARGIN: f64 = 1.03;

/// Scans to measure in one block.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CalibrationBlock {
    /// The length of the scans, in elements.
    pub n: u32,
    /// The ids of the scans.
    pub algorithms: Vec<&'static str>,
    /// The time limit of all blocks, in milliseconds. After this time, the caller cancels the measurement if it can. Then
    /// the earlier blocks give the table.
    pub end_ms: f64,
}

/// The times at one length, in nanoseconds.
#[derive(Debug)]
struct Measured {
    n: u32,
    times: Vec<(&'static str, f64)>,
}

/// A calibration in progress. Its caller does the measuring.
#[derive(Debug)]
pub struct Calibrator {
    limits: Limits,
    /// The remaining lengths.
    sizes: &'static [u32],
    /// The scans of the last block.
    candidates: Vec<&'static str>,
    /// By ascending length.
    measured: Vec<Measured>,
}

impl Calibrator {
    /// A calibration of a device with these limits.
    pub fn new(limits: Limits) -> Self {
        let sizes = if limits.software { &SOFTWARE_SIZES[..] } else { &GPU_SIZES[..] };
        Calibrator { limits, sizes, candidates: Vec::new(), measured: Vec::new() }
    }

    /// The next block to measure; `None` if the calibration is complete. `spent_ms` is the time of measuring so far.
    pub fn next_block(&mut self, spent_ms: f64) -> Option<CalibrationBlock> {
        let is_late = !self.measured.is_empty() && spent_ms > BEGIN_MS;
        let (&n, rest) = self.sizes.split_first().filter(|_| !is_late)?;
        self.sizes = rest;
        let candidates = if self.limits.software { ON_SOFTWARE } else { ON_GPUS };
        let fits = |candidate: &&Candidate| {
            n <= candidate.up_to_elements && Request::sum(candidate.id, n).resolve(self.limits).is_ok()
        };
        self.candidates = candidates.iter().filter(fits).map(|candidate| candidate.id).collect();
        Some(CalibrationBlock { n, algorithms: self.candidates.clone(), end_ms: END_MS })
    }

    /// Records the time of a scan of the last block. A scan that failed or had a wrong output has no time.
    pub fn record(&mut self, algorithm: &str, n: u32, median_ns: f64) {
        let Some(&id) = self.candidates.iter().find(|&&id| id == algorithm) else { return };
        let place = self.measured.iter().position(|measured| measured.n >= n).unwrap_or(self.measured.len());
        match self.measured.get_mut(place).filter(|measured| measured.n == n) {
            Some(measured) => measured.times.push((id, median_ns)),
            None => self.measured.insert(place, Measured { n, times: vec![(id, median_ns)] }),
        }
    }

    /// The table of the fastest scans. Between two measured lengths, a row ends at their geometric mean, rounded down to a power of two.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if no scan has a time.
    pub fn rows(&self) -> Result<Vec<CalibrationRow>, Error> {
        let mut rows: Vec<CalibrationRow> = Vec::new();
        for (index, measured) in self.measured.iter().enumerate() {
            let next = self.measured.get(index + 1);
            let up_to_elements =
                next.map_or(u32::MAX, |next| 1 << ((u64::from(measured.n) * u64::from(next.n)).ilog2() / 2));
            let id = measured.fastest(rows.last().map(|row| row.id.as_str()));
            match rows.last_mut().filter(|last| last.id == id) {
                Some(last) => last.up_to_elements = up_to_elements,
                None => rows.push(CalibrationRow { up_to_elements, id: id.to_owned() }),
            }
        }
        let required = "A calibration requires a scan with a correct output and a time within seconds; found none";
        if rows.is_empty() { Err(Error::Unsupported(required.into())) } else { Ok(rows) }
    }
}

impl Measured {
    /// The fastest scan. The scan `before`, of the previous row, is preferred unless another scan is faster by the margin.
    fn fastest(&self, before: Option<&str>) -> &'static str {
        let shortest = self.times.iter().min_by(|(_, left), (_, right)| left.total_cmp(right));
        let &(id, ns) = shortest.expect("a time");
        let preferred = self.times.iter().find(|&&(id, time)| Some(id) == before && time <= MARGIN * ns);
        preferred.map_or(id, |&(id, _)| id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scanlab::monoid::Monoid;
    use scanlab::plan::{Form, Job, Mode, Segments};
    use scanlab::scan::Algorithm;

    const SOFTWARE: Limits = Limits { software: true, ..Limits::CORE };

    fn row(up_to_elements: u32, id: &str) -> CalibrationRow {
        CalibrationRow { up_to_elements, id: id.to_owned() }
    }

    fn table(times: &[(u32, &'static str, f64)]) -> Result<Vec<CalibrationRow>, Error> {
        let mut calibrator = Calibrator::new(SOFTWARE);
        while let Some(CalibrationBlock { n, algorithms, .. }) = calibrator.next_block(0.0) {
            for &(_, id, ns) in times.iter().filter(|(at, id, _)| *at == n && algorithms.contains(id)) {
                calibrator.record(id, n, ns);
            }
        }
        calibrator.rows()
    }

    #[test]
    fn every_candidate_is_registered_and_none_is_auto() {
        for Candidate { id, .. } in ON_GPUS.iter().chain(ON_SOFTWARE) {
            assert!(Algorithm::find(id).is_ok_and(|found| found.id != Algorithm::AUTO.id), "{id}");
        }
    }

    /// A calibration takes precedence over the built-in table, so `auto` never chooses a scan that is not a candidate.
    #[test]
    fn the_built_in_choices_on_gpus_are_candidates() {
        for (forward_progress, starts_in_order) in [(true, true), (true, false), (false, false)] {
            let limits = Limits { subgroups: Some((32, 32)), forward_progress, starts_in_order, ..Limits::CORE };
            for elements in (0..28).map(|exponent| 1 << exponent) {
                let job = Job::new(elements, Form::new(Monoid::counts(), Mode::Inclusive), limits);
                let chosen = Algorithm::AUTO.plan(&job).chosen.unwrap();
                let is_chosen = |one: &&Candidate| one.id == chosen && elements <= one.up_to_elements;
                assert!(ON_GPUS.iter().any(|one| is_chosen(&one)), "{chosen} of {elements}");
            }
        }
    }

    #[test]
    fn lengths_have_the_scans_that_fit_the_device_and_the_length() {
        let mut blocks = Calibrator::new(Limits::CORE);
        let blocks: Vec<_> = std::iter::from_fn(|| blocks.next_block(0.0)).collect();
        assert_eq!(blocks.iter().map(|block| block.n).collect::<Vec<_>>(), GPU_SIZES);
        assert!(blocks.iter().all(|block| block.end_ms == END_MS));
        // The device has neither subgroup operations nor forward progress.
        let wide = ["reduce-then-scan", "cache-blocked", "look-back-fallback"];
        assert_eq!(blocks[0].algorithms, wide);
        let [one, two] = [["sequential", "raking"], ["raking", "reduce-then-scan"]];
        assert_eq!([&blocks[1].algorithms[..2], &blocks[3].algorithms[..2]], [&one[..], &two[..]]);
        let able = Limits { subgroups: Some((32, 32)), forward_progress: true, ..Limits::CORE };
        assert_eq!(Calibrator::new(able).next_block(0.0).unwrap().algorithms.len(), 6);
        let first = Calibrator::new(SOFTWARE).next_block(0.0).unwrap();
        assert_eq!((first.n, first.algorithms), (1 << 14, vec!["sequential", "hybrid", "nakano"]));
    }

    #[test]
    fn no_length_is_begun_after_the_time_unless_nothing_was_measured() {
        let mut calibrator = Calibrator::new(SOFTWARE);
        assert!(calibrator.next_block(0.0).is_some());
        let second = calibrator.next_block(BEGIN_MS + 1.0).expect("another length while nothing has a time");
        calibrator.record("hybrid", second.n, 1.0);
        assert_eq!(calibrator.next_block(BEGIN_MS + 1.0), None);
        assert_eq!(calibrator.rows(), Ok(vec![row(u32::MAX, "hybrid")]));
    }

    #[test]
    fn the_table_has_the_fastest_scan_by_length_equal_neighbours_merged_up_to_the_greatest_length() {
        let [low, middle, high] = [1 << 10, 1 << 14, 1 << 18];
        let times = [
            (middle, "sequential", 5.0),
            (middle, "hybrid", 4.0),
            (low, "sequential", 1.0),
            (low, "hybrid", 2.0),
            (high, "sequential", 9.0),
            (high, "hybrid", 7.0),
        ];
        assert_eq!(table(&times), Ok(vec![row(1 << 12, "sequential"), row(u32::MAX, "hybrid")]));
        assert_eq!(table(&times[4..]), Ok(vec![row(u32::MAX, "hybrid")]));
        let error = table(&[]).unwrap_err();
        assert!(matches!(&error, Error::Unsupported(text) if text.contains("correct output")), "{error}");
    }

    #[test]
    fn a_row_continues_until_another_scan_is_faster_by_the_margin() {
        let at = |ns| {
            [
                (1 << 10, "sequential", 1.0),
                (1 << 10, "hybrid", 2.0),
                (1 << 14, "sequential", ns),
                (1 << 14, "hybrid", 1.0),
            ]
        };
        assert_eq!(table(&at(1.02)), Ok(vec![row(u32::MAX, "sequential")]));
        assert_eq!(table(&at(1.04)), Ok(vec![row(1 << 12, "sequential"), row(u32::MAX, "hybrid")]));
    }

    #[test]
    fn times_of_other_scans_are_ignored() {
        let mut calibrator = Calibrator::new(SOFTWARE);
        calibrator.record("sequential", 1 << 14, 1.0);
        let first = calibrator.next_block(0.0).unwrap();
        calibrator.record("raking", first.n, 1.0);
        assert!(calibrator.rows().is_err());
    }

    #[test]
    fn the_scan_that_is_measured_is_a_whole_sum() {
        let resolved = Request::sum("hybrid", 1000).resolve(Limits::CORE).unwrap();
        assert_eq!((resolved.job.elements, resolved.job.form.segments), (1000, Segments::Whole));
        assert!(Request::sum("hybrid", 1).inputs().is_ok());
    }
}
