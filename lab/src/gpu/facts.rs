//! The properties of a device, for the page.

use serde::Serialize;

/// Properties of the open device.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DeviceFacts<'a> {
    /// The adapter's name, as wgpu reports it.
    pub name: &'a str,
    /// Whether wgpu reports a software adapter.
    pub is_fallback: bool,
    /// Whether timestamp queries are used.
    pub timestamps: bool,
    /// Array entries that one binding holds.
    pub max_elements: u64,
}
