//! Checks of requests, without a device.

use wasm_bindgen::prelude::*;

use super::Thrown;
use super::data::{self, read, write};
use scanlab::error::Error;

/// Checks the properties of a scan's request that do not depend on a device. Returns the request with defaults for
/// missing fields. If `measured`, the algorithm `javascript` is valid too.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = checkScan)]
pub fn check_scan(request: &data::Request, measured: bool) -> Result<data::Request, Thrown> {
    let request = read("request", request)?;
    request.check(measured)?;
    Ok(write(&request))
}

/// Checks the properties of an operation's request that do not depend on a device. Returns the request of a scan with
/// the properties that both requests have. If `measured`, variants whose outputs have no defined order are valid too.
///
/// # Errors
/// `bad-argument`, with the place of forbidden code in a condition.
#[wasm_bindgen(js_name = checkOperation)]
pub fn check_operation(request: &data::OperationRequest, measured: bool) -> Result<data::Request, Thrown> {
    let request = read("request", request).map_err(beside_the_operation)?;
    request.check(measured)?;
    Ok(write(&request.as_scan()))
}

/// The same error with the path in the caller's request, whose options are members of the request itself.
fn beside_the_operation(error: Error) -> Error {
    match error {
        Error::Malformed { what, detail } => {
            Error::Malformed { what: what.replacen("request.options", "request", 1), detail }
        }
        other => other,
    }
}
