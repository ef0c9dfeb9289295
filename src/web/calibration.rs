//! What was measured on a device, as the page tells it.

use wasm_bindgen::prelude::*;

use super::{Core, thrown};
use crate::request::parse_calibration;

#[wasm_bindgen]
impl Core {
    /// Has `auto` go by what was measured on this device: the names of the algorithms for scans of up to 2⁰, 2¹, 2² … elements,
    /// with commas between them, and nothing where nothing was measured.
    ///
    /// # Errors
    /// `bad-argument`.
    #[wasm_bindgen(js_name = setCalibration)]
    pub fn set_calibration(&self, names: &str) -> Result<(), JsValue> {
        self.gpu.set_calibration(parse_calibration(names).map_err(|error| thrown(&error))?);
        Ok(())
    }
}
