//! Cancellation.

use wasm_bindgen::prelude::*;

use crate::gpu::Cancel;

/// Cancels work on the device, such as a scan or a measurement.
#[wasm_bindgen]
#[derive(Default)]
pub struct CancelToken(pub(super) Cancel);

#[wasm_bindgen]
impl CancelToken {
    /// A token that is not cancelled.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels the work that uses this token.
    pub fn cancel(&self) {
        self.0.cancel();
    }
}
