//! Data flows, plans and shaders, without a device.

use wasm_bindgen::prelude::*;

use super::{thrown, to_json};
use crate::data::JoinedShader;
use crate::json;
use crate::request::{EmulatedDevice, Request, Resolved};
use scanlab::error::Error;
use scanlab::plan::Limits;
use scanlab::scan::Algorithm;

/// The data flow of an algorithm on `columns` elements, a power of two, as JSON.
///
/// # Errors
/// `bad-argument` for an unknown name or more columns than can be drawn.
#[wasm_bindgen(js_name = flowJson)]
pub fn flow_json(algorithm: &str, columns: u32) -> Result<String, JsValue> {
    const MOST: u32 = 64;
    let algorithm = Algorithm::find(algorithm).map_err(|error| thrown(&error))?;
    if !columns.is_power_of_two() || columns > MOST {
        let required = format!("a power of two up to {MOST}");
        return Err(thrown(&Error::bad_argument("columns", required, columns.to_string())));
    }
    to_json(&(algorithm.flow)(columns))
}

/// As [`super::Core::plan_json`], for a device with the limits that WebGPU guarantees, and with forward progress where the scan needs that.
///
/// # Errors
/// `bad-argument`, `too-large`, `unsupported`.
#[wasm_bindgen(js_name = planJson)]
pub fn plan_json(request: &str) -> Result<String, JsValue> {
    to_json(&explained(|limits| resolve(request, limits))?.describe())
}

/// As [`super::Core::shaders_json`], for the device of [`plan_json`].
///
/// # Errors
/// `bad-argument`, `too-large`, `unsupported`.
#[wasm_bindgen(js_name = shadersJson)]
pub fn shaders_json(request: &str) -> Result<String, JsValue> {
    shaders_of(&explained(|limits| resolve(request, limits))?)
}

/// The [`crate::request::Recording`] of a scan of `words` as JSON, for an [`EmulatedDevice`].
///
/// # Errors
/// `bad-argument`, `too-large`, `unsupported`.
#[wasm_bindgen(js_name = recordingJson)]
pub fn recording_json(request: &str, device: &str, words: &[u32], heads: &[u32]) -> Result<String, JsValue> {
    let recorded = || {
        let device: EmulatedDevice = json::parse("device", device)?;
        device.record(Request::parse(request)?, words, heads)
    };
    to_json(&recorded().map_err(|error| thrown(&error))?)
}

/// What is explained without a device: with the limits that WebGPU guarantees, else with forward progress too.
pub(super) fn explained<T>(explain: impl Fn(Limits) -> Result<T, JsValue>) -> Result<T, JsValue> {
    explain(Limits::CORE).or_else(|_| explain(Limits { forward_progress: true, ..Limits::CORE }))
}

pub(super) fn resolve(request: &str, limits: Limits) -> Result<Resolved, JsValue> {
    Request::parse(request).and_then(|request| request.resolve(limits)).map_err(|error| thrown(&error))
}

pub(super) fn shaders_of(resolved: &Resolved) -> Result<String, JsValue> {
    to_json(&JoinedShader::all(&resolved.shaders()))
}
