//! A search for crossovers: it chooses the size to measure next, and concludes from the measurements.
//!
//! Times jump where a plan changes, so two scans may cross several times. Between two changes, both times are nearly
//! linear in n. Their difference then changes its sign at most once, and bisection finds the size. Therefore the search
//! measures both sides of each change, unless the change is too small to matter. It bisects spans whose ends have
//! different verdicts. Each size next to a crossover is measured twice, in separate rounds. If the two verdicts differ,
//! the size is unclear, and the interval of the crossover becomes wider.

mod found;

use std::collections::BTreeMap;

pub use found::{Crossing, End, Found, Stretch, Unsure};

use super::steps::Step;
use super::verdicts::{Measured, Verdict, spread};

/// The maximum number of measurements, each of both scans at one size.
pub const MAX_MEASUREMENTS: usize = 40;
/// Sizes within this factor are not bisected, unless a plan changes between them.
const NEAR: f64 = 1.02;
/// Sizes within this factor are not bisected next to an unclear size.
const NEAR_UNSURE: f64 = 1.1;
/// The bound of a time's change at a step, as a multiple of the change of the dispatches. Both changes are logarithms.
const STEP_FACTOR: f64 = 1.5;
/// The bound of all other changes of the times, as a logarithm. It is added to the bounds of steps.
const STEP_MORE: f64 = 0.05;

/// A search for the crossovers of two scans. The caller does the measuring.
#[derive(Debug)]
pub struct Search {
    range: [u64; 2],
    steps: Vec<Step>,
    measured: BTreeMap<u64, Measured>,
    count: usize,
}

/// A measured size and its faster scan; `None` if the faster scan is unclear.
#[derive(Clone, Copy, Debug)]
struct Outcome<'a> {
    n: u64,
    measured: &'a Measured,
    faster: Option<usize>,
}

impl Outcome<'_> {
    /// The difference of the times' logarithms; 0 if the faster scan is unclear.
    fn distance(&self) -> f64 {
        if self.faster.is_some() { self.measured.distance() } else { 0.0 }
    }
}

/// A run of neighbouring unclear sizes, from `first` to `last`, and the clear sizes `before` and `after` it.
struct UnclearRun {
    before: Option<u64>,
    first: u64,
    last: u64,
    after: Option<u64>,
    reason: String,
}

impl Search {
    /// A search between two sizes, for scans whose plans change at these steps.
    pub fn new(from: u64, to: u64, steps: Vec<Step>) -> Self {
        let steps = steps.into_iter().filter(|step| (from..to).contains(&step.n)).collect();
        Search { range: [from, to], steps, measured: BTreeMap::new(), count: 0 }
    }

    /// Records the verdict of a measurement.
    pub fn record(&mut self, n: u64, verdict: Verdict) {
        self.count += 1;
        self.measured.entry(n).or_insert_with(|| Measured { n, verdicts: Vec::new() }).verdicts.push(verdict);
    }

    /// The size to measure next; `None` if the search is complete.
    pub fn next_size(&self) -> Option<u64> {
        if self.count >= MAX_MEASUREMENTS {
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

    /// The outcomes of all measured sizes, by ascending n.
    fn all(&self) -> Vec<Outcome<'_>> {
        let spread = spread(self.measured.values());
        let faster = |measured: &Measured| measured.faster(spread);
        self.measured.values().map(|measured| Outcome { n: measured.n, measured, faster: faster(measured) }).collect()
    }

    /// An unclear end of the range. A result requires verdicts at both ends.
    fn next_end(&self, all: &[Outcome<'_>]) -> Option<u64> {
        let is_open = |end: u64| {
            let outcome = all.iter().find(|outcome| outcome.n == end);
            outcome.is_none_or(|outcome| outcome.faster.is_none() && outcome.measured.is_retryable())
        };
        self.range.into_iter().find(|&end| is_open(end))
    }

    /// A size that bisects the widest span between different verdicts. If the span contains unclear sizes, the size bisects
    /// the wider part beside them.
    fn next_of_changes(&self, all: &[Outcome<'_>]) -> Option<u64> {
        let span = |(before, after): (Outcome<'_>, Outcome<'_>)| {
            let mut ties = all.iter().filter(|outcome| before.n < outcome.n && outcome.n < after.n);
            let Some(first) = ties.next() else { return [before.n, after.n] };
            let last = ties.next_back().unwrap_or(first);
            let below = ratio([before.n, first.n]) >= ratio([last.n, after.n]);
            if below { [before.n, first.n] } else { [last.n, after.n] }
        };
        let spans = changes(all).into_iter().map(span).collect();
        widest(spans, |low, high| self.beside_step(low, high).or_else(|| halfway(low, high)))
    }

    /// A size beside a change of a plan that may hide two crossovers between sizes with the same verdict. The closest
    /// times come first.
    fn next_hidden(&self, all: &[Outcome<'_>]) -> Option<u64> {
        let gaps = self.unexplored(all);
        let ([low, high], _) = gaps.into_iter().min_by(|(_, left), (_, right)| left.total_cmp(right))?;
        self.beside_step(low, high)
    }

    /// Spans between measured sizes in which changes of plans might change the verdict. With each span: the smaller distance
    /// of the times at its ends.
    fn unexplored(&self, all: &[Outcome<'_>]) -> Vec<([u64; 2], f64)> {
        let gap = |(before, after): (Outcome<'_>, Outcome<'_>)| {
            ([before.n, after.n], before.distance().min(after.distance()))
        };
        let mut gaps: Vec<_> = pairs(all).map(gap).collect();
        gaps.retain(|&([low, high], distance)| {
            self.beside_step(low, high).is_some() && distance < self.reach(low, high)
        });
        gaps
    }

    /// The greatest change of the ratio's logarithm that the changes of plans in a span can cause.
    fn reach(&self, low: u64, high: u64) -> f64 {
        let inside = self.steps.iter().filter(|step| (low..high).contains(&step.n));
        STEP_FACTOR * inside.map(|step| step.rise).sum::<f64>() + STEP_MORE
    }

    /// A size at a step between the measured sizes `low` and `high`, if there is a step. If `low` or `high` is one side of a step, the result
    /// is the other side of this step. Otherwise it is the step nearest to the middle.
    fn beside_step(&self, low: u64, high: u64) -> Option<u64> {
        let inside = |n: u64| low < n && n < high;
        let steps: Vec<u64> = self.steps.iter().map(|step| step.n).filter(|&n| inside(n) || inside(n + 1)).collect();
        let side = steps.iter().find(|&&n| n == low).or_else(|| steps.iter().find(|&&n| n + 1 == high));
        if let Some(&side) = side {
            return Some(if inside(side) { side } else { side + 1 });
        }
        let middle = (low as f64 * high as f64).sqrt();
        let off = |n: &u64| (*n as f64 / middle).ln().abs();
        steps.into_iter().min_by(|left, right| off(left).total_cmp(&off(right)))
    }

    /// The middle of the widest span between an unclear size and a clear size.
    fn next_unsure(&self, all: &[Outcome<'_>]) -> Option<u64> {
        let edges = self.unclear_runs(all).into_iter().flat_map(|UnclearRun { before, first, last, after, .. }| {
            [before.map(|before| [before, first]), after.map(|after| [last, after])]
        });
        let open = edges.flatten().filter(|&span| ratio(span) > NEAR_UNSURE).collect();
        widest(open, halfway)
    }

    /// Runs of unclear sizes with the clear sizes next to them. Runs between different verdicts are left out, since they are
    /// crossovers. Runs between equal verdicts without a change of a plan are left out too, since the faster scan does not
    /// change there.
    fn unclear_runs(&self, all: &[Outcome<'_>]) -> Vec<UnclearRun> {
        let mut runs = Vec::new();
        let mut from = 0_usize;
        for run in all.chunk_by(|left, right| left.faster.is_none() && right.faster.is_none()) {
            let (before, after) = (from.checked_sub(1).map(|index| all[index]), all.get(from + run.len()));
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
                runs.push(UnclearRun {
                    before: before.map(|outcome| outcome.n),
                    first: run[0].n,
                    last: run[run.len() - 1].n,
                    after: after.map(|outcome| outcome.n),
                    reason: run[0].measured.reason(),
                });
            }
        }
        runs
    }
}

fn pairs<'a, 'b>(all: &'b [Outcome<'a>]) -> impl Iterator<Item = (Outcome<'a>, Outcome<'a>)> + use<'a, 'b> {
    all.windows(2).map(|pair| (pair[0], pair[1]))
}

/// Neighbouring clear sizes with different verdicts.
fn changes<'a>(all: &[Outcome<'a>]) -> Vec<(Outcome<'a>, Outcome<'a>)> {
    let sure: Vec<_> = all.iter().copied().filter(|outcome| outcome.faster.is_some()).collect();
    pairs(&sure).filter(|(before, after)| before.faster != after.faster).collect()
}

/// A size next to a crossover with a verdict that was measured only once.
fn next_to_confirm(all: &[Outcome<'_>]) -> Option<u64> {
    let mut ends = changes(all).into_iter().flat_map(|(before, after)| [before, after]);
    ends.find(|outcome| outcome.measured.sure().len() < 2).map(|outcome| outcome.n)
}

/// A size at which the scans seem to differ, but the samples spread too widely.
fn next_disturbed(all: &[Outcome<'_>]) -> Option<u64> {
    let is_open = |outcome: &&Outcome<'_>| {
        outcome.faster.is_none() && outcome.measured.is_retryable() && outcome.measured.is_disturbed()
    };
    all.iter().find(is_open).map(|outcome| outcome.n)
}

fn ratio([low, high]: [u64; 2]) -> f64 {
    high as f64 / low as f64
}

/// The size that `size_in` finds in the widest span, among the spans in which it finds a size. If several spans are equally
/// wide, the first counts.
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
