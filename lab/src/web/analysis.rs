//! The analyses of measured points and of plans.

use wasm_bindgen::prelude::*;

use super::compare::read_point;
use super::data::{self, read, write};
use super::describe::with_assumed_limits;
use super::{Core, Thrown};
use crate::analysis::{crossover, forecast, formulas, predictor};
use scanlab::plan::Limits;

/// The formulas of a scan's sources beside the costs of its plan, for the device of [`super::describe::plan`].
///
/// # Errors
/// `bad-argument`, `too-large`, `unsupported`.
#[wasm_bindgen(js_name = formulas)]
pub fn formulas_of(request: &data::Request) -> Result<data::Formulas, Thrown> {
    let request = read("request", request)?;
    Ok(write(&with_assumed_limits(|limits| formulas::formulas(&request, limits))?))
}

/// The brackets of crossovers: measured sizes between which one scan overtakes another.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen]
pub fn crossovers(times: &data::TimedPoints) -> Result<data::Brackets, Thrown> {
    Ok(write(&crossover::brackets(&read("points", times)?)))
}

/// A search for the crossovers of two scans, which chooses the sizes to measure.
#[wasm_bindgen]
pub struct CrossoverSearch(crossover::Finder);

#[wasm_bindgen]
impl CrossoverSearch {
    /// The maximum number of measurements that the search requests.
    pub fn most(&self) -> u32 {
        crossover::MAX_MEASUREMENTS as u32
    }

    /// The size to measure next; undefined if the search is complete.
    pub fn next(&self) -> Option<f64> {
        self.0.next_size().map(|n| n as f64)
    }

    /// Records the points of both scans at the size from `next`.
    ///
    /// # Errors
    /// `bad-argument`.
    pub fn record(&mut self, first: &data::ComparedPoint, second: &data::ComparedPoint) -> Result<(), Thrown> {
        Ok(self.0.record(&read_point("first", first)?, &read_point("second", second)?)?)
    }

    /// The result of the search.
    pub fn conclude(&self) -> data::Conclusion {
        write(&self.0.conclude())
    }
}

#[wasm_bindgen]
impl Core {
    /// A search for crossovers on this device.
    ///
    /// # Errors
    /// `bad-argument`.
    #[wasm_bindgen(js_name = crossoverSearch)]
    pub fn crossover_search(&self, request: &data::SearchRequest) -> Result<CrossoverSearch, Thrown> {
        Ok(CrossoverSearch(crossover::Finder::new(read("request", request)?, self.gpu.limits())?))
    }
}

/// Predicts the times of measured points from their plans, which it caches.
#[wasm_bindgen]
pub struct Predictor(predictor::Predictor);

#[wasm_bindgen]
impl Predictor {
    /// A predictor for a device with the limits that WebGPU guarantees.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Predictor(predictor::Predictor::new(Limits::CORE))
    }

    /// The predictions of measured points.
    ///
    /// # Errors
    /// `bad-argument`.
    pub fn predict(&mut self, measured: &data::Measured) -> Result<data::Predictions, Thrown> {
        Ok(write(&self.0.predict(&read("points", measured)?)))
    }
}

impl Default for Predictor {
    fn default() -> Self {
        Predictor::new()
    }
}

/// Forecasts the durations of sweeps on one device. `now_ms` is the current time in milliseconds, from any fixed origin.
#[wasm_bindgen]
pub struct Forecaster(forecast::Forecaster);

#[wasm_bindgen]
impl Forecaster {
    /// Whether estimates are corrected by measurements.
    #[wasm_bindgen(js_name = isMeasured)]
    pub fn is_measured(&self) -> bool {
        self.0.is_measured()
    }

    /// The estimated duration of a whole sweep.
    ///
    /// # Errors
    /// `bad-argument`.
    pub fn sweep(&mut self, sweep: &data::Sweep) -> Result<data::Estimate, Thrown> {
        Ok(write(&self.0.sweep(&read("request", sweep)?)))
    }

    /// Starts a sweep, or resumes a sweep whose `known` points are already measured.
    ///
    /// # Errors
    /// `bad-argument`.
    pub fn begin(&mut self, sweep: &data::Sweep, known: &data::KnownPoints, now_ms: f64) -> Result<(), Thrown> {
        self.0.begin(&read("request", sweep)?, &read("points", known)?, now_ms);
        Ok(())
    }

    /// Records a point of n elements.
    pub fn point(&mut self, algorithm: &str, n: f64, skipped: bool, now_ms: f64) {
        self.0.point(algorithm, n as u64, skipped, now_ms);
    }

    /// Excludes the time since the last point, in which nothing was measured.
    pub fn resume(&mut self, now_ms: f64) {
        self.0.resume(now_ms);
    }

    /// The remaining time of the sweep in progress.
    pub fn left(&mut self, now_ms: f64) -> data::Left {
        write(&self.0.left(now_ms))
    }
}

#[wasm_bindgen]
impl Core {
    /// A forecaster for this device with its current limits.
    pub fn forecaster(&self) -> Forecaster {
        Forecaster(forecast::Forecaster::new(self.gpu.limits()))
    }

    /// The formulas of a scan's sources beside the costs of its plan.
    ///
    /// # Errors
    /// `bad-argument`, `too-large`, `unsupported`.
    pub fn formulas(&self, request: &data::Request) -> Result<data::Formulas, Thrown> {
        Ok(write(&formulas::formulas(&read("request", request)?, self.gpu.limits())?))
    }

    /// A predictor for this device with its current limits.
    pub fn predictor(&self) -> Predictor {
        Predictor(predictor::Predictor::new(self.gpu.limits()))
    }
}
