//! The formulas that papers and sources give for the costs of their scans, evaluated for a plan and compared with its costs. A misprinted
//! formula is listed as printed, with a correction.

mod device_wide;
mod joined;
mod tiles;

use serde::Serialize;

pub use tiles::accesses;

use crate::error::Error;
use crate::plan::{Cost, Limits, Plan};
use crate::request::Request;

const APPLICATIONS: &str = "Applications of ⊕";
const DISPATCHES: &str = "Dispatches";

/// A formula of a source, and the cost of a plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "SourceFormula"))]
pub struct Formula {
    /// What it counts.
    pub what: &'static str,
    /// The formula.
    pub formula: String,
    /// Its value: infinite, or null as JSON, beyond the range of a double.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub said: f64,
    /// The plan's cost.
    pub planned: f64,
    /// The reason for a difference other than rounding up to whole steps.
    pub why: Option<String>,
}

/// The plan for which formulas are evaluated.
struct Subject<'a> {
    id: &'a str,
    plan: &'a Plan,
    cost: Cost,
    /// 2 or more.
    n: f64,
    /// Invocations of a workgroup.
    invocations: f64,
    element_bytes: f64,
    /// The cost of Horn's scan of the same input, if the device supports it.
    horn: Option<Cost>,
}

/// The formulas of a request's algorithm; none if its sources have no formula, or for fewer than two elements.
///
/// # Errors
/// As [`Request::resolve`].
pub fn formulas(request: &Request, limits: Limits) -> Result<Vec<Formula>, Error> {
    let resolved = request.resolve(limits)?;
    if request.n < 2 {
        return Ok(Vec::new());
    }
    let plan = resolved.plan();
    let horn = Request { algorithm: "hillis-steele".to_owned(), tuning: Default::default(), ..request.clone() };
    Ok(Subject {
        id: resolved.algorithm.id,
        cost: plan.cost(),
        n: request.n as f64,
        invocations: plan.passes[0].kernel.constant("WORKGROUP_SIZE").map_or(1.0, f64::from),
        element_bytes: resolved.job.form.monoid.bytes() as f64,
        horn: horn.resolve(limits).ok().map(|horn| horn.plan().cost()),
        plan: &plan,
    }
    .formulas())
}

impl Subject<'_> {
    fn formulas(&self) -> Vec<Formula> {
        match self.id {
            "sequential" => self.sequential(),
            "hillis-steele" => self.horn(),
            "reduce-downsweep" => self.reduce_downsweep(),
            "hybrid" => self.hybrid(),
            "nakano" => self.nakano(),
            "nakano-sequential" => self.nakano_sequential(),
            "naive-tiles" => self.naive_tiles(),
            "blelloch" => self.blelloch(),
            "kogge-stone" => self.kogge_stone(),
            "sklansky" => self.sklansky(),
            "brent-kung" | "brent-kung-in-place" => self.brent_kung(),
            "brent-kung-radix" => self.brent_kung_radix(),
            "reduce-then-scan" => self.reduce_then_scan(),
            "two-level" => self.two_level(),
            "subgroup" | "cache-blocked" => self.twice_in_once_out().into(),
            "chained" | "look-back" | "look-back-deterministic" | "look-back-fallback" => self.single_pass(),
            _ => Vec::new(),
        }
    }

    fn tuned(&self, name: &str) -> f64 {
        self.plan.tuning.get(name).copied().map_or(0.0, f64::from)
    }

    fn applications(&self, formula: &str, said: f64) -> Formula {
        row(APPLICATIONS, formula, said, self.cost.applications as f64)
    }

    fn dispatches(&self, formula: &str, said: f64) -> Formula {
        row(DISPATCHES, formula, said, self.cost.dispatches as f64)
    }

    fn traffic(&self, reads: (&str, f64), writes: (&str, f64)) -> [Formula; 2] {
        [
            row("Elements read", reads.0, reads.1, self.cost.reads as f64),
            row("Elements written", writes.0, writes.1, self.cost.writes as f64),
        ]
    }
}

fn row(what: &'static str, formula: &str, said: f64, planned: f64) -> Formula {
    Formula { what, formula: formula.to_owned(), said, planned, why: None }
}

impl Formula {
    fn because(self, why: &str) -> Self {
        Formula { why: Some(why.to_owned()), ..self }
    }
}

#[cfg(test)]
mod tests;
