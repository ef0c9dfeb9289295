//! The only user of wgpu: a device, its buffers and pipelines, and the execution of plans.
//!
//! The module does not depend on algorithms. Natively, wgpu compiles the shaders with naga and calls Vulkan, Metal or Direct3D 12. In a
//! browser, wgpu calls the browser's WebGPU.

mod adapter;
mod batch;
mod cache;
mod data;
mod exchange;
mod execute;
mod facts;
mod memory;
mod operation;
mod parts;
mod pipelines;
mod prepare;
mod readback;
mod scan;
mod timer;
mod upload;
mod watch;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex};

pub use batch::{Batch, Span};
pub use data::IoBuffers;
#[cfg(target_arch = "wasm32")]
pub use exchange::View;
pub(crate) use exchange::fill_heads;
pub use exchange::{ByWords, Exchange, ReadbackSlice, UploadSlice};
pub use facts::{DeviceFacts, guaranteed};
pub use memory::GpuBuffer;
pub use operation::{OperationExchange, OperationInput, OperationOutput};
pub use prepare::{BoundPass, Prepared, split_into_submissions};
pub use readback::ReadbackStaging;
pub use scan::{DeviceWork, Phases};
pub use timer::Timer;
pub use upload::UploadStaging;

use cache::RunCache;
use pipelines::Pipelines;
use scanlab::error::Error;
use scanlab::plan::Limits;
use scanlab::record::Capabilities;
pub(crate) use scanlab::record::low_level::PendingErrors;

/// Options for opening a device.
#[derive(Clone, Copy, Debug)]
pub struct OpenOptions {
    /// Use timestamp queries if the adapter has them.
    pub timestamps: bool,
    /// Use subgroup operations if the adapter has them and [`crate::probe::all`] has shown that subgroups consist of
    /// neighbouring invocations. In a browser, the page must request subgroup operations, since wgpu cannot.
    pub subgroups: bool,
    /// Request the adapter's limits instead of the limits that WebGPU guarantees.
    pub raise_limits: bool,
}

impl OpenOptions {
    /// A device with no features and the limits that WebGPU guarantees.
    pub const GUARANTEED: OpenOptions = OpenOptions { timestamps: false, subgroups: false, raise_limits: false };
}

impl Default for OpenOptions {
    fn default() -> Self {
        OpenOptions { timestamps: true, subgroups: true, raise_limits: true }
    }
}

/// An open device.
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    /// Whether the device is destroyed with this value.
    is_owned: bool,
    pipelines: Pipelines,
    cache: RunCache,
    lost: Arc<Mutex<Option<String>>>,
    completed_waits: Arc<AtomicU32>,
    objects: Cell<u32>,
    name: String,
    capabilities: Cell<Capabilities>,
    revision: Cell<u32>,
    timestamps: bool,
}

/// A cancellation token for a long operation.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Rc<Cell<bool>>);

impl Cancel {
    /// Requests that the operation stop.
    pub fn cancel(&self) {
        self.0.set(true);
    }

    /// Fails after a request to stop.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn check(&self) -> Result<(), Error> {
        if self.0.get() { Err(Error::Cancelled) } else { Ok(()) }
    }
}

impl Gpu {
    /// Opens a device on the system's adapter.
    ///
    /// # Errors
    /// [`Error::NoAdapter`] if there is no adapter, or if the adapter gives no device.
    pub async fn open(options: OpenOptions) -> Result<Self, Error> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let adapter = instance
            .request_adapter(&wgpu::RequestAdapterOptions {
                power_preference: wgpu::PowerPreference::HighPerformance,
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
        Ok(Gpu::new(device, queue, true))
    }

    /// Works on a device that another part of the program has opened. The device stays open when this value is closed.
    /// wgpu cannot wrap an existing device: it asks the browser for an adapter, and the adapter for a device. Therefore
    /// `answered` calls its argument while the browser answers with an adapter that returns the existing device.
    /// `timestamps`: use timestamp queries if the device has them.
    ///
    /// # Errors
    /// [`Error::NoAdapter`] if the browser gives no adapter, or the adapter no device.
    pub async fn borrow(timestamps: bool, answered: impl FnOnce(&mut dyn FnMut())) -> Result<Self, Error> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let mut answer = None;
        answered(&mut || answer = Some(instance.request_adapter(&wgpu::RequestAdapterOptions::default())));
        let no_adapter = |reason: &dyn std::fmt::Display| Error::NoAdapter(reason.to_string());
        let adapter =
            answer.ok_or_else(|| no_adapter(&"no adapter was requested"))?.await.map_err(|error| no_adapter(&error))?;
        let requested = adapter.request_device(&wgpu::DeviceDescriptor::default()).await;
        let (device, queue) = requested.map_err(|error| no_adapter(&error))?;
        let gpu = Gpu::new(device, queue, false);
        Ok(Gpu { timestamps: gpu.timestamps && timestamps, ..gpu })
    }

    fn new(device: wgpu::Device, queue: wgpu::Queue, is_owned: bool) -> Self {
        let lost = Arc::new(Mutex::new(None));
        let seen = lost.clone();
        device.set_device_lost_callback(move |reason, message| {
            Gpu::lose(&seen, || format!("{reason:?}: {message}"));
        });
        Gpu {
            capabilities: Cell::new(Capabilities::of(&device)),
            revision: Cell::default(),
            timestamps: device.features().contains(wgpu::Features::TIMESTAMP_QUERY),
            name: device.adapter_info().name,
            pipelines: Pipelines::default(),
            cache: RunCache::default(),
            lost,
            completed_waits: Arc::default(),
            objects: Cell::new(0),
            device,
            queue,
            is_owned,
        }
    }

    /// The adapter's name, as far as the system reports it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the adapter is known to be a software adapter.
    pub fn is_software(&self) -> bool {
        self.limits().software
    }

    /// The limits for plans.
    pub fn limits(&self) -> Limits {
        self.capabilities.get().limits()
    }

    fn change(&self, change: impl FnOnce(&mut Capabilities)) {
        let before = self.capabilities.get();
        let mut capabilities = before;
        change(&mut capabilities);
        self.capabilities.set(capabilities);
        self.revision.set(self.revision() + u32::from(capabilities != before));
    }

    /// The number of changes of the limits and the calibration. While it stays equal, equal jobs have equal plans.
    pub fn revision(&self) -> u32 {
        self.revision.get()
    }

    /// Sets whether the probe has shown forward progress of started workgroups.
    pub fn set_forward_progress(&self, found: bool) {
        self.change(|capabilities| capabilities.limits_mut().forward_progress = found);
    }

    /// Sets whether the probe has shown that workgroups start in order, or together.
    pub fn set_starts_in_order(&self, found: bool) {
        self.change(|capabilities| capabilities.limits_mut().starts_in_order = found);
    }

    /// Marks the adapter as a software adapter, if wgpu does not recognise it.
    pub fn set_software(&self) {
        self.change(|capabilities| {
            let limits = capabilities.limits_mut();
            limits.software = true;
            limits.parallelism = Limits::CORE.parallelism;
        });
    }

    /// Sets the adapter's subgroup sizes for a device whose subgroup operations wgpu does not report. A probe must then
    /// show the layout of subgroups.
    pub fn set_subgroups(&self, min: u32, max: u32) {
        self.change(|capabilities| capabilities.set_reported_subgroups(min, max));
    }

    /// Sets whether kernels can require a subgroup size. A probe must then show that the device has subgroups of this size.
    pub fn set_subgroup_size_control(&self, is_enabled: bool) {
        self.change(|capabilities| capabilities.set_subgroup_size_control(is_enabled));
    }

    /// The smallest and the largest subgroup size that the adapter reports; `None` without subgroup operations.
    pub fn reported_subgroups(&self) -> Option<(u32, u32)> {
        self.capabilities.get().reported_subgroups()
    }

    /// Sets whether the probe has shown that subgroups consist of neighbouring invocations. If not, plans use no
    /// subgroup operations.
    pub fn set_subgroups_adjoin(&self, found: bool) {
        self.change(|capabilities| capabilities.set_subgroups_adjoin(found));
    }

    /// Whether the device has timestamp queries.
    pub fn has_timestamps(&self) -> bool {
        self.timestamps
    }

    /// The number of created buffers, bind groups and pipelines. A cached run creates no objects.
    pub fn objects(&self) -> u32 {
        self.objects.get()
    }

    fn count_object(&self) {
        self.objects.set(self.objects().wrapping_add(1));
    }

    /// Destroys the cached buffers, and also the device if this value has opened it. Pending and later operations fail
    /// with [`Error::DeviceLost`].
    pub fn close(&self) {
        Gpu::lose(&self.lost, || "closed".into());
        self.cache.clear();
        if self.is_owned {
            self.device.destroy();
        }
    }
}
