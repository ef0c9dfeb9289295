//! What was measured on a device, as the page tells it.

use wasm_bindgen::prelude::*;

use super::{Core, thrown};
use crate::request::parse_calibration;

#[wasm_bindgen]
impl Core {
    /// Has `auto` go by what was measured on this device: rows as JSON, none to forget it.
    ///
    /// # Errors
    /// `bad-argument`.
    #[wasm_bindgen(js_name = setCalibration)]
    pub fn set_calibration(&self, rows: &str) -> Result<(), JsValue> {
        self.gpu.set_calibration(parse_calibration(rows).map_err(|error| thrown(&error))?);
        Ok(())
    }
}
