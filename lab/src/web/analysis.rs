//! The analyses of measured points and of plans.

use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use super::describe::explained;
use super::{Core, thrown, to_json};
use crate::analysis::{crossover, forecast, formulas, predictor};
use crate::json::malformed;
use crate::request::Request;
use scanlab::plan::Limits;

/// Parses JSON that the page's own code has written. Errors have no path to the field, whose code would be larger than all these types.
pub(super) fn parse<T: DeserializeOwned>(what: &str, json: &str) -> Result<T, JsValue> {
    serde_json::from_str(json).map_err(|error| thrown(&malformed(what, "", &error.to_string())))
}

/// As [`Core::formulas_json`], for the device of [`super::describe::plan_json`].
///
/// # Errors
/// `bad-argument`, `too-large`, `unsupported`.
#[wasm_bindgen(js_name = formulasJson)]
pub fn formulas_json(request: &str) -> Result<String, JsValue> {
    explained(|limits| formulas_of(request, limits))
}

fn formulas_of(request: &str, limits: Limits) -> Result<String, JsValue> {
    let rows = Request::parse(request).and_then(|request| formulas::formulas(&request, limits));
    to_json(&rows.map_err(|error| thrown(&error))?)
}

/// The brackets of crossovers from the times of scans, both as JSON.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = crossoversJson)]
pub fn crossovers_json(times: &str) -> Result<String, JsValue> {
    to_json(&crossover::brackets(&parse("times", times)?))
}

/// A search for the crossings of two scans, which chooses the sizes to measure.
#[wasm_bindgen]
pub struct CrossoverSearch(crossover::Finder);

#[wasm_bindgen]
impl CrossoverSearch {
    /// The most measurements that it requests.
    pub fn most(&self) -> u32 {
        crossover::MAX_MEASUREMENTS as u32
    }

    /// The size to measure next; undefined if the search is complete.
    pub fn next(&self) -> Option<f64> {
        self.0.next_size().map(|n| n as f64)
    }

    /// Records the verdict of a measurement, as JSON.
    ///
    /// # Errors
    /// `bad-argument`.
    pub fn record(&mut self, n: f64, verdict: &str) -> Result<(), JsValue> {
        self.0.record(n as u64, parse("verdict", verdict)?);
        Ok(())
    }

    /// The result of the search, as JSON.
    ///
    /// # Errors
    /// None that is known.
    pub fn conclude(&self) -> Result<String, JsValue> {
        to_json(&self.0.conclude())
    }
}

#[wasm_bindgen]
impl Core {
    /// A search for crossovers on this device; the request is JSON.
    ///
    /// # Errors
    /// `bad-argument`.
    #[wasm_bindgen(js_name = crossoverSearch)]
    pub fn crossover_search(&self, request: &str) -> Result<CrossoverSearch, JsValue> {
        let search = crossover::Finder::new(parse("search", request)?, self.gpu.limits());
        Ok(CrossoverSearch(search.map_err(|error| thrown(&error))?))
    }
}

/// Predicts measured points; caches their plans.
#[wasm_bindgen]
pub struct Predictor(predictor::Predictor);

#[wasm_bindgen]
impl Predictor {
    /// A predictor for a device with the limits that WebGPU guarantees.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Predictor(predictor::Predictor::new(Limits::CORE))
    }

    /// The predictions of measured points, both as JSON.
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

/// Forecasts sweeps on one device; current times are in milliseconds, from any origin.
#[wasm_bindgen]
pub struct Forecaster(forecast::Forecaster);

#[wasm_bindgen]
impl Forecaster {
    /// Whether estimates are corrected by measurements.
    #[wasm_bindgen(js_name = isMeasured)]
    pub fn is_measured(&self) -> bool {
        self.0.is_measured()
    }

    /// The duration of a whole sweep, both as JSON.
    ///
    /// # Errors
    /// `bad-argument`.
    pub fn sweep(&mut self, sweep: &str) -> Result<String, JsValue> {
        to_json(&self.0.sweep(&parse("sweep", sweep)?))
    }

    /// Starts a sweep, or resumes one of which some points are known, both as JSON.
    ///
    /// # Errors
    /// `bad-argument`.
    pub fn begin(&mut self, sweep: &str, known: &str, now_ms: f64) -> Result<(), JsValue> {
        let known: Vec<_> = parse("points", known)?;
        self.0.begin(&parse("sweep", sweep)?, &known, now_ms);
        Ok(())
    }

    /// Records a point of n elements.
    pub fn point(&mut self, algorithm: &str, n: f64, skipped: bool, now_ms: f64) {
        self.0.point(algorithm, n as u64, skipped, now_ms);
    }

    /// Excludes the time since the last point, during which nothing was measured.
    pub fn resume(&mut self, now_ms: f64) {
        self.0.resume(now_ms);
    }

    /// The remainder of the sweep in progress, as JSON.
    ///
    /// # Errors
    /// None that is known.
    pub fn left(&mut self, now_ms: f64) -> Result<String, JsValue> {
        to_json(&self.0.left(now_ms))
    }
}

#[wasm_bindgen]
impl Core {
    /// A forecaster for this device with its current limits.
    pub fn forecaster(&self) -> Forecaster {
        Forecaster(forecast::Forecaster::new(self.gpu.limits()))
    }

    /// The formulas of a scan's sources beside the costs of its plan, as JSON.
    ///
    /// # Errors
    /// `bad-argument`, `too-large`, `unsupported`.
    #[wasm_bindgen(js_name = formulasJson)]
    pub fn formulas_json(&self, request: &str) -> Result<String, JsValue> {
        formulas_of(request, self.gpu.limits())
    }

    /// A predictor for this device with its current limits.
    pub fn predictor(&self) -> Predictor {
        Predictor(predictor::Predictor::new(self.gpu.limits()))
    }
}
