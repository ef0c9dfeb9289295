//! Plans for exported modules.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::Thrown;
use super::data::{self, read, write};
use crate::description::{JoinedShader, PlanDescription};
use crate::export::{limits_of, with_length};
use crate::gpu::guaranteed;
use crate::prepared::PreparedPlan;
use scanlab::error::Error;
use scanlab::plan::{Abort, Limits, Plannable, Planned};
use scanlab::shader::Shader;

/// All data for the exported module of a scan: the data of its runs, the description of its plan, and the files of each
/// shader, in the order of the shaders. `limits_of` in `lab/src/export.rs` defines the words of `device`.
///
/// # Errors
/// `bad-argument`, `too-large`, `unsupported`.
#[wasm_bindgen(js_name = exportScan, unchecked_return_type = "[PreparedPlan, PlanDescription, JoinedShader[]]")]
pub fn export_scan(request: &data::Request, device: &[u32]) -> Result<Array, Thrown> {
    let resolved = read("request", request)?.resolve(device_limits(device)?)?;
    let (description, shaders) = (resolved.describe(), resolved.shaders());
    Ok(exported(&resolved.planned()?, &description, shaders)?)
}

/// All data for the exported module of an operation, like [`export_scan`].
///
/// # Errors
/// `bad-argument`, `too-large`, `unsupported`.
#[wasm_bindgen(js_name = exportOperation, unchecked_return_type = "[PreparedPlan, PlanDescription, JoinedShader[]]")]
pub fn export_operation(request: &data::OperationRequest, device: &[u32]) -> Result<Array, Thrown> {
    let request = read("request", request)?;
    request.require_lengths()?;
    let resolved = request.resolve(device_limits(device)?)?;
    Ok(exported(&resolved.planned, &resolved.describe(), resolved.shaders())?)
}

/// The limits that WebGPU guarantees, and the smallest and largest subgroup size. `guaranteed` in `lab/src/gpu/facts.rs`
/// defines the order.
#[wasm_bindgen(js_name = guaranteedLimits)]
pub fn guaranteed_limits() -> Vec<u32> {
    guaranteed().to_vec()
}

/// The reasons why runs are aborted, in the order of the values of the abort flag, from 1.
#[wasm_bindgen(js_name = abortReasons)]
pub fn abort_reasons() -> Vec<String> {
    Abort::ALL.iter().map(Abort::to_string).collect()
}

fn exported<J: Plannable>(
    planned: &Planned<J>,
    description: &PlanDescription,
    shaders: Vec<(Shader, Vec<&'static str>)>,
) -> Result<Array, Error> {
    let plan: data::PreparedPlan = write(&PreparedPlan::new(planned)?);
    let description: data::PlanDescription = write(description);
    let shaders: data::Shaders = write(&JoinedShader::all(&with_length(planned, shaders)?));
    Ok(Array::of3(&plan.into(), &description.into(), &shaders.into()))
}

fn device_limits(words: &[u32]) -> Result<Limits, Error> {
    let words = words.try_into().map_err(|_| Error::bad_argument("device", "8 words", words.len().to_string()))?;
    Ok(limits_of(words))
}
