//! Ports: the inputs and outputs of a job.

use super::Resource;

/// Whether the passes of a plan read or write the buffer of a port.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::plan::{Access, Form, Job, Limits, Mode};
///
/// let form = Form { in_place: true, ..Form::new(Monoid::counts(), Mode::Inclusive) };
/// let ports = Job::new(1000, form, Limits::CORE).ports();
/// assert!(ports.iter().map(|port| port.access).eq([Access::ReadWrite]));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// An input.
    Read,
    /// An output.
    Write,
    /// The buffer of a scan in place: the input, then the output.
    ReadWrite,
}

/// An input or output of a job.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::operation::OperationJob;
/// use scanlab::plan::Limits;
///
/// let ports = OperationJob::new("run-lengths", 1001, Monoid::counts(), Limits::CORE)?.ports();
/// let sizes = ports.iter().map(|port| (port.name(), port.is_output(), port.bytes));
/// assert!(sizes.eq([("input", false, 4016), ("output", true, 4016), ("second output", true, 4016), ("count", true, 4)]));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port {
    /// The name of its buffer in the bindings of passes.
    pub resource: Resource,
    /// Whether it is an input or an output.
    pub access: Access,
    /// Its length in 32-bit words; the maximum if the device computes the length.
    pub words: u32,
    /// Bytes of its buffer, at least 4 and a multiple of 4. Kernels access packs of several elements, so the buffer
    /// holds whole packs.
    pub bytes: u64,
}

impl Port {
    /// A port of this number of words, whose kernels access packs of 16 bytes.
    pub fn new(resource: Resource, access: Access, words: u32) -> Self {
        Port { resource, access, words, bytes: 4 * u64::from(words.max(1)).next_multiple_of(4) }
    }

    /// Its name in messages.
    pub fn name(&self) -> &'static str {
        self.resource.port_name()
    }

    /// Whether the caller fills its buffer.
    pub fn is_input(&self) -> bool {
        self.access != Access::Write
    }

    /// Whether passes write its buffer.
    pub fn is_output(&self) -> bool {
        self.access != Access::Read
    }
}
