//! Operations by name, and their resolution into jobs.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::{OperationOptions, Request, check_length, defaults, find_monoid, operator_on};
use crate::description::{self, PlanDescription};
use crate::json;
use crate::number::grouped;
use crate::pattern::{Flags, Input, Pattern, TestInputs};
use scanlab::error::{Error, ErrorCode};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::{
    Operation, OperationJob, Options, PlannedOperation, Variant, segments_error, sorted_length_error,
};
use scanlab::plan::{Direction, Limits, MAX_WORDS, Mode, Tuning};
use scanlab::record::low_level::quoted;
use scanlab::scan::Algorithm;
use scanlab::shader::Shader;

/// The default average length of runs in test inputs.
const DEFAULT_RUN: u32 = 37;

/// The type of the elements of an operation. Those of two words are types of keys, with the low word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyType {
    /// The type of one word with the same arithmetic.
    element_type: ElementType,
    words: u32,
}

impl KeyType {
    /// The public names of all types.
    pub const NAMES: &[&str] = &["u32", "i32", "f32", "u64", "i64", "f64"];
}

impl<'de> Deserialize<'de> for KeyType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let index = KeyType::NAMES.iter().position(|known| *known == name);
        let index = index.ok_or_else(|| D::Error::unknown_variant(&name, KeyType::NAMES))?;
        let types = ElementType::ALL;
        Ok(KeyType { element_type: types[index % types.len()], words: 1 + (index / types.len()) as u32 })
    }
}

/// A request of an operation, by public names.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "CoreOperation"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OperationRequest {
    /// Operation's public name.
    pub operation: String,
    /// Element type of the input, or of the values if there are keys and values.
    #[serde(rename = "type")]
    #[cfg_attr(test, ts(type = "KeyType"))]
    pub key_type: KeyType,
    /// Operator's public name, for reductions.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub operator: Option<String>,
    /// Public name of the scan that the operation uses, or of a variant in its place.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub scan: Option<String>,
    /// Tuning parameters of the scan by name.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<Tuning>", optional))]
    pub tuning: Tuning,
    /// The options of the operation.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<OperationOptions>", optional))]
    pub options: OperationOptions,
    /// Number of elements.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<u64>", optional))]
    pub n: u64,
    /// The index of the input's first element, if the input is a part of a longer array. Conditions count from it.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<u32>", optional))]
    pub first: u32,
    /// Test input's public name.
    #[serde(default = "defaults::pattern")]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub pattern: String,
    /// Test input's seed.
    #[serde(default = "defaults::seed")]
    #[cfg_attr(test, ts(as = "Option<u32>", optional))]
    pub seed: u32,
}

/// An operation with resolved names, within the limits of a device.
#[derive(Debug)]
pub struct ResolvedOperation {
    /// The job with its plan.
    pub planned: PlannedOperation,
}

impl OperationRequest {
    /// Parses a request.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the text is not a request.
    pub fn parse(json: &str) -> Result<Self, Error> {
        json::parse("request", json)
    }

    /// Fails if the request lacks the number of segments or of sorted keys. Without this number, a plan is for a test
    /// input.
    ///
    /// # Errors
    /// [`Error::BadArgument`].
    pub fn require_lengths(&self) -> Result<(), Error> {
        let operation = Operation::find(&self.operation)?;
        match self.options {
            OperationOptions { segments: None, .. } if operation.takes_offsets => Err(segments_error("undefined")),
            OperationOptions { sorted_length: None, .. } if operation.takes_sorted => {
                Err(sorted_length_error("undefined"))
            }
            _ => Ok(()),
        }
    }

    /// Checks all properties that do not depend on a device. `measured`: variants whose outputs have no defined order are
    /// allowed too.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for unknown names and invalid options, [`Error::Code`] for an invalid condition.
    pub fn check(&self, measured: bool) -> Result<(), Error> {
        check_length(self.n)?;
        let operation = Operation::find(&self.operation)?;
        if !measured && let Some(scan) = self.scan.as_deref().filter(|_| self.variant(operation).is_some()) {
            Algorithm::find(scan)?;
        }
        Pattern::find(&self.pattern)?;
        if operator_on(self.operator(), self.key_type.element_type)?.is_none() {
            return Ok(());
        }
        match self.job(&Limits::CORE) {
            Err(error) if error.code() != ErrorCode::Unsupported => Err(error),
            _ => Ok(()),
        }
    }

    /// The job with 0 elements, if a device with these limits supports the operation.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for unknown names and invalid options, [`Error::Unsupported`] for combinations that do
    /// not exist or that the device does not support, [`Error::Code`] for an invalid condition.
    pub fn check_support(&self, limits: &Limits) -> Result<OperationJob, Error> {
        let job = self.job(limits)?;
        job.check_scan()?;
        Ok(job)
    }

    /// The public name of the operator.
    fn operator(&self) -> &str {
        self.operator.as_deref().unwrap_or("add")
    }

    /// The job with 0 elements, even if the device lacks a feature that the scan needs.
    fn job(&self, limits: &Limits) -> Result<OperationJob, Error> {
        let operation = Operation::find(&self.operation)?;
        self.check_options(operation)?;
        self.options.check_inputs()?;
        let variant = self.variant(operation);
        let scan = Algorithm::find(self.scan.as_deref().filter(|_| variant.is_none()).unwrap_or(Algorithm::AUTO.id))?;
        if variant.is_some() && self.options.indices == Some(true) {
            return Err(Error::Unsupported("\"atomics\" does not return indices".into()));
        }
        let tuning = scan.resolve_tuning(&self.tuning)?;
        let monoid = find_monoid(self.operator(), self.key_type.element_type)?;
        let given = &self.options;
        let defaults = Options::default();
        let options = Options {
            mask: if operation.selects { given.mask(self.key_type.element_type, self.first)? } else { defaults.mask },
            indices: given.indices.unwrap_or_default(),
            reversed: given.reversed.unwrap_or_default(),
            segments: given.segments.unwrap_or((self.n.min(MAX_WORDS) as u32 / self.run()).max(1)),
            sorted_length: self.sorted_length(),
            upper: given.upper.unwrap_or_default(),
            bins: given.bins.unwrap_or(defaults.bins),
            range: [given.from.unwrap_or(defaults.range[0]), given.to.unwrap_or(defaults.range[1])],
            values: given.values.unwrap_or_default(),
            descending: given.descending.unwrap_or_default(),
            bits: given.bits,
            key_words: self.key_type.words,
            k: given.k.unwrap_or(defaults.k),
            largest: given.largest.unwrap_or(defaults.largest),
            record_words: given.record_words(),
        };
        options.check(operation, self.key_type.element_type)?;
        let job = OperationJob::of(operation, 0, monoid, *limits);
        // For an operation without a scan, `tuning` holds the parameters of `auto`, which it does not use.
        let tuning = if operation.takes_scan() { tuning } else { job.tuning.clone() };
        let tuning = if variant.is_some() { Tuning::new() } else { tuning };
        Ok(OperationJob { scan, variant, tuning, options, ..job })
    }

    /// The average length of runs or segments in test inputs.
    fn run(&self) -> u32 {
        self.options.runs.unwrap_or(DEFAULT_RUN)
    }

    /// The number of sorted keys. In test inputs, there is one per element unless the request has another number.
    fn sorted_length(&self) -> u32 {
        self.options.sorted_length.unwrap_or(self.n.min(MAX_WORDS) as u32)
    }

    /// The variant that is measured in place of a scan, if the request names a variant.
    fn variant(&self, operation: &Operation) -> Option<&'static Variant> {
        operation.variants.iter().find(|variant| Some(variant.id) == self.scan.as_deref())
    }

    /// The test inputs that the request names. Their elements have one word each.
    ///
    /// # Errors
    /// [`Error::BadArgument`], [`Error::Unsupported`] for unknown names, and for elements of several words.
    pub fn inputs(&self) -> Result<TestInputs, Error> {
        let words = self.options.record_words().max(self.key_type.words);
        if words != 1 {
            return Err(Error::bad_argument("words of a test input's elements", "1", words.to_string()));
        }
        let operation = Operation::find(&self.operation)?;
        let monoid = find_monoid(self.operator(), self.key_type.element_type)?;
        let input = Input { pattern: Pattern::find(&self.pattern)?, monoid, seed: self.seed };
        let keys = Input { monoid: Monoid::counts(), ..input.clone() };
        Ok(TestInputs {
            source: if operation.takes_values { keys } else { input.clone() },
            values: operation.takes_values.then_some(input),
            flags: match operation.takes_offsets {
                true => Flags::Heads(Some(self.run())),
                false => Flags::Share((1000.0 * self.options.density.unwrap_or(0.5)).round() as u32),
            },
            runs: operation.finds_runs.then(|| self.run()),
            sorted_length: self.sorted_length(),
            sorted_elements: operation.merges.then_some(self.n.min(MAX_WORDS) as u32),
            descending: operation.merges && self.options.descending == Some(true),
        })
    }

    /// A request of a scan with the properties that both requests have.
    pub fn as_scan(&self) -> Request {
        let has_scan = Operation::find(&self.operation).is_ok_and(Operation::takes_scan);
        let scan = self.scan.as_deref().unwrap_or(Algorithm::AUTO.id);
        Request {
            algorithm: if has_scan { scan.to_owned() } else { self.operation.clone() },
            operator: self.operator().to_owned(),
            element_type: self.key_type.element_type,
            mode: Mode::default(),
            direction: Direction::default(),
            segmented: false,
            heads_as_bits: false,
            columns: 0,
            axis: 1,
            in_place: false,
            initial: false,
            n: self.n,
            tuning: self.tuning.clone(),
            pattern: self.pattern.clone(),
            seed: self.seed,
            segment_length: None,
        }
    }

    /// Fails if an option is given that the operation does not have.
    fn check_options(&self, operation: &Operation) -> Result<(), Error> {
        let known = operation.options();
        let names =
            [("operator", self.operator.is_some()), ("scan", self.scan.is_some()), ("tuning", !self.tuning.is_empty())];
        let named = names.into_iter().filter_map(|(name, is_given)| is_given.then_some(name));
        match named.chain(self.options.given()).find(|name| !known.contains(name)) {
            None => Ok(()),
            Some(name) => {
                let required = if known.is_empty() { "left out: it has no options".into() } else { known.join(", ") };
                Err(Error::bad_argument(format!("options of {}", operation.id), required, quoted(name)))
            }
        }
    }

    /// The job on a device with these limits.
    ///
    /// # Errors
    /// As [`OperationRequest::check_support`]; [`Error::TooLarge`] for more elements than bindings hold.
    pub fn resolve(&self, limits: Limits) -> Result<ResolvedOperation, Error> {
        let job = self.check_support(&limits)?;
        let too_large = |buffer: &str, bytes: u64| Error::TooLarge {
            what: format!("{} of {} elements", job.operation.id, grouped(self.n as f64)),
            required: format!("a buffer of {} bytes for its {buffer}", grouped(bytes as f64)),
            limit: format!("{} bytes", grouped(limits.binding_bytes as f64)),
        };
        let bytes = self.n.saturating_mul(4 * u64::from(job.monoid.words()));
        let elements = u32::try_from(self.n).ok().filter(|_| bytes / 4 <= MAX_WORDS);
        let elements = elements.ok_or_else(|| too_large("input", bytes))?;
        let job = OperationJob { elements, ..job };
        let exceeds = |bytes: u64| bytes > limits.binding_bytes;
        if let Some(port) = job.ports().into_iter().find(|port| exceeds(port.bytes)) {
            return Err(too_large(port.name(), port.bytes));
        }
        let planned = job.clone().planned()?;
        match planned.plan().scratch_bytes.iter().copied().find(|&bytes| exceeds(bytes)) {
            Some(bytes) => Err(too_large("scratch memory", bytes)),
            None => Ok(ResolvedOperation { planned }),
        }
    }
}

impl ResolvedOperation {
    /// The public name of the request's variant or scan, or else of the operation.
    pub fn algorithm(&self) -> &'static str {
        let job = self.planned.job();
        if let Some(variant) = job.variant {
            return variant.id;
        }
        if job.operation.takes_scan() { job.scan.id } else { job.operation.id }
    }

    /// The public name of the algorithm that runs.
    pub fn ran(&self) -> &'static str {
        self.planned.plan().chosen.unwrap_or(self.algorithm())
    }

    /// The description of the plan.
    pub fn describe(&self) -> PlanDescription {
        PlanDescription::new(self.algorithm(), self.ran(), self.planned.plan().clone())
    }

    /// The distinct shaders of the plan, in the order of their first dispatches, each with its executed entry points.
    pub fn shaders(&self) -> Vec<(Shader, Vec<&'static str>)> {
        description::shaders(self.planned.plan())
    }
}

#[cfg(test)]
#[path = "operation_tests.rs"]
mod tests;
