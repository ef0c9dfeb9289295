//! A measured point: one scan at one size.

use serde::Serialize;

use crate::bench::compare::Ratio;
use crate::bench::series::{Stopped, Summary};
use crate::bench::transfer::Transfer;
use crate::bench::{Samples, TimerKind, median};
use crate::request::{OperationOptions, OperationRequest, Request, find_monoid};
use scanlab::error::Error;
use scanlab::monoid::ElementType;
use scanlab::plan::{Direction, Mode, Tuning};

/// The measurement of one algorithm at one size. The times are those of the samples. If the output is wrong, the samples
/// are void, and the point has no times.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Point {
    /// The algorithm's id, or `javascript` for the sequential scan on the CPU.
    pub algorithm: String,
    /// The operation's id, for a point of an operation. Then `algorithm` is the scan inside the operation or, without a
    /// scan, the operation itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub operation: Option<String>,
    /// The operation's options.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub options: Option<OperationOptions>,
    /// The operator's id.
    pub operator: String,
    /// Element type.
    #[serde(rename = "type")]
    pub element_type: ElementType,
    /// Inclusive or exclusive.
    pub mode: Mode,
    /// Forward or backward.
    pub direction: Direction,
    /// Whether head flags divide the input into segments.
    pub segmented: bool,
    /// Whether a head flag is a bit instead of a word; absent if false.
    #[serde(rename = "headsAsBits", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub heads_as_bits: Option<bool>,
    /// Elements of a row, in a scan of rows or columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub columns: Option<u64>,
    /// The axis of a scan of rows or columns: 1 along the rows, 0 along the columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub axis: Option<u32>,
    /// Whether every segment begins with the test input's initial value; absent if false.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub initial: Option<bool>,
    /// Number of elements.
    pub n: u64,
    /// The test input's id.
    pub pattern: String,
    /// The test input's seed.
    pub seed: u32,
    /// The average length of the test input's segments, in elements, if the request gave one.
    #[serde(rename = "segmentLength", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub segment_length: Option<u32>,
    /// Effective tuning parameters.
    pub tuning: Tuning,
    /// Times of uploads of the input, and of the head flags of a segmented scan, from typed arrays to the device, as in
    /// `scan`. Present if `transfers` were requested. All points of a block have the same times. Null for a scan on the
    /// CPU, for a scan of no elements, and for a skipped point.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub upload: Option<Option<Transfer>>,
    /// Times of readbacks of the output's length. Otherwise like `upload`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub readback: Option<Option<Transfer>>,
    /// Whether every element of the output is right.
    pub verified: bool,
    /// The first wrong element.
    pub mismatch: Option<Mismatch>,
    /// For a right output: the number of elements that are infinite or NaN where the sequential scan is finite, since
    /// partial results left the range of f32. Absent if it is 0. The page adds this number to the point.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub overflowed: Option<usize>,
    /// The source of the times.
    pub timer: TimerKind,
    /// The time of one scan in each sample, in nanoseconds.
    pub samples_ns: Vec<f64>,
    /// The round of each sample, from 0, without void samples. Candidates of one block take their samples in the same
    /// rounds.
    pub rounds: Vec<usize>,
    /// Points with the same `block` took their samples in the same rounds. Null for a scan on the CPU. No other page
    /// uses the same text.
    pub block: Option<String>,
    /// Whether the page was hidden during the measurement. Browsers then slow timers down, and systems slow the GPU
    /// down.
    pub hidden: bool,
    /// The number of void samples: their output differs from the checked output, or their span is not positive.
    pub samples_voided: u64,
    /// Indices of outliers (by Tukey's fences). Outliers count like all other samples.
    pub outliers: Vec<usize>,
    /// The number of scans in a sample.
    pub repeats: u32,
    /// The timer resolution, in nanoseconds; null if it was not measured.
    pub timer_resolution_ns: Option<f64>,
    /// The time of an empty dispatch, in nanoseconds; null if it was not measured.
    pub overhead_ns: Option<f64>,
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
    pub stopped: Option<Stopped>,
    /// The time of the scan divided by the time of the copy kernel; null if unknown. The copy kernel ran in the same
    /// rounds on the same number of bytes.
    pub copy_ratio: Option<Ratio>,
    /// The copy kernel of the same number of bytes, in the same block: the bound; null if its time is unknown.
    pub copy: Option<CopyTimes>,
    /// Whether the copy kernel's time changed by more than 10 % during the block. Ratios are valid nevertheless.
    pub copy_drifted: bool,
    /// Elements per second.
    pub elements_per_s: Option<f64>,
    /// Bytes per second, if each element is read once and written once.
    pub bytes_per_s: Option<f64>,
    /// The algorithm that ran: the requested algorithm, or the choice of `auto`; null if no algorithm ran.
    pub ran: Option<String>,
    /// Dispatches of a run.
    pub dispatches: u64,
    /// Scratch memory of a run, in bytes.
    pub scratch_bytes: u64,
    /// For an output in no defined order: whether the output has the order of the input. The page adds this field to the
    /// point.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub in_order: Option<bool>,
    /// For an output in no defined order: the number of samples whose output has the order of the checked output.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub agreeing: Option<usize>,
    /// The reason why the point was not measured, or null.
    pub skipped: Option<String>,
}

/// The first wrong element of an output.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Mismatch {
    /// Index of the first wrong element, in elements; in a backward scan, of the last wrong element.
    pub index: u64,
    /// The words of the right element, as numbers of the element type.
    pub expected: Vec<f64>,
    /// The words of the found element.
    pub found: Vec<f64>,
    /// The tile of the element.
    pub tile: u64,
    /// The local invocation index, in the tile's workgroup, of the invocation that owns the element.
    pub lane: u64,
    /// The tolerance if the type is f32 and the operator rounds, else 0. For an element of several words, the largest
    /// tolerance of its words.
    pub tolerance: f64,
}

/// Times and rates of the copy kernel.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CopyTimes {
    /// The median, in nanoseconds.
    pub median_ns: f64,
    /// The 95 % interval of the median, in nanoseconds.
    pub interval_ns: [f64; 2],
    /// Elements per second.
    pub elements_per_s: f64,
    /// Bytes per second, if each element is read once and written once.
    pub bytes_per_s: f64,
}

/// The subject of a point, and data that only the page has. The page later adds the first wrong element and the times of
/// transfers to the point.
#[derive(Debug)]
pub struct Circumstances {
    /// The scan, with its test input.
    pub request: Request,
    /// Whether uploads and readbacks are measured too.
    pub transfers: bool,
    /// Whether every element of the output is right.
    pub verified: bool,
    /// Whether the page was hidden during the measurement.
    pub hidden: bool,
}

impl Point {
    /// The point of a scan on a device. `block` names the block. The field `block` of the point also names the group:
    /// the scans that took their samples in the same rounds.
    ///
    /// # Errors
    /// [`Error::BadArgument`], [`Error::Unsupported`] for an operator that is not known.
    pub fn measured(of: Circumstances, block: &str, samples: Samples) -> Result<Self, Error> {
        let Samples { timing, summary, copy_ratio, copy, copy_drifted, group, ran, tuning, dispatches, .. } = samples;
        let words = words_of(&of.request)?;
        let mut point = Point::timed(of, words, timing.kind, summary);
        point.copy = copy.and_then(|copy| CopyTimes::of(&copy, point.n, words));
        point.copy_ratio = copy_ratio.filter(|_| point.verified);
        point.copy_drifted = copy_drifted;
        point.block = Some(format!("{block}-{group}"));
        point.timer_resolution_ns = Some(timing.resolution_ns);
        point.overhead_ns = Some(timing.overhead_ns);
        point.ran = Some(ran.to_owned());
        point.tuning = tuning;
        point.dispatches = dispatches as u64;
        point.scratch_bytes = samples.scratch_bytes;
        point.agreeing = samples.agreeing;
        Ok(point)
    }

    /// The same point, as a point of an operation.
    pub fn of_operation(self, request: OperationRequest) -> Self {
        Point { operation: Some(request.operation), options: Some(request.options), ..self }
    }

    /// The point of the sequential scan in JavaScript. The page ensures that each sample spans enough timer resolutions.
    ///
    /// # Errors
    /// As [`Point::measured`].
    pub fn sequential(of: Circumstances, samples_ns: &[f64], repeats: u32) -> Result<Self, Error> {
        let words = words_of(&of.request)?;
        let summary = Summary {
            samples_ns: samples_ns.to_vec(),
            rounds: (0..samples_ns.len()).collect(),
            samples_voided: 0,
            outliers: Vec::new(),
            repeats,
            resolved: !samples_ns.is_empty(),
            median_ns: median(samples_ns),
            interval_ns: None,
            minimum_ns: samples_ns.iter().copied().reduce(f64::min),
            stopped: Stopped::Cap,
        };
        let mut point = Point::timed(of, words, TimerKind::Wall, summary);
        point.ran = Some(point.algorithm.clone());
        point.tuning = Tuning::new();
        Ok(point)
    }

    /// The point of a scan that was not measured.
    pub fn skipped(request: Request, transfers: bool, timer: TimerKind, reason: String) -> Self {
        let mut point = Point::blank(request, transfers, timer);
        point.skipped = Some(reason);
        point
    }

    /// The point of a series of samples. A wrong output makes the times void, since a scan that skips work is fast.
    fn timed(of: Circumstances, words: u32, timer: TimerKind, summary: Summary) -> Self {
        let Circumstances { request, transfers, verified, hidden } = of;
        let [elements_per_s, bytes_per_s] = rates(request.n, words, summary.median_ns);
        let mut point = Point::blank(request, transfers, timer);
        point.hidden = hidden;
        point.repeats = summary.repeats;
        point.samples_voided = summary.samples_voided as u64;
        if !verified {
            point.samples_voided += summary.samples_ns.len() as u64;
            return point;
        }
        point.verified = true;
        point.samples_ns = summary.samples_ns;
        point.rounds = summary.rounds;
        point.outliers = summary.outliers;
        point.resolved = summary.resolved;
        point.median_ns = summary.median_ns;
        point.interval_ns = summary.interval_ns;
        point.minimum_ns = summary.minimum_ns;
        point.stopped = Some(summary.stopped);
        point.elements_per_s = elements_per_s;
        point.bytes_per_s = bytes_per_s;
        point
    }

    /// A point without times.
    fn blank(request: Request, transfers: bool, timer: TimerKind) -> Self {
        Point {
            algorithm: request.algorithm,
            operation: None,
            options: None,
            operator: request.operator,
            element_type: request.element_type,
            mode: request.mode,
            direction: request.direction,
            segmented: request.segmented,
            heads_as_bits: request.heads_as_bits.then_some(true),
            columns: (request.columns > 0).then_some(request.columns),
            axis: (request.columns > 0).then_some(request.axis),
            initial: request.initial.then_some(true),
            n: request.n,
            pattern: request.pattern,
            seed: request.seed,
            segment_length: request.segment_length,
            tuning: request.tuning,
            upload: transfers.then_some(None),
            readback: transfers.then_some(None),
            verified: false,
            mismatch: None,
            timer,
            samples_ns: Vec::new(),
            rounds: Vec::new(),
            block: None,
            hidden: false,
            samples_voided: 0,
            outliers: Vec::new(),
            repeats: 0,
            timer_resolution_ns: None,
            overhead_ns: None,
            resolved: false,
            median_ns: None,
            interval_ns: None,
            minimum_ns: None,
            stopped: None,
            copy_ratio: None,
            copy: None,
            copy_drifted: false,
            elements_per_s: None,
            bytes_per_s: None,
            ran: None,
            dispatches: 0,
            scratch_bytes: 0,
            overflowed: None,
            in_order: None,
            agreeing: None,
            skipped: None,
        }
    }
}

impl CopyTimes {
    fn of(copy: &Summary, n: u64, words: u32) -> Option<Self> {
        let [elements_per_s, bytes_per_s] = rates(n, words, copy.median_ns);
        Some(CopyTimes {
            median_ns: copy.median_ns?,
            interval_ns: copy.interval_ns?,
            elements_per_s: elements_per_s?,
            bytes_per_s: bytes_per_s?,
        })
    }
}

fn words_of(request: &Request) -> Result<u32, Error> {
    find_monoid(&request.operator, request.element_type).map(|monoid| monoid.words())
}

/// Elements and bytes per second, if each element is read once and written once; `None` without a time.
fn rates(n: u64, words: u32, median_ns: Option<f64>) -> [Option<f64>; 2] {
    let elements_per_s = median_ns.filter(|ns| *ns > 0.0).map(|ns| n as f64 / ns * 1e9);
    [elements_per_s, elements_per_s.map(|rate| 2.0 * 4.0 * f64::from(words) * rate)]
}

#[cfg(test)]
#[path = "point_tests.rs"]
mod tests;
