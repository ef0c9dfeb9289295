//! The registry of algorithms.
//!
//! An algorithm is one entry here, one Rust file (its documentation, cost and plan) and, unless it only joins others' steps,
//! one WGSL file of the same stem. Everything else, tests, page, benchmarks and the README's table, follows from the entry.

mod auto;
mod blelloch;
mod brent_kung;
mod brent_kung_in_place;
mod brent_kung_radix;
mod cache_blocked;
mod carry;
mod chained;
mod hillis_steele;
mod hybrid;
mod in_place;
mod kogge_stone;
mod look_back;
mod look_back_fallback;
mod naive_tiles;
mod nakano;
mod nakano_sequential;
mod raking;
mod reduce_downsweep;
mod reduce_then_scan;
mod register_tile;
mod segments;
mod sequential;
mod single_pass;
mod sklansky;
mod subgroup;
mod subgroup_scan;
mod tiles;
mod two_level;
mod workgroup;

use serde::Serialize;

pub use in_place::InPlace;

use crate::error::{Error, quoted};
use crate::flow::Flow;
use crate::plan::{Job, Limits, Plan, Tuning};

/// Invocations of a workgroup: the most that every WebGPU device grants.
const WORKGROUP_SIZE: u32 = 256;

/// What an algorithm needs that uses subgroup operations.
pub(crate) const SUBGROUPS: &str = "subgroups";

/// What an algorithm needs whose tiles wait for others.
pub(crate) const FORWARD_PROGRESS: &str = "workgroups that go on once started";

/// Every algorithm, in the order in which the field found them.
pub const ALGORITHMS: &[&Algorithm] = &[
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
    &raking::ALGORITHM,
    &reduce_then_scan::ALGORITHM,
    &two_level::ALGORITHM,
    &nakano::ALGORITHM,
    &nakano_sequential::ALGORITHM,
    &subgroup::ALGORITHM,
    &cache_blocked::ALGORITHM,
    &chained::ALGORITHM,
    &look_back::ALGORITHM,
    &look_back_fallback::ALGORITHM,
    &auto::ALGORITHM,
];

/// What an algorithm is, and how it is planned.
#[derive(Debug, Serialize)]
pub struct Algorithm {
    /// Public name: file stem, API, URL, CSV.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The family that the page lists it under.
    pub family: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Where it is from.
    pub paper: &'static str,
    /// Operator applications for n elements.
    pub work: &'static str,
    /// Longest chain of dependent steps.
    pub depth: &'static str,
    /// Elements read and written in global memory.
    pub traffic: &'static str,
    /// What it needs of a device beyond core WebGPU, by the names of WebGPU's features.
    pub needs: &'static [&'static str],
    /// Its tuning parameters.
    pub tuning: &'static [Parameter],
    /// Whether it can put its output in the place of its input.
    #[serde(rename = "inPlace")]
    pub in_place: InPlace,
    /// The data flow on a few elements, a power of two.
    #[serde(skip)]
    pub flow: fn(u32) -> Flow,
    /// Plans a job of at least one element.
    #[serde(skip)]
    pub(crate) plan: fn(&Job) -> Plan,
}

/// A tuning parameter.
#[derive(Debug, Serialize)]
pub struct Parameter {
    /// Public name.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Smallest value.
    pub min: u32,
    /// Largest value.
    pub max: u32,
    /// The value that is used where none is given.
    pub default: u32,
}

impl Algorithm {
    /// Whether its tiles wait for others whose workgroups have started, for which not every device guarantees forward progress.
    pub fn needs_progress(&self) -> bool {
        self.needs.contains(&FORWARD_PROGRESS)
    }

    /// Looks an algorithm up by its public name.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for an unknown name.
    pub fn find(id: &str) -> Result<&'static Algorithm, Error> {
        ALGORITHMS.iter().copied().find(|algorithm| algorithm.id == id).ok_or_else(|| {
            let ids: Vec<_> = ALGORITHMS.iter().map(|algorithm| algorithm.id).collect();
            Error::bad_argument("algorithm", format!("one of {}", ids.join(", ")), quoted(id))
        })
    }

    /// Whether a device has what the algorithm needs.
    ///
    /// # Errors
    /// [`Error::Unsupported`] with what it lacks.
    pub fn check_needs(&self, limits: &Limits) -> Result<(), Error> {
        let because = |reason| Err(Error::Unsupported(format!("\"{}\" needs {reason}", self.id)));
        if self.needs.contains(&SUBGROUPS) && limits.subgroups.is_none() {
            return because("subgroups; this device has none");
        }
        if self.needs_progress() && !limits.forward_progress {
            return because("workgroups that go on once they have started; a probe has not shown it on this device");
        }
        Ok(())
    }

    /// Every tuning parameter with its value: the given one, else the default.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for an unknown parameter or a value outside its range.
    pub fn resolve_tuning(&self, given: &Tuning) -> Result<Tuning, Error> {
        for (name, &value) in given {
            let Some(parameter) = self.tuning.iter().find(|parameter| parameter.name == name) else {
                let names: Vec<_> = self.tuning.iter().map(|parameter| parameter.name).collect();
                let known = if names.is_empty() { "left out (there is none)".into() } else { names.join(", ") };
                return Err(Error::bad_argument(format!("tuning of {}", self.id), known, quoted(name)));
            };
            if !(parameter.min..=parameter.max).contains(&value) {
                let range = format!("from {} to {}", parameter.min, parameter.max);
                return Err(Error::bad_argument(format!("tuning.{name} of {}", self.id), range, value.to_string()));
            }
        }
        let value = |parameter: &Parameter| given.get(parameter.name).copied().unwrap_or(parameter.default);
        Ok(self.tuning.iter().map(|parameter| (parameter.name.to_owned(), value(parameter))).collect())
    }

    /// The plan of a job; a job of no elements has nothing to do.
    pub fn plan(&self, job: &Job) -> Plan {
        if job.elements == 0 {
            return Plan::new(job, 1, 1);
        }
        let mut plan = (self.plan)(job);
        if job.form.in_place {
            in_place::bind(&mut plan);
        }
        if job.form.segmented { segments::plan(job, plan) } else { plan }
    }

    /// The plan of one chunk, of at least one element, of a longer scan; and the rank of the pass whose argument says how many
    /// of the chunk's elements the sum of the chunks before reaches.
    ///
    /// Each chunk makes the longest chain of applications as much longer as this plan is deeper than that of [`Self::plan`].
    pub fn plan_chunk(&self, job: &Job) -> (Plan, usize) {
        let mut plan = self.plan(job);
        let carry_pass = carry::append(job, &mut plan);
        (plan, carry_pass)
    }
}
