//! What is measured: a scan or an operation.

use crate::error::Error;
use crate::gpu::{Gpu, GpuBuffer, ScanData};
use crate::monoid::Monoid;
use crate::plan::{Form, Job, Limits, Plan, Resource, Segments};
use crate::request::{Resolved, ResolvedOperation};

/// A scan or an operation.
#[derive(Debug)]
pub enum Work {
    /// A scan.
    Scan(Resolved),
    /// An operation.
    Operation(ResolvedOperation),
}

impl From<Resolved> for Work {
    fn from(resolved: Resolved) -> Self {
        Work::Scan(resolved)
    }
}

impl From<ResolvedOperation> for Work {
    fn from(resolved: ResolvedOperation) -> Self {
        Work::Operation(resolved)
    }
}

/// What all candidates of a block share.
#[derive(Clone, Debug, PartialEq)]
pub struct Shared {
    /// Number of elements.
    pub elements: u32,
    monoid: Monoid,
    /// The segments of a scan.
    pub segments: Segments,
    inputs: [Option<u32>; 3],
    /// Their outputs, with their words at most.
    pub outputs: Vec<(Resource, u32)>,
}

/// The inputs, in the order of their uploads.
pub const INPUTS: [Resource; 3] = [Resource::Source, Resource::Heads, Resource::Values];
const OUTPUTS: [Resource; 3] = [Resource::Prefixes, Resource::SecondOutput, Resource::Count];

impl Work {
    pub(super) fn plan(&self) -> Plan {
        match self {
            Work::Scan(scan) => scan.plan(),
            Work::Operation(operation) => operation.planned.plan().clone(),
        }
    }

    pub(super) fn form(&self) -> Form {
        match self {
            Work::Scan(scan) => scan.job.form,
            Work::Operation(operation) => operation.planned.job().form(),
        }
    }

    /// The same, planned for a device that starts workgroups in any order.
    pub(super) fn in_any_order(&self) -> Self {
        match self {
            Work::Scan(Resolved { algorithm, job }) => {
                let limits = Limits { starts_in_order: false, ..job.limits };
                Work::Scan(Resolved { algorithm, job: Job { limits, ..job.clone() } })
            }
            Work::Operation(operation) => {
                Work::Operation(ResolvedOperation { planned: operation.planned.in_any_order() })
            }
        }
    }

    /// The public name of what was asked for.
    pub(super) fn id(&self) -> &'static str {
        match self {
            Work::Scan(scan) => scan.algorithm.id,
            Work::Operation(operation) => operation.planned.job().operation.id,
        }
    }

    /// The public name of what runs.
    pub(super) fn ran(&self, plan: &Plan) -> &'static str {
        match self {
            Work::Scan(scan) => scan.ran(plan),
            Work::Operation(operation) => operation.ran(),
        }
    }

    /// Whether its output may be rounded.
    pub(super) fn rounds(&self) -> bool {
        match self {
            Work::Scan(scan) => scan.job.form.monoid.rounds(),
            Work::Operation(operation) => {
                let job = operation.planned.job();
                job.operation.options().contains(&"operator") && job.monoid.rounds()
            }
        }
    }

    /// Whether its output is in no order, and in another one in every run.
    pub(super) fn is_unordered(&self) -> bool {
        match self {
            Work::Scan(_) => false,
            Work::Operation(operation) => operation.planned.job().variant.is_some(),
        }
    }

    fn words(&self, resource: Resource) -> Option<u32> {
        let job = match self {
            Work::Operation(operation) => return operation.planned.job().buffer_words(resource),
            Work::Scan(scan) => &scan.job,
        };
        match resource {
            Resource::Source | Resource::Prefixes => Some(job.elements * job.form.monoid.words()),
            Resource::Heads => Some(job.form.segments.head_words(job.elements)).filter(|&words| words > 0),
            _ => None,
        }
    }

    pub(super) fn shared(&self) -> Shared {
        let (elements, monoid) = match self {
            Work::Scan(scan) => (scan.job.elements, scan.job.form.monoid),
            Work::Operation(operation) => (operation.planned.job().elements, operation.planned.job().monoid),
        };
        let outputs = OUTPUTS.into_iter().filter_map(|output| Some((output, self.words(output)?)));
        let segments = self.form().segments;
        Shared { elements, monoid, segments, inputs: INPUTS.map(|input| self.words(input)), outputs: outputs.collect() }
    }

    /// Buffers for at least one element.
    pub(super) async fn data(&self, gpu: &Gpu) -> Result<ScanData, Error> {
        match self {
            Work::Scan(scan) => gpu.scan_data(&scan.job).await,
            Work::Operation(operation) => gpu.operation_data(operation.planned.job()).await,
        }
    }

    /// Itself, unless it is in place, which would overwrite the input of the next run.
    pub(super) fn out_of_place(self) -> Result<Self, Error> {
        let reason =
            "a measurement requires an input that can be scanned again and again; a scan in place overwrites it";
        match &self {
            Work::Scan(scan) if scan.job.form.in_place => Err(Error::Unsupported(reason.into())),
            _ => Ok(self),
        }
    }
}

impl Shared {
    /// Words of the first input, as many as the copy kernel copies.
    pub fn source_words(&self) -> u32 {
        self.inputs[0].unwrap_or_default()
    }

    /// The inputs with their buffers and words.
    pub fn inputs<'a>(&self, data: &'a ScanData) -> impl Iterator<Item = (Resource, &'a GpuBuffer, u32)> {
        let of = |(input, words): (Resource, Option<u32>)| Some((input, data.buffer(input)?, words?));
        INPUTS.into_iter().zip(self.inputs).filter_map(of).collect::<Vec<_>>().into_iter()
    }
}
