//! Plans as plain data for the page's runner, which records them into the caller's encoders.

use serde::Serialize;

use crate::gpu::split_into_submissions;
use crate::recording::RecordedPass;
use scanlab::error::Error;
use scanlab::plan::{Plan, Plannable, Planned, Port, Resource};
use scanlab::record::low_level::{ABORT_FLAG_BYTE, PARAMETERS_BYTES, PARAMETERS_STRIDE, Program, ProgramBuffer};

/// All data for any number of runs of a plan.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PreparedPlan {
    /// WGSL modules.
    pub shaders: Vec<String>,
    /// Dispatches, in order. Their buffer indices count the ports, then the scratch buffers, then the table. Binding 0,
    /// the parameters, is left out.
    pub passes: Vec<RecordedPass>,
    /// For each group of passes that are submitted together, the index after its last pass. Groups keep submissions
    /// short.
    pub submissions: Vec<usize>,
    /// A dispatch before the passes. It sets the passes' number of elements to a length in a buffer on the device, at most
    /// the plan's length. The two buffer indices after the table are this buffer and the uniform buffer. A dispatch of
    /// k + 1 workgroups reads the length from word k of its binding. Null if passes require a length that the host knows.
    pub length: Option<RecordedPass>,
    /// The words of the uniform buffer that passes bind at 0. Each pass has a part of the same size; the part of `length`
    /// is the last.
    pub parameters: Vec<u32>,
    /// The bytes of its part that a pass binds, from the part's start.
    pub parameters_bytes: u64,
    /// The size of a part, in bytes.
    pub parameters_stride: u64,
    /// Inputs and outputs.
    pub ports: Vec<PreparedPort>,
    /// Sizes of the scratch buffers.
    pub scratch_bytes: Vec<u64>,
    /// Words that passes read; empty if the plan has no table.
    pub table: Vec<u32>,
    /// Indices of the scratch buffers with an abort flag. A flag other than 0 means that a run was aborted.
    pub abort_flags: Vec<usize>,
    /// The offset of the abort flag in its buffer, in bytes.
    pub abort_flag_byte: u64,
    /// Scratch memory must be zeros before the first run, and again after this number of runs; null if it need not be
    /// zeros.
    pub runs_between_clears: Option<u32>,
}

/// An input or output of a prepared plan.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PreparedPort {
    /// The port's name in the core's messages.
    pub name: &'static str,
    /// Whether passes read data that the caller has written.
    pub is_input: bool,
    /// Whether passes write data that the caller reads.
    pub is_output: bool,
    /// The port's length in words; the maximum if the device computes the length.
    pub words: u32,
    /// Words per element of an output whose length the device computes; null for other ports.
    pub counted_words: Option<u32>,
    /// The minimum size of the port's buffer, in bytes.
    pub bytes: u64,
}

impl PreparedPlan {
    /// The prepared plan of a job.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more elements than the device can bind.
    pub fn new<J: Plannable>(planned: &Planned<J>) -> Result<Self, Error> {
        let (job, plan) = (planned.job(), planned.plan());
        let submissions = split_into_submissions(&plan.passes, job.limits().software);
        Ok(PreparedPlan::of(Program::of(planned)?, job, plan, submissions))
    }

    /// The same plan for runs with a length that the host knows.
    pub fn without_length(mut self) -> Self {
        if self.length.take().is_some() {
            self.shaders.pop();
            self.parameters.truncate(self.passes.len() * (self.parameters_stride / 4) as usize);
        }
        self
    }

    fn of<J: Plannable>(program: Program, job: &J, plan: &Plan, submissions: Vec<usize>) -> Self {
        let ports = job.ports();
        let index_of = |resource: Resource| match resource {
            Resource::Scratch(index) => ports.len() + index,
            Resource::Table => ports.len() + plan.scratch_bytes.len(),
            // A plan binds only ports that its job has.
            other => ports.iter().position(|port| port.resource == other).unwrap_or_default(),
        };
        let passes = program.passes.iter().map(|pass| {
            let bindings = pass.bindings.iter().map(|&(binding, resource)| (binding, index_of(resource)));
            RecordedPass::new(pass, bindings.collect())
        });
        let buffers = ports.len() + plan.scratch_bytes.len() + usize::from(!plan.table.is_empty());
        let length = program.length.map(|length| {
            let index_of = |buffer: ProgramBuffer| match buffer {
                ProgramBuffer::Length => buffers,
                ProgramBuffer::Parameters => buffers + 1,
                ProgramBuffer::Count => index_of(Resource::Count),
            };
            let bindings = length.bindings.iter().map(|&(binding, buffer)| (binding, index_of(buffer))).collect();
            let (shader, entry_point) = (length.shader, length.entry_point);
            RecordedPass { shader, entry_point, workgroups: [1, 1, 1], bindings }
        });
        PreparedPlan {
            passes: passes.collect(),
            submissions,
            length,
            shaders: program.shaders.into_iter().map(|shader| shader.source).collect(),
            parameters: program.parameters,
            parameters_bytes: PARAMETERS_BYTES,
            parameters_stride: PARAMETERS_STRIDE,
            ports: ports.iter().map(|port| PreparedPort::new(port, job.counted_words(port.resource))).collect(),
            scratch_bytes: plan.scratch_bytes.clone(),
            table: plan.table.clone(),
            abort_flags: plan.abort_flag_indices().collect(),
            abort_flag_byte: ABORT_FLAG_BYTE,
            runs_between_clears: program.runs_between_clears,
        }
    }
}

impl PreparedPort {
    fn new(port: &Port, counted_words: Option<u32>) -> Self {
        PreparedPort {
            name: port.name(),
            is_input: port.is_input(),
            is_output: port.is_output(),
            words: port.words,
            counted_words,
            bytes: port.bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{OperationRequest, Request};
    use scanlab::plan::Limits;

    fn is_complete(plan: &PreparedPlan) {
        let buffers = plan.ports.len() + plan.scratch_bytes.len() + usize::from(!plan.table.is_empty());
        assert!(!plan.passes.is_empty());
        assert_eq!(plan.parameters.len(), 64 * (plan.passes.len() + usize::from(plan.length.is_some())));
        if let Some(length) = &plan.length {
            assert!(length.shader < plan.shaders.len());
            let count = plan.ports.iter().position(|port| port.name == "count");
            let bound: Vec<_> = length.bindings.iter().map(|&(_, index)| index).collect();
            assert_eq!(bound, [buffers, buffers + 1].into_iter().chain(count).collect::<Vec<_>>());
            assert!((0..plan.passes.len()).any(|pass| plan.parameters[64 * pass + 4] == 1));
        }
        assert_eq!(plan.submissions.last(), Some(&plan.passes.len()));
        for pass in &plan.passes {
            assert!(pass.shader < plan.shaders.len());
            assert!(
                pass.bindings.iter().all(|&(binding, index)| binding > 0 && index < buffers),
                "{:?}",
                pass.bindings
            );
        }
        // Every port is bound by a pass, so that each required buffer is used.
        let is_bound =
            |index: usize| plan.passes.iter().any(|pass| pass.bindings.iter().any(|&(_, bound)| bound == index));
        assert!((0..plan.ports.len()).all(is_bound));
    }

    #[test]
    fn scans_have_their_ports_scratch_memory_and_parameters() {
        let request = Request::parse(r#"{"algorithm":"look-back","operator":"add","type":"u32","n":100001}"#).unwrap();
        let scan = request.resolve(Limits { forward_progress: true, ..Limits::CORE }).unwrap().planned().unwrap();
        let plan = PreparedPlan::new(&scan).unwrap();
        is_complete(&plan);
        let ports: Vec<_> = plan.ports.iter().map(|port| (port.name, port.is_output, port.bytes)).collect();
        assert_eq!(ports, [("input", false, 400_016), ("output", true, 400_016)]);
        assert_eq!((plan.parameters[0], plan.abort_flags.len()), (100_001, 1));
        let between = scan.plan().runs_between_clears.map(|runs| runs / 2);
        assert_eq!(plan.runs_between_clears, between);
        assert!(between.is_some());
    }

    #[test]
    fn operations_have_all_their_ports() {
        let names = |json: &str| {
            let resolved = OperationRequest::parse(json).unwrap().resolve(Limits::CORE).unwrap();
            let plan = PreparedPlan::new(&resolved.planned).unwrap();
            is_complete(&plan);
            plan.ports.iter().map(|port| port.name).collect::<Vec<_>>().join(", ")
        };
        let compact = r#"{"operation":"compact","type":"u32","n":1001,"options":{"flags":true,"indices":true}}"#;
        assert_eq!(names(compact), "input, flags, output, second output, count");
        let sort = r#"{"operation":"sort","type":"u32","n":1001,"options":{"values":true}}"#;
        assert_eq!(names(sort), "input, values, output, second output");
        let argsort = r#"{"operation":"sort","type":"u32","n":1001,"options":{"indices":true}}"#;
        assert_eq!(names(argsort), "input, output, second output");
    }
}
