//! What follows from measured points, as the page asks for it.

use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use super::{Core, thrown, to_json};
use crate::analysis::predictor;
use crate::json;
use crate::plan::Limits;

fn parse<T: DeserializeOwned>(what: &str, json: &str) -> Result<T, JsValue> {
    json::parse(what, json).map_err(|error| thrown(&error))
}

/// Predicts measured points; it remembers their plans.
#[wasm_bindgen]
pub struct Predictor(predictor::Predictor);

#[wasm_bindgen]
impl Predictor {
    /// For a device that grants what every one does.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Predictor(predictor::Predictor::new(Limits::CORE))
    }

    /// The predictions of points that were measured, both as JSON.
    ///
    /// # Errors
    /// `bad-argument`.
    pub fn predict(&mut self, measured: &str) -> Result<String, JsValue> {
        to_json(&self.0.predict(&parse("measured points", measured)?))
    }
}

impl Default for Predictor {
    fn default() -> Self {
        Predictor::new()
    }
}

#[wasm_bindgen]
impl Core {
    /// A predictor for this device as it is now.
    pub fn predictor(&self) -> Predictor {
        Predictor(predictor::Predictor::new(self.gpu.limits()))
    }
}
