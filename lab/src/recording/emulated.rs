//! Recordings of requests for a device that exists only in an emulator.

use serde::Deserialize;

use super::Recording;
use crate::request::Request;
use scanlab::error::Error;
use scanlab::plan::{Limits, Plan};

/// The maximum number of elements of a recording, since the emulator executes each access of each invocation.
const MAX_ELEMENTS: u64 = 1 << 12;
/// The least workgroup memory, in bytes, that the search for small workgroups tries.
const MIN_WORKGROUP_BYTES: u32 = 16;
/// The assumed parallelism of the device: with it, a scan of few elements has every kind of step.
const PARALLELISM: u32 = 4;

/// A device of an emulator.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EmulatedDevice {
    /// Invocations of a subgroup. A device with fewer than 4 has no subgroup operations.
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

    /// The recording of a scan on the input `words`. `heads` is empty if the request has no head flags. The length of the
    /// input replaces the length of the request.
    ///
    /// # Errors
    /// Those of [`Request::resolve`]; [`Error::TooLarge`] for more than 4096 elements.
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
            // If less memory does not make the workgroups smaller, the scan keeps the larger memory.
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
