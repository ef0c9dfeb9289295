//! Requests by name, and their resolution into jobs.

mod custom;
mod operation;
mod options;

use serde::{Deserialize, Deserializer, Serialize};

pub use custom::{RegisteredOperator, find_custom_operator, find_monoid, register_operator};
pub use operation::{KeyType, OperationRequest, ResolvedOperation};
pub(crate) use options::MAX_RUN;
pub use options::OperationOptions;

use crate::description::{self, PlanDescription};
use crate::json;
use crate::pattern::{Flags, Input, PATTERNS, Pattern, TestInputs, check_segment_length};
use scanlab::error::{Error, ErrorCode};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Direction, Form, Job, Limits, Mode, Plan, Segments, Tuning};
use scanlab::record::low_level::quoted;
use scanlab::scan::{Algorithm, PlannedScan};
use scanlab::shader::Shader;

/// The name of the sequential scan in JavaScript, on the CPU. Pages, addresses and measurements use it like an algorithm's
/// name.
pub(crate) const JAVASCRIPT: &str = "javascript";

/// The maximum number of elements of a row: kernels add the index of an element and the index of its column in 32 bits.
pub const MAX_COLUMNS: u32 = 1 << 31;

/// The defaults of requests.
mod defaults {
    use super::{Algorithm, PATTERNS};

    pub(super) fn algorithm() -> String {
        Algorithm::AUTO.id.to_owned()
    }

    pub(super) fn operator() -> String {
        "add".to_owned()
    }

    pub(super) fn axis() -> u32 {
        1
    }

    pub(super) fn pattern() -> String {
        PATTERNS[0].id.to_owned()
    }

    pub(super) fn seed() -> u32 {
        1
    }
}

/// A request of a scan, by public names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "CoreRequest"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Request {
    /// Algorithm's public name.
    #[serde(default = "defaults::algorithm")]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub algorithm: String,
    /// Operator's public name.
    #[serde(default = "defaults::operator")]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub operator: String,
    /// Element type.
    #[serde(rename = "type")]
    pub element_type: ElementType,
    /// Inclusive or exclusive.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<Mode>", optional))]
    pub mode: Mode,
    /// Forward or backward.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<Direction>", optional))]
    pub direction: Direction,
    /// Whether head flags divide the input into segments.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub segmented: bool,
    /// Whether a head flag is a bit instead of a word.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub heads_as_bits: bool,
    /// Elements of a row, for a scan of rows or columns; 0 for neither.
    #[serde(default, deserialize_with = "given_columns")]
    #[cfg_attr(test, ts(as = "Option<u64>", optional))]
    pub columns: u64,
    /// The axis of a scan of rows or columns: 1 along the rows, 0 along the columns.
    #[serde(default = "defaults::axis")]
    #[cfg_attr(test, ts(as = "Option<u32>", optional))]
    pub axis: u32,
    /// Whether the output overwrites the input on the device.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub in_place: bool,
    /// Whether every segment begins with an initial value.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub initial: bool,
    /// Number of elements.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<u64>", optional))]
    pub n: u64,
    /// Tuning parameters by name.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<Tuning>", optional))]
    pub tuning: Tuning,
    /// Test input's public name.
    #[serde(default = "defaults::pattern")]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub pattern: String,
    /// Test input's seed.
    #[serde(default = "defaults::seed")]
    #[cfg_attr(test, ts(as = "Option<u32>", optional))]
    pub seed: u32,
    /// The average length of segments in a test input with head flags, in elements.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub segment_length: Option<u32>,
}

/// The given number of columns. 0 is refused, since it is the default for a scan without columns.
fn given_columns<'a, D: Deserializer<'a>>(deserializer: D) -> Result<u64, D::Error> {
    match u64::deserialize(deserializer)? {
        0 => Err(serde::de::Error::custom(format!("columns must be an integer from 1 to {MAX_COLUMNS}; found 0"))),
        columns => Ok(columns),
    }
}

/// Fails if a request has more elements than 32 bits can count.
fn check_length(n: u64) -> Result<(), Error> {
    if n <= u64::from(u32::MAX) {
        return Ok(());
    }
    Err(Error::bad_argument("n", format!("an integer from 0 to {}", u32::MAX), n.to_string()))
}

/// The operator with this name on a type. `None` if a built-in operator does not support the type: then the request is
/// valid, but no device supports the scan. A custom operator has one type, which requests with this operator must name.
fn operator_on(id: &str, element_type: ElementType) -> Result<Option<Monoid>, Error> {
    match (find_monoid(id, element_type), find_custom_operator(id)) {
        (Err(_), Ok(custom)) => Err(Error::bad_argument("type", custom.element_type.name(), element_type.name())),
        (Err(error), _) if error.code() == ErrorCode::Unsupported => Ok(None),
        (found, _) => found.map(Some),
    }
}

/// A request with resolved names, within the limits of a device.
#[derive(Debug)]
pub struct Resolved {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// The job.
    pub job: Job,
}

impl Request {
    /// The inclusive sums of `n` random u32 by an algorithm: the default of measurements.
    pub fn sum(algorithm: &str, n: u32) -> Self {
        Request {
            algorithm: algorithm.to_owned(),
            operator: "add".to_owned(),
            element_type: ElementType::U32,
            mode: Mode::Inclusive,
            direction: Direction::Forward,
            segmented: false,
            heads_as_bits: false,
            columns: 0,
            axis: defaults::axis(),
            in_place: false,
            initial: false,
            n: u64::from(n),
            tuning: Tuning::new(),
            pattern: "random".to_owned(),
            seed: 1,
            segment_length: None,
        }
    }

    /// Parses a request.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the text is not a request.
    pub fn parse(json: &str) -> Result<Self, Error> {
        json::parse("request", json)
    }

    /// The test input that the request names.
    ///
    /// # Errors
    /// [`Error::BadArgument`], [`Error::Unsupported`] for unknown names.
    pub fn input(&self) -> Result<Input, Error> {
        let monoid = find_monoid(&self.operator, self.element_type)?;
        Ok(Input { pattern: Pattern::find(&self.pattern)?, monoid, seed: self.seed })
    }

    /// The test input with its head flags.
    ///
    /// # Errors
    /// As [`Request::input`]; [`Error::BadArgument`] for an average length of segments that is out of range.
    pub fn inputs(&self) -> Result<TestInputs, Error> {
        let flags = Flags::Heads(check_segment_length(self.segment_length)?);
        Ok(TestInputs { flags, ..self.input()?.into() })
    }

    /// Checks all properties that do not depend on a device. `measured`: the algorithm may also be `javascript`, with
    /// which measurements are compared.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for unknown names, and for values that are out of range or contradict each other.
    pub fn check(&self, measured: bool) -> Result<(), Error> {
        check_length(self.n)?;
        if measured && self.algorithm == JAVASCRIPT {
            if let Some(name) = self.tuning.keys().next() {
                let what = format!("tuning of {JAVASCRIPT}");
                return Err(Error::bad_argument(what, "left out: it has no parameters", quoted(name)));
            }
        } else {
            Algorithm::find(&self.algorithm)?.resolve_tuning(&self.tuning)?;
        }
        operator_on(&self.operator, self.element_type)?;
        self.segments()?;
        Pattern::find(&self.pattern)?;
        match check_segment_length(self.segment_length)? {
            Some(length) if !self.segmented => {
                Err(Error::bad_argument("segmentLength", "left out of a scan without heads", length.to_string()))
            }
            _ => Ok(()),
        }
    }

    /// The algorithm and the form, if a device with these limits supports this kind of scan. The length is not checked.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for unknown names, [`Error::Unsupported`] for combinations that do not exist or that the
    /// device does not support.
    pub fn check_support(&self, limits: &Limits) -> Result<(&'static Algorithm, Form), Error> {
        let algorithm = Algorithm::find(&self.algorithm)?;
        algorithm.check_needs(limits)?;
        let monoid = find_monoid(&self.operator, self.element_type)?;
        let Request { mode, direction, in_place, initial, .. } = *self;
        let form = Form { direction, segments: self.segments()?, in_place, initial, ..Form::new(monoid, mode) };
        algorithm.check_form(&form)?;
        Ok((algorithm, form))
    }

    fn segments(&self) -> Result<Segments, Error> {
        if self.axis > 1 {
            return Err(Error::bad_argument("axis", "0 or 1", self.axis.to_string()));
        }
        if self.columns > 0 && self.segmented {
            return Err(Error::bad_argument("segments", "either heads or rows", "both"));
        }
        if self.heads_as_bits && !self.segmented {
            return Err(Error::bad_argument("headsAsBits", "left out of a scan without heads", "true"));
        }
        let columns = || match u32::try_from(self.columns) {
            Ok(columns) if columns <= MAX_COLUMNS => Ok(columns),
            _ => Err(Error::bad_argument("columns", format!("at most {MAX_COLUMNS}"), self.columns.to_string())),
        };
        match (self.columns, self.axis, self.heads_as_bits) {
            (0, _, true) => Ok(Segments::HeadBits),
            (0, _, false) => Ok(Segments::by_heads(self.segmented)),
            (_, 0, _) => columns().map(Segments::Columns),
            _ => columns().map(Segments::Rows),
        }
    }

    /// The job on a device with these limits.
    ///
    /// # Errors
    /// As [`Request::check_support`]; [`Error::BadArgument`] for tuning out of range, [`Error::TooLarge`] for more elements
    /// than one binding holds.
    pub fn resolve(&self, limits: Limits) -> Result<Resolved, Error> {
        let (algorithm, form) = self.check_support(&limits)?;
        let tuning = algorithm.resolve_tuning(&self.tuning)?;
        let elements = self.elements_of_words(form.monoid.words(), &limits)?;
        let job = Job { elements, form, tuning, limits };
        if algorithm.lifts_segments(&job) {
            self.elements_of_words(job.form.words(), &limits)?;
        }
        Ok(Resolved { algorithm, job })
    }

    /// The number of elements, if one binding holds them.
    fn elements_of_words(&self, words: u32, limits: &Limits) -> Result<u32, Error> {
        let bytes = 4 * u64::from(words);
        let most = limits.most_elements(words);
        let elements = u32::try_from(self.n).ok().filter(|&elements| elements <= most);
        elements.ok_or_else(|| Error::TooLarge {
            what: format!("an array of {} elements of {bytes} bytes", self.n),
            required: format!("a buffer of {} bytes", self.n.saturating_mul(bytes)),
            limit: format!("{} bytes, which is {most} elements", limits.binding_bytes),
        })
    }
}

impl Resolved {
    /// The plan of the job.
    pub fn plan(&self) -> Plan {
        self.algorithm.plan(&self.job)
    }

    /// The job with its plan.
    ///
    /// # Errors
    /// As [`Algorithm::planned`].
    pub fn planned(self) -> Result<PlannedScan, Error> {
        self.algorithm.planned(self.job)
    }

    /// The job with the plan of a scan whose length the device computes. `auto` chooses among the scans that accept such
    /// a length.
    ///
    /// # Errors
    /// As [`Algorithm::planned`].
    pub fn planned_for_length(self) -> Result<PlannedScan, Error> {
        self.algorithm.for_length(&self.job).planned(self.job)
    }

    /// The public name of the algorithm that runs: the requested algorithm, or the choice of `auto`.
    pub fn ran(&self, plan: &Plan) -> &'static str {
        plan.chosen.unwrap_or(self.algorithm.id)
    }

    /// The description of the plan, for people and charts.
    pub fn describe(&self) -> PlanDescription {
        let plan = self.plan();
        let form = &self.job.form;
        let words = if self.algorithm.lifts_segments(&self.job) { form.words() } else { form.monoid.words() };
        let most_elements = self.job.limits.most_elements(words);
        PlanDescription::new(self.algorithm.id, self.ran(&plan), plan).with_limit(most_elements)
    }

    /// The distinct shaders of the plan, in the order of their first dispatches, each with its executed entry points.
    pub fn shaders(&self) -> Vec<(Shader, Vec<&'static str>)> {
        description::shaders(&self.plan())
    }
}

#[cfg(test)]
mod odd_tests;

#[cfg(test)]
mod tests;
