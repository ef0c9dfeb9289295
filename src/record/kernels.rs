//! Compiled kernels of a scan or an operation.

use std::sync::OnceLock;

use super::bind::{Clears, PassBindings, STORAGE, bind_passes};
use super::bind::{Region, length_pass, runs_between_recorded_clears};
use super::compile::{code_error, compile};
use super::{Bound, Capabilities, Io, scopes};
use crate::error::Error;
use crate::monoid::Monoid;
use crate::operation::{OperationJob, PlannedOperation};
use crate::plan::{
    Direction, Form, Job, Kernel, Limits, MAX_WORDS, Mode, Pass, Plan, Plannable, Planned, Port, Resource, Segments,
    Tuning,
};
use crate::scan::{Algorithm, PlannedScan, ScanJob, WORKGROUP_SIZE};
use crate::shader;
use crate::wgsl::binding;

/// A scan to compile.
///
/// ```
/// use scanlab::monoid::{ElementType, Monoid};
/// use scanlab::plan::Mode;
/// use scanlab::record::ScanDescriptor;
///
/// let sum = Monoid::find("add", ElementType::F32)?;
/// let exclusive = ScanDescriptor { mode: Mode::Exclusive, ..ScanDescriptor::new(sum, 1000) };
/// assert_eq!(exclusive.algorithm.id, "auto");
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ScanDescriptor {
    /// Operator and element type.
    pub monoid: Monoid,
    /// Inclusive or exclusive.
    pub mode: Mode,
    /// Forward or backward.
    pub direction: Direction,
    /// The segments of the input, which are scanned separately.
    pub segments: Segments,
    /// Whether the output overwrites the input in the same buffer.
    pub in_place: bool,
    /// Whether every segment begins with the initial value in [`Io::initial`].
    pub initial: bool,
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// Values of the algorithm's tuning parameters, by name.
    pub tuning: Tuning,
    /// Number of elements; an element has one or several 32-bit words.
    pub elements: u32,
    /// Whether the device computes the number of elements, up to `elements`: see [`Io::length`]. If the algorithm is
    /// `auto`, it chooses one that supports this.
    pub length_on_device: bool,
}

impl ScanDescriptor {
    /// An inclusive forward scan by the fastest algorithm for the length and the device.
    pub fn new(monoid: Monoid, elements: u32) -> Self {
        let Form { monoid, mode, direction, segments, in_place, initial } = Form::new(monoid, Mode::Inclusive);
        let (algorithm, tuning) = (Algorithm::AUTO, Tuning::new());
        ScanDescriptor {
            monoid,
            mode,
            direction,
            segments,
            in_place,
            initial,
            algorithm,
            tuning,
            elements,
            length_on_device: false,
        }
    }

    /// The scan with its plan for a device.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a form that the algorithm does not support, and if the device does not meet its
    /// needs; [`Error::BadArgument`] for tuning out of range and rows without elements.
    pub fn planned(&self, capabilities: &Capabilities) -> Result<PlannedScan, Error> {
        let ScanDescriptor { ref monoid, mode, direction, segments, in_place, initial, .. } = *self;
        let ScanDescriptor { algorithm, ref tuning, elements, .. } = *self;
        let limits = capabilities.limits();
        algorithm.check_needs(&limits)?;
        let form = Form { direction, segments, in_place, initial, ..Form::new(monoid.clone(), mode) };
        let job = Job { tuning: tuning.clone(), ..Job::new(elements, form, limits) };
        if !self.length_on_device || elements == 0 {
            return algorithm.planned(job);
        }
        let chosen = algorithm.for_length(&job);
        let planned = chosen.planned(job)?;
        match planned.plan().takes_length {
            true => Ok(planned),
            false => Err(Error::Unsupported(format!(
                "a length that the device computes requires passes that do not depend on the length; \"{}\" in this form has passes that do",
                chosen.id
            ))),
        }
    }
}

/// The pipelines of a scan or an operation of a fixed length, without buffers.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// use scanlab::monoid::{ElementType, Monoid};
/// use scanlab::record::{Capabilities, Kernels, ScanDescriptor};
///
/// let maxima = ScanDescriptor::new(Monoid::find("max", ElementType::I32)?, 4);
/// let scan = Kernels::scan(&device, &queue, &Capabilities::of(&device), &maxima).await?;
/// assert_eq!(scan.run(&[-3i32, 1, -7, 2]).await?, [-3, 1, 1, 2]);
/// assert_eq!(scan.run(&[4i32, 1, 5, 2]).await?, [4, 4, 5, 5]);
/// # Ok(()) }) }
/// ```
pub struct Kernels<J> {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) planned: Planned<J>,
    /// One pipeline per pass.
    pipelines: Vec<wgpu::ComputePipeline>,
    /// The pipeline that writes a length on the device into the parameters; empty before the first binding with a length.
    set_length: OnceLock<wgpu::ComputePipeline>,
}

impl Kernels<ScanJob> {
    /// The kernels of a scan.
    ///
    /// # Errors
    /// As [`ScanDescriptor::planned`] and [`Kernels::new`].
    pub async fn scan(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        capabilities: &Capabilities,
        descriptor: &ScanDescriptor,
    ) -> Result<Self, Error> {
        Kernels::new(device, queue, descriptor.planned(capabilities)?).await
    }
}

impl Kernels<OperationJob> {
    /// The kernels of an operation.
    ///
    /// ```
    /// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
    /// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
    /// use scanlab::monoid::{ElementType, Monoid};
    /// use scanlab::operation::{OperationJob, Options};
    /// use scanlab::record::{Capabilities, Kernels};
    ///
    /// let capabilities = Capabilities::of(&device);
    /// let keys = Monoid::find("add", ElementType::U32)?;
    /// let sort = OperationJob::new("sort", 1000, keys, capabilities.limits())?;
    /// let sort = OperationJob { options: Options { values: true, ..Options::default() }, ..sort };
    /// let kernels = Kernels::operation(&device, &queue, sort).await?;
    /// assert_eq!(kernels.ports().len(), 4);
    /// # Ok(()) }) }
    /// ```
    ///
    /// # Errors
    /// As [`OperationJob::planned`] and [`Kernels::new`].
    pub async fn operation(device: &wgpu::Device, queue: &wgpu::Queue, job: OperationJob) -> Result<Self, Error> {
        let planned: PlannedOperation = job.planned()?;
        Kernels::new(device, queue, planned).await
    }
}

impl<J: Plannable> Kernels<J> {
    /// Compiles a planned scan or operation. Natively, the compilation does not yield.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more elements than the device can bind, [`Error::Code`] for code of the caller that does not compile,
    /// [`Error::Unsupported`] for a shader or a number of bindings that the device refuses.
    pub async fn new(device: &wgpu::Device, queue: &wgpu::Queue, planned: Planned<J>) -> Result<Self, Error> {
        let plan = planned.plan();
        check_size(&planned.job().ports(), plan, &planned.job().limits())?;
        check_bindings(plan, &device.limits())?;
        let mut pipelines: Vec<wgpu::ComputePipeline> = Vec::new();
        for (index, pass) in plan.passes.iter().enumerate() {
            let pipeline = match plan.pass_of_same_kernel(index) {
                Some(known) => pipelines[known].clone(),
                None => pipeline(device, &pass.kernel).await?,
            };
            pipelines.push(pipeline);
        }
        Ok(Kernels { device: device.clone(), queue: queue.clone(), planned, pipelines, set_length: OnceLock::new() })
    }

    /// The inputs and outputs, with the required bytes of their buffers.
    pub fn ports(&self) -> Vec<Port> {
        self.planned.job().ports()
    }

    /// The sizes of the scratch buffers.
    pub fn scratch_bytes(&self) -> &[u64] {
        &self.planned.plan().scratch_bytes
    }

    /// Whether a number of elements that the device has computed can replace the number of elements of the kernels: see
    /// [`Io::length`].
    pub fn takes_length(&self) -> bool {
        self.planned.plan().takes_length
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        self.planned.plan()
    }

    /// The same kernels, compiled for a device that has started workgroups in another order than the probe has shown.
    ///
    /// # Errors
    /// As [`Kernels::new`].
    pub async fn in_any_order(&self) -> Result<Self, Error> {
        Kernels::new(&self.device, &self.queue, self.planned.in_any_order()).await
    }

    /// Binds buffers. Scratch memory is allocated unless `io` provides it. The first binding with a length on the
    /// device compiles one more kernel.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for kernels without elements, which have nothing to record, and for buffers that do not
    /// match the ports; [`Error::DeviceOutOfMemory`] for scratch memory; [`Error::Unsupported`] if the device refuses a
    /// buffer, for example one of another device.
    pub async fn bind(&self, io: &Io<'_>) -> Result<Bound, Error> {
        if self.plan().passes.is_empty() {
            return Err(Error::bad_argument("the elements of kernels that are bound", "at least 1", "0"));
        }
        io.check(&self.ports(), self.scratch_bytes(), &self.device)?;
        let set_length = match io.length {
            None => None,
            Some(_) if !self.takes_length() => {
                let required = "left out, since some passes depend on a length that is known to the host";
                return Err(Error::bad_argument("the length", required, "a buffer"));
            }
            Some(_) => {
                let (elements, passes) = (self.planned.job().elements(), self.planned.plan().passes.len() as u32);
                let pass = length_pass(elements, passes, io.count.is_some());
                let compiled = match self.set_length.get() {
                    Some(compiled) => compiled.clone(),
                    None => pipeline(&self.device, &pass.kernel).await?,
                };
                Some((pass, self.set_length.get_or_init(|| compiled).clone()))
            }
        };
        let (bound, errors) = scopes::within(&self.device, || self.create(io, set_length));
        scopes::check("the buffers of a run", self.planned.plan().total_scratch_bytes(), errors).await?;
        Ok(bound)
    }

    /// Creates scratch memory, unless `io` provides it, and the bind groups. Call this function within error scopes.
    fn create(&self, io: &Io<'_>, set_length: Option<(Pass, wgpu::ComputePipeline)>) -> Bound {
        let plan = self.planned.plan();
        let scratch = self.scratch(io);
        let table = self.table();
        let ports = self.ports();
        let buffer = |resource: Resource| match resource {
            Resource::Scratch(index) => scratch.get(index).map(Region::binding),
            Resource::Table => table.as_ref().map(wgpu::Buffer::as_entire_buffer_binding),
            other => {
                let port = ports.iter().find(|port| port.resource == other)?;
                Some(slice_binding(io.slice(other)?, port.bytes))
            }
        };
        let bound = |&(binding, resource): &(u32, Resource)| Some((binding, buffer(resource)?));
        let columns = self.planned.job().form().segments.columns();
        let passes: Vec<_> = plan
            .passes
            .iter()
            .map(|pass| PassBindings {
                pass,
                columns,
                takes_length: set_length.is_some() && pass.takes_length,
                buffers: pass.bindings.iter().filter_map(bound).collect(),
            })
            .collect();
        let on_device = (&self.device, &self.queue);
        let (mut dispatches, parameters) = bind_passes(on_device, &passes, &self.pipelines);
        if let Some(((pass, pipeline), length)) = set_length.zip(io.length) {
            let of_passes = (binding::PASS_PARAMETERS, parameters.as_entire_buffer_binding());
            let count = io.count.map(|count| (binding::COUNTED, slice_binding(count, 4)));
            let buffers =
                [(binding::DEVICE_LENGTH, slice_binding(length, 4)), of_passes].into_iter().chain(count).collect();
            let length = [PassBindings { pass: &pass, columns: 0, takes_length: false, buffers }];
            dispatches.splice(..0, bind_passes(on_device, &length, &[pipeline]).0);
        }
        Bound {
            dispatches,
            abort_flags: plan.abort_flag_indices().collect(),
            clears: Clears::new(runs_between_recorded_clears(plan), io.scratch.is_empty()),
            scratch,
        }
    }

    fn scratch(&self, io: &Io<'_>) -> Vec<Region> {
        let sizes = self.scratch_bytes().iter();
        if io.scratch.is_empty() {
            let create = |&size: &u64| {
                let (label, usage) = (Some("scratch"), STORAGE);
                self.device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation: false })
            };
            return sizes.map(|size| Region { buffer: create(size), offset: 0, size: *size }).collect();
        }
        let given = io.scratch.iter().zip(sizes);
        given.map(|(slice, &size)| Region { buffer: slice.buffer().clone(), offset: slice.offset(), size }).collect()
    }

    fn table(&self) -> Option<wgpu::Buffer> {
        let words: &[u8] = bytemuck::cast_slice(&self.planned.plan().table);
        if words.is_empty() {
            return None;
        }
        let table = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("table"),
            size: words.len() as u64,
            usage: STORAGE,
            mapped_at_creation: false,
        });
        self.queue.write_buffer(&table, 0, words);
        Some(table)
    }
}

/// The first bytes of a slice.
fn slice_binding(slice: wgpu::BufferSlice<'_>, bytes: u64) -> wgpu::BufferBinding<'_> {
    wgpu::BufferBinding { buffer: slice.buffer(), offset: slice.offset(), size: wgpu::BufferSize::new(bytes) }
}

impl Region {
    fn binding(&self) -> wgpu::BufferBinding<'_> {
        wgpu::BufferBinding { buffer: &self.buffer, offset: self.offset, size: wgpu::BufferSize::new(self.size) }
    }
}

pub(super) async fn pipeline(device: &wgpu::Device, kernel: &Kernel) -> Result<wgpu::ComputePipeline, Error> {
    let shader = shader::compose(kernel);
    let create = || compile(device, &shader.source, kernel.entry_point);
    let ((module, pipeline), errors) = scopes::within(device, create);
    match scopes::check("a shader", 0, errors).await {
        Err(Error::Unsupported(message)) if shader.has_code() => Err(code_error(&shader, &module, message).await),
        checked => checked.map(|()| pipeline),
    }
}

/// Fails if a buffer is larger than the device can bind.
pub(super) fn check_size(ports: &[Port], plan: &Plan, limits: &Limits) -> Result<(), Error> {
    let limit = limits.binding_bytes.min(4 * MAX_WORDS);
    let named = ports.iter().map(|port| (port.name(), port.bytes));
    let scratch = plan.scratch_bytes.iter().map(|&bytes| ("scratch memory", bytes));
    match named.chain(scratch).find(|&(_, bytes)| bytes > limit) {
        None => Ok(()),
        Some((what, bytes)) => Err(Error::TooLarge {
            what: format!("the {what}"),
            required: format!("a buffer of {bytes} bytes"),
            limit: format!("{limit} bytes"),
        }),
    }
}

/// Fails if a pass has more storage buffers or invocations than the device allows. This happens only on devices below
/// WebGPU's guaranteed limits.
fn check_bindings(plan: &Plan, limits: &wgpu::Limits) -> Result<(), Error> {
    let buffers = plan.passes.iter().map(|pass| pass.bindings.len() as u32).max().unwrap_or_default();
    let invocations = limits.max_compute_invocations_per_workgroup.min(limits.max_compute_workgroup_size_x);
    let requirements = [
        (buffers, "storage buffers", limits.max_storage_buffers_per_shader_stage, "per shader stage"),
        (WORKGROUP_SIZE, "invocations", invocations, "per workgroup"),
    ];
    match requirements.into_iter().find(|(found, _, limit, _)| found > limit) {
        None => Ok(()),
        Some((found, unit, limit, per)) => Err(Error::TooLarge {
            what: "a pass".into(),
            required: format!("{found} {unit}"),
            limit: format!("{limit} {per}"),
        }),
    }
}
