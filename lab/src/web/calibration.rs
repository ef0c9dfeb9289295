//! The calibration of `auto`.

use wasm_bindgen::prelude::*;

use super::data::{self, read, write};
use super::{Core, Thrown};
use crate::calibration::{self, calibration};

/// A calibration in progress, which chooses the blocks to measure.
#[wasm_bindgen]
pub struct Calibrator(calibration::Calibrator);

#[wasm_bindgen]
impl Calibrator {
    /// The next block to measure; undefined if the calibration is complete. `spent_ms` is the time that measurements
    /// have taken so far.
    #[wasm_bindgen(js_name = nextBlock)]
    pub fn next_block(&mut self, spent_ms: f64) -> Option<data::CalibrationBlock> {
        self.0.next_block(spent_ms).map(|block| write(&block))
    }

    /// Records the time of a scan of the last block, in nanoseconds. A scan that failed or had a wrong output has no
    /// time.
    pub fn record(&mut self, algorithm: &str, n: u32, median_ns: f64) {
        self.0.record(algorithm, n, median_ns);
    }

    /// The table of the fastest scan per length.
    ///
    /// # Errors
    /// `unsupported` if no scan has a time.
    pub fn rows(&self) -> Result<data::CalibrationRows, Thrown> {
        Ok(write(&self.0.rows()?))
    }
}

#[wasm_bindgen]
impl Core {
    /// A calibration of this device.
    pub fn calibrator(&self) -> Calibrator {
        Calibrator(calibration::Calibrator::new(self.gpu.limits()))
    }

    /// Sets the table that `auto` uses, as measured on this device. Without rows, `auto` uses its built-in table.
    ///
    /// # Errors
    /// `bad-argument`.
    #[wasm_bindgen(js_name = setCalibration)]
    pub fn set_calibration(&self, rows: &data::CalibrationRows) -> Result<(), Thrown> {
        self.gpu.set_calibration(calibration(&read("calibration", rows)?)?);
        Ok(())
    }
}
