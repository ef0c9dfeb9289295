//! Scans that are kept with their buffers and bind groups: the next scan of the same shape makes nothing.

use std::cell::RefCell;

use super::{Prepared, ScanData, Staging, Uplink};
use crate::plan::{Form, Job, Pass, Plan};

/// How many scans are kept: who compares a few shapes in turn finds each of them.
const MAX_SCANS: usize = 4;

/// What they may take together, 256 MiB: a scan of 2²⁴ words fits, and a page that rests does not sit on much.
const MAX_BYTES: u64 = 256 << 20;

/// A scan with all that it needs on the device.
pub(super) struct ReadyScan {
    pub elements: u32,
    pub form: Form,
    pub passes: Vec<Pass>,
    pub scratch_bytes: Vec<u64>,
    pub data: ScanData,
    pub prepared: Prepared,
    pub uplink: Uplink,
    pub staging: Staging,
}

impl ReadyScan {
    fn is_for(&self, job: &Job, plan: &Plan) -> bool {
        self.elements == job.elements
            && self.form == job.form
            && self.passes == plan.passes
            && self.scratch_bytes == plan.scratch_bytes
    }

    fn bytes(&self) -> u64 {
        self.data.bytes() + self.scratch_bytes.iter().sum::<u64>() + self.uplink.bytes() + self.staging.bytes()
    }
}

/// The scans that are not in use, the one used last at the end.
#[derive(Default)]
pub(super) struct KeptScans(RefCell<Vec<ReadyScan>>);

impl KeptScans {
    /// Takes out a scan of this shape, none while it is in use, so two scans never share buffers.
    pub fn take(&self, job: &Job, plan: &Plan) -> Option<ReadyScan> {
        let mut scans = self.0.borrow_mut();
        let rank = scans.iter().position(|scan| scan.is_for(job, plan))?;
        Some(scans.remove(rank))
    }

    /// Takes in a scan that has ended well, and lets go of the oldest where they are too many or too large; one that `stays` is
    /// never too large.
    pub fn put(&self, scan: ReadyScan, stays: bool) {
        let mut scans = self.0.borrow_mut();
        scans.push(scan);
        let too_large = |scans: &[ReadyScan]| {
            let bytes = scans.iter().map(ReadyScan::bytes).sum::<u64>();
            bytes > MAX_BYTES && !(stays && scans.len() == 1)
        };
        while scans.len() > MAX_SCANS || too_large(&scans) {
            scans.remove(0);
        }
    }

    /// Lets go of all; says whether there were any.
    pub fn clear(&self) -> bool {
        !self.0.take().is_empty()
    }
}
