//! The formulas that the sources of an algorithm state, evaluated for the plan of a request.

use crate::request::Request;
use scanlab::error::Error;
use scanlab::plan::Limits;
pub use scanlab::scan::Formula;
use scanlab::scan::Subject;

/// The formulas of a request's algorithm; empty if its sources have no formula, or for fewer than two elements.
///
/// # Errors
/// As [`Request::resolve`].
pub fn formulas(request: &Request, limits: Limits) -> Result<Vec<Formula>, Error> {
    // The formulas of the sources are those of scans without an initial value.
    let request = &Request { initial: false, ..request.clone() };
    let resolved = request.resolve(limits)?;
    if request.n < 2 {
        return Ok(Vec::new());
    }
    let plan = resolved.plan();
    let horn = Request { algorithm: "hillis-steele".to_owned(), tuning: Default::default(), ..request.clone() };
    Ok((resolved.algorithm.formulas)(&Subject {
        cost: plan.cost(),
        n: request.n as f64,
        invocations: plan.passes[0].kernel.constant("WORKGROUP_SIZE").map_or(1.0, f64::from),
        element_bytes: resolved.job.form.monoid.bytes() as f64,
        horn: horn.resolve(limits).ok().map(|horn| horn.plan().cost()),
        plan: &plan,
    }))
}

#[cfg(test)]
#[path = "formulas_tests.rs"]
mod tests;
