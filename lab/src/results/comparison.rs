//! Comparison of two measured points. It states which scan is faster, if the points are comparable and have enough
//! samples.

use serde::Serialize;
use serde_json::value::RawValue;

use super::Point;
use super::file::POINT_FIELDS;
use super::raw::{Fields, entries, fields, text_of};
use super::shape::{Field, TEXT, number_of, refused, show};
use crate::bench::compare::{self, Ratio, TooFewSamples, Verdict};
use crate::bench::series::{Sample, Series};
use scanlab::error::Error;
use scanlab::record::low_level::quoted;

/// More rounds than any block has.
const MAX_ROUNDS: usize = 10_000;
/// The assumed resolution of a clock that was not measured: the coarsest default of browsers.
const COARSEST_RESOLUTION_NS: f64 = 1e6;

/// The names of the fields that a comparison reads.
const READ: [&str; 15] = [
    "algorithm",
    "operator",
    "type",
    "n",
    "verified",
    "resolved",
    "hidden",
    "skipped",
    "samples_ns",
    "rounds",
    "block",
    "repeats",
    "timer_resolution_ns",
    "median_ns",
    "copy_drifted",
];

/// The fields of a point that a comparison reads.
#[derive(Clone, Debug)]
pub struct ComparedPoint {
    algorithm: String,
    operator: String,
    element_type: String,
    n: u64,
    verified: bool,
    resolved: bool,
    hidden: bool,
    skipped: Option<String>,
    samples_ns: Vec<f64>,
    rounds: Vec<usize>,
    block: Option<String>,
    repeats: u64,
    timer_resolution_ns: Option<f64>,
    median_ns: Option<f64>,
    copy_drifted: bool,
}

impl From<&Point> for ComparedPoint {
    fn from(point: &Point) -> Self {
        ComparedPoint {
            algorithm: point.algorithm.clone(),
            operator: point.operator.clone(),
            element_type: point.element_type.name().into(),
            n: point.n,
            verified: point.verified,
            resolved: point.resolved,
            hidden: point.hidden,
            skipped: point.skipped.clone(),
            samples_ns: point.samples_ns.clone(),
            rounds: point.rounds.clone(),
            block: point.block.clone(),
            repeats: point.repeats.into(),
            timer_resolution_ns: point.timer_resolution_ns,
            median_ns: point.median_ns,
            copy_drifted: point.copy_drifted,
        }
    }
}

/// The options of a comparison.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CompareOptions {
    /// The verdict is `same` if the whole interval of the ratio is within this distance of 1 (default 0.01).
    #[cfg_attr(test, ts(optional, as = "Option<f64>"))]
    pub margin: f64,
}

impl Default for CompareOptions {
    fn default() -> Self {
        CompareOptions { margin: 0.01 }
    }
}

impl CompareOptions {
    /// Reads options.
    ///
    /// # Errors
    /// [`Error::ResultFile`] for an invalid text.
    pub fn parse(json: &str) -> Result<Self, Error> {
        let mut options = CompareOptions::default();
        for (name, value) in object("options", json)?.iter() {
            if name != "margin" {
                return Err(refused("options", "an object with no other key than margin", &quoted(name)));
            }
            options.margin = number_of(value).ok_or_else(|| wrong_margin(&show(value)))?;
        }
        Ok(options)
    }
}

fn wrong_margin(found: &str) -> Error {
    refused("options.margin", "a number from 0 up to but not including 1", found)
}

/// The fields of an object. `name` names the object in errors.
fn object<'a>(name: &str, json: &'a str) -> Result<Fields<'a>, Error> {
    let value: &RawValue = serde_json::from_str(json).map_err(|_| refused(name, "an object", "none"))?;
    fields(value).ok_or_else(|| refused(name, "an object", &show(value)))
}

/// The comparison of two points. Their algorithms, tuning and adapters may differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Comparison {
    /// `faster` or `slower` if the whole interval of the ratio is on one side of 1, `same` if it is within the margin
    /// around 1.
    pub verdict: Verdict,
    /// The left time divided by the right time. The interval is widened by half of the resolution of either timer. Null
    /// if the points cannot be compared.
    pub ratio: Option<Ratio>,
    /// Whether the samples were compared round by round, so that common disturbances cancel. Otherwise the medians were
    /// compared: if the device is slower during one measurement, the ratio contains this difference.
    pub paired: bool,
    /// The cause of the verdict `inconclusive`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub cause: Option<Cause>,
    /// The cause as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reason: Option<String>,
    /// The left median divided by the right median. Present if the points have valid times for the same work, but too few
    /// samples for an interval, or samples of a device whose speed changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub median_ratio: Option<f64>,
}

/// The reason for the verdict `inconclusive`. With `interval`, the 95 % interval of the ratio contains 1 and is wider
/// than the margin. With any other cause there is no ratio, since a precondition of the comparison is not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ComparisonCause"))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Cause {
    /// The interval of the ratio is too wide.
    Interval,
    /// There are too few samples for an interval.
    TooFewSamples(TooFewSamples),
    /// A point was not measured.
    Skipped,
    /// An output was wrong.
    WrongOutput,
    /// The page was hidden during the measurement.
    Hidden,
    /// A scan of no elements takes no time.
    NoElements,
    /// Samples span too few timer resolutions.
    Unresolved,
    /// The points measure different work.
    DifferentRequests,
    /// The device's speed changed, and the points are of different blocks.
    DeviceDrifted,
}

impl Comparison {
    /// Compares `left` with `right`.
    ///
    /// # Errors
    /// [`Error::ResultFile`] for an invalid margin or invalid rounds.
    pub fn of(left: &ComparedPoint, right: &ComparedPoint, options: CompareOptions) -> Result<Self, Error> {
        let CompareOptions { margin } = options;
        if !(0.0..1.0).contains(&margin) {
            return Err(wrong_margin(&margin.to_string()));
        }
        left.check("left")?;
        right.check("right")?;
        let paired = left.block.is_some() && left.block == right.block;
        let points = [left, right];
        let incomparable = points
            .iter()
            .find_map(|point| point.void_reason())
            .or_else(|| left.difference(right))
            .or_else(|| points.iter().find_map(|point| point.drift_reason()).filter(|_| !paired));
        if let Some(why) = incomparable {
            return Ok(Comparison::without_ratio(points, paired, why));
        }
        let compare::Comparison { verdict, ratio, too_few } =
            compare::Comparison::new(&left.series(paired), &right.series(paired), paired, margin);
        if let Some(few) = too_few {
            return Ok(Comparison::without_ratio(points, paired, why_too_few(few, paired)));
        }
        let (cause, reason) = ratio
            .filter(|_| verdict == Verdict::Inconclusive)
            .map(|ratio| (Cause::Interval, why_inconclusive(ratio, points, margin)))
            .unzip();
        Ok(Comparison { verdict, ratio, paired, cause, reason, median_ratio: None })
    }

    /// A comparison without an interval. It has the ratio of the medians if both times are valid and measure the same
    /// work.
    fn without_ratio([left, right]: [&ComparedPoint; 2], paired: bool, (cause, reason): (Cause, String)) -> Self {
        let is_valid = matches!(cause, Cause::TooFewSamples(_) | Cause::DeviceDrifted);
        let medians =
            left.median_ns.zip(right.median_ns).filter(|&(left, right)| is_valid && left > 0.0 && right > 0.0);
        Comparison {
            verdict: Verdict::Inconclusive,
            ratio: None,
            paired,
            cause: Some(cause),
            reason: Some(reason),
            median_ratio: medians.map(|(left, right)| left / right),
        }
    }
}

fn why_too_few(few: TooFewSamples, paired: bool) -> (Cause, String) {
    let TooFewSamples { required, found: [left, right] } = few;
    let found = if paired {
        format!("in the same rounds are required, found {left}")
    } else {
        format!("are required, found {left} and {right}")
    };
    (Cause::TooFewSamples(few), format!("{required} samples of each {found}."))
}

fn why_inconclusive(Ratio { interval, .. }: Ratio, points: [&ComparedPoint; 2], margin: f64) -> String {
    let resolution: f64 =
        points.iter().map(|point| point.resolution_per_scan() / 2.0 / point.median_ns.unwrap_or(f64::INFINITY)).sum();
    let timers = if resolution > margin {
        format!(" The timers' resolution alone is {} %.", short(100.0 * resolution))
    } else {
        String::new()
    };
    let (low, high, margin) = (short(interval[0]), short(interval[1]), short(100.0 * margin));
    format!("The ratio's 95 % interval, {low} to {high}, includes 1 and exceeds the margin of {margin} %.{timers}")
}

/// A number with four significant digits, or with all digits of its whole part.
fn short(value: f64) -> f64 {
    let mut scale = 1.0;
    while (value * scale).abs() < 1e3 && scale < 1e9 {
        scale *= 10.0;
    }
    (value * scale).round() / scale
}

impl ComparedPoint {
    /// Reads a point, which may come from a file. `name` names the point in errors.
    ///
    /// # Errors
    /// [`Error::ResultFile`] for an invalid text.
    pub fn parse(name: &str, json: &str) -> Result<Self, Error> {
        let given = object(name, json)?;
        for &Field { name: field, ref shape, required } in
            POINT_FIELDS.iter().filter(|field| READ.contains(&field.name))
        {
            let path = format!("{name}.{field}");
            // Messages contain this text. Callers may pass a title instead of an id, so any text is valid.
            let shape = if field == "algorithm" { &TEXT } else { shape };
            match given.get(field) {
                Some(value) => shape.check(value, &path)?,
                None if required => return Err(shape.refuse(&path, "missing")),
                None => {}
            }
        }
        let text = |field| given.get(field).map(text_of).filter(|text| !text.is_empty());
        let number = |field| given.get(field).and_then(number_of);
        let is_true = |field| given.get(field).is_some_and(|value| value.get() == "true");
        let numbers = |field| given.get(field).and_then(entries).unwrap_or_default().into_iter().filter_map(number_of);
        Ok(ComparedPoint {
            algorithm: text("algorithm").unwrap_or_default(),
            operator: text("operator").unwrap_or_default(),
            element_type: text("type").unwrap_or_default(),
            n: number("n").unwrap_or_default() as u64,
            verified: is_true("verified"),
            resolved: is_true("resolved"),
            hidden: is_true("hidden"),
            skipped: text("skipped"),
            samples_ns: numbers("samples_ns").collect(),
            rounds: numbers("rounds").map(|round| round as usize).collect(),
            block: text("block"),
            repeats: number("repeats").unwrap_or_default() as u64,
            timer_resolution_ns: number("timer_resolution_ns"),
            median_ns: number("median_ns"),
            copy_drifted: is_true("copy_drifted"),
        })
    }

    /// Checks that a point of a block has one round per sample, in ascending order.
    fn check(&self, name: &str) -> Result<(), Error> {
        let ComparedPoint { samples_ns, rounds, .. } = self;
        let ascend = rounds.is_sorted_by(|one, next| one < next) && rounds.last().is_none_or(|&last| last < MAX_ROUNDS);
        if self.block.is_none() || rounds.len() == samples_ns.len() && ascend {
            return Ok(());
        }
        let required = format!("{} ascending numbers below {MAX_ROUNDS}, one for each sample", samples_ns.len());
        let found = if ascend { "of another length" } else { "in another order" };
        Err(refused(&format!("{name}.rounds"), &required, found))
    }

    /// The reason why the point cannot be compared with any other point; `None` if it can.
    fn void_reason(&self) -> Option<(Cause, String)> {
        let algorithm = &self.algorithm;
        Some(match self {
            ComparedPoint { skipped: Some(reason), .. } => {
                (Cause::Skipped, format!("{algorithm} was not measured: {reason}"))
            }
            ComparedPoint { verified: false, .. } => {
                (Cause::WrongOutput, format!("The output of {algorithm} was wrong, so its time is void."))
            }
            ComparedPoint { hidden: true, .. } => {
                (Cause::Hidden, format!("The page was hidden while {algorithm} was measured, so its time is void."))
            }
            ComparedPoint { n: 0, .. } => (Cause::NoElements, "A scan of no elements takes no time.".into()),
            _ if !self.resolved || self.samples_ns.is_empty() => {
                (Cause::Unresolved, format!("The samples of {algorithm} span too few steps of the timer."))
            }
            _ => return None,
        })
    }

    /// The reason why the point cannot be compared with `other`; `None` if both measure the same work.
    fn difference(&self, other: &ComparedPoint) -> Option<(Cause, String)> {
        let why = |field: &str, left: &str, right: &str| {
            (Cause::DifferentRequests, format!("Both points must have the same {field}; they have {left} and {right}."))
        };
        if self.n != other.n {
            return Some(why("n", &self.n.to_string(), &other.n.to_string()));
        }
        if self.operator != other.operator {
            return Some(why("operator", &self.operator, &other.operator));
        }
        (self.element_type != other.element_type).then(|| why("type", &self.element_type, &other.element_type))
    }

    /// The reason why the point cannot be compared with points of other blocks; `None` if it can.
    fn drift_reason(&self) -> Option<(Cause, String)> {
        let reason = format!(
            "The device's speed changed while {} was measured, so it can be compared only with points of its own block.",
            self.algorithm
        );
        self.copy_drifted.then_some((Cause::DeviceDrifted, reason))
    }

    /// The times of the point. Times that are not positive are void. In a comparison by rounds, a round without a
    /// time is a void sample.
    fn series(&self, paired: bool) -> Series {
        let mut series = Series::new(1, self.resolution_per_scan());
        let mut push = |span_ns| series.push(Sample { span_ns, checksum: [0; 2] });
        let mut next = 0;
        for (index, &time) in self.samples_ns.iter().enumerate() {
            let round = if paired { self.rounds[index] } else { index };
            (next..round).for_each(|_| push(f64::NAN));
            push(time);
            next = round + 1;
        }
        series
    }

    /// The timer resolution divided by the scans of a sample, in nanoseconds.
    fn resolution_per_scan(&self) -> f64 {
        self.timer_resolution_ns.unwrap_or(COARSEST_RESOLUTION_NS) / self.repeats.max(1) as f64
    }
}

#[cfg(test)]
#[path = "comparison_tests.rs"]
mod tests;
