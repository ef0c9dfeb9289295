//! What follows from measured points, as the page asks for it.

use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use super::{Core, thrown, to_json};
use crate::analysis::{formulas, predictor};
use crate::json;
use crate::plan::Limits;
use crate::request::Request;

fn parse<T: DeserializeOwned>(what: &str, json: &str) -> Result<T, JsValue> {
    json::parse(what, json).map_err(|error| thrown(&error))
}

/// As [`Core::formulas_json`], for a device that grants what every one does.
///
/// # Errors
/// `bad-argument`, `too-large`, `unsupported`.
#[wasm_bindgen(js_name = formulasJson)]
pub fn formulas_json(request: &str) -> Result<String, JsValue> {
    formulas_of(request, Limits::CORE)
}

fn formulas_of(request: &str, limits: Limits) -> Result<String, JsValue> {
    let rows = Request::parse(request).and_then(|request| formulas::formulas(&request, limits));
    to_json(&rows.map_err(|error| thrown(&error))?)
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
    /// The formulas of a scan's sources, worked out beside what its plan costs, as JSON.
    ///
    /// # Errors
    /// `bad-argument`, `too-large`, `unsupported`.
    #[wasm_bindgen(js_name = formulasJson)]
    pub fn formulas_json(&self, request: &str) -> Result<String, JsValue> {
        formulas_of(request, self.gpu.limits())
    }

    /// A predictor for this device as it is now.
    pub fn predictor(&self) -> Predictor {
        Predictor(predictor::Predictor::new(self.gpu.limits()))
    }
}
