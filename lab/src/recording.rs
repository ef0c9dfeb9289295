//! Recordings: plans as plain data that other programs can run. The data are buffers, WGSL modules and dispatches.

mod emulated;

use serde::Serialize;

pub use emulated::EmulatedDevice;

use scanlab::plan::{Access, Job, Plan, Port, Resource};
use scanlab::record::low_level::{Program, ProgramPass};
use scanlab::shader::Part;
use scanlab::wgsl::binding;

/// A dispatch of a [`Recording`] or of a prepared plan.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordedPass {
    /// The index of the shader.
    pub shader: usize,
    /// The entry point.
    pub entry_point: &'static str,
    /// Workgroups in each dimension.
    pub workgroups: [u32; 3],
    /// Pairs of a binding in group 0 and the index of its buffer.
    pub bindings: Vec<(u32, usize)>,
}

/// The beginning of a file in a shader of a [`Recording`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordedFile {
    /// Path below `shaders/`, or `prelude` for the generated constants.
    pub path: String,
    /// The line of the shader at which the file begins, from 1.
    pub first_line: usize,
}

/// A buffer of a [`Recording`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordedBuffer {
    /// The buffer's name.
    pub name: String,
    /// The words of the buffer before the first dispatch.
    pub words: Vec<u32>,
}

/// All data of a run of a plan.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Recording {
    /// WGSL modules.
    pub shaders: Vec<String>,
    /// The files of each module, in order.
    pub files: Vec<Vec<RecordedFile>>,
    /// Buffers; scratch memory is zero.
    pub buffers: Vec<RecordedBuffer>,
    /// Dispatches, in order.
    pub passes: Vec<RecordedPass>,
    /// The index of the buffer of the output.
    pub output: usize,
    /// The index of a buffer whose second word is set if the run was aborted.
    pub abort_flag: Option<usize>,
}

/// The number of parameter words that a pass reads.
const PARAMETERS_WORDS: usize = 4;

/// The word that outputs hold before a run.
const UNWRITTEN: u32 = 0xdead_beef;

impl Recording {
    /// The recording of a scan's plan on the input `words`. `heads` is empty if the form has no head flags.
    pub fn new(job: &Job, plan: &Plan, words: &[u32], heads: &[u32]) -> Self {
        Recording::from_initial(job, plan, &[], words, heads)
    }

    /// The same from an initial value.
    pub fn from_initial(job: &Job, plan: &Plan, initial: &[u32], words: &[u32], heads: &[u32]) -> Self {
        let mut recording = Recording {
            shaders: Vec::new(),
            files: Vec::new(),
            buffers: Vec::new(),
            passes: Vec::new(),
            output: 0,
            abort_flag: None,
        };
        let padded = |words: &[u32], bytes: u64, fill: u32| {
            let mut padded = words.to_vec();
            padded.resize((bytes / 4).max(1) as usize, fill);
            padded
        };
        let mut known: Vec<(Resource, usize)> = Vec::new();
        let mut add = |recording: &mut Recording, resource: Resource, words: Vec<u32>| {
            recording.buffers.push(RecordedBuffer { name: resource.to_string(), words });
            known.push((resource, recording.buffers.len() - 1));
        };
        for Port { resource, access, bytes, .. } in job.ports() {
            let given = match resource {
                Resource::Flags => heads,
                Resource::Initial => initial,
                _ if access == Access::Write => &[],
                _ => words,
            };
            if resource == Resource::Output {
                recording.output = recording.buffers.len();
            }
            add(&mut recording, resource, padded(given, bytes, if access == Access::Read { 0 } else { UNWRITTEN }));
        }
        if !plan.table.is_empty() {
            add(&mut recording, Resource::Table, plan.table.clone());
        }
        for (index, &bytes) in plan.scratch_bytes.iter().enumerate() {
            add(&mut recording, Resource::Scratch(index), padded(&[], bytes, 0));
        }
        let index_of = |resource: Resource| known.iter().find(|(other, _)| *other == resource).map(|(_, index)| *index);
        recording.abort_flag = plan.abort_flags.first().copied().and_then(index_of);
        recording.add_passes(job, plan, &|resource| index_of(resource).unwrap_or_default());
        recording
    }

    fn add_passes(&mut self, job: &Job, plan: &Plan, index_of: &dyn Fn(Resource) -> usize) {
        let Program { shaders, passes, parameters, .. } =
            Program::new(plan, job.form.segments.columns(), job.limits.workgroups_per_dimension);
        for shader in shaders {
            let file = |part: Part<'_>| RecordedFile { path: part.path.to_owned(), first_line: part.first_line };
            self.files.push(shader.parts().into_iter().map(file).collect());
            self.shaders.push(shader.source);
        }
        let stride = parameters.len() / passes.len().max(1);
        for (index, pass) in passes.iter().enumerate() {
            let words = parameters[stride * index..][..PARAMETERS_WORDS].to_vec();
            self.buffers.push(RecordedBuffer { name: format!("parameters {index}"), words });
            let mut bindings = vec![(binding::PARAMETERS, self.buffers.len() - 1)];
            bindings.extend(pass.bindings.iter().map(|&(binding, resource)| (binding, index_of(resource))));
            self.passes.push(RecordedPass::new(pass, bindings));
        }
    }
}

impl RecordedPass {
    /// The record of a pass. `bindings` holds pairs of a binding and a buffer index.
    pub(super) fn new(pass: &ProgramPass, bindings: Vec<(u32, usize)>) -> Self {
        let [x, y] = pass.workgroups;
        RecordedPass { shader: pass.shader, entry_point: pass.entry_point, workgroups: [x, y, 1], bindings }
    }
}
