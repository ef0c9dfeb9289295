//! The only user of wgpu: a device, its buffers and pipelines, and the execution of plans.
//!
//! It knows no algorithm. Natively wgpu compiles the shaders with naga and talks to Vulkan, Metal or Direct3D 12; in a
//! browser the same calls go to the browser's WebGPU.

mod adapter;
mod batch;
mod exchange;
mod execute;
mod kept;
mod memory;
mod pipelines;
mod prepare;
mod readback;
mod scan;
mod timer;
mod uplink;

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures_channel::oneshot::{self, Receiver};

pub use batch::{Batch, Span};
#[cfg(target_arch = "wasm32")]
pub use exchange::View;
pub use exchange::{ByWords, Exchange, Piece, Room};
pub use memory::GpuBuffer;
pub use prepare::{BoundPass, Prepared, ScanData};
pub use readback::Staging;
pub use scan::{Between, Steps};
pub use timer::Timer;
pub use uplink::Uplink;

use crate::error::Error;
use crate::plan::Limits;
use kept::KeptScans;
use pipelines::Pipelines;

/// What is asked of the system when a device is opened.
#[derive(Clone, Copy, Debug)]
pub struct OpenOptions {
    /// Prefer the slower adapter that uses less energy.
    pub low_power: bool,
    /// Use timestamp queries where the adapter has them.
    pub timestamps: bool,
    /// Use subgroup operations where the adapter has them. A browser has to be asked for them by the page.
    pub subgroups: bool,
    /// Ask for more than WebGPU's guaranteed limits where the adapter has more.
    pub raise_limits: bool,
}

impl Default for OpenOptions {
    fn default() -> Self {
        OpenOptions { low_power: false, timestamps: true, subgroups: true, raise_limits: true }
    }
}

/// What can go wrong where objects are made.
const OF_OBJECTS: &[wgpu::ErrorFilter] =
    &[wgpu::ErrorFilter::Validation, wgpu::ErrorFilter::Internal, wgpu::ErrorFilter::OutOfMemory];

/// What can go wrong where commands are submitted: they find what they need in place.
const OF_COMMANDS: &[wgpu::ErrorFilter] = &[wgpu::ErrorFilter::Validation];

/// What error scopes will have found, the last of them first.
type Found = Vec<Pin<Box<dyn Future<Output = Option<wgpu::Error>>>>>;

/// An open device.
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    pipelines: Pipelines,
    kept: KeptScans,
    lost: Arc<Mutex<Option<String>>>,
    /// Waits for the device, and submissions, that have come to their end.
    steps: Arc<AtomicU32>,
    /// Objects made on the device.
    objects: Cell<u32>,
    name: String,
    limits: Cell<Limits>,
    timestamps: bool,
}

/// Tells a long operation that its caller no longer waits for it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Rc<Cell<bool>>);

impl Cancel {
    /// Asks the operation to stop at the next opportunity.
    pub fn cancel(&self) {
        self.0.set(true);
    }

    /// # Errors
    /// [`Error::Cancelled`] once the caller has asked to stop.
    pub fn check(&self) -> Result<(), Error> {
        if self.0.get() { Err(Error::Cancelled) } else { Ok(()) }
    }
}

impl Gpu {
    /// Opens a device on the system's adapter.
    ///
    /// # Errors
    /// [`Error::NoAdapter`] where there is none or it gives no device.
    pub async fn open(options: OpenOptions) -> Result<Self, Error> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let adapter = instance
            .request_adapter(&wgpu::RequestAdapterOptions {
                power_preference: match options.low_power {
                    true => wgpu::PowerPreference::LowPower,
                    false => wgpu::PowerPreference::HighPerformance,
                },
                ..Default::default()
            })
            .await
            .map_err(|error| Error::NoAdapter(error.to_string()))?;
        let mut wanted = wgpu::Features::empty();
        wanted.set(wgpu::Features::TIMESTAMP_QUERY, options.timestamps);
        wanted.set(wgpu::Features::SUBGROUP, options.subgroups);
        let required_features = adapter.features() & wanted;
        let required_limits = if options.raise_limits { adapter.limits() } else { wgpu::Limits::default() };
        let descriptor =
            wgpu::DeviceDescriptor { label: Some("scanlab"), required_features, required_limits, ..Default::default() };
        let (device, queue) =
            adapter.request_device(&descriptor).await.map_err(|error| Error::NoAdapter(error.to_string()))?;
        Ok(Gpu::new(&adapter, device, queue))
    }

    fn new(adapter: &wgpu::Adapter, device: wgpu::Device, queue: wgpu::Queue) -> Self {
        let lost = Arc::new(Mutex::new(None));
        let seen = lost.clone();
        device.set_device_lost_callback(move |reason, message| {
            *seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(format!("{reason:?}: {message}"));
        });
        let info = adapter.get_info();
        let granted = device.limits();
        let subgroups = device.features().contains(wgpu::Features::SUBGROUP);
        Gpu {
            limits: Cell::new(Limits {
                binding_bytes: granted.max_storage_buffer_binding_size.min(granted.max_buffer_size),
                workgroup_bytes: granted.max_compute_workgroup_storage_size,
                workgroups_per_dimension: granted.max_compute_workgroups_per_dimension,
                software: info.device_type == wgpu::DeviceType::Cpu,
                subgroups: subgroups.then_some((info.subgroup_min_size, info.subgroup_max_size)),
                ..Limits::CORE
            }),
            timestamps: device.features().contains(wgpu::Features::TIMESTAMP_QUERY),
            name: info.name,
            pipelines: Pipelines::default(),
            kept: KeptScans::default(),
            lost,
            steps: Arc::default(),
            objects: Cell::new(0),
            device,
            queue,
        }
    }

    /// The adapter's name, as far as the system tells it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the adapter is known to be a software one.
    pub fn is_software(&self) -> bool {
        self.limits.get().software
    }

    /// The limits that plans keep.
    pub fn limits(&self) -> Limits {
        self.limits.get()
    }

    /// Notes what a probe has found out about the progress of workgroups that wait for each other.
    pub fn set_forward_progress(&self, found: bool) {
        self.limits.set(Limits { forward_progress: found, ..self.limits.get() });
    }

    /// Notes that the adapter is a processor that plays a GPU, where its name tells somebody else.
    pub fn set_software(&self) {
        self.limits.set(Limits { software: true, ..self.limits.get() });
    }

    /// Takes note of subgroup operations that the device was opened with behind wgpu's back, and of the adapter's sizes.
    pub fn set_subgroups(&self, min: u32, max: u32) {
        self.limits.set(Limits { subgroups: Some((min, max)), ..self.limits.get() });
    }

    /// Whether times come from the GPU's own clock.
    pub fn has_timestamps(&self) -> bool {
        self.timestamps
    }

    /// How many waits for the device, and submissions, have come to their end: one that makes no steps while it has work hangs.
    pub fn steps(&self) -> u32 {
        self.steps.load(Ordering::Relaxed)
    }

    fn note_step(&self) {
        self.steps.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts what was submitted last once it is done.
    fn note_submission(&self) {
        let steps = self.steps.clone();
        self.queue.on_submitted_work_done(move || {
            steps.fetch_add(1, Ordering::Relaxed);
        });
    }

    /// How many buffers, bind groups and pipelines have been made: a scan of a shape that is kept makes none.
    pub fn objects(&self) -> u32 {
        self.objects.get()
    }

    fn note_object(&self) {
        self.objects.set(self.objects().wrapping_add(1));
    }

    /// Gives up the device: whatever runs ends, and every later operation fails.
    pub fn close(&self) {
        self.kept.clear();
        self.device.destroy();
    }

    /// Runs `work`, which creates objects, and turns what the device finds wrong into an error.
    async fn scoped<T>(&self, what: &str, required_bytes: u64, work: impl FnOnce() -> T) -> Result<T, Error> {
        let (value, found) = self.watched(OF_OBJECTS, work);
        self.judge(what, required_bytes, found).await?;
        Ok(value)
    }

    /// Runs `work` within error scopes for [`Gpu::judge`], which may come when something else has been waited for.
    ///
    /// Scopes are closed before anything is awaited, so that operations running beside each other cannot mix theirs up.
    fn watched<T>(&self, errors: &[wgpu::ErrorFilter], work: impl FnOnce() -> T) -> (T, Found) {
        let scopes = self.begin_scopes(errors);
        let value = work();
        (value, end_scopes(scopes))
    }

    fn begin_scopes(&self, errors: &[wgpu::ErrorFilter]) -> Vec<wgpu::ErrorScopeGuard> {
        let mut scopes = Vec::with_capacity(errors.len());
        for &filter in errors {
            scopes.push(self.device.push_error_scope(filter));
        }
        scopes
    }

    /// The error that scopes have found.
    async fn judge(&self, what: &str, required_bytes: u64, found: Found) -> Result<(), Error> {
        let mut first = None;
        for scope in found {
            first = first.or(scope.await);
        }
        self.note_step();
        match first {
            None => self.check_lost(),
            Some(wgpu::Error::OutOfMemory { source }) => {
                Err(Error::OutOfMemory { required_bytes, detail: source.to_string() })
            }
            Some(error) => Err(Error::Unsupported(format!("this device refuses {what}: {error}"))),
        }
    }

    fn check_lost(&self) -> Result<(), Error> {
        let lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        lost.as_ref().map_or(Ok(()), |message| Err(Error::DeviceLost(message.clone())))
    }

    /// Waits until the device has done all that was submitted.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub async fn drain(&self) -> Result<(), Error> {
        self.wait(&mut self.done()).await
    }

    /// Tells when the device has done all that was submitted by now.
    fn done(&self) -> Receiver<()> {
        let (done, waiting) = oneshot::channel();
        self.queue.on_submitted_work_done(move || {
            let _ = done.send(());
        });
        waiting
    }

    async fn wait(&self, done: &mut Receiver<()>) -> Result<(), Error> {
        self.poll()?;
        let done = done.await;
        self.note_step();
        self.check_lost()?;
        done.map_err(|_| Error::DeviceLost("something that was waited for was given up".into()))
    }

    /// Natively callbacks only run while somebody polls; a browser runs them by itself.
    fn poll(&self) -> Result<(), Error> {
        let polled = self.device.poll(wgpu::PollType::wait_indefinitely());
        polled.map(|_| ()).map_err(|error| Error::DeviceLost(error.to_string()))
    }
}

/// Scopes end in the reverse order of their start.
fn end_scopes(mut scopes: Vec<wgpu::ErrorScopeGuard>) -> Found {
    let mut found = Found::with_capacity(scopes.len());
    while let Some(scope) = scopes.pop() {
        found.push(Box::pin(scope.pop()));
    }
    found
}
