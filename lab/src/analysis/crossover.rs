//! Crossovers of scans: brackets between the sizes of a sweep, and exact crossovers by a search that chooses the sizes.

mod brackets;
mod search;
mod steps;
mod verdicts;

use serde::{Deserialize, Serialize};

pub use brackets::{Bracket, TimedPoint, TimedPoints, brackets};
pub use search::{Crossing, End, Found, MAX_MEASUREMENTS, Search, Stretch, Unsure};
pub use steps::{Step, Structure, plan_steps};
pub use verdicts::Verdict;

use crate::request::Request;
use crate::results::{CompareOptions, ComparedPoint, Comparison};
use scanlab::error::Error;
use scanlab::plan::Limits;
use scanlab::record::low_level::quoted;

/// A request of a search.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "CoreSearch"))]
pub struct SearchRequest {
    /// Public names of the two scans. The search finds the size from which the second scan is faster.
    pub algorithms: [String; 2],
    /// The smallest size.
    pub from: u64,
    /// The largest size.
    pub to: u64,
    /// One request per scan that has plans. The request's `n` is ignored.
    pub planned: Vec<Request>,
}

/// A search between two named scans.
#[derive(Debug)]
pub struct Finder {
    algorithms: [String; 2],
    search: Search,
}

/// The crossovers of two scans.
#[derive(Debug, PartialEq, Serialize)]
pub struct Conclusion {
    /// The last crossover, if the second scan is faster from there to the end of the range.
    pub last: Option<Crossing<String>>,
    /// The reason if `last` is missing.
    pub reason: Option<String>,
    /// All crossovers, by ascending n.
    pub crossings: Vec<Crossing<String>>,
    /// Ranges in which one scan is faster, by ascending n.
    pub stretches: Vec<Stretch<String>>,
    /// Ranges in which the faster scan is unknown.
    pub unsure: Vec<Unsure>,
    /// The results at both ends of the range.
    pub ends: Vec<End<String>>,
}

impl Finder {
    /// A search on a device with these limits.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for two equal scans or an empty range; and those of [`Request::resolve`], except for sizes
    /// that are too large or unsupported. A measurement reports such sizes.
    pub fn new(request: SearchRequest, limits: Limits) -> Result<Self, Error> {
        let SearchRequest { algorithms, from, to, planned } = request;
        if algorithms[0] == algorithms[1] {
            let found = format!("{} twice", quoted(&algorithms[0]));
            return Err(Error::bad_argument("algorithms", "two different ids", found));
        }
        check_size("from", from, 1, u64::from(u32::MAX) - 1)?;
        check_size("to", to, from + 1, u32::MAX.into())?;
        let planners: Vec<_> = planned
            .into_iter()
            .map(|request| {
                move |n| {
                    let resolved = Request { n, ..request.clone() }.resolve(limits)?;
                    Ok(Structure::of(&resolved.plan()))
                }
            })
            .collect();
        let steps = plan_steps(&planners, from, to)?;
        Ok(Finder { algorithms, search: Search::new(from, to, steps) })
    }

    /// The next size to measure; `None` if the search is complete.
    pub fn next_size(&self) -> Option<u64> {
        self.search.next_size()
    }

    /// Records the points of both scans at the requested size.
    ///
    /// # Errors
    /// As [`Comparison::of`].
    pub fn record(&mut self, first: &ComparedPoint, second: &ComparedPoint) -> Result<(), Error> {
        let comparison = Comparison::of(second, first, CompareOptions::default())?;
        if let Some(n) = self.next_size() {
            self.search.record(n, Verdict::new(comparison));
        }
        Ok(())
    }

    /// The result of the search.
    pub fn conclude(&self) -> Conclusion {
        let found = self.search.conclude();
        let name = |index: usize| self.algorithms[index].clone();
        let crossings: Vec<_> = found.crossings.iter().map(|crossing| crossing.named(name)).collect();
        // After the last crossover, the same scan is faster up to the end, unless the verdict at the end is unknown.
        let ends_second = found.ends.last().is_some_and(|end| end.faster == Some(1));
        let last = crossings.last().filter(|crossing| ends_second && crossing.faster == self.algorithms[1]).cloned();
        Conclusion {
            reason: last.is_none().then(|| self.reason_for_none(&found)),
            last,
            stretches: found.stretches.iter().map(|stretch| stretch.named(name)).collect(),
            ends: found.ends.iter().map(|end| end.named(name)).collect(),
            crossings,
            unsure: found.unsure,
        }
    }

    fn reason_for_none(&self, Found { ends, crossings, .. }: &Found) -> String {
        let [first, second] = &self.algorithms;
        if let Some(End { n, reason, .. }) = ends.iter().rev().find(|end| end.faster.is_none()) {
            let reason = reason.as_deref().unwrap_or_default();
            return format!("The comparison is inconclusive at {n} elements: {reason}");
        }
        let [low, high] = &ends[..] else { return "Nothing was measured.".to_owned() };
        if low.faster != high.faster {
            return format!(
                "{second} is faster at {} elements and {first} at {}: exchange the two scans to find the crossover.",
                low.n, high.n
            );
        }
        let between = crossings.first().map_or(String::new(), |crossing| {
            format!("; between them, {second} is faster from {} elements on", crossing.n)
        });
        let faster = if low.faster == Some(0) { first } else { second };
        format!("{faster} is faster at both ends, {} and {} elements{between}.", low.n, high.n)
    }
}

fn check_size(name: &str, size: u64, least: u64, most: u64) -> Result<(), Error> {
    let error = || Error::bad_argument(name, format!("an integer from {least} to {most}"), size.to_string());
    if (least..=most).contains(&size) { Ok(()) } else { Err(error()) }
}

#[cfg(test)]
#[path = "crossover/finder_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "crossover/trials.rs"]
mod trials;
