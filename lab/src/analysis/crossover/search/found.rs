//! The results of a search.

use serde::Serialize;

use super::{MAX_MEASUREMENTS, Outcome, Search, changes, middle};

/// A change of the faster scan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crossing<Faster> {
    /// The first size at which the scan `faster` is faster, if `low` and `high` are adjacent; otherwise their geometric
    /// mean.
    pub n: u64,
    /// The largest size below the crossover at which the other scan was faster. Like `high`, this size was measured twice
    /// with the same result, unless the search reached its limit. Between `low` and `high`, the faster scan is unknown.
    pub low: u64,
    /// The smallest size above `low` at which the scan `faster` was faster.
    pub high: u64,
    /// The faster scan from `high` to the next crossover.
    pub faster: Faster,
}

/// A range in which one scan is faster. This scan was faster at `low`, at `high`, and beside each change of a plan between
/// these sizes that could make the other scan faster.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stretch<Faster> {
    /// The first size.
    pub low: u64,
    /// The last size.
    pub high: u64,
    /// The faster scan.
    pub faster: Faster,
}

/// A range in which the faster scan is unknown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unsure {
    /// The first size.
    pub low: u64,
    /// The last size.
    pub high: u64,
    /// The reason.
    pub reason: String,
}

/// One end of the range of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct End<Faster> {
    /// Elements.
    pub n: u64,
    /// The faster scan, if it is known.
    pub faster: Option<Faster>,
    /// The reason if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The results, with scans by index.
#[derive(Debug)]
pub struct Found {
    /// By ascending n.
    pub crossings: Vec<Crossing<usize>>,
    /// By ascending n.
    pub stretches: Vec<Stretch<usize>>,
    /// By ascending n, without the intervals from `low` to `high` of the crossovers.
    pub unsure: Vec<Unsure>,
    /// The smallest and the largest size.
    pub ends: Vec<End<usize>>,
}

impl Search {
    /// The results of all measurements so far.
    pub fn conclude(&self) -> Found {
        let all = self.all();
        let unsure = self.unsure(&all);
        Found {
            crossings: crossings(&all),
            stretches: stretches(&all, &unsure),
            unsure,
            ends: [all.first(), all.last()].into_iter().flatten().map(End::of).collect(),
        }
    }

    /// Unclear ranges, up to the clear sizes next to them.
    fn unsure(&self, all: &[Outcome<'_>]) -> Vec<Unsure> {
        let [from, to] = self.range;
        let mut unsure: Vec<_> = self
            .unclear_runs(all)
            .into_iter()
            .map(|run| Unsure {
                low: run.before.map_or(from, |before| before + 1),
                high: run.after.map_or(to, |after| after - 1),
                reason: run.reason,
            })
            .collect();
        let changes = changes(all).into_iter().map(|(before, after)| [before.n + 1, after.n - 1]);
        let known: Vec<_> = unsure.iter().map(|span| [span.low, span.high]).chain(changes).collect();
        for ([low, high], _) in self.unexplored(all) {
            let (low, high) = (low + 1, high - 1);
            if !known.iter().any(|span| span[0] <= low && high <= span[1]) {
                let reason = format!("{MAX_MEASUREMENTS} measurements left out sizes at which a plan changes.");
                unsure.push(Unsure { low, high, reason });
            }
        }
        // This function sorts pairs of key and index, so one compiled sort serves all types.
        unsure.sort_by_cached_key(|span| span.low);
        unsure
    }
}

fn crossings(all: &[Outcome<'_>]) -> Vec<Crossing<usize>> {
    let crossing = |(before, after): (Outcome<'_>, Outcome<'_>)| {
        let (low, high) = (before.n, after.n);
        let n = if high - low <= 1 { high } else { middle(low, high) };
        Some(Crossing { n, low, high, faster: after.faster? })
    };
    changes(all).into_iter().filter_map(crossing).collect()
}

/// Ranges of neighbouring sizes with the same verdict, without an unclear range between them.
fn stretches(all: &[Outcome<'_>], unsure: &[Unsure]) -> Vec<Stretch<usize>> {
    let mut stretches: Vec<Stretch<usize>> = Vec::new();
    for outcome in all {
        let (n, Some(faster)) = (outcome.n, outcome.faster) else { continue };
        match stretches.last_mut() {
            Some(last) if last.faster == faster && !unsure.iter().any(|span| last.high < span.low && span.high < n) => {
                last.high = n;
            }
            _ => stretches.push(Stretch { low: n, high: n, faster }),
        }
    }
    stretches
}

impl End<usize> {
    fn of(outcome: &Outcome<'_>) -> Self {
        let reason = outcome.faster.is_none().then(|| outcome.measured.reason());
        End { n: outcome.n, faster: outcome.faster, reason }
    }

    /// The same end, with the name of the scan instead of its index.
    pub fn named(&self, name: impl Fn(usize) -> String) -> End<String> {
        End { n: self.n, faster: self.faster.map(name), reason: self.reason.clone() }
    }
}

impl Crossing<usize> {
    /// The same crossover, with the name of the scan instead of its index.
    pub fn named(&self, name: impl Fn(usize) -> String) -> Crossing<String> {
        let Crossing { n, low, high, faster } = *self;
        Crossing { n, low, high, faster: name(faster) }
    }
}

impl Stretch<usize> {
    /// The same range, with the name of the scan instead of its index.
    pub fn named(&self, name: impl Fn(usize) -> String) -> Stretch<String> {
        let Stretch { low, high, faster } = *self;
        Stretch { low, high, faster: name(faster) }
    }
}
