//! Data flows, plans and shaders, without a device.

use wasm_bindgen::prelude::*;

use super::Thrown;
use super::data::{self, read, write};
use crate::catalogue::MAX_FLOW_COLUMNS;
use crate::description::JoinedShader;
use crate::request::Resolved;
use scanlab::error::Error;
use scanlab::plan::Limits;
use scanlab::scan::Algorithm;

/// The data flow of an algorithm on `columns` elements, a power of two.
///
/// # Errors
/// `bad-argument` for an unknown name or more columns than can be drawn.
#[wasm_bindgen]
pub fn flow(algorithm: &str, columns: u32) -> Result<data::Flow, Thrown> {
    let algorithm = Algorithm::find(algorithm)?;
    if !columns.is_power_of_two() || columns > MAX_FLOW_COLUMNS {
        let required = format!("a power of two up to {MAX_FLOW_COLUMNS}");
        return Err(Error::bad_argument("columns", required, columns.to_string()).into());
    }
    Ok(write(&(algorithm.flow)(columns)))
}

/// The plan of a scan on an assumed device. The device has the limits that WebGPU guarantees, and forward progress if the
/// scan needs it.
///
/// # Errors
/// `bad-argument`, `too-large`, `unsupported`.
#[wasm_bindgen]
pub fn plan(request: &data::Request) -> Result<data::PlanDescription, Thrown> {
    Ok(write(&resolved(request)?.describe()))
}

/// The distinct shaders of a scan's plan, file by file, for the device of [`plan`].
///
/// # Errors
/// `bad-argument`, `too-large`, `unsupported`.
#[wasm_bindgen]
pub fn shaders(request: &data::Request) -> Result<data::Shaders, Thrown> {
    Ok(shaders_of(&resolved(request)?))
}

/// The recording of a scan of `words` for an emulated device. `heads` is empty if the scan is not segmented.
///
/// # Errors
/// `bad-argument`, `too-large`, `unsupported`.
#[wasm_bindgen]
pub fn recording(
    request: &data::Request,
    device: &data::EmulatedDevice,
    words: &[u32],
    heads: &[u32],
) -> Result<data::Recording, Thrown> {
    Ok(write(&read("device", device)?.record(read("request", request)?, words, heads)?))
}

fn resolved(request: &data::Request) -> Result<Resolved, Error> {
    let request = read("request", request)?;
    with_assumed_limits(|limits| request.resolve(limits))
}

/// Calls `explain` with the limits that WebGPU guarantees. If `explain` fails, calls it again with forward progress.
pub(super) fn with_assumed_limits<T>(explain: impl Fn(Limits) -> Result<T, Error>) -> Result<T, Error> {
    explain(Limits::CORE).or_else(|_| explain(Limits { forward_progress: true, ..Limits::CORE }))
}

pub(super) fn shaders_of(resolved: &Resolved) -> data::Shaders {
    write(&JoinedShader::all(&resolved.shaders()))
}
