//! What follows from measured points, as the page asks for it.

use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use super::{Core, thrown, to_json};
use crate::analysis::{crossover, forecast, formulas, predictor};
use crate::error::Error;
use crate::plan::Limits;
use crate::request::Request;

/// What the page's own code has written: to tell the path to an error in it would weigh more than all of these types.
pub(super) fn parse<T: DeserializeOwned>(what: &str, json: &str) -> Result<T, JsValue> {
    serde_json::from_str(json).map_err(|error| thrown(&Error::malformed(what, "", &error.to_string())))
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

/// Between which sizes scans overtake each other, by their times, both as JSON.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = crossoversJson)]
pub fn crossovers_json(times: &str) -> Result<String, JsValue> {
    to_json(&crossover::brackets(&parse("times", times)?))
}

/// A search for the crossings of two scans, which says what to measure.
#[wasm_bindgen]
pub struct CrossoverSearch(crossover::Finder);

#[wasm_bindgen]
impl CrossoverSearch {
    /// How many measurements it asks for at most.
    pub fn most(&self) -> u32 {
        crossover::MOST_MEASUREMENTS as u32
    }

    /// The size to measure next; undefined where all is known that can be.
    pub fn next(&self) -> Option<f64> {
        self.0.next_size().map(|n| n as f64)
    }

    /// Takes the verdict of a measurement, as JSON.
    ///
    /// # Errors
    /// `bad-argument`.
    pub fn tell(&mut self, n: f64, verdict: &str) -> Result<(), JsValue> {
        self.0.tell(n as u64, parse("verdict", verdict)?);
        Ok(())
    }

    /// What was found, as JSON.
    ///
    /// # Errors
    /// None that is known.
    pub fn conclude(&self) -> Result<String, JsValue> {
        to_json(&self.0.conclude())
    }
}

#[wasm_bindgen]
impl Core {
    /// A search for crossovers on this device; what is searched is JSON.
    ///
    /// # Errors
    /// `bad-argument`.
    #[wasm_bindgen(js_name = crossoverSearch)]
    pub fn crossover_search(&self, wanted: &str) -> Result<CrossoverSearch, JsValue> {
        let search = crossover::Finder::new(parse("search", wanted)?, self.gpu.limits());
        Ok(CrossoverSearch(search.map_err(|error| thrown(&error))?))
    }
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

/// Forecasts sweeps on one device; times are told to it in milliseconds, from any start.
#[wasm_bindgen]
pub struct Forecaster(forecast::Forecaster);

#[wasm_bindgen]
impl Forecaster {
    /// Whether anything was measured yet.
    #[wasm_bindgen(js_name = isMeasured)]
    pub fn is_measured(&self) -> bool {
        self.0.is_measured()
    }

    /// How long a sweep takes from its beginning, both as JSON.
    ///
    /// # Errors
    /// `bad-argument`.
    pub fn sweep(&mut self, wanted: &str) -> Result<String, JsValue> {
        to_json(&self.0.sweep(&parse("sweep", wanted)?))
    }

    /// A sweep begins, or goes on from points that are there already, both as JSON.
    ///
    /// # Errors
    /// `bad-argument`.
    pub fn begin(&mut self, wanted: &str, known: &str, now_ms: f64) -> Result<(), JsValue> {
        let known: Vec<_> = parse("points", known)?;
        self.0.begin(&parse("sweep", wanted)?, &known, now_ms);
        Ok(())
    }

    /// A point of so many elements has come.
    pub fn point(&mut self, algorithm: &str, n: f64, skipped: bool, now_ms: f64) {
        self.0.point(algorithm, n as u64, skipped, now_ms);
    }

    /// Nothing was measured for a while.
    pub fn resume(&mut self, now_ms: f64) {
        self.0.resume(now_ms);
    }

    /// What is left of the sweep that has begun, as JSON.
    ///
    /// # Errors
    /// None that is known.
    pub fn left(&mut self, now_ms: f64) -> Result<String, JsValue> {
        to_json(&self.0.left(now_ms))
    }
}

#[wasm_bindgen]
impl Core {
    /// A forecaster for this device as it is now.
    pub fn forecaster(&self) -> Forecaster {
        Forecaster(forecast::Forecaster::new(self.gpu.limits()))
    }

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
