//! The input and output buffers of scans and operations.

use std::rc::Rc;

use super::memory::STORAGE;
use super::{Gpu, GpuBuffer};
use crate::error::Error;
use crate::operation::OperationJob;
use crate::plan::{Job, Resource};

/// The input and output buffers of a scan or an operation.
pub struct ScanData {
    /// The input; none in place.
    pub(crate) source: Option<GpuBuffer>,
    /// The output; in place also the input.
    pub prefixes: GpuBuffer,
    /// The head flags of a segmented scan, or the flags of a selection, one word an element.
    pub heads: Option<GpuBuffer>,
    /// The second input of an operation.
    pub values: Option<GpuBuffer>,
    /// The second output of an operation.
    pub(crate) second_output: Option<GpuBuffer>,
    /// The number of elements of an operation's outputs.
    pub(crate) count: Option<GpuBuffer>,
    /// The sum of the chunks before in a scan in chunks, which the chunks share.
    pub(crate) carry: Option<Rc<GpuBuffer>>,
}

impl ScanData {
    /// Input and output alone; in place there is no input.
    pub fn new(source: Option<GpuBuffer>, prefixes: GpuBuffer) -> Self {
        ScanData { source, prefixes, heads: None, values: None, second_output: None, count: None, carry: None }
    }

    /// The buffer of the input.
    pub fn source(&self) -> &GpuBuffer {
        self.source.as_ref().unwrap_or(&self.prefixes)
    }

    /// The buffer of an input or output, if there is one.
    pub fn buffer(&self, resource: Resource) -> Option<&GpuBuffer> {
        match resource {
            Resource::Source => Some(self.source()),
            Resource::Prefixes => Some(&self.prefixes),
            Resource::Heads => self.heads.as_ref(),
            Resource::Values => self.values.as_ref(),
            Resource::SecondOutput => self.second_output.as_ref(),
            Resource::Count => self.count.as_ref(),
            Resource::Carry => self.carry.as_deref(),
            Resource::Scratch(_) | Resource::Table => None,
        }
    }

    /// The total size of the buffers.
    pub(super) fn bytes(&self) -> u64 {
        let optional = [&self.source, &self.heads, &self.values, &self.second_output, &self.count];
        optional.into_iter().flatten().chain([&self.prefixes]).map(|buffer| buffer.0.size()).sum()
    }
}

/// Sizes of the buffers of a scan or an operation in bytes; none of those that it has not.
#[derive(Clone, Copy)]
pub(super) struct DataBytes {
    source: Option<u64>,
    prefixes: u64,
    heads: Option<u64>,
    values: Option<u64>,
    second_output: Option<u64>,
    count: Option<u64>,
}

impl DataBytes {
    pub fn of_scan(job: &Job) -> Self {
        DataBytes {
            source: (!job.form.in_place).then(|| job.buffer_bytes()),
            prefixes: job.buffer_bytes(),
            heads: job.heads_bytes(),
            values: None,
            second_output: None,
            count: None,
        }
    }

    pub fn of_operation(job: &OperationJob) -> Self {
        let bytes = |resource| job.buffer_bytes(resource);
        DataBytes {
            source: bytes(Resource::Source),
            prefixes: bytes(Resource::Prefixes).unwrap_or_default(),
            heads: bytes(Resource::Heads),
            values: bytes(Resource::Values),
            second_output: bytes(Resource::SecondOutput),
            count: bytes(Resource::Count),
        }
    }

    pub fn total(&self) -> u64 {
        let optional = [self.source, self.heads, self.values, self.second_output, self.count];
        self.prefixes + optional.into_iter().flatten().sum::<u64>()
    }
}

impl Gpu {
    /// Buffers for a scan of at least one element.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn scan_data(&self, job: &Job) -> Result<ScanData, Error> {
        self.data(DataBytes::of_scan(job)).await
    }

    /// Buffers for an operation on at least one element.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn operation_data(&self, job: &OperationJob) -> Result<ScanData, Error> {
        self.data(DataBytes::of_operation(job)).await
    }

    async fn data(&self, bytes: DataBytes) -> Result<ScanData, Error> {
        self.created(bytes.total(), || self.create_data(bytes)).await
    }

    /// To be called within an error scope.
    pub(super) fn create_data(&self, bytes: DataBytes) -> ScanData {
        let create = |label: &str, bytes: Option<u64>| bytes.map(|bytes| self.create(label, bytes, STORAGE));
        ScanData {
            source: create("source", bytes.source),
            prefixes: self.create("prefixes", bytes.prefixes, STORAGE),
            heads: create("heads", bytes.heads),
            values: create("values", bytes.values),
            second_output: create("second output", bytes.second_output),
            count: create("count", bytes.count),
            carry: None,
        }
    }
}
