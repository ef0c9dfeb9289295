//! Plans as plain data with their shaders, to run them elsewhere: buffers, WGSL modules, dispatches.

mod emulated;

use serde::Serialize;

pub use emulated::EmulatedDevice;

use scanlab::plan::{Access, Form, Job, Plan, Port, Resource, fold_workgroups};
use scanlab::shader::{Part, compose};
use scanlab::wgsl::binding;

/// A dispatch of a [`Recording`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordedPass {
    /// The rank of its shader.
    pub shader: usize,
    /// The entry point.
    pub entry_point: &'static str,
    /// Workgroups in each dimension.
    pub workgroups: [u32; 3],
    /// Ranks of the buffers in group 0, by binding.
    pub bindings: Vec<(u32, usize)>,
}

/// Where a file begins in a shader of a [`Recording`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordedFile {
    /// Path below `shaders/`, or `prelude` for the generated constants.
    pub path: String,
    /// Its first line, from 1.
    pub first_line: usize,
}

/// A buffer of a [`Recording`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordedBuffer {
    /// Its name.
    pub name: String,
    /// Its words before the first dispatch.
    pub words: Vec<u32>,
}

/// All that a run of a plan takes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Recording {
    /// WGSL modules.
    pub shaders: Vec<String>,
    /// The files of each, in order.
    pub files: Vec<Vec<RecordedFile>>,
    /// Buffers; scratch memory is zero.
    pub buffers: Vec<RecordedBuffer>,
    /// Dispatches, in order.
    pub passes: Vec<RecordedPass>,
    /// The rank of the buffer of the output.
    pub output: usize,
    /// The rank of a buffer whose second word is set where the run was aborted.
    pub abort_flag: Option<usize>,
}

/// The word that outputs hold before a run.
const UNWRITTEN: u32 = 0xdead_beef;

impl Recording {
    /// The recording of a scan's plan on an input with head flags, which are empty without segments.
    pub fn new(job: &Job, plan: &Plan, words: &[u32], heads: &[u32]) -> Self {
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
        for (rank, &bytes) in plan.scratch_bytes.iter().enumerate() {
            add(&mut recording, Resource::Scratch(rank), padded(&[], bytes, 0));
        }
        let rank_of = |resource: Resource| known.iter().find(|(other, _)| *other == resource).map(|(_, rank)| *rank);
        recording.abort_flag = plan.abort_flags.first().copied().and_then(rank_of);
        recording.add_passes(job, plan, &|resource| rank_of(resource).unwrap_or_default());
        recording
    }

    fn add_passes(&mut self, job: &Job, plan: &Plan, rank_of: &dyn Fn(Resource) -> usize) {
        let Form { segments, .. } = job.form;
        for (rank, pass) in plan.passes.iter().enumerate() {
            let composed = compose(&pass.kernel);
            let known = self.shaders.iter().position(|other| *other == composed.source);
            let shader = known.unwrap_or_else(|| {
                let file = |part: Part<'_>| RecordedFile { path: part.path.to_owned(), first_line: part.first_line };
                self.files.push(composed.parts().into_iter().map(file).collect());
                self.shaders.push(composed.source);
                self.shaders.len() - 1
            });
            let parameters = vec![pass.elements, pass.argument, segments.columns(), 0];
            self.buffers.push(RecordedBuffer { name: format!("parameters {rank}"), words: parameters });
            let mut bindings = vec![(binding::PARAMETERS, self.buffers.len() - 1)];
            bindings.extend(pass.bindings.iter().map(|&(binding, resource)| (binding, rank_of(resource))));
            let [x, y] = fold_workgroups(pass.workgroups, job.limits.workgroups_per_dimension);
            let entry_point = pass.kernel.entry_point;
            self.passes.push(RecordedPass { shader, entry_point, workgroups: [x, y, 1], bindings });
        }
    }
}
