//! The registry of algorithms.
//!
//! An algorithm is one entry of [`ALGORITHMS`], one Rust file (its documentation, cost and plan) and, unless it only reuses other
//! algorithms' passes, one WGSL file of the same stem. Tests, page, benchmarks and the tables of docs/algorithms.md follow from the entry.

mod auto;
mod blelloch;
mod brent_kung;
mod brent_kung_in_place;
mod brent_kung_radix;
mod cache_blocked;
mod carry;
pub(crate) mod chained;
mod columns;
mod deterministic;
mod effect;
mod formulas;
mod han_carlson;
mod hillis_steele;
mod hybrid;
mod in_place;
mod initial;
mod knowles;
mod kogge_stone;
mod ladner_fischer;
mod look_ahead;
pub(crate) mod look_back;
mod look_back_deterministic;
mod look_back_fallback;
mod matrix;
mod naive_tiles;
mod nakano;
mod nakano_sequential;
mod persistent;
mod raking;
mod reduce_downsweep;
mod reduce_then_scan;
pub(crate) mod register_tile;
mod segmented_difference;
mod segments;
mod sequential;
mod single_pass;
mod sklansky;
mod subgroup;
pub(crate) mod subgroup_scan;
mod tiles;
mod two_level;
pub(crate) mod workgroup;

use std::fmt;

pub use effect::Effect;
pub use formulas::Formula;
pub use formulas::Subject;
pub use in_place::InPlace;

use crate::error::Error;
use crate::flow::Flow;
use crate::plan::{
    Form, Io, Job, Kernel, Limits, Pass, PassCost, Plan, Plannable, Planned, Port, Resource, Segments, Tuning,
};
use crate::quote::quoted;

/// Invocations of a workgroup: WebGPU's guaranteed maximum.
pub(crate) const WORKGROUP_SIZE: u32 = 256;

/// A pass with one invocation per element.
pub(crate) fn element_pass(kernel: Kernel, elements: u32, bindings: Vec<(u32, Resource)>, cost: PassCost) -> Pass {
    let workgroups = elements.div_ceil(WORKGROUP_SIZE);
    Pass { kernel, workgroups, elements, takes_length: true, argument: 0, bindings, serial_elements: 1, cost }
}

/// A requirement of an algorithm beyond core WebGPU. The page shows the name of the requirement.
///
/// ```
/// use scanlab::scan::{ALGORITHMS, Need};
///
/// let by_subgroups = ALGORITHMS.iter().filter(|algorithm| algorithm.needs.contains(&Need::Subgroups));
/// assert!(by_subgroups.map(|algorithm| algorithm.id).eq(["subgroup"]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It uses subgroup operations.
    Subgroups,
    /// Its tiles wait for tiles of other workgroups.
    ForwardProgress,
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Need::Subgroups => "subgroups",
            Need::ForwardProgress => "forward progress of started workgroups",
        })
    }
}

/// Serializes the name of the requirement.
#[cfg(feature = "serde")]
impl serde::Serialize for Need {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The memory in which an algorithm scans tiles, if other code relies on it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tile {
    /// No other code relies on this memory.
    None,
    /// In workgroup memory. The function returns the numbers of reads and writes of workgroup memory in the scan of a
    /// tile, given the tuning and the elements of the tile. Plans do not contain them; the crate's tests count them.
    Memory(fn(&Tuning, u64) -> [u64; 2]),
    /// In registers. An operation can replace the loads and the stores.
    Registers,
}

/// Every algorithm, in display order.
pub static ALGORITHMS: &[&Algorithm] = &[
    &sequential::ALGORITHM,
    &hillis_steele::ALGORITHM,
    &reduce_downsweep::ALGORITHM,
    &hybrid::ALGORITHM,
    &naive_tiles::ALGORITHM,
    &blelloch::ALGORITHM,
    &kogge_stone::ALGORITHM,
    &sklansky::ALGORITHM,
    &brent_kung::ALGORITHM,
    &brent_kung_in_place::ALGORITHM,
    &brent_kung_radix::ALGORITHM,
    &han_carlson::ALGORITHM,
    &ladner_fischer::ALGORITHM,
    &knowles::ALGORITHM,
    &matrix::ALGORITHM,
    &raking::ALGORITHM,
    &reduce_then_scan::ALGORITHM,
    &two_level::ALGORITHM,
    &nakano::ALGORITHM,
    &nakano_sequential::ALGORITHM,
    &subgroup::ALGORITHM,
    &cache_blocked::ALGORITHM,
    &segmented_difference::ALGORITHM,
    &chained::ALGORITHM,
    &look_back::ALGORITHM,
    &look_back_deterministic::ALGORITHM,
    &look_back_fallback::ALGORITHM,
    &look_ahead::ALGORITHM,
    &auto::ALGORITHM,
];

/// For [`Algorithm::refuses`]: every operator, type and kind of segments is supported.
fn takes_all(_: &Form) -> Option<&'static str> {
    None
}

/// The description and the planner of an algorithm.
///
/// ```
/// use scanlab::plan::Limits;
/// use scanlab::scan::Algorithm;
///
/// let chained = Algorithm::find("chained")?;
/// let refusal = chained.check_needs(&Limits::CORE).unwrap_err();
/// assert!(refusal.to_string().starts_with("\"chained\" needs forward progress of started workgroups"));
/// assert!(chained.check_needs(&Limits { forward_progress: true, ..Limits::CORE }).is_ok());
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Algorithm {
    /// Public name: file stem, API, URL, CSV.
    pub id: &'static str,
    /// Display name.
    pub title: &'static str,
    /// The family that the page lists it under.
    pub family: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// Citations of its sources.
    pub paper: &'static str,
    /// Operator applications for n elements.
    pub work: &'static str,
    /// The longest chain of dependent steps.
    pub depth: &'static str,
    /// The order of the applications, which affects rounding and overflow.
    pub order: &'static str,
    /// Elements read and written in global memory.
    pub traffic: &'static str,
    /// Its requirements beyond core WebGPU.
    #[cfg_attr(feature = "typescript", ts(type = "Array<string>"))]
    pub needs: &'static [Need],
    /// Its tuning parameters.
    pub tuning: &'static [Parameter],
    /// Whether its output can overwrite its input; in JSON, whether it can in at least one mode.
    #[cfg_attr(feature = "serde", serde(rename = "inPlace"))]
    #[cfg_attr(feature = "typescript", ts(type = "boolean"))]
    pub in_place: InPlace,
    /// Whether its passes over the input can use a number of elements that the device has computed. Passes over sums
    /// handle the sums of all planned elements, since no prefix depends on a later element.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) takes_length: bool,
    /// Whether its kernels read where segments start; otherwise segmented scans run on elements with a flag each.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) reads_segments: bool,
    /// The memory in which it scans tiles.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) tile: Tile,
    /// Effects on its times that its costs do not include.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub effects: &'static [Effect],
    /// The formulas of its sources, if they have some.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub formulas: fn(&Subject<'_>) -> Vec<Formula>,
    /// The reason why it does not support an operator, type or kind of segments; `None` if it does.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) refuses: fn(&Form) -> Option<&'static str>,
    /// The data flow on a few elements, a power of two.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub flow: fn(u32) -> Flow,
    /// Plans a job of at least one element on its caller's buffers.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) plan: fn(&Job, &Io<'_>) -> Plan,
}

/// A job and the algorithm that plans it.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::plan::{Form, Job, Limits, Mode, Planned};
/// use scanlab::scan::{ALGORITHMS, ScanJob};
///
/// // The scan with the fewest applications of the operator.
/// let job = Job::new(4096, Form::new(Monoid::counts(), Mode::Inclusive), Limits::CORE);
/// let planned = ALGORITHMS.iter().filter_map(|algorithm| Planned::of(ScanJob { algorithm, job: job.clone() }).ok());
/// let leanest = planned.min_by_key(|planned| planned.plan().cost().applications);
/// assert_eq!(leanest.map(|planned| planned.job().algorithm.id), Some("sequential"));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ScanJob {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// The job.
    pub job: Job,
}

/// A scan with its plan.
pub type PlannedScan = Planned<ScanJob>;

impl Plannable for ScanJob {
    fn checked(mut self) -> Result<Self, Error> {
        let Form { segments, .. } = self.job.form;
        if let Segments::Rows(0) | Segments::Columns(0) = segments {
            return Err(Error::bad_argument("elements per row", "at least 1", "0"));
        }
        self.algorithm.check_form(&self.job.form)?;
        self.job.tuning = self.algorithm.resolve_tuning(&self.job.tuning)?;
        Ok(self)
    }

    fn plan(&self) -> Plan {
        self.algorithm.plan(&self.job)
    }

    fn elements(&self) -> u32 {
        self.job.elements
    }

    fn form(&self) -> Form {
        self.job.form.clone()
    }

    fn ports(&self) -> Vec<Port> {
        self.job.ports()
    }

    fn limits(&self) -> Limits {
        self.job.limits
    }

    fn limits_mut(&mut self) -> &mut Limits {
        &mut self.job.limits
    }
}

/// A tuning parameter.
///
/// ```
/// use scanlab::plan::Tuning;
/// use scanlab::scan::Algorithm;
///
/// let raking = Algorithm::find("raking")?;
/// let items = &raking.tuning[0];
/// assert_eq!((items.name, items.min, items.max, items.default), ("items", 1, 15, Some(7)));
/// assert!(raking.resolve_tuning(&Tuning::from([(items.name.into(), items.max + 1)])).is_err());
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "TuningParameter"))]
pub struct Parameter {
    /// Public name.
    pub name: &'static str,
    /// Display name.
    pub title: &'static str,
    /// Smallest value.
    pub min: u32,
    /// Largest value.
    pub max: u32,
    /// The default value; `None`, null as JSON, if it depends on the length and the device.
    pub default: Option<u32>,
}

impl Parameter {
    /// Checks values by name against these parameters.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for an unknown parameter or a value outside its range.
    pub(crate) fn check(id: &str, parameters: &[Parameter], given: &Tuning) -> Result<(), Error> {
        for (name, &value) in given {
            let Some(parameter) = parameters.iter().find(|parameter| parameter.name == name) else {
                let names: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
                let known = if names.is_empty() { "left out: it has no parameters".into() } else { names.join(", ") };
                return Err(Error::bad_argument(format!("tuning of {id}"), known, quoted(name)));
            };
            if !(parameter.min..=parameter.max).contains(&value) {
                let range = format!("from {} to {}", parameter.min, parameter.max);
                return Err(Error::bad_argument(format!("tuning.{name} of {id}"), range, value.to_string()));
            }
        }
        Ok(())
    }
}

impl Algorithm {
    /// The algorithm that chooses the fastest one by length and device.
    pub const AUTO: &'static Algorithm = &auto::ALGORITHM;

    /// The algorithm for a job whose number of elements the device computes: this one, or the choice of `auto`.
    pub fn for_length(&'static self, job: &Job) -> &'static Algorithm {
        if self.is_auto() { auto::choose_for_length(job) } else { self }
    }

    /// Whether it chooses another algorithm.
    pub fn is_auto(&self) -> bool {
        std::ptr::eq(self, Algorithm::AUTO)
    }

    /// Whether its tiles wait for tiles of other workgroups, which requires forward progress of started workgroups.
    pub fn needs_progress(&self) -> bool {
        self.needs.contains(&Need::ForwardProgress)
    }

    /// Reads and writes of workgroup memory in the scan of a tile with this number of elements, if they are known.
    pub fn tile_accesses(&self, tuning: &Tuning, tile_elements: u64) -> Option<[u64; 2]> {
        match self.tile {
            Tile::Memory(accesses) => Some(accesses(tuning, tile_elements)),
            _ => None,
        }
    }

    /// The algorithm that runs a job: this one, or the choice of `auto`.
    pub(crate) fn chosen_for(&self, job: &Job) -> &Algorithm {
        if self.is_auto() { auto::choose(job) } else { self }
    }

    /// Looks up an algorithm by its public name.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for an unknown name.
    pub fn find(id: &str) -> Result<&'static Algorithm, Error> {
        ALGORITHMS.iter().copied().find(|algorithm| algorithm.id == id).ok_or_else(|| {
            let ids: Vec<_> = ALGORITHMS.iter().map(|algorithm| algorithm.id).collect();
            Error::bad_argument("algorithm", format!("one of {}", ids.join(", ")), quoted(id))
        })
    }

    /// Checks the algorithm's requirements against a device.
    ///
    /// # Errors
    /// [`Error::Unsupported`] with the requirement that the device does not meet.
    pub fn check_needs(&self, limits: &Limits) -> Result<(), Error> {
        let because = |reason| Err(Error::Unsupported(format!("\"{}\" needs {reason}", self.id)));
        if self.needs.contains(&Need::Subgroups) && limits.subgroups.is_none() {
            return because(match limits.subgroups_not_shown {
                true => "subgroups of neighbouring invocations; no probe has shown them on this device",
                false => "subgroup operations; this device was opened without them, or its adapter does not have them",
            });
        }
        if self.needs_progress() && !limits.forward_progress {
            return because("forward progress of started workgroups; the probe has not shown it on this device");
        }
        Ok(())
    }

    /// Checks whether it supports a form of scan.
    ///
    /// # Errors
    /// [`Error::Unsupported`] with the reason.
    pub fn check_form(&self, form: &Form) -> Result<(), Error> {
        // The scan along columns is the same for every algorithm.
        if matches!(form.segments, Segments::Columns(_)) {
            return Ok(());
        }
        match (self.refuses)(form) {
            Some(reason) => Err(Error::Unsupported(format!("\"{}\" {reason}", self.id))),
            None if form.in_place => self.in_place.check(self.id, form.mode),
            None => Ok(()),
        }
    }

    /// The value of every tuning parameter: the given value, or else the default. The plan chooses a value for a
    /// parameter that has neither.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for an unknown parameter or a value outside its range.
    pub fn resolve_tuning(&self, given: &Tuning) -> Result<Tuning, Error> {
        Parameter::check(self.id, self.tuning, given)?;
        Ok(self.completed(given))
    }

    /// As [`Self::resolve_tuning`], for values that need no check. Values with unknown names are left out.
    pub(crate) fn completed(&self, given: &Tuning) -> Tuning {
        let value = |parameter: &Parameter| given.get(parameter.name).copied().or(parameter.default);
        let mut tuning = Tuning::new();
        for parameter in self.tuning {
            if let Some(value) = value(parameter) {
                tuning.insert(parameter.name.to_owned(), value);
            }
        }
        tuning
    }

    /// A job with its plan by this algorithm.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a form that it does not support, [`Error::BadArgument`] for tuning out of range and
    /// rows without elements.
    pub fn planned(&'static self, job: Job) -> Result<PlannedScan, Error> {
        Planned::of(ScanJob { algorithm: self, job })
    }

    /// The plan of a job. If the job has no elements, the plan has no passes. Columns are scanned by separate passes.
    /// The form must pass [`Self::check_form`]; otherwise the prefixes are wrong or the kernels do not compile.
    pub fn plan(&self, job: &Job) -> Plan {
        self.plan_on(job, &Io::ports(&job.form))
    }

    /// As [`Self::plan`], on the buffers of `io`.
    pub(crate) fn plan_on(&self, job: &Job, io: &Io<'_>) -> Plan {
        debug_assert_eq!(self.check_form(&job.form), Ok(()));
        if job.elements == 0 {
            return Plan::new(job, io, 1, 1);
        }
        if job.form.initial {
            return initial::plan(self, job, io);
        }
        if let Segments::Columns(columns) = job.form.segments {
            return columns::plan(job, io, columns);
        }
        let takes_length = self.chosen_for(job).takes_length;
        let plan = if self.lifts_segments(job) { segments::plan(self, job, io) } else { (self.plan)(job, io) };
        Plan { takes_length, ..plan }
    }

    /// Whether a segmented job scans copies of its elements with a flag each.
    pub fn lifts_segments(&self, job: &Job) -> bool {
        job.form.segments.are_flagged() && job.elements > 0 && !self.chosen_for(job).reads_segments
    }

    /// The plan of one chunk of a longer scan, and the index of the pass that applies the carry. The chunk has at least
    /// one element and no initial value, since the carry would contain it twice. [`Pass::argument`] of that pass is the number of elements that the carry is added to.
    ///
    /// Each chunk lengthens the longest chain of applications by the difference between this plan's depth and that of [`Self::plan`].
    pub fn plan_chunk(&self, job: &Job) -> (Plan, usize) {
        debug_assert!(!job.form.initial);
        let mut plan = self.plan(job);
        let carry_pass = carry::append(job, &mut plan);
        (plan, carry_pass)
    }
}
