//! Forecasts of the duration of sweeps: estimates from the costs of plans, corrected by the durations of measured points.

mod pace;
mod sweep;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use pace::{Estimate, Pace};
pub use sweep::{Kind, Sweep};

use crate::request::JAVASCRIPT;
use scanlab::plan::Limits;

/// The time budget for uploads and readbacks of a size, in seconds (`BUDGET_NS` in `www/lab/transfers.ts`).
const TRANSFERS_S: f64 = 0.8;
/// Time per element of the one round of transfers that always runs, in seconds.
const TRANSFER_ELEMENT_S: f64 = 4e-8;
/// The factor from the expected to the longest time of transfers.
const TRANSFER_UNCERTAINTY: f64 = 5.0;

/// The remaining time of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "ForecastLeft"))]
pub struct Left {
    /// The expected time, in seconds.
    pub expected_s: f64,
    /// The longest time, in seconds.
    pub most_s: f64,
    /// Points that are not measured yet.
    pub points: usize,
}

/// A measured point.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "CoreKnownPoint"))]
pub struct KnownPoint {
    /// The algorithm's id.
    pub algorithm: String,
    /// Number of elements.
    pub n: u64,
}

/// The size in progress.
#[derive(Debug, Default)]
struct Block {
    n: Option<u64>,
    start_ms: f64,
    /// Algorithms with a measured point.
    ids: Vec<String>,
}

/// Estimates a point of a sweep.
type Estimator = Box<dyn Fn(&Kind, &str, u64) -> Estimate>;

/// Forecasts the durations of sweeps on one device, and corrects the forecasts by measured points. Callers pass the current
/// time in milliseconds, from any fixed origin.
pub struct Forecaster {
    pace: Pace,
    estimator: Estimator,
    /// Cached estimates of points of one kind. Plans may have thousands of passes, and forecasts are updated every
    /// second.
    estimates: BTreeMap<(String, u64), Estimate>,
    kind: Option<Kind>,
    /// The last measured duration, in seconds, by algorithm and size.
    measured: BTreeMap<(String, u64), f64>,
    /// The sums of the estimated and of the actual durations of all measured points, in seconds.
    estimated_s: f64,
    took_s: f64,
    /// Algorithms that are not measured yet, by size.
    missing: Vec<(u64, Vec<String>)>,
    block: Block,
    transfers: bool,
    /// The time of the last point.
    last_ms: f64,
}

impl Forecaster {
    /// A forecaster for a device with these limits.
    pub fn new(limits: Limits) -> Self {
        let pace = Pace::of(limits.software);
        let estimator = move |kind: &Kind, algorithm: &str, n| {
            if algorithm == JAVASCRIPT {
                return pace.estimate(n, None);
            }
            // A scan without a plan is skipped.
            kind.request(algorithm, n)
                .resolve(limits)
                .map_or_else(|_| Estimate::default(), |resolved| pace.estimate(n, Some(&resolved.plan().cost())))
        };
        Forecaster::with_estimator(pace, Box::new(estimator))
    }

    fn with_estimator(pace: Pace, estimator: Estimator) -> Self {
        Forecaster {
            pace,
            estimator,
            estimates: BTreeMap::new(),
            kind: None,
            measured: BTreeMap::new(),
            estimated_s: 0.0,
            took_s: 0.0,
            missing: Vec::new(),
            block: Block::default(),
            transfers: false,
            last_ms: 0.0,
        }
    }

    /// Whether estimates are corrected by measurements.
    pub fn is_measured(&self) -> bool {
        self.took_s > 0.0
    }

    /// The estimated duration of a whole sweep.
    pub fn sweep(&mut self, sweep: &Sweep) -> Estimate {
        self.set_kind(sweep);
        let mut sum = Estimate::default();
        for &n in &sweep.sizes {
            let Estimate { expected_s, most_s } = self.size(n, &sweep.algorithms);
            sum = Estimate { expected_s: sum.expected_s + expected_s, most_s: sum.most_s + most_s };
        }
        sum
    }

    fn set_kind(&mut self, sweep: &Sweep) {
        self.transfers = sweep.transfers;
        if self.kind.as_ref() != Some(&sweep.kind) {
            self.estimates.clear();
            self.kind = Some(sweep.kind.clone());
        }
    }

    fn estimate(&mut self, algorithm: &str, n: u64) -> Estimate {
        let Some(kind) = &self.kind else { return Estimate::default() };
        *self.estimates.entry((algorithm.to_owned(), n)).or_insert_with(|| (self.estimator)(kind, algorithm, n))
    }

    fn size(&mut self, n: u64, ids: &[String]) -> Estimate {
        let (load_s, transfers_s, factor) = (self.pace.load_s(), self.transfers_s(n), self.factor());
        let attempts = self.pace.attempts();
        let mut sum = Estimate {
            expected_s: load_s * factor + transfers_s,
            most_s: load_s * attempts + TRANSFER_UNCERTAINTY * transfers_s,
        };
        for id in ids {
            let estimate = self.estimate(id, n);
            let measured = self.measured.get(&(id.clone(), n)).copied();
            sum.expected_s += measured.unwrap_or(estimate.expected_s * factor);
            sum.most_s += estimate.most_s;
        }
        sum
    }

    /// The time of uploads and readbacks of a size, in seconds.
    fn transfers_s(&self, n: u64) -> f64 {
        if self.transfers { TRANSFERS_S + n as f64 * TRANSFER_ELEMENT_S } else { 0.0 }
    }

    /// The ratio of actual to estimated durations.
    fn factor(&self) -> f64 {
        if self.is_measured() { self.took_s / self.estimated_s } else { 1.0 }
    }

    /// Starts a sweep, or resumes a sweep whose `known` points are already measured.
    pub fn begin(&mut self, sweep: &Sweep, known: &[KnownPoint], now_ms: f64) {
        self.set_kind(sweep);
        self.missing.clear();
        for &n in &sweep.sizes {
            if self.missing.iter().all(|&(size, _)| size != n) {
                self.missing.push((n, sweep.algorithms.clone()));
            }
        }
        for KnownPoint { algorithm, n } in known {
            self.remove(algorithm, *n);
        }
        self.last_ms = now_ms;
        self.open(None);
    }

    /// Records a point.
    pub fn point(&mut self, algorithm: &str, n: u64, skipped: bool, now_ms: f64) {
        if self.block.n != Some(n) {
            self.open(Some(n));
        }
        if !skipped {
            self.block.ids.push(algorithm.to_owned());
        }
        self.remove(algorithm, n);
        self.last_ms = now_ms;
        if self.missing.iter().all(|(size, ids)| *size != n || ids.is_empty()) {
            self.close_block();
        }
    }

    fn remove(&mut self, algorithm: &str, n: u64) {
        for (_, ids) in self.missing.iter_mut().filter(|(size, _)| *size == n) {
            ids.retain(|id| id != algorithm);
        }
    }

    /// Excludes the time since the last point, in which nothing was measured.
    pub fn resume(&mut self, now_ms: f64) {
        self.block.start_ms += now_ms - self.last_ms;
        self.last_ms = now_ms;
    }

    fn open(&mut self, n: Option<u64>) {
        self.block = Block { n, start_ms: self.last_ms, ids: Vec::new() };
    }

    /// Records the duration of a size. Its scans are measured together, so each scan gets an equal part of the duration.
    fn close_block(&mut self) {
        let Block { n: Some(n), start_ms, ref ids } = self.block else { return };
        if ids.is_empty() {
            return;
        }
        let ids = ids.clone();
        let took_s = ((self.last_ms - start_ms) / 1000.0 - self.transfers_s(n)).max(0.0);
        self.took_s += took_s;
        self.estimated_s += self.pace.load_s();
        let share_s = took_s / ids.len() as f64;
        for id in ids {
            self.estimated_s += self.estimate(&id, n).expected_s;
            self.measured.insert((id, n), share_s);
        }
        self.open(None);
    }

    /// The remaining time of the sweep in progress. A size that takes longer than estimated adds points but no time.
    pub fn left(&mut self, now_ms: f64) -> Left {
        let mut left = Left { expected_s: 0.0, most_s: 0.0, points: 0 };
        let missing: Vec<_> = self.missing.iter().filter(|(_, ids)| !ids.is_empty()).cloned().collect();
        for (index, (n, mut ids)) in missing.into_iter().enumerate() {
            left.points += ids.len();
            let is_open = self.block.n == Some(n);
            if is_open {
                ids.extend(self.block.ids.iter().cloned());
            }
            let estimate = self.size(n, &ids);
            let since_ms = if is_open { self.block.start_ms } else { self.last_ms };
            let spent_s = if index == 0 { (now_ms - since_ms) / 1000.0 } else { 0.0 };
            left.expected_s += (estimate.expected_s - spent_s).max(0.0);
            left.most_s += (estimate.most_s - spent_s).max(0.0);
        }
        left
    }
}

#[cfg(test)]
#[path = "forecast_tests.rs"]
mod tests;
