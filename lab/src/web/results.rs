//! Measured points as the page keeps them, and files of them.

use wasm_bindgen::prelude::*;

use super::{Block, thrown, to_json};
use crate::bench::{MIN_SAMPLES, TimerKind};
use crate::request::{OperationRequest, Request};
use crate::results::{self, Circumstances, Point};
use scanlab::error::Error;

/// Checks that a text is a result file.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = checkResultFile)]
pub fn check_result_file(text: &str) -> Result<(), JsValue> {
    results::check(text).map_err(|error| thrown(&error))
}

/// A run as a result file, both as JSON.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = resultFileJson)]
pub fn result_file_json(run: &str) -> Result<String, JsValue> {
    results::write(run).map_err(|error| thrown(&error))
}

/// A run, as JSON, as a table in CSV.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = resultsCsv)]
pub fn results_csv(run: &str) -> Result<String, JsValue> {
    results::csv(run).map_err(|error| thrown(&error))
}

/// The point of a scan that was not measured, both as JSON; its times would have been timestamps, or not.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = skippedPointJson)]
pub fn skipped_point_json(request: &str, transfers: bool, timestamps: bool, reason: String) -> Result<String, JsValue> {
    let request = Request::parse(request).map_err(|error| thrown(&error))?;
    let timer = if timestamps { TimerKind::Timestamp } else { TimerKind::Wall };
    to_json(&Point::skipped(request, transfers, timer, reason))
}

/// The point of an operation that was not measured, both as JSON.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = skippedOperationJson)]
pub fn skipped_operation_json(request: &str, timestamps: bool, reason: String) -> Result<String, JsValue> {
    let request = OperationRequest::parse(request).map_err(|error| thrown(&error))?;
    let timer = if timestamps { TimerKind::Timestamp } else { TimerKind::Wall };
    to_json(&Point::skipped(request.as_scan(), false, timer, reason).of_operation(request))
}

/// The samples of a point that a verdict on it requires.
#[wasm_bindgen(js_name = leastSamples)]
pub fn least_samples() -> u32 {
    MIN_SAMPLES as u32
}

/// The point of the sequential scan in JavaScript, which the page has timed, both as JSON.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = sequentialPointJson)]
pub fn sequential_point_json(
    request: &str,
    transfers: bool,
    verified: bool,
    hidden: bool,
    samples_ns: &[f64],
    repeats: u32,
) -> Result<String, JsValue> {
    let point = Request::parse(request).and_then(|request| {
        Point::sequential(Circumstances { request, transfers, verified, hidden }, samples_ns, repeats)
    });
    to_json(&point.map_err(|error| thrown(&error))?)
}

#[wasm_bindgen]
impl Block {
    /// The point of the scan that was finished last, both as JSON, in a block of that mark.
    ///
    /// # Errors
    /// `bad-argument`.
    #[wasm_bindgen(js_name = pointJson)]
    pub fn point_json(
        &self,
        request: &str,
        transfers: bool,
        verified: bool,
        hidden: bool,
        mark: &str,
    ) -> Result<String, JsValue> {
        let point = Request::parse(request).and_then(|request| {
            let finished = self.finished.borrow_mut().take();
            let samples = finished.ok_or_else(|| Error::bad_argument("a scan", "finished", "none"))?;
            Point::measured(Circumstances { request, transfers, verified, hidden }, mark, samples)
        });
        to_json(&point.map_err(|error| thrown(&error))?)
    }

    /// The point of the operation that was finished last, both as JSON, in a block of that mark.
    ///
    /// # Errors
    /// `bad-argument`.
    #[wasm_bindgen(js_name = operationPointJson)]
    pub fn operation_point_json(
        &self,
        request: &str,
        verified: bool,
        hidden: bool,
        mark: &str,
    ) -> Result<String, JsValue> {
        let point = OperationRequest::parse(request).and_then(|request| {
            let finished = self.finished.borrow_mut().take();
            let samples = finished.ok_or_else(|| Error::bad_argument("an operation", "finished", "none"))?;
            let of = Circumstances { request: request.as_scan(), transfers: false, verified, hidden };
            Ok(Point::measured(of, mark, samples)?.of_operation(request))
        });
        to_json(&point.map_err(|error| thrown(&error))?)
    }
}
