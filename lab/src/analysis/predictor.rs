//! Predictions of measured points, from the plans of their scans.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::causes::{Case, Cause, PlanFacts, causes};
use super::model::{Copy, Judgement, Model, Prediction, Problem};
use crate::request::Request;
use scanlab::plan::Limits;
use scanlab::scan::Algorithm;

/// Measured times, and the scans to predict.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "CoreMeasured"))]
pub struct Measured {
    /// Ids of the scans to predict.
    pub algorithms: Vec<String>,
    /// The points of the scans that have a time.
    pub points: Vec<Point>,
    /// Times of the copy kernel.
    pub copies: Vec<CopyTime>,
    /// Times of an empty dispatch, in nanoseconds.
    pub overheads_ns: Vec<f64>,
    /// Bytes of an element.
    pub element_bytes: f64,
}

/// A measured time of a scan.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "CoreMeasuredPoint"))]
pub struct Point {
    /// The scan that was measured.
    pub algorithm: String,
    /// The unresolved request, since this version or device may not support it.
    #[cfg_attr(test, ts(type = "CoreRequest"))]
    pub request: Box<RawValue>,
    /// Passes of a run.
    pub dispatches: u64,
    /// Scratch memory of a run, in bytes.
    pub scratch_bytes: u64,
    /// Time of one run, in nanoseconds.
    pub ns: f64,
}

/// A time of the copy kernel.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "CoreCopyTime"))]
pub struct CopyTime {
    /// Elements.
    pub n: u64,
    /// Time of one run, in nanoseconds.
    pub ns: f64,
}

/// Predictions of scans, or the reason why they are missing.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Predictions {
    /// The model cannot be fitted.
    Unknown {
        /// The reason.
        problem: Problem,
    },
    /// Predictions by a model.
    Known {
        /// The constants of the device.
        model: Model,
        /// One entry per scan, in the order of the measured `algorithms`.
        scans: Vec<Scan>,
    },
}

/// The predictions for those points of a scan that have a plan on this device.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "PredictedScan"))]
pub struct Scan {
    /// The scan that was measured.
    pub algorithm: String,
    /// The predictions, by ascending n.
    pub rows: Vec<Row>,
    /// The ranges in which launches or traffic dominate, and the sizes at which measurement and prediction do not agree;
    /// null without rows.
    pub judgement: Option<Judgement>,
    /// Possible causes of the worst difference, if some times do not agree with their predictions.
    pub causes: Vec<Cause>,
    /// The smallest and the largest ratio of measured to predicted time among the sizes at which traffic dominates, if there
    /// are at least two such sizes.
    pub traffic_ratios: Option<[f64; 2]>,
}

/// A prediction and the measured time.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "PredictedTime"))]
pub struct Row {
    /// Elements.
    pub n: u64,
    /// The scan that runs; for `auto`, the scan that it chooses.
    pub ran: String,
    /// The plan's passes.
    pub dispatches: u64,
    /// Bytes that the plan reads and writes.
    pub bytes: f64,
    /// The predicted time, in nanoseconds.
    pub ns: f64,
    /// The measured time, in nanoseconds.
    pub measured_ns: f64,
    /// The measured time divided by the predicted time.
    pub ratio: f64,
    /// The parts of the predicted time.
    #[serde(skip)]
    pub predicted: Prediction,
    /// The speed of the copy kernel at this n relative to the model, if it was measured.
    #[serde(skip)]
    pub copy_speed: Option<f64>,
    /// The properties of the plan from which causes follow.
    #[serde(skip)]
    pub facts: PlanFacts,
}

/// The properties of a plan that predictions depend on.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The scan that runs.
    pub ran: String,
    /// Elements of the request.
    pub n: u64,
    /// Elements read and written.
    pub moved: u64,
    /// Scratch memory, in bytes.
    pub scratch_bytes: u64,
    /// The properties from which causes follow.
    pub facts: PlanFacts,
}

/// Plans the scan of a request, given as JSON; `None` if the device does not support the request.
type Planner = Box<dyn Fn(&str) -> Option<Planned>>;

/// Predicts the times of points from the plans of one device, which are cached.
pub struct Predictor {
    plan: Planner,
    /// Plans by request, as JSON; `None` if the device does not support the request.
    plans: BTreeMap<String, Option<Planned>>,
}

impl Predictor {
    /// A predictor for a device with these limits.
    pub fn new(limits: Limits) -> Self {
        Predictor::with_planner(move |request| plan(request, limits))
    }

    /// A predictor with another planner.
    pub fn with_planner(plan: impl Fn(&str) -> Option<Planned> + 'static) -> Self {
        Predictor { plan: Box::new(plan), plans: BTreeMap::new() }
    }

    /// Fits the model to the measured times, and predicts the requested scans.
    pub fn predict(&mut self, measured: &Measured) -> Predictions {
        let model = match fit(measured) {
            Ok(model) => model,
            Err(problem) => return Predictions::Unknown { problem },
        };
        let scans = measured.algorithms.iter().map(|id| self.scan(id, measured, &model)).collect();
        Predictions::Known { model, scans }
    }

    fn scan(&mut self, algorithm: &str, measured: &Measured, model: &Model) -> Scan {
        let own = measured.points.iter().filter(|point| point.algorithm == algorithm);
        let mut rows: Vec<Row> = own.filter_map(|point| self.row(point, measured, model)).collect();
        // `sort_by_cached_key` sorts pairs of key and index, so one compiled sort serves all types.
        rows.sort_by_cached_key(|row| row.n);
        let times: Vec<_> = rows.iter().map(|row| (row.predicted, row.ratio)).collect();
        let judgement = Judgement::of(&times);
        let causes = judgement.as_ref().filter(|judgement| !judgement.off.is_empty()).map(|judgement| {
            let row = &rows[judgement.worst];
            causes(&row.case(), row.ratio > 1.0)
        });
        let from = judgement.as_ref().and_then(|judgement| judgement.traffic_from);
        let ratios = from.map(|from| rows[from..].iter().map(|row| row.ratio));
        let traffic_ratios = ratios
            .filter(|ratios| ratios.len() > 1)
            .map(|ratios| [ratios.clone().fold(f64::INFINITY, f64::min), ratios.fold(f64::NEG_INFINITY, f64::max)]);
        let algorithm = algorithm.to_owned();
        Scan { algorithm, rows, judgement, causes: causes.unwrap_or_default(), traffic_ratios }
    }

    fn row(&mut self, point: &Point, measured: &Measured, model: &Model) -> Option<Row> {
        let Planned { ran, n, moved, scratch_bytes, facts } = self.planned(point.request.get())?;
        if (facts.dispatches, scratch_bytes) != (point.dispatches, point.scratch_bytes) {
            // The point was measured with another plan, on another device.
            return None;
        }
        let bytes = measured.element_bytes * moved as f64;
        let predicted = model.predict(facts.dispatches, bytes);
        let copy = measured.copies.iter().find(|copy| copy.n == n);
        let copied = 2.0 * measured.element_bytes * n as f64;
        Some(Row {
            n,
            ran,
            dispatches: facts.dispatches,
            bytes,
            ns: predicted.ns,
            predicted,
            measured_ns: point.ns,
            ratio: point.ns / predicted.ns,
            copy_speed: copy.map(|copy| model.predict(1, copied).ns / copy.ns),
            facts,
        })
    }

    /// The plan of a request, if this device has one.
    fn planned(&mut self, request: &str) -> Option<Planned> {
        if !self.plans.contains_key(request) {
            self.plans.insert(request.to_owned(), (self.plan)(request));
        }
        self.plans.get(request)?.clone()
    }
}

impl Row {
    fn case(&self) -> Case<'_> {
        let Row { facts, n, copy_speed, predicted, .. } = self;
        let launched = predicted.launches_ns > predicted.traffic_ns;
        Case { facts, n: *n, copy_speed: *copy_speed, launched }
    }
}

/// Fits the model, with the shortest empty dispatch.
fn fit(Measured { copies, overheads_ns, element_bytes, .. }: &Measured) -> Result<Model, Problem> {
    let moved = |&CopyTime { n, ns }: &CopyTime| Copy { n, bytes: 2.0 * element_bytes * n as f64, ns };
    let mut copies: Vec<Copy> = copies.iter().map(moved).collect();
    // The same sort as for the rows.
    copies.sort_by_cached_key(|copy| copy.n);
    Model::fit(overheads_ns.iter().copied().reduce(f64::min), &copies)
}

fn plan(request: &str, limits: Limits) -> Option<Planned> {
    let mut request = Request::parse(request).ok()?;
    if request.algorithm == Algorithm::AUTO.id {
        // The tuning of a point of `auto` is that of the chosen algorithm.
        request.tuning.clear();
    }
    let resolved = request.resolve(limits).ok()?;
    let plan = resolved.plan();
    let cost = plan.cost();
    let ran = resolved.ran(&plan);
    Some(Planned {
        ran: ran.to_owned(),
        n: request.n,
        moved: cost.reads + cost.writes,
        scratch_bytes: cost.scratch_bytes,
        facts: PlanFacts::of(&plan, Algorithm::find(ran).map_or(&[], |algorithm| algorithm.effects)),
    })
}

#[cfg(test)]
#[path = "predictor_tests.rs"]
mod tests;
