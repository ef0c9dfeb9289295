//! Probes of an open device: [`Capabilities::probe`](scanlab::record::Capabilities::probe) in steps, so that its
//! progress is visible.

use serde::Serialize;

use crate::gpu::Gpu;
use scanlab::error::Error;

/// The findings of the probes on the open device.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProbeFacts {
    /// Whether workgroups that have started continue while others wait for them.
    pub forward_progress: bool,
    /// Whether the device has subgroup operations, and each subgroup consists of neighbouring invocations.
    pub subgroups_adjoin: bool,
}

/// Runs all probes on an open device, and stores the results in the device's limits. Without `progress`, the device
/// counts as a device without forward progress.
///
/// # Errors
/// As [`subgroups`] and [`forward_progress`].
pub async fn all(gpu: &Gpu, progress: bool) -> Result<(), Error> {
    subgroups(gpu).await?;
    if progress {
        forward_progress(gpu).await?;
    }
    Ok(())
}

/// Probes whether each subgroup consists of neighbouring invocations, and stores the result in the device's limits. If so,
/// plans use subgroup operations. Returns false if the device has no subgroup operations.
///
/// # Errors
/// [`Error::DeviceOutOfMemory`], [`Error::DeviceLost`].
pub async fn subgroups(gpu: &Gpu) -> Result<bool, Error> {
    gpu.probed(async |capabilities, device, queue| capabilities.probe_subgroups(device, queue).await).await
}

/// Probes the forward progress of the device, and stores the results in the device's limits. The results decide whether the
/// device supports `chained` and `look-back`.
///
/// A software adapter is not probed and counts as a device without forward progress, since its scheduling depends on the load of the
/// system.
///
/// # Errors
/// As [`subgroups`].
pub async fn forward_progress(gpu: &Gpu) -> Result<bool, Error> {
    if gpu.is_software() {
        gpu.set_forward_progress(false);
        gpu.set_starts_in_order(false);
        return Ok(false);
    }
    probe(gpu).await
}

/// Probes the forward progress of any device, and then, if the device has it, the start order of workgroups.
///
/// # Errors
/// As [`subgroups`].
pub async fn probe(gpu: &Gpu) -> Result<bool, Error> {
    gpu.probed(async |capabilities, device, queue| capabilities.probe_progress(device, queue).await).await
}
