//! The options of a device, and its properties, for the page.

use serde::{Deserialize, Serialize};

/// Options of opening a device.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DeviceOptions {
    /// The adapter to use if there are several.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<PowerPreference>", optional))]
    pub power_preference: PowerPreference,
    /// Whether to use timestamp queries if the adapter has them.
    pub timestamps: bool,
}

/// The adapter to use if there are several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PowerPreference {
    /// The fastest.
    #[default]
    HighPerformance,
    /// The one that uses less energy.
    LowPower,
}

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
