//! The input and output buffers of scans and operations.

use std::rc::Rc;

use super::{Gpu, GpuBuffer};
use scanlab::error::Error;
use scanlab::plan::{Port, Resource};
use scanlab::record::low_level::STORAGE;

/// The buffers of a job's ports.
pub struct IoBuffers {
    output: GpuBuffer,
    others: Vec<(Resource, Rc<GpuBuffer>)>,
}

impl IoBuffers {
    /// The buffers of a job with one input and one output.
    pub fn new(source: GpuBuffer, output: GpuBuffer) -> Self {
        IoBuffers { output, others: vec![(Resource::Input, Rc::new(source))] }
    }

    /// Adds the carry of a scan in chunks, which the chunks share.
    pub(crate) fn with_carry(mut self, carry: Rc<GpuBuffer>) -> Self {
        self.others.push((Resource::Carry, carry));
        self
    }

    /// The buffer of a port, if the job has it.
    pub fn buffer(&self, resource: Resource) -> Option<&GpuBuffer> {
        if resource == Resource::Output {
            return Some(&self.output);
        }
        self.others.iter().find_map(|(known, buffer)| (*known == resource).then_some(&**buffer))
    }

    /// The buffer of the first input. In a scan in place, it is the buffer of the output.
    pub fn source(&self) -> &GpuBuffer {
        self.buffer(Resource::Input).unwrap_or(&self.output)
    }

    /// The buffer of the first output.
    pub fn output(&self) -> &GpuBuffer {
        &self.output
    }

    /// The total size of the buffers, without the carry.
    pub(super) fn bytes(&self) -> u64 {
        let own = self.others.iter().filter(|(resource, _)| *resource != Resource::Carry);
        self.output.0.size() + own.map(|(_, buffer)| buffer.0.size()).sum::<u64>()
    }
}

/// Bytes of the buffers of ports.
pub(super) fn bytes_of(ports: &[Port]) -> u64 {
    ports.iter().map(|port| port.bytes).sum()
}

impl Gpu {
    /// Buffers for the ports of a scan or an operation on at least one element.
    ///
    /// # Errors
    /// [`Error::DeviceOutOfMemory`], [`Error::DeviceLost`].
    pub async fn io_buffers(&self, ports: &[Port]) -> Result<IoBuffers, Error> {
        self.created(bytes_of(ports), || self.create_io(ports)).await
    }

    /// Creates the buffers of [`Gpu::io_buffers`]. Call it within an error scope.
    pub(super) fn create_io(&self, ports: &[Port]) -> IoBuffers {
        let create = |port: &Port| self.create(&port.resource.to_string(), port.bytes, STORAGE);
        let (output, others): (Vec<&Port>, Vec<&Port>) =
            ports.iter().partition(|port| port.resource == Resource::Output);
        let others = others.into_iter().map(|port| (port.resource, Rc::new(create(port)))).collect();
        // Every job has an output.
        let output = output.first().map_or_else(|| self.create("output", 4, STORAGE), |port| create(port));
        IoBuffers { output, others }
    }
}
