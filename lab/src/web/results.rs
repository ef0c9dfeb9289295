//! Points in the form that the page keeps, and result files.

use wasm_bindgen::prelude::*;

use super::data::{self, read, write};
use super::{Block, Thrown};
use crate::bench::{MIN_SAMPLES, Samples, TimerKind};
use crate::results::{self, Circumstances, Point};
use scanlab::error::Error;

/// Checks that a text is a result file.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = checkResultFile)]
pub fn check_result_file(text: &str) -> Result<(), Thrown> {
    Ok(results::check(text)?)
}

/// Writes a run as a result file. Run and file are JSON texts. The file keeps the digits of the run's numbers.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = resultFileJson)]
pub fn result_file_json(run: &str) -> Result<String, Thrown> {
    Ok(results::write(run)?)
}

/// Converts a run, given as a JSON text, to a table in CSV.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = resultsCsv)]
pub fn results_csv(run: &str) -> Result<String, Thrown> {
    Ok(results::csv(run)?)
}

/// The point of a scan that was not measured. `timestamps`: whether timestamp queries would have measured its times.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = skippedPoint)]
pub fn skipped_point(
    request: &data::Request,
    transfers: bool,
    timestamps: bool,
    reason: String,
) -> Result<data::Point, Thrown> {
    let timer = if timestamps { TimerKind::Timestamp } else { TimerKind::Wall };
    Ok(write(&Point::skipped(read("request", request)?, transfers, timer, reason)))
}

/// The point of an operation that was not measured. `timestamps` is as in [`skipped_point`].
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = skippedOperation)]
pub fn skipped_operation(
    request: &data::OperationRequest,
    timestamps: bool,
    reason: String,
) -> Result<data::Point, Thrown> {
    let request = read("request", request)?;
    let timer = if timestamps { TimerKind::Timestamp } else { TimerKind::Wall };
    Ok(write(&Point::skipped(request.as_scan(), false, timer, reason).of_operation(request)))
}

/// The number of samples per point that a verdict requires.
#[wasm_bindgen(js_name = leastSamples)]
pub fn least_samples() -> u32 {
    MIN_SAMPLES as u32
}

/// The point of the sequential scan in JavaScript. The page has measured `samples_ns`, the time of one scan in each
/// sample of `repeats` scans.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = sequentialPoint)]
pub fn sequential_point(
    request: &data::Request,
    transfers: bool,
    verified: bool,
    hidden: bool,
    samples_ns: &[f64],
    repeats: u32,
) -> Result<data::Point, Thrown> {
    let of = Circumstances { request: read("request", request)?, transfers, verified, hidden };
    Ok(write(&Point::sequential(of, samples_ns, repeats)?))
}

#[wasm_bindgen]
impl Block {
    /// Takes the point of the scan that [`Block::finish`] ran last. `mark` names the block.
    ///
    /// # Errors
    /// `bad-argument`.
    pub fn point(
        &self,
        request: &data::Request,
        transfers: bool,
        verified: bool,
        hidden: bool,
        mark: &str,
    ) -> Result<data::Point, Thrown> {
        let of = Circumstances { request: read("request", request)?, transfers, verified, hidden };
        Ok(write(&Point::measured(of, mark, self.take_finished("a scan")?)?))
    }

    /// Takes the point of the operation that [`Block::finish`] ran last. `mark` names the block.
    ///
    /// # Errors
    /// `bad-argument`.
    #[wasm_bindgen(js_name = operationPoint)]
    pub fn operation_point(
        &self,
        request: &data::OperationRequest,
        verified: bool,
        hidden: bool,
        mark: &str,
    ) -> Result<data::Point, Thrown> {
        let request = read("request", request)?;
        let of = Circumstances { request: request.as_scan(), transfers: false, verified, hidden };
        Ok(write(&Point::measured(of, mark, self.take_finished("an operation")?)?.of_operation(request)))
    }
}

impl Block {
    fn take_finished(&self, what: &str) -> Result<Samples, Error> {
        self.finished.borrow_mut().take().ok_or_else(|| Error::bad_argument(what, "finished", "none"))
    }
}
