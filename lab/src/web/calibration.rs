//! The calibration of `auto`.

use wasm_bindgen::prelude::*;

use super::{Core, thrown};
use crate::request::parse_calibration;

#[wasm_bindgen]
impl Core {
    /// Sets the table of `auto` that was measured on this device: rows as JSON; without rows, the built-in table.
    ///
    /// # Errors
    /// `bad-argument`.
    #[wasm_bindgen(js_name = setCalibration)]
    pub fn set_calibration(&self, rows: &str) -> Result<(), JsValue> {
        self.gpu.set_calibration(parse_calibration(rows).map_err(|error| thrown(&error))?);
        Ok(())
    }
}
