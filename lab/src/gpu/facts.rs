//! The properties of a device and the guarantees of WebGPU, for the page.

use scanlab::plan::{Limits, SUBGROUP_SIZES};
use serde::Serialize;

/// Properties of the open device.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DeviceFacts<'a> {
    /// The adapter's name, as wgpu reports it.
    pub name: &'a str,
    /// Whether the adapter is known to be a software adapter.
    pub is_fallback: bool,
    /// Whether timestamp queries are used.
    pub timestamps: bool,
    /// The number of words that one binding holds.
    pub max_elements: u64,
}

/// The guarantees of WebGPU, in this order: the bytes of a buffer, of a binding, and of workgroup memory; the maximum
/// number of workgroups in a dimension of a dispatch; the smallest and the largest subgroup size in WGSL.
pub fn guaranteed() -> [u32; 6] {
    let Limits { binding_bytes, workgroup_bytes, workgroups_per_dimension, .. } = Limits::CORE;
    let buffer_bytes = wgpu::Limits::default().max_buffer_size;
    let (smallest, largest) = SUBGROUP_SIZES;
    [buffer_bytes as u32, binding_bytes as u32, workgroup_bytes, workgroups_per_dimension, smallest, largest]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn webgpu_guarantees_what_its_specification_says() {
        assert_eq!(guaranteed(), [256 << 20, 128 << 20, 16 << 10, 65_535, 4, 128]);
    }
}
