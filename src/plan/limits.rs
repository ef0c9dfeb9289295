//! The limits and capabilities of a device that plans depend on.

use super::Calibration;

/// What a device allows, as far as plans depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes that one storage binding may have (and one buffer).
    pub binding_bytes: u64,
    /// Workgroup memory of one workgroup, in bytes.
    pub workgroup_bytes: u32,
    /// Workgroups along one dimension of a dispatch.
    pub workgroups_per_dimension: u32,
    /// Whether a probe has shown that workgroups that have started go on while others wait for them.
    pub forward_progress: bool,
    /// Whether a probe has shown that as few workgroups as a subgroup has invocations start together, or in their order.
    pub few_in_order: bool,
    /// Whether the device is a software adapter.
    pub software: bool,
    /// The smallest and the largest size of a subgroup, as the adapter reports them; none where there are no subgroup operations.
    pub subgroups: Option<(u32, u32)>,
    /// The fastest algorithms by measurement, for `auto`; none before a calibration.
    pub calibration: Calibration,
}

impl Limits {
    /// What every WebGPU device grants.
    pub const CORE: Limits = Limits {
        binding_bytes: 128 << 20,
        workgroup_bytes: 16 << 10,
        workgroups_per_dimension: 65_535,
        forward_progress: false,
        few_in_order: false,
        software: false,
        subgroups: None,
        calibration: Calibration::NONE,
    };
}
