//! Creation of the buffers, bind groups and pipelines of plans.

use super::{Gpu, GpuBuffer, IoBuffers, PendingErrors};
use scanlab::error::Error;
use scanlab::plan::{Form, Pass, Plan, Plannable, Planned, Port, Resource};
use scanlab::record::low_level::{BoundDispatch, Clears, PARAMETERS_STRIDE, PassBindings, STORAGE, bind_passes};
use scanlab::shader::{self, Shader};

/// Limits of a submission: elements that one invocation handles serially, and elements in total. The limits keep the time
/// of a submission far below the timeouts of the system's and the page's watchdogs, and let a cancelled scan stop soon.
const SUBMISSION_SERIAL_ELEMENTS: u64 = 1 << 17;
const SUBMISSION_ELEMENTS: u64 = 1 << 27;

/// The limit of elements in total on software adapters, which handle about a million elements per second in a pass of a
/// sort. Every long pass is then a separate submission, whose completion shows progress of the run.
const SOFTWARE_SUBMISSION_ELEMENTS: u64 = 1 << 20;

/// A plan with its buffers and pipelines. It can run any number of times.
pub struct Prepared {
    dispatches: Vec<BoundDispatch>,
    /// For each submission, the index after its last dispatch.
    submissions: Vec<usize>,
    parameters: GpuBuffer,
    /// Scratch buffers that the dispatches bind.
    pub(super) scratch: Vec<GpuBuffer>,
    /// The buffer of the plan's table, which the dispatches bind.
    _table: Option<GpuBuffer>,
    /// Indices of the scratch buffers with abort flags.
    abort_flags: Vec<usize>,
    /// The state that tells when scratch memory must be cleared.
    pub(super) clears: Clears,
}

impl Prepared {
    /// The buffers whose second word is set if the run was aborted.
    pub(super) fn abort_flags(&self) -> impl Iterator<Item = &GpuBuffer> {
        self.abort_flags.iter().map(|&index| &self.scratch[index])
    }

    /// The buffer of a scan's abort flag, if its plan has one.
    pub(super) fn abort_flag(&self) -> Option<&GpuBuffer> {
        debug_assert!(self.abort_flags.len() <= 1, "a scan has one abort flag");
        self.abort_flags().next()
    }

    pub(super) fn submissions(&self) -> impl Iterator<Item = &[BoundDispatch]> {
        let starts = std::iter::once(0).chain(self.submissions.iter().copied());
        starts.zip(&self.submissions).map(|(start, &end)| &self.dispatches[start..end])
    }

    /// Number of dispatches of a run.
    pub fn dispatches(&self) -> usize {
        self.dispatches.len()
    }
}

/// A pass with its shader and the buffers that it binds.
pub struct BoundPass<'a> {
    /// The pass.
    pub pass: &'a Pass,
    /// The shader of the pass.
    pub shader: Shader,
    /// `parameters.columns`: elements per row, in a scan of rows or columns.
    pub columns: u32,
    /// Pairs of a binding number and its buffer, without binding 0, the parameters.
    pub buffers: Vec<(u32, &'a GpuBuffer)>,
}

impl Gpu {
    /// Creates the objects of a plan that runs on `data`.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for buffers that are too short for the job, [`Error::DeviceOutOfMemory`] for its scratch memory,
    /// [`Error::Unsupported`] for a shader that the device refuses, [`Error::DeviceLost`].
    pub async fn prepare<J: Plannable>(&self, planned: &Planned<J>, data: &IoBuffers) -> Result<Prepared, Error> {
        let job = planned.job();
        for Port { resource, bytes: required, .. } in job.ports() {
            let found = data.buffer(resource).map_or(0, |buffer| buffer.0.size());
            if found < required {
                let what = format!("the buffer of the {resource}");
                return Err(Error::bad_argument(what, format!("of {required} bytes or more"), found.to_string()));
            }
        }
        self.prepare_plan(planned.plan(), &job.form(), data).await
    }

    /// [`Gpu::prepare`] for a plan that is known to fit the buffers of `data`.
    pub(crate) async fn prepare_plan(&self, plan: &Plan, form: &Form, data: &IoBuffers) -> Result<Prepared, Error> {
        let compiled = self.compiled(plan).await?;
        self.created(plan.total_scratch_bytes(), || self.bind_plan(plan, &compiled, form, data)).await
    }

    /// The pipelines of a plan's passes.
    pub(super) async fn compiled(&self, plan: &Plan) -> Result<Vec<wgpu::ComputePipeline>, Error> {
        let mut pipelines: Vec<wgpu::ComputePipeline> = Vec::new();
        for (index, pass) in plan.passes.iter().enumerate() {
            let pipeline = match plan.pass_of_same_kernel(index) {
                Some(known) => pipelines[known].clone(),
                None => self.pipeline(&shader::compose(&pass.kernel), pass.kernel.entry_point).await?,
            };
            pipelines.push(pipeline);
        }
        Ok(pipelines)
    }

    /// Creates the scratch memory and the bind groups of a plan. Call it within an error scope.
    pub(super) fn bind_plan(
        &self,
        plan: &Plan,
        pipelines: &[wgpu::ComputePipeline],
        form: &Form,
        data: &IoBuffers,
    ) -> Prepared {
        let create = |&bytes: &u64| self.create("scratch", bytes, STORAGE);
        let scratch: Vec<_> = plan.scratch_bytes.iter().map(create).collect();
        let table = self.table(plan);
        let buffer = |resource| match resource {
            Resource::Scratch(index) => scratch.get(index),
            Resource::Table => table.as_ref(),
            other => data.buffer(other),
        };
        // A plan binds only buffers that `data` has. The device refuses a bind group that lacks a buffer.
        let bound =
            |&(binding, resource): &(u32, Resource)| Some((binding, buffer(resource)?.0.as_entire_buffer_binding()));
        let bindings: Vec<_> = plan
            .passes
            .iter()
            .map(|pass| PassBindings {
                pass,
                columns: form.segments.columns(),
                takes_length: false,
                buffers: pass.bindings.iter().filter_map(bound).collect(),
            })
            .collect();
        let prepared = self.bind(&bindings, pipelines);
        Prepared {
            abort_flags: plan.abort_flag_indices().collect(),
            clears: Clears::new(plan.runs_between_clears, true),
            scratch,
            _table: table,
            ..prepared
        }
    }

    /// The buffer of a plan's table. Call it within an error scope.
    fn table(&self, plan: &Plan) -> Option<GpuBuffer> {
        let bytes = bytemuck::cast_slice(&plan.table);
        let buffer = (!plan.table.is_empty()).then(|| self.create("table", bytes.len() as u64, STORAGE))?;
        self.queue.write_buffer(&buffer.0, 0, bytes);
        Some(buffer)
    }

    /// Creates the objects of single passes, each of which runs separately.
    ///
    /// # Errors
    /// As [`Gpu::prepare`].
    pub async fn prepare_each(&self, passes: &[BoundPass<'_>]) -> Result<Vec<Prepared>, Error> {
        let mut prepared = Vec::new();
        for BoundPass { pass, shader, columns, buffers } in passes {
            let pipeline = self.pipeline(shader, pass.kernel.entry_point).await?;
            let buffers = buffers.iter().map(|&(binding, buffer)| (binding, buffer.0.as_entire_buffer_binding()));
            let bindings = [PassBindings { pass, columns: *columns, takes_length: false, buffers: buffers.collect() }];
            prepared.push(self.scoped("the bindings of a pass", 0, || self.bind(&bindings, &[pipeline])).await?);
        }
        Ok(prepared)
    }

    /// Creates bind groups. Call it within an error scope.
    fn bind(&self, passes: &[PassBindings<'_>], pipelines: &[wgpu::ComputePipeline]) -> Prepared {
        let (dispatches, parameters) = bind_passes((&self.device, &self.queue), passes, pipelines);
        // One object per bind group, and the buffer of the parameters.
        (0..=dispatches.len()).for_each(|_| self.count_object());
        Prepared {
            dispatches,
            submissions: split_into_submissions(passes.iter().map(|bound| bound.pass), self.is_software()),
            parameters: GpuBuffer(parameters),
            scratch: Vec::new(),
            _table: None,
            abort_flags: Vec::new(),
            clears: Clears::new(None, true),
        }
    }

    /// Sets `parameters.first_column` of all passes for later runs: the column of the input's first element in its row.
    /// Returns the errors of the device.
    pub(crate) fn set_first_column(&self, prepared: &Prepared, column: u32) -> PendingErrors {
        let passes = 0..prepared.dispatches.len() as u64;
        self.write_parameters(prepared, passes.map(|pass| PARAMETERS_STRIDE * pass + 12), column)
    }

    /// Sets `parameters.argument` of a pass, by its index, for later runs. Returns the errors of the device.
    pub(crate) fn set_argument(&self, prepared: &Prepared, pass: usize, argument: u32) -> PendingErrors {
        self.write_parameters(prepared, [PARAMETERS_STRIDE * pass as u64 + 4], argument)
    }

    fn write_parameters(
        &self,
        prepared: &Prepared,
        offsets: impl IntoIterator<Item = u64>,
        value: u32,
    ) -> PendingErrors {
        let write = |offset| self.queue.write_buffer(&prepared.parameters.0, offset, bytemuck::bytes_of(&value));
        self.with_error_scopes(|| offsets.into_iter().for_each(write)).1
    }
}

/// Groups passes into submissions. Returns for each submission the index after its last pass.
pub fn split_into_submissions<'a>(passes: impl IntoIterator<Item = &'a Pass>, software: bool) -> Vec<usize> {
    let most_elements = if software { SOFTWARE_SUBMISSION_ELEMENTS } else { SUBMISSION_ELEMENTS };
    let mut ends = Vec::new();
    let (mut serial, mut elements, mut count) = (0, 0, 0);
    for (index, pass) in passes.into_iter().enumerate() {
        // A pass over a part of its array has fewer reads than the array has elements.
        let more_elements = u64::from(pass.elements).min(pass.cost.reads);
        let more_serial = u64::from(pass.serial_elements);
        let full = serial + more_serial > SUBMISSION_SERIAL_ELEMENTS || elements + more_elements > most_elements;
        if index > 0 && full {
            ends.push(index);
            (serial, elements) = (0, 0);
        }
        serial += more_serial;
        elements += more_elements;
        count = index + 1;
    }
    ends.push(count);
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use scanlab::monoid::{ElementType, Monoid};
    use scanlab::operation::OperationJob;
    use scanlab::plan::{Job, Limits, Mode, Tuning};
    use scanlab::scan::Algorithm;

    /// Numbers of submissions and passes of a scan of 2²⁸ elements.
    fn submissions(id: &str, tuning: &Tuning) -> (usize, usize) {
        let algorithm = Algorithm::find(id).unwrap();
        let form = Form::new(Monoid::find("add", ElementType::U32).unwrap(), Mode::Inclusive);
        let tuning = algorithm.resolve_tuning(tuning).unwrap();
        let job = Job { elements: 1 << 28, form, tuning, limits: Limits::CORE };
        let passes = algorithm.plan(&job).passes;
        (split_into_submissions(&passes, false).len(), passes.len())
    }

    /// The page's watchdog counts completed submissions, so each long pass needs its own submission.
    #[test]
    fn long_passes_are_submitted_one_by_one_on_software_adapters() {
        let monoid = Monoid::find("add", ElementType::U32).unwrap();
        let sort = |elements, software| {
            let limits = Limits { software, ..Limits::CORE };
            let plan = OperationJob::new("sort", elements, monoid.clone(), limits).unwrap().plan();
            (split_into_submissions(&plan.passes, software), plan.passes)
        };
        let (ends, passes) = sort(3 << 20, true);
        let starts = std::iter::once(0).chain(ends.iter().copied());
        for submission in starts.zip(&ends).map(|(start, &end)| &passes[start..end]) {
            let long = submission.iter().filter(|pass| pass.elements == 3 << 20).count();
            assert!(long <= 1, "{} of {} passes are long", long, submission.len());
        }
        // Waits between short passes would take longer than the passes. On a GPU, all of these passes are short.
        assert_eq!(sort(1 << 14, true).0.len(), 1);
        assert_eq!(sort(3 << 20, false).0.len(), 1);
    }

    #[test]
    fn passes_over_parts_of_an_array_share_submissions() {
        let (submissions, passes) = submissions("cache-blocked", &Tuning::from([("tiles".into(), 128)]));
        // The input is read twice: 2 · 2²⁸ elements in submissions of up to 2²⁷.
        assert!(passes > 200 && (4..=6).contains(&submissions), "{submissions} for {passes} passes");
    }

    #[test]
    fn passes_over_long_arrays_are_submitted_one_by_one() {
        let (submissions, passes) = submissions("hillis-steele", &Tuning::new());
        assert_eq!((submissions, passes), (28, 28));
    }
}
