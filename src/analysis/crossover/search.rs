//! Which size a search for crossovers measures next, and what follows from what was measured.
//!
//! Times step where a plan changes, so two scans may cross several times. Between two steps both times are nearly straight lines in n,
//! whose difference changes its sign at most once: there a search by halves is right. So both sides of each step are measured unless
//! the step is too small to matter, and between two steps that is halved in which the sign changes. A verdict on which a crossing
//! rests is measured twice, in rounds of its own: where the two verdicts differ, that size tells nothing, and the crossing's interval
//! is wider.

mod found;

use std::collections::BTreeMap;

pub use found::{Crossing, End, Found, Stretch, Unsure};

use super::steps::Step;
use super::verdicts::{Measured, Verdict, spread};

/// Measurements at most, each of both scans at one size.
pub const MOST_MEASUREMENTS: usize = 40;
/// Sizes so close together are one, unless a step lies between.
const NEAR: f64 = 1.02;
/// The same where it cannot be told anyway.
const NEAR_UNSURE: f64 = 1.1;
/// How many times the change of a scan's dispatches its time may change at a step.
const STEP_FACTOR: f64 = 1.5;
/// What the times may change besides.
const STEP_MORE: f64 = 0.05;

/// A search for the crossings of two scans, which measures nothing itself.
#[derive(Debug)]
pub struct Search {
    range: [u64; 2],
    steps: Vec<Step>,
    measured: BTreeMap<u64, Measured>,
    count: usize,
}

/// A size that was measured, and the faster scan there.
#[derive(Clone, Copy, Debug)]
struct Told<'a> {
    n: u64,
    measured: &'a Measured,
    faster: Option<usize>,
}

impl Told<'_> {
    /// How far the times lie apart; 0 where that is not known.
    fn distance(&self) -> f64 {
        if self.faster.is_some() { self.measured.distance() } else { 0.0 }
    }
}

/// Neighbouring sizes at which it cannot be told, and the sizes next to them at which it can.
struct Untold {
    before: Option<u64>,
    first: u64,
    last: u64,
    after: Option<u64>,
    reason: String,
}

impl Search {
    /// A search between two sizes, of scans whose plans change at these steps.
    pub fn new(from: u64, to: u64, steps: Vec<Step>) -> Self {
        let steps = steps.into_iter().filter(|step| (from..to).contains(&step.n)).collect();
        Search { range: [from, to], steps, measured: BTreeMap::new(), count: 0 }
    }

    /// Takes the verdict of a measurement.
    pub fn tell(&mut self, n: u64, verdict: Verdict) {
        self.count += 1;
        self.measured.entry(n).or_insert_with(|| Measured { n, verdicts: Vec::new() }).verdicts.push(verdict);
    }

    /// The size to measure next; none where all is known that can be.
    pub fn next_size(&self) -> Option<u64> {
        if self.count >= MOST_MEASUREMENTS {
            return None;
        }
        let all = self.all();
        self.next_end(&all)
            .or_else(|| next_disturbed(&all))
            .or_else(|| self.next_of_changes(&all))
            .or_else(|| next_to_confirm(&all))
            .or_else(|| self.next_hidden(&all))
            .or_else(|| self.next_unsure(&all))
    }

    /// What was measured, by rising n.
    fn all(&self) -> Vec<Told<'_>> {
        let spread = spread(self.measured.values());
        let told = |measured: &'_ Measured| measured.faster(spread);
        self.measured.values().map(|measured| Told { n: measured.n, measured, faster: told(measured) }).collect()
    }

    /// Both ends of the range decide whether there is an answer at all.
    fn next_end(&self, all: &[Told<'_>]) -> Option<u64> {
        let is_open = |end: u64| {
            let told = all.iter().find(|told| told.n == end);
            told.is_none_or(|told| told.faster.is_none() && told.measured.may_tell_more())
        };
        self.range.into_iter().find(|&end| is_open(end))
    }

    /// Halves the widest span in which the sign changes. Where neither is faster in the middle of it, both ends of that are looked for.
    fn next_of_changes(&self, all: &[Told<'_>]) -> Option<u64> {
        let span = |(before, after): (Told<'_>, Told<'_>)| {
            let mut ties = all.iter().filter(|told| before.n < told.n && told.n < after.n);
            let Some(first) = ties.next() else { return [before.n, after.n] };
            let last = ties.next_back().unwrap_or(first);
            let below = ratio([before.n, first.n]) >= ratio([last.n, after.n]);
            if below { [before.n, first.n] } else { [last.n, after.n] }
        };
        let spans = changes(all).into_iter().map(span).collect();
        widest(spans, |low, high| self.beside_step(low, high).or_else(|| halfway(low, high)))
    }

    /// A size beside a step that may hide two crossings between sizes with the same verdict; first where the times are the closest.
    fn next_hidden(&self, all: &[Told<'_>]) -> Option<u64> {
        let gaps = self.unexplored(all);
        let ([low, high], _) = gaps.into_iter().min_by(|(_, left), (_, right)| left.total_cmp(right))?;
        self.beside_step(low, high)
    }

    /// Spans between sizes that were measured whose steps might change the verdict, with how far the times lie apart.
    fn unexplored(&self, all: &[Told<'_>]) -> Vec<([u64; 2], f64)> {
        let gap =
            |(before, after): (Told<'_>, Told<'_>)| ([before.n, after.n], before.distance().min(after.distance()));
        let mut gaps: Vec<_> = pairs(all).map(gap).collect();
        gaps.retain(|&([low, high], distance)| {
            self.beside_step(low, high).is_some() && distance < self.reach(low, high)
        });
        gaps
    }

    /// How far the steps of a span may move the logarithm of the ratio.
    fn reach(&self, low: u64, high: u64) -> f64 {
        let inside = self.steps.iter().filter(|step| (low..high).contains(&step.n));
        STEP_FACTOR * inside.map(|step| step.rise).sum::<f64>() + STEP_MORE
    }

    /// The side of a step between two sizes that tells the most, if there is one.
    fn beside_step(&self, low: u64, high: u64) -> Option<u64> {
        let inside = |n: u64| low < n && n < high;
        let steps: Vec<u64> = self.steps.iter().map(|step| step.n).filter(|&n| inside(n) || inside(n + 1)).collect();
        // The other side of a step whose one side was measured.
        let side = steps.iter().find(|&&n| n == low).or_else(|| steps.iter().find(|&&n| n + 1 == high));
        if let Some(&side) = side {
            return Some(if inside(side) { side } else { side + 1 });
        }
        let middle = (low as f64 * high as f64).sqrt();
        let off = |n: &u64| (*n as f64 / middle).ln().abs();
        steps.into_iter().min_by(|left, right| off(left).total_cmp(&off(right)))
    }

    /// The middle of the widest span between a size at which it cannot be told and one at which it can.
    fn next_unsure(&self, all: &[Told<'_>]) -> Option<u64> {
        let edges = self.untold(all).into_iter().flat_map(|Untold { before, first, last, after, .. }| {
            [before.map(|before| [before, first]), after.map(|after| [last, after])]
        });
        let open = edges.flatten().filter(|&span| ratio(span) > NEAR_UNSURE).collect();
        widest(open, halfway)
    }

    /// Runs of sizes at which it cannot be told, and the sizes next to them at which it can, unless those have different verdicts, or
    /// no step between: then the sign does not change there.
    fn untold(&self, all: &[Told<'_>]) -> Vec<Untold> {
        let mut runs = Vec::new();
        let mut from = 0_usize;
        for run in all.chunk_by(|left, right| left.faster.is_none() && right.faster.is_none()) {
            let (before, after) = (from.checked_sub(1).map(|rank| all[rank]), all.get(from + run.len()));
            from += run.len();
            if run[0].faster.is_some() {
                continue;
            }
            let is_open = match (before, after) {
                (Some(before), Some(after)) => {
                    before.faster == after.faster && self.steps.iter().any(|step| (before.n..after.n).contains(&step.n))
                }
                _ => true,
            };
            if is_open {
                runs.push(Untold {
                    before: before.map(|told| told.n),
                    first: run[0].n,
                    last: run[run.len() - 1].n,
                    after: after.map(|told| told.n),
                    reason: run[0].measured.reason(),
                });
            }
        }
        runs
    }
}

fn pairs<'a, 'b>(all: &'b [Told<'a>]) -> impl Iterator<Item = (Told<'a>, Told<'a>)> + use<'a, 'b> {
    all.windows(2).map(|pair| (pair[0], pair[1]))
}

/// Neighbours among the sizes with a verdict whose verdicts differ.
fn changes<'a>(all: &[Told<'a>]) -> Vec<(Told<'a>, Told<'a>)> {
    let sure: Vec<_> = all.iter().copied().filter(|told| told.faster.is_some()).collect();
    pairs(&sure).filter(|(before, after)| before.faster != after.faster).collect()
}

/// A size on which a crossing rests whose verdict was measured once.
fn next_to_confirm(all: &[Told<'_>]) -> Option<u64> {
    let mut ends = changes(all).into_iter().flat_map(|(before, after)| [before, after]);
    ends.find(|told| told.measured.sure().len() < 2).map(|told| told.n)
}

/// A size whose scans seem to differ, but whose samples spread too far.
fn next_disturbed(all: &[Told<'_>]) -> Option<u64> {
    let is_open =
        |told: &&Told<'_>| told.faster.is_none() && told.measured.may_tell_more() && told.measured.is_disturbed();
    all.iter().find(is_open).map(|told| told.n)
}

fn ratio([low, high]: [u64; 2]) -> f64 {
    high as f64 / low as f64
}

/// The size in the widest span that has one; of spans as wide the first.
fn widest(spans: Vec<[u64; 2]>, size_in: impl Fn(u64, u64) -> Option<u64>) -> Option<u64> {
    let sizes = spans.into_iter().filter_map(|span| Some((ratio(span), size_in(span[0], span[1])?)));
    sizes.rev().max_by(|(left, _), (right, _)| left.total_cmp(right)).map(|(_, n)| n)
}

fn halfway(low: u64, high: u64) -> Option<u64> {
    if ratio([low, high]) < NEAR || high - low <= 1 {
        return None;
    }
    Some(middle(low, high).clamp(low + 1, high - 1))
}

fn middle(low: u64, high: u64) -> u64 {
    (low as f64 * high as f64).sqrt().round() as u64
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
