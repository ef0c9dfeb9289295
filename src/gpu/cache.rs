//! A cache of scans with their buffers and bind groups, so that another scan of the same shape creates no objects.

use std::cell::RefCell;

use super::{Prepared, ReadbackStaging, ScanData, UploadStaging};
use crate::plan::{Form, Job, Pass, Plan};

/// Capacity in scans: enough to alternate between a few shapes.
const MAX_SCANS: usize = 4;

/// Capacity in bytes, 256 MiB: a scan of 2²⁴ words fits, and an idle page holds little memory.
const MAX_BYTES: u64 = 256 << 20;

/// A scan with its objects on the device.
pub(super) struct CachedScan {
    pub elements: u32,
    pub form: Form,
    pub passes: Vec<Pass>,
    pub scratch_bytes: Vec<u64>,
    pub data: ScanData,
    pub prepared: Prepared,
    pub upload_staging: UploadStaging,
    pub readback_staging: ReadbackStaging,
}

impl CachedScan {
    fn is_for(&self, job: &Job, plan: &Plan) -> bool {
        self.elements == job.elements
            && self.form == job.form
            && self.passes == plan.passes
            && self.scratch_bytes == plan.scratch_bytes
    }

    fn bytes(&self) -> u64 {
        self.data.bytes()
            + self.scratch_bytes.iter().sum::<u64>()
            + self.upload_staging.bytes()
            + self.readback_staging.bytes()
    }
}

/// The scans that are not in use, the most recently used last.
#[derive(Default)]
pub(super) struct ScanCache(RefCell<Vec<CachedScan>>);

impl ScanCache {
    /// Removes and returns a scan of this shape. Running scans are not in the cache, so two scans never share buffers.
    pub fn take(&self, job: &Job, plan: &Plan) -> Option<CachedScan> {
        let mut scans = self.0.borrow_mut();
        let rank = scans.iter().position(|scan| scan.is_for(job, plan))?;
        Some(scans.remove(rank))
    }

    /// Inserts a scan that has succeeded, and evicts the oldest past the capacity; with `keep_buffers` the scan itself is not evicted.
    pub fn put(&self, scan: CachedScan, keep_buffers: bool) {
        let mut scans = self.0.borrow_mut();
        scans.push(scan);
        let too_large = |scans: &[CachedScan]| {
            let bytes = scans.iter().map(CachedScan::bytes).sum::<u64>();
            bytes > MAX_BYTES && !(keep_buffers && scans.len() == 1)
        };
        while scans.len() > MAX_SCANS || too_large(&scans) {
            scans.remove(0);
        }
    }

    /// Evicts all scans; returns whether there were any.
    pub fn clear(&self) -> bool {
        !self.0.take().is_empty()
    }
}
