//! Requests, checked before there is anything to run.

use wasm_bindgen::prelude::*;

use super::Thrown;
use super::data::{self, read, write};
use scanlab::error::Error;

/// The request of a scan with its defaults filled in, if it is right on any device; `measured`: also that of the scan in JavaScript.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = checkScan)]
pub fn check_scan(request: &data::Request, measured: bool) -> Result<data::Request, Thrown> {
    let request = read("request", request)?;
    request.check(measured)?;
    Ok(write(&request))
}

/// The request of an operation, as that of a scan with what the two have in common, if it is right on any device; `measured`: also of variants
/// that keep no order.
///
/// # Errors
/// `bad-argument`, with the place of what a condition must not hold.
#[wasm_bindgen(js_name = checkOperation)]
pub fn check_operation(request: &data::OperationRequest, measured: bool) -> Result<data::Request, Thrown> {
    let request = read("request", request).map_err(beside_the_operation)?;
    request.check(measured)?;
    Ok(write(&request.as_scan()))
}

/// An error whose path is that of the caller's request, where options stand beside the operation.
fn beside_the_operation(error: Error) -> Error {
    match error {
        Error::Malformed { what, detail } => {
            Error::Malformed { what: what.replacen("request.options", "request", 1), detail }
        }
        other => other,
    }
}
