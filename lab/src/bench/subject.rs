//! The subject of a measurement: a scan or an operation.

use crate::gpu::{Gpu, IoBuffers};
use crate::request::{Resolved, ResolvedOperation};
use scanlab::error::Error;
use scanlab::monoid::Monoid;
use scanlab::plan::{Form, Job, Limits, Plan, Port, Segments};

/// A scan or an operation.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there are as many as candidates of a measurement")]
pub enum Subject {
    /// A scan.
    Scan(Resolved),
    /// An operation.
    Operation(ResolvedOperation),
}

impl From<Resolved> for Subject {
    fn from(resolved: Resolved) -> Self {
        Subject::Scan(resolved)
    }
}

impl From<ResolvedOperation> for Subject {
    fn from(resolved: ResolvedOperation) -> Self {
        Subject::Operation(resolved)
    }
}

/// The data that all candidates of a block share.
#[derive(Clone, Debug, PartialEq)]
pub struct Shared {
    /// Number of elements.
    pub elements: u32,
    monoid: Monoid,
    /// The segments of a scan.
    pub segments: Segments,
    /// The inputs of the candidates, in the order of their uploads, and the outputs.
    ports: Vec<Port>,
}

impl Subject {
    pub(super) fn plan(&self) -> Plan {
        match self {
            Subject::Scan(scan) => scan.plan(),
            Subject::Operation(operation) => operation.planned.plan().clone(),
        }
    }

    pub(super) fn form(&self) -> Form {
        match self {
            Subject::Scan(scan) => scan.job.form.clone(),
            Subject::Operation(operation) => operation.planned.job().form(),
        }
    }

    /// The same subject, planned for a device that starts workgroups in any order.
    pub(super) fn in_any_order(&self) -> Self {
        match self {
            Subject::Scan(Resolved { algorithm, job }) => {
                let limits = Limits { starts_in_order: false, ..job.limits };
                Subject::Scan(Resolved { algorithm, job: Job { limits, ..job.clone() } })
            }
            Subject::Operation(operation) => {
                Subject::Operation(ResolvedOperation { planned: operation.planned.in_any_order() })
            }
        }
    }

    /// The public name of the requested scan or operation.
    pub(super) fn id(&self) -> &'static str {
        match self {
            Subject::Scan(scan) => scan.algorithm.id,
            Subject::Operation(operation) => operation.planned.job().operation.id,
        }
    }

    /// The public name of the algorithm that runs.
    pub(super) fn ran(&self, plan: &Plan) -> &'static str {
        match self {
            Subject::Scan(scan) => scan.ran(plan),
            Subject::Operation(operation) => operation.ran(),
        }
    }

    /// Whether the output may be rounded.
    pub(super) fn rounds(&self) -> bool {
        match self {
            Subject::Scan(scan) => scan.job.form.monoid.rounds(),
            Subject::Operation(operation) => {
                let job = operation.planned.job();
                job.operation.sums && job.monoid.rounds()
            }
        }
    }

    /// Whether the output has no defined order. Then the order differs from run to run.
    pub(super) fn is_unordered(&self) -> bool {
        match self {
            Subject::Scan(_) => false,
            Subject::Operation(operation) => operation.planned.job().variant.is_some(),
        }
    }

    fn ports(&self) -> Vec<Port> {
        match self {
            Subject::Scan(scan) => scan.job.ports(),
            Subject::Operation(operation) => operation.planned.job().ports(),
        }
    }

    pub(super) fn shared(&self) -> Shared {
        let (elements, monoid) = match self {
            Subject::Scan(scan) => (scan.job.elements, &scan.job.form.monoid),
            Subject::Operation(operation) => (operation.planned.job().elements, &operation.planned.job().monoid),
        };
        Shared { elements, monoid: monoid.clone(), segments: self.form().segments, ports: self.ports() }
    }

    /// Buffers for at least one element.
    pub(super) async fn data(&self, gpu: &Gpu) -> Result<IoBuffers, Error> {
        gpu.io_buffers(&self.ports()).await
    }

    /// The subject itself. Fails for a scan in place, which would overwrite the input of the next run.
    pub(super) fn out_of_place(self) -> Result<Self, Error> {
        let reason =
            "a measurement requires an input that can be scanned again and again; a scan in place overwrites it";
        match &self {
            Subject::Scan(scan) if scan.job.form.in_place => Err(Error::Unsupported(reason.into())),
            _ => Ok(self),
        }
    }
}

impl Shared {
    /// Words of the first input: the number of words that the copy kernel copies.
    pub fn source_words(&self) -> u32 {
        self.inputs().next().map_or(0, |port| port.words)
    }

    /// The outputs.
    pub fn outputs(&self) -> Vec<Port> {
        self.ports.iter().filter(|port| port.is_output()).copied().collect()
    }

    /// The inputs.
    pub fn inputs(&self) -> impl Iterator<Item = &Port> {
        self.ports.iter().filter(|port| port.is_input())
    }
}
