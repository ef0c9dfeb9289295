//! Requests, checked before there is anything to run.

use wasm_bindgen::prelude::*;

use super::Thrown;
use super::data::{self, read, write};
use scanlab::error::Error;

/// Checks the properties of a scan's request that do not depend on a device. Returns the request with its defaults. If
/// `measured`, the scan in JavaScript is valid too.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = checkScan)]
pub fn check_scan(request: &data::Request, measured: bool) -> Result<data::Request, Thrown> {
    let request = read("request", request)?;
    request.check(measured)?;
    Ok(write(&request))
}

/// Checks the properties of an operation's request that do not depend on a device. Returns a request of a scan with the
/// properties that both have. If `measured`, variants that keep no order are valid too.
///
/// # Errors
/// `bad-argument`, with the place of forbidden code in a condition.
#[wasm_bindgen(js_name = checkOperation)]
pub fn check_operation(request: &data::OperationRequest, measured: bool) -> Result<data::Request, Thrown> {
    let request = read("request", request).map_err(beside_the_operation)?;
    request.check(measured)?;
    Ok(write(&request.as_scan()))
}

/// The same error with the path of the caller's request, in which the options are members beside the operation.
fn beside_the_operation(error: Error) -> Error {
    match error {
        Error::Malformed { what, detail } => {
            Error::Malformed { what: what.replacen("request.options", "request", 1), detail }
        }
        other => other,
    }
}
