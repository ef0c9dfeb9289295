//! Recordings of requests for a device that exists only in an emulator.

use serde::Deserialize;

use super::Recording;
use crate::request::Request;
use scanlab::error::Error;
use scanlab::plan::{Limits, Plan};

/// The maximum number of elements of a recording. Each access of each invocation is emulated.
const MAX_ELEMENTS: u64 = 1 << 12;
/// The minimum workgroup memory that is tried for small workgroups.
const MIN_WORKGROUP_BYTES: u32 = 16;
/// With this parallelism, a scan of few numbers has every kind of step.
const PARALLELISM: u32 = 4;

/// A device of an emulator.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EmulatedDevice {
    /// Invocations of a subgroup; with fewer than 4 there are no subgroup operations.
    pub subgroup_size: u32,
    /// Invocations of the largest subgroup, if sizes differ.
    pub largest_subgroup_size: Option<u32>,
    /// The maximum number of invocations per workgroup, for scans whose workgroups are as large as workgroup memory
    /// allows.
    pub workgroup_size: u32,
}

impl EmulatedDevice {
    fn limits(&self, workgroup_bytes: u32) -> Limits {
        let largest = self.largest_subgroup_size.unwrap_or(self.subgroup_size);
        let subgroups = (self.subgroup_size >= 4).then_some((self.subgroup_size, largest));
        Limits { subgroups, forward_progress: true, workgroup_bytes, parallelism: PARALLELISM, ..Limits::CORE }
    }

    /// The recording of a scan on an input with head flags; the flags are empty without segments. The length of the
    /// input replaces that of the request.
    ///
    /// # Errors
    /// Those of [`Request::resolve`]; [`Error::TooLarge`] for more elements than can be looked at.
    pub fn record(&self, mut request: Request, words: &[u32], heads: &[u32]) -> Result<Recording, Error> {
        let (_, form) = request.check_support(&self.limits(Limits::CORE.workgroup_bytes))?;
        request.n = words.len() as u64 / u64::from(form.monoid.words());
        if request.n > MAX_ELEMENTS {
            return Err(Error::TooLarge {
                what: format!("an emulated scan of {} elements", request.n),
                required: format!("{} elements", request.n),
                limit: format!("{MAX_ELEMENTS}"),
            });
        }
        let mut bytes = Limits::CORE.workgroup_bytes;
        let mut chosen = request.resolve(self.limits(bytes))?;
        while largest_workgroup(&chosen.plan()) > self.workgroup_size && bytes > MIN_WORKGROUP_BYTES {
            bytes /= 2;
            let smaller = request.resolve(self.limits(bytes))?;
            // Scans whose workgroups do not depend on their memory keep all of it.
            if largest_workgroup(&smaller.plan()) < largest_workgroup(&chosen.plan()) {
                chosen = smaller;
            }
        }
        Ok(Recording::new(&chosen.job, &chosen.plan(), words, heads))
    }
}

/// Invocations of the largest workgroup of a plan.
fn largest_workgroup(plan: &Plan) -> u32 {
    plan.passes.iter().filter_map(|pass| pass.kernel.constant("WORKGROUP_SIZE")).max().unwrap_or(1)
}
