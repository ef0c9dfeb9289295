//! The properties of a device that plans depend on.

use crate::plan::Limits;

/// The limits of a device, and the results of probes. They are the same for every device that a program requests
/// from the same adapter in the same way, so the program can keep them.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// use scanlab::record::Capabilities;
///
/// let capabilities = Capabilities::of(&device);
/// assert_eq!(capabilities.limits().subgroups, None, "no probe has shown them");
/// let capabilities = capabilities.probe(&device, &queue).await?;
/// println!("forward progress: {}", capabilities.limits().forward_progress);
/// # Ok(()) }) }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capabilities {
    pub(super) limits: Limits,
    /// The smallest and the largest subgroup size that the adapter reports; `None` without subgroup operations.
    pub(super) subgroups: Option<(u32, u32)>,
    /// Whether the device has the feature `subgroup-size-control`.
    pub(super) subgroup_size_control: bool,
}

impl Capabilities {
    /// The limits of a device. Before [`Capabilities::probe`], plans use neither subgroup operations nor tiles that
    /// wait for each other.
    pub fn of(device: &wgpu::Device) -> Self {
        let (info, granted) = (device.adapter_info(), device.limits());
        let has_subgroups = device.features().contains(wgpu::Features::SUBGROUP);
        let software = info.device_type == wgpu::DeviceType::Cpu;
        Capabilities {
            limits: Limits {
                binding_bytes: granted.max_storage_buffer_binding_size.min(granted.max_buffer_size),
                workgroup_bytes: granted.max_compute_workgroup_storage_size,
                workgroups_per_dimension: granted.max_compute_workgroups_per_dimension,
                parallelism: if software { Limits::CORE.parallelism } else { Limits::GPU_PARALLELISM },
                software,
                subgroups_not_shown: has_subgroups,
                ..Limits::CORE
            },
            subgroups: has_subgroups.then_some((info.subgroup_min_size, info.subgroup_max_size)),
            subgroup_size_control: false,
        }
    }

    /// The limits for plans.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Mutable access to the limits for plans, for a caller that knows more about the device.
    pub fn limits_mut(&mut self) -> &mut Limits {
        &mut self.limits
    }

    /// The smallest and the largest subgroup size that the adapter reports; `None` without subgroup operations.
    pub fn reported_subgroups(&self) -> Option<(u32, u32)> {
        self.subgroups
    }

    /// Sets the adapter's subgroup sizes, for a device whose subgroup operations wgpu does not report. A probe must then
    /// show that subgroups consist of neighbouring invocations.
    pub fn set_reported_subgroups(&mut self, min: u32, max: u32) {
        self.subgroups = Some((min, max));
        self.set_subgroups_adjoin(false);
    }

    /// Sets whether kernels can require a subgroup size: the feature `subgroup-size-control` of browsers, which wgpu does
    /// not report. A probe must then show that the device has subgroups of this size.
    pub fn set_subgroup_size_control(&mut self, is_enabled: bool) {
        self.subgroup_size_control = is_enabled;
    }

    /// Assumes that started workgroups make progress, whatever a probe has shown. If the assumption is wrong, runs are
    /// aborted: see [`Bound::check`](super::Bound::check).
    pub fn assume_forward_progress(mut self) -> Self {
        self.limits.forward_progress = true;
        self
    }

    /// Sets whether subgroups consist of neighbouring invocations. If not, plans use no subgroup operations.
    pub fn set_subgroups_adjoin(&mut self, found: bool) {
        self.limits.subgroups = self.subgroups.filter(|_| found);
        self.limits.subgroups_not_shown = self.subgroups.is_some() && !found;
        self.limits.required_subgroup_size = None;
    }
}
