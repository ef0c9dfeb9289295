//! A cache of scans and operations with their buffers and bind groups. Another run of the same shape creates no
//! objects.

use std::cell::RefCell;

use super::data::bytes_of;
use super::readback::readback_staging_bytes;
use super::upload::upload_staging_bytes;
use super::{IoBuffers, Prepared, ReadbackStaging, UploadStaging};
use scanlab::plan::{Form, Pass, Plan, Port};

/// The maximum number of runs: enough for an application that repeats its scans and operations.
const MAX_RUNS: usize = 16;

/// The maximum size of all cached runs, 256 MiB: a scan of 2²⁴ words fits, and an idle page holds little memory.
const MAX_BYTES: u64 = 256 << 20;

/// The common properties of runs that can share objects.
#[derive(Clone, Copy)]
pub(super) struct Shape<'a> {
    pub elements: u32,
    pub form: &'a Form,
    /// The operation's id; `None` for a scan.
    pub operation: Option<&'static str>,
    pub plan: &'a Plan,
}

/// Sizes of the objects of a run.
pub(super) struct RunSizes {
    pub ports: Vec<Port>,
    /// Words of the longest upload.
    pub upload_words: u32,
    /// Words of the longest readback.
    pub readback_words: u32,
}

impl RunSizes {
    /// The total in bytes, without scratch memory.
    pub fn total(&self) -> u64 {
        bytes_of(&self.ports) + upload_staging_bytes(self.upload_words) + readback_staging_bytes(self.readback_words)
    }
}

/// A scan or an operation with its objects on the device.
pub(super) struct CachedRun {
    elements: u32,
    form: Form,
    operation: Option<&'static str>,
    passes: Vec<Pass>,
    scratch_bytes: Vec<u64>,
    table: Vec<u32>,
    pub data: IoBuffers,
    pub prepared: Prepared,
    pub upload_staging: UploadStaging,
    pub readback_staging: ReadbackStaging,
}

impl CachedRun {
    pub fn new(
        shape: Shape<'_>,
        (data, prepared): (IoBuffers, Prepared),
        (upload_staging, readback_staging): (UploadStaging, ReadbackStaging),
    ) -> Self {
        let Shape { elements, form, operation, plan } = shape;
        let (passes, scratch_bytes, table) = (plan.passes.clone(), plan.scratch_bytes.clone(), plan.table.clone());
        CachedRun {
            elements,
            form: form.clone(),
            operation,
            passes,
            scratch_bytes,
            table,
            data,
            prepared,
            upload_staging,
            readback_staging,
        }
    }

    fn is_of(&self, shape: &Shape<'_>) -> bool {
        self.elements == shape.elements
            && self.operation == shape.operation
            && self.form == *shape.form
            && self.passes == shape.plan.passes
            && self.scratch_bytes == shape.plan.scratch_bytes
            && self.table == shape.plan.table
    }

    fn bytes(&self) -> u64 {
        self.data.bytes()
            + self.scratch_bytes.iter().sum::<u64>()
            + 4 * self.table.len() as u64
            + self.upload_staging.bytes()
            + self.readback_staging.bytes()
    }
}

/// The unused runs, the most recently used last.
#[derive(Default)]
pub(super) struct RunCache(RefCell<Vec<CachedRun>>);

impl RunCache {
    /// Removes and returns a run of this shape. A run that is in progress is not in the cache, so two runs never share buffers.
    pub fn take(&self, shape: &Shape<'_>) -> Option<CachedRun> {
        let mut runs = self.0.borrow_mut();
        let index = runs.iter().position(|run| run.is_of(shape))?;
        Some(runs.remove(index))
    }

    /// Inserts a successful run, and evicts the oldest runs beyond the capacity. A run that alone exceeds the capacity is
    /// kept only with `keep_buffers`.
    pub fn put(&self, run: CachedRun, keep_buffers: bool) {
        if run.bytes() > MAX_BYTES && !keep_buffers {
            return;
        }
        let mut runs = self.0.borrow_mut();
        runs.push(run);
        let too_large = |runs: &[CachedRun]| {
            let bytes = runs.iter().map(CachedRun::bytes).sum::<u64>();
            bytes > MAX_BYTES && !(keep_buffers && runs.len() == 1)
        };
        while runs.len() > MAX_RUNS || too_large(&runs) {
            runs.remove(0);
        }
    }

    /// Evicts all runs. Returns whether there were any.
    pub fn clear(&self) -> bool {
        !self.0.take().is_empty()
    }
}
