//! The calibration of `auto`.

use wasm_bindgen::prelude::*;

use super::data::{self, read};
use super::{Core, Thrown};
use crate::calibration::calibration;

#[wasm_bindgen]
impl Core {
    /// Sets the table of `auto` that was measured on this device; without rows, the built-in table.
    ///
    /// # Errors
    /// `bad-argument`.
    #[wasm_bindgen(js_name = setCalibration)]
    pub fn set_calibration(&self, rows: &data::CalibrationRows) -> Result<(), Thrown> {
        self.gpu.set_calibration(calibration(&read("calibration", rows)?)?);
        Ok(())
    }
}
