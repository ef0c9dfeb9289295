//! Where one scan is faster than another: between which of the measured sizes, and precisely, by a search that says what to measure.

mod brackets;
mod search;
mod steps;
mod verdicts;

use serde::{Deserialize, Serialize};

pub use brackets::{Bracket, TimedPoint, TimedPoints, brackets};
pub use search::{Crossing, End, Found, MOST_MEASUREMENTS, Search, Stretch, Unsure};
pub use steps::{Step, Structure, plan_steps};
pub use verdicts::Verdict;

use crate::error::Error;
use crate::plan::Limits;
use crate::request::Request;

/// What is searched.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "CoreSearch"))]
pub struct Wanted {
    /// Public names of the two scans; asked is from which size on the second is the faster one.
    pub algorithms: [String; 2],
    /// The smallest size.
    pub from: u64,
    /// The largest size.
    pub to: u64,
    /// Those of the two that have plans, of any length.
    pub planned: Vec<Request>,
}

/// A search between two scans by name.
#[derive(Debug)]
pub struct Finder {
    algorithms: [String; 2],
    search: Search,
}

/// Where two scans cross.
#[derive(Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The last crossing, after which the second scan stays faster up to the end, as far as can be told.
    pub last: Option<Crossing<String>>,
    /// Why there is none, in words.
    pub reason: Option<String>,
    /// Every crossing that was found, by rising n.
    pub crossings: Vec<Crossing<String>>,
    /// Which scan is faster where, by rising n.
    pub stretches: Vec<Stretch<String>>,
    /// Where which is faster cannot be told.
    pub unsure: Vec<Unsure>,
    /// What was found at both ends.
    pub ends: Vec<End<String>>,
}

impl Finder {
    /// A search on a device of these limits.
    ///
    /// # Errors
    /// As [`Request::resolve`], but for plans that are too large or unsupported at some sizes: measurements there say why.
    pub fn new(wanted: Wanted, limits: Limits) -> Result<Self, Error> {
        let Wanted { algorithms, from, to, planned } = wanted;
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

    /// The size to measure next; none where all is known that can be.
    pub fn next_size(&self) -> Option<u64> {
        self.search.next_size()
    }

    /// Takes the verdict of a measurement.
    pub fn tell(&mut self, n: u64, verdict: Verdict) {
        self.search.tell(n, verdict);
    }

    /// What was found.
    pub fn conclude(&self) -> Answer {
        let found = self.search.conclude();
        let name = |rank: usize| self.algorithms[rank].clone();
        let crossings: Vec<_> = found.crossings.iter().map(|crossing| crossing.named(name)).collect();
        // After the last one nothing changes up to the end, unless it cannot be told there.
        let ends_second = found.ends.last().is_some_and(|end| end.faster == Some(1));
        let last = crossings.last().filter(|crossing| ends_second && crossing.faster == self.algorithms[1]).cloned();
        Answer {
            reason: last.is_none().then(|| self.why_none(&found)),
            last,
            stretches: found.stretches.iter().map(|stretch| stretch.named(name)).collect(),
            ends: found.ends.iter().map(|end| end.named(name)).collect(),
            crossings,
            unsure: found.unsure,
        }
    }

    fn why_none(&self, Found { ends, crossings, .. }: &Found) -> String {
        let [first, second] = &self.algorithms;
        if let Some(End { n, reason, .. }) = ends.iter().rev().find(|end| end.faster.is_none()) {
            let reason = reason.as_deref().unwrap_or_default();
            return format!("Which is faster cannot be told at {n} elements: {reason}");
        }
        let [low, high] = &ends[..] else { return "Nothing was measured.".to_owned() };
        if low.faster != high.faster {
            return format!(
                "{second} is faster at {} elements and {first} at {}: there is a crossover with the two exchanged.",
                low.n, high.n
            );
        }
        let between = crossings
            .first()
            .map_or(String::new(), |crossing| format!("; between them {second} is, from {} elements on", crossing.n));
        let faster = if low.faster == Some(0) { first } else { second };
        format!("{faster} is faster at both ends, {} and {} elements{between}.", low.n, high.n)
    }
}

#[cfg(test)]
#[path = "crossover/finder_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "crossover/trials.rs"]
mod trials;
