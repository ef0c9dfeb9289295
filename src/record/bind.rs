//! Bind groups of a plan's passes, and their commands.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::error::Error;
use crate::plan::{Abort, Constant, Kernel, Pass, PassCost, Plan, fold_workgroups};
use crate::scan::WORKGROUP_SIZE;
use crate::wgsl;
use crate::wgsl::binding;

/// Stride in bytes of the passes' parameters in their uniform buffer: WebGPU's default alignment of offsets.
pub const PARAMETERS_STRIDE: u64 = 256;

pub(super) const STRIDE_WORDS: usize = PARAMETERS_STRIDE as usize / 4;

/// Usage of storage buffers that are filled, cleared and read.
pub const STORAGE: wgpu::BufferUsages =
    wgpu::BufferUsages::STORAGE.union(wgpu::BufferUsages::COPY_DST).union(wgpu::BufferUsages::COPY_SRC);

/// Bytes of one pass's parameters.
pub const PARAMETERS_BYTES: u64 = 16;

/// The index of the word after the parameters. This word is 1 if the pass takes a length on the device.
/// `record/lengths.wgsl` reads the word; the passes do not bind it.
pub(super) const TAKES_LENGTH_WORD: u32 = 4;

/// The offset in bytes of the abort flag in its scratch buffer: the second word.
pub const ABORT_FLAG_BYTE: u64 = 4;

/// A pass and its buffers.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// use scanlab::operation::OperationJob;
/// use scanlab::plan::{Limits, Resource};
/// use scanlab::record::low_level::{PassBindings, STORAGE};
///
/// let plan = OperationJob::new("reduce", 100, scanlab::monoid::Monoid::counts(), Limits::CORE)?.plan();
/// let (label, size, usage) = (None, 400, STORAGE);
/// let input = device.create_buffer(&scanlab::wgpu::BufferDescriptor { label, size, usage, mapped_at_creation: false });
/// let reads = |resource| resource == Resource::Input;
/// let bound = plan.passes[0].bindings.iter().filter(|(_, resource)| reads(*resource));
/// let buffers = bound.map(|&(binding, _)| (binding, input.as_entire_buffer_binding())).collect();
/// let bindings = PassBindings { pass: &plan.passes[0], columns: 0, takes_length: false, buffers };
/// assert_eq!(bindings.buffers[0].0, scanlab::wgsl::binding::SOURCE);
/// # Ok(()) }) }
/// ```
pub struct PassBindings<'a> {
    /// The pass.
    pub pass: &'a Pass,
    /// `parameters.columns`: elements per row, in a scan of rows or columns.
    pub columns: u32,
    /// Whether a length on the device replaces the pass's number of elements.
    pub takes_length: bool,
    /// The pass's buffers by binding number, without the parameters, which have binding 0.
    pub buffers: Vec<(u32, wgpu::BufferBinding<'a>)>,
}

/// A dispatch with its pipeline and bindings.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// use scanlab::record::low_level::{BoundDispatch, compile};
///
/// let source = "@compute @workgroup_size(64) fn nothing() {}";
/// let (_, pipeline) = compile(&device, source, "nothing");
/// let layout = &pipeline.get_bind_group_layout(0);
/// let bindings = device.create_bind_group(&scanlab::wgpu::BindGroupDescriptor { label: None, layout, entries: &[] });
/// let dispatch = BoundDispatch { pipeline, bindings, workgroups: [4, 1] };
/// let mut encoder = device.create_command_encoder(&Default::default());
/// // Two dispatches in one pass.
/// let mut pass = encoder.begin_compute_pass(&Default::default());
/// (0..2).for_each(|_| dispatch.record(&mut pass));
/// # Ok(()) }) }
/// ```
pub struct BoundDispatch {
    /// The pipeline.
    pub pipeline: wgpu::ComputePipeline,
    /// Bind group 0.
    pub bindings: wgpu::BindGroup,
    /// Workgroups in dimensions x and y.
    pub workgroups: [u32; 2],
}

impl BoundDispatch {
    /// Records the dispatch into a compute pass.
    pub fn record(&self, pass: &mut wgpu::ComputePass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.bindings, &[]);
        pass.dispatch_workgroups(self.workgroups[0], self.workgroups[1], 1);
    }
}

/// Creates the bind groups of passes, and the buffer of their parameters. Call this function within error scopes.
pub fn bind_passes(
    (device, queue): (&wgpu::Device, &wgpu::Queue),
    passes: &[PassBindings<'_>],
    pipelines: &[wgpu::ComputePipeline],
) -> (Vec<BoundDispatch>, wgpu::Buffer) {
    let parameters = parameters(device, queue, passes);
    let per_dimension = device.limits().max_compute_workgroups_per_dimension;
    let dispatch = |(index, (bound, pipeline)): (usize, (&PassBindings<'_>, &wgpu::ComputePipeline))| {
        let of_pass = wgpu::BufferBinding {
            buffer: &parameters,
            offset: PARAMETERS_STRIDE * index as u64,
            size: wgpu::BufferSize::new(PARAMETERS_BYTES),
        };
        let buffers = [(binding::PARAMETERS, of_pass)].into_iter().chain(bound.buffers.iter().cloned());
        let entries: Vec<_> = buffers
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::Buffer(buffer) })
            .collect();
        let layout = pipeline.get_bind_group_layout(0);
        let bindings =
            device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout: &layout, entries: &entries });
        let workgroups = fold_workgroups(bound.pass.workgroups, per_dimension);
        BoundDispatch { pipeline: pipeline.clone(), bindings, workgroups }
    };
    (passes.iter().zip(pipelines).enumerate().map(dispatch).collect(), parameters)
}

/// The words of a pass's parameters, padded to the stride of their buffer.
pub(super) fn parameter_words(pass: &Pass, columns: u32, takes_length: bool) -> [u32; STRIDE_WORDS] {
    let mut words = [0; STRIDE_WORDS];
    words[0] = pass.elements;
    words[1] = pass.argument;
    words[2] = columns;
    words[TAKES_LENGTH_WORD as usize] = takes_length.into();
    words
}

/// All passes' parameters in one buffer.
fn parameters(device: &wgpu::Device, queue: &wgpu::Queue, passes: &[PassBindings<'_>]) -> wgpu::Buffer {
    let of_pass = |bound: &PassBindings<'_>| parameter_words(bound.pass, bound.columns, bound.takes_length);
    let words: Vec<u32> = passes.iter().flat_map(of_pass).collect();
    let mut usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
    usage.set(wgpu::BufferUsages::STORAGE, passes.iter().any(|bound| bound.takes_length));
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("parameters"),
        size: PARAMETERS_STRIDE * passes.len().max(1) as u64,
        usage,
        mapped_at_creation: false,
    });
    queue.write_buffer(&buffer, 0, bytemuck::cast_slice(&words));
    buffer
}

/// The pass that writes a length on the device, at most `capacity` elements, into the parameters of `passes` passes.
pub(super) fn length_pass(capacity: u32, passes: u32, has_count: bool) -> Pass {
    let constants = [
        ("PARAMETERS_WORDS", STRIDE_WORDS as u32),
        ("TAKES_LENGTH_WORD", TAKES_LENGTH_WORD),
        ("WORKGROUP_SIZE", WORKGROUP_SIZE),
    ];
    let constants = constants.map(|(name, value)| (name, Constant::U32(value))).to_vec();
    let entry_point = if has_count { "set_lengths_and_clear_count" } else { "set_lengths" };
    Pass {
        kernel: Kernel::new(wgsl!("record/lengths.wgsl"), entry_point, constants),
        workgroups: 1,
        elements: capacity,
        takes_length: false,
        argument: passes,
        bindings: Vec::new(),
        serial_elements: 1,
        cost: PassCost::default(),
    }
}

/// The number of recorded runs of a plan between clears of scratch memory: half of the possible number. If runs share a
/// compute pass, a clear is recorded before all of them, so runs that are counted before the clear also follow it.
pub(super) fn runs_between_recorded_clears(plan: &Plan) -> Option<u32> {
    plan.runs_between_clears.map(|runs| (runs / 2).max(1))
}

/// The times at which scratch memory has to be cleared: before the first run, unless it is new, and after a number of
/// runs.
///
/// ```
/// use scanlab::record::low_level::Clears;
///
/// // New scratch memory, which is cleared after 3 runs.
/// let clears = Clears::new(Some(3), true);
/// assert_eq!((clears.reserve(5), clears.are_due()), (3, true));
/// clears.done();
/// assert_eq!((clears.reserve(1), clears.are_due()), (1, false));
/// ```
#[derive(Debug)]
pub struct Clears {
    runs_between: Option<u32>,
    /// Number of runs before the next clear.
    left: AtomicU32,
}

impl Clears {
    /// The clears of a plan. `is_new` tells whether scratch memory is still all zeros.
    pub fn new(runs_between: Option<u32>, is_new: bool) -> Self {
        Clears { runs_between, left: AtomicU32::new(runs_between.filter(|_| is_new).unwrap_or_default()) }
    }

    /// Whether scratch memory has to be cleared before the next run.
    pub fn are_due(&self) -> bool {
        self.runs_between.is_some() && self.left.load(Ordering::Relaxed) == 0
    }

    /// Records that scratch memory is cleared.
    pub fn done(&self) {
        self.left.store(self.runs_between.unwrap_or_default(), Ordering::Relaxed);
    }

    /// Makes the next run clear scratch memory first, as after an aborted run.
    pub fn invalidate(&self) {
        self.left.store(0, Ordering::Relaxed);
    }

    /// Counts up to `wanted` runs, and returns the number of those that are possible before the next clear.
    pub fn reserve(&self, wanted: u32) -> u32 {
        if self.runs_between.is_none() {
            return wanted;
        }
        // The closure always returns a value.
        let before = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left - wanted.min(left)));
        wanted.min(before.unwrap_or_default())
    }

    /// Counts a run. Returns whether scratch memory has to be cleared before the run. This is one atomic step, since
    /// several threads may record.
    fn begin(&self) -> bool {
        let Some(runs_between) = self.runs_between else { return false };
        let count = |left: u32| Some(if left == 0 { runs_between } else { left } - 1);
        // The closure always returns a value.
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, count) == Ok(0)
    }
}

/// A scan or an operation that is bound to buffers. It can be recorded any number of times.
///
/// Runs of one `Bound` share scratch memory, and each run relies on the contents that the last run has left there.
/// Submit all recordings in the order in which they were made. If you drop a recording, call [`Bound::clear_next`],
/// which makes the next recording independent of the dropped one.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// use scanlab::record::{Capabilities, Io, Kernels, ScanDescriptor};
/// use scanlab::wgpu::{BufferDescriptor, BufferUsages};
///
/// let scan = ScanDescriptor { in_place: true, ..ScanDescriptor::new(scanlab::monoid::Monoid::counts(), 1024) };
/// let scan = Kernels::scan(&device, &queue, &Capabilities::of(&device), &scan).await?;
/// let (label, size, usage) = (None, 4096, BufferUsages::STORAGE);
/// let data = device.create_buffer(&BufferDescriptor { label, size, usage, mapped_at_creation: false });
/// let bound = scan.bind(&Io { output: Some(data.slice(..)), ..Io::default() }).await?;
/// let mut encoder = device.create_command_encoder(&Default::default());
/// (0..3).for_each(|_| bound.record(&mut encoder));
/// queue.submit([encoder.finish()]);
/// assert_eq!(bound.status_words(), 0);
/// # Ok(()) }) }
/// ```
pub struct Bound {
    pub(super) dispatches: Vec<BoundDispatch>,
    pub(super) scratch: Vec<Region>,
    /// Indices of the scratch buffers with abort flags.
    pub(super) abort_flags: Vec<usize>,
    pub(super) clears: Clears,
}

pub(super) struct Region {
    pub buffer: wgpu::Buffer,
    pub offset: u64,
    pub size: u64,
}

impl Bound {
    /// Records one run: a clear of scratch memory if it is due, and a compute pass. The run uses the contents of the
    /// buffers at its execution.
    pub fn record(&self, encoder: &mut wgpu::CommandEncoder) {
        self.begin(encoder);
        self.dispatch(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    }

    /// Records the clear of scratch memory before a run in the caller's compute pass, if it is due. Call
    /// [`Bound::dispatch`] after it. Several runs, of one `Bound` or of several, can share a pass, so that the device
    /// begins and ends only one. In this case, call this function for each run before the pass.
    pub fn begin(&self, encoder: &mut wgpu::CommandEncoder) {
        if self.clears.begin() {
            for Region { buffer, offset, size } in &self.scratch {
                encoder.clear_buffer(buffer, *offset, Some(*size));
            }
        }
    }

    /// Records the dispatches of one run into a compute pass after [`Bound::begin`], for example into a pass with a
    /// label or timestamps. The dispatches change the pipeline and bind group 0 of the pass.
    pub fn dispatch(&self, pass: &mut wgpu::ComputePass<'_>) {
        self.dispatches.iter().for_each(|dispatch| dispatch.record(pass));
    }

    /// Makes the next recorded run clear scratch memory first. Call it after a recording that was not submitted.
    pub fn clear_next(&self) {
        self.clears.invalidate();
    }

    /// The number of 32-bit words of the status of a run; 0 if no run can be aborted.
    pub fn status_words(&self) -> u32 {
        self.abort_flags.len() as u32
    }

    /// Records a copy of the status to a buffer of usage `COPY_DST`, from byte `offset`, a multiple of 4: see
    /// [`Bound::check`]. Words other than 0 mean that a run was aborted. The outputs of that run, and of later runs up
    /// to the next clear, are then undefined. The next clear may be thousands of runs later.
    pub fn record_status(&self, encoder: &mut wgpu::CommandEncoder, to: &wgpu::Buffer, offset: u64) {
        for (index, &flag) in self.abort_flags.iter().enumerate() {
            let Region { buffer, offset: start, .. } = &self.scratch[flag];
            encoder.copy_buffer_to_buffer(buffer, start + ABORT_FLAG_BYTE, to, offset + 4 * index as u64, 4);
        }
    }

    /// Checks the words of [`Bound::record_status`]. After an aborted run, the next recorded run clears scratch memory
    /// first.
    ///
    /// # Errors
    /// [`Error::Aborted`] with the reason. After [`Abort::OutOfOrder`], use [`Kernels::in_any_order`], whose kernels do
    /// not depend on the order.
    ///
    /// [`Kernels::in_any_order`]: super::Kernels::in_any_order
    pub fn check(&self, status: &[u32]) -> Result<(), Error> {
        match status.iter().find(|&&word| word != 0) {
            None => Ok(()),
            Some(&word) => {
                self.clears.invalidate();
                Err(Error::Aborted(Abort::of(word)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scratch_memory_is_cleared_after_so_many_runs() {
        let clears = Clears::new(Some(3), true);
        assert!(!clears.are_due());
        assert_eq!([clears.reserve(2), clears.reserve(2), clears.reserve(2)], [2, 1, 0]);
        assert!(clears.are_due());
        clears.done();
        assert_eq!((clears.are_due(), clears.reserve(5)), (false, 3));
    }

    #[test]
    fn a_run_that_is_due_for_a_clear_is_the_first_after_it() {
        let clears = Clears::new(Some(3), true);
        assert_eq!([(); 8].map(|()| clears.begin()), [false, false, false, true, false, false, true, false]);
        clears.invalidate();
        assert!(clears.begin() && !clears.begin());
        assert!(!Clears::new(None, false).begin());
    }

    #[test]
    fn given_scratch_memory_and_that_of_an_aborted_run_are_cleared_first() {
        assert!(Clears::new(Some(3), false).are_due());
        let clears = Clears::new(Some(3), true);
        clears.invalidate();
        assert!(clears.are_due());
    }

    #[test]
    fn a_plan_without_states_needs_no_clear() {
        let clears = Clears::new(None, false);
        clears.invalidate();
        assert_eq!((clears.are_due(), clears.reserve(7)), (false, 7));
    }
}
