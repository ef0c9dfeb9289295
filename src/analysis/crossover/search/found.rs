//! What a search has found.

use serde::Serialize;

use super::{MOST_MEASUREMENTS, Search, Told, changes, middle};

/// A change of the faster one of two scans.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crossing<Faster> {
    /// The first size at which `faster` is, where `low` and `high` are next to each other, else the middle of the two.
    pub n: u64,
    /// The largest size before, at which the other scan was measured to be faster. Like `high` it was measured twice with the same
    /// result, unless the search came to its limit before; what lies between is unsure.
    pub low: u64,
    /// The smallest size after, at which `faster` was.
    pub high: u64,
    /// The scan that is faster from here to the next crossing.
    pub faster: Faster,
}

/// Sizes at which one scan is faster: it was measured to be at `low` and at `high`, and beside each change of a plan between that could
/// make the other faster.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stretch<Faster> {
    /// The first.
    pub low: u64,
    /// The last.
    pub high: u64,
    /// The scan.
    pub faster: Faster,
}

/// Sizes at which it cannot be told which scan is faster.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unsure {
    /// The first.
    pub low: u64,
    /// The last.
    pub high: u64,
    /// Why, in words.
    pub reason: String,
}

/// One end of what was searched.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct End<Faster> {
    /// Elements.
    pub n: u64,
    /// The faster scan, where that can be told.
    pub faster: Option<Faster>,
    /// Why it cannot be told, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What was found, of scans by their ranks.
#[derive(Debug)]
pub struct Found {
    /// By rising n.
    pub crossings: Vec<Crossing<usize>>,
    /// By rising n.
    pub stretches: Vec<Stretch<usize>>,
    /// By rising n, apart from the intervals of the crossings.
    pub unsure: Vec<Unsure>,
    /// Of the smallest and of the largest size.
    pub ends: Vec<End<usize>>,
}

impl Search {
    /// What follows from what was measured.
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

    /// Between the sizes next to them at which it can be told.
    fn unsure(&self, all: &[Told<'_>]) -> Vec<Unsure> {
        let [from, to] = self.range;
        let mut unsure: Vec<_> = self
            .untold(all)
            .into_iter()
            .map(|untold| Unsure {
                low: untold.before.map_or(from, |before| before + 1),
                high: untold.after.map_or(to, |after| after - 1),
                reason: untold.reason,
            })
            .collect();
        let changes = changes(all).into_iter().map(|(before, after)| [before.n + 1, after.n - 1]);
        let known: Vec<_> = unsure.iter().map(|span| [span.low, span.high]).chain(changes).collect();
        for ([low, high], _) in self.unexplored(all) {
            let (low, high) = (low + 1, high - 1);
            if !known.iter().any(|span| span[0] <= low && high <= span[1]) {
                let reason = format!("{MOST_MEASUREMENTS} measurements left out sizes at which a plan changes.");
                unsure.push(Unsure { low, high, reason });
            }
        }
        unsure.sort_by_key(|span| span.low);
        unsure
    }
}

fn crossings(all: &[Told<'_>]) -> Vec<Crossing<usize>> {
    let crossing = |(before, after): (Told<'_>, Told<'_>)| {
        let (low, high) = (before.n, after.n);
        let n = if high - low <= 1 { high } else { middle(low, high) };
        Some(Crossing { n, low, high, faster: after.faster? })
    };
    changes(all).into_iter().filter_map(crossing).collect()
}

/// Sizes with the same verdict, and nothing unsure between.
fn stretches(all: &[Told<'_>], unsure: &[Unsure]) -> Vec<Stretch<usize>> {
    let mut stretches: Vec<Stretch<usize>> = Vec::new();
    for told in all {
        let (n, Some(faster)) = (told.n, told.faster) else { continue };
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
    fn of(told: &Told<'_>) -> Self {
        let reason = told.faster.is_none().then(|| told.measured.reason());
        End { n: told.n, faster: told.faster, reason }
    }

    /// The same of scans by name.
    pub fn named(&self, name: impl Fn(usize) -> String) -> End<String> {
        End { n: self.n, faster: self.faster.map(name), reason: self.reason.clone() }
    }
}

impl Crossing<usize> {
    /// The same of scans by name.
    pub fn named(&self, name: impl Fn(usize) -> String) -> Crossing<String> {
        let Crossing { n, low, high, faster } = *self;
        Crossing { n, low, high, faster: name(faster) }
    }
}

impl Stretch<usize> {
    /// The same of scans by name.
    pub fn named(&self, name: impl Fn(usize) -> String) -> Stretch<String> {
        let Stretch { low, high, faster } = *self;
        Stretch { low, high, faster: name(faster) }
    }
}
