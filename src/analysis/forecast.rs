//! How long a sweep will take: guessed from the plans of its scans until some were measured here, then from these.

mod pace;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use pace::{Guess, Pace};

use crate::monoid::ElementType;
use crate::plan::{Limits, Mode, Tuning};
use crate::request::Request;

/// The sequential scan on the CPU: its name among the algorithms.
const JAVASCRIPT: &str = "javascript";
/// Of a size whose uploads and readbacks are measured too (`www/lab/transfers.js`): rounds for a while, of which one is always whole.
const ROUNDS_S: f64 = 0.8;
/// An element of that round.
const ELEMENT_MOVED_S: f64 = 4e-8;
/// The same of uploads and readbacks, whose pace is the machine's.
const MOVED_DOUBT: f64 = 5.0;

/// What is left of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "ForecastLeft"))]
pub struct Left {
    /// Probably.
    pub expected_s: f64,
    /// At most.
    pub most_s: f64,
    /// Points that are still to come.
    pub points: usize,
}

/// A sweep that is wanted.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "CoreSweep"))]
pub struct Wanted {
    /// Ids.
    pub algorithms: Vec<String>,
    /// Numbers of elements.
    pub sizes: Vec<u64>,
    /// Whether uploads and readbacks are measured too.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub transfers: bool,
    /// What is scanned.
    pub kind: Kind,
}

/// What a sweep scans.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "CoreSweepKind"))]
pub struct Kind {
    /// Operator's public name.
    pub operator: String,
    /// Element type.
    #[serde(rename = "type")]
    pub element_type: ElementType,
    /// Inclusive or exclusive.
    pub mode: Mode,
    /// By algorithm.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<BTreeMap<String, Tuning>>", optional))]
    pub tuning: BTreeMap<String, Tuning>,
}

/// A point that is there.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "CoreKnownPoint"))]
pub struct Known {
    /// Its algorithm.
    pub algorithm: String,
    /// Its size.
    pub n: u64,
}

/// A size that is being measured.
#[derive(Debug, Default)]
struct Block {
    n: Option<u64>,
    start_ms: f64,
    /// What it has points of.
    ids: Vec<String>,
}

/// What guesses a point of a sweep.
type Guesser = Box<dyn Fn(&Kind, &str, u64) -> Guess>;

/// Forecasts sweeps on one device, and learns from what it sees. Times are told to it in milliseconds, from any start.
pub struct Forecaster {
    pace: Pace,
    guesser: Guesser,
    /// Of points of one kind: a plan may have thousands of passes, and is asked for every second.
    guesses: BTreeMap<(String, u64), Guess>,
    kind: Option<Kind>,
    /// Seconds by scan and size, as they were last measured.
    measured: BTreeMap<(String, u64), f64>,
    /// Of all that was measured: what was guessed, and what it took.
    guessed_s: f64,
    took_s: f64,
    /// What is still to come, by size.
    missing: Vec<(u64, Vec<String>)>,
    block: Block,
    transfers: bool,
    /// When the last point came.
    last_ms: f64,
}

impl Forecaster {
    /// A forecaster for a device of these limits.
    pub fn new(limits: Limits) -> Self {
        let pace = Pace::of(limits.software);
        let guesser = move |kind: &Kind, algorithm: &str, n| {
            if algorithm == JAVASCRIPT {
                return pace.guess(n, None);
            }
            // What has no plan here will be skipped.
            kind.request(algorithm, n)
                .resolve(limits)
                .map_or_else(|_| Guess::default(), |resolved| pace.guess(n, Some(&resolved.plan().cost())))
        };
        Forecaster::with_guesser(pace, Box::new(guesser))
    }

    fn with_guesser(pace: Pace, guesser: Guesser) -> Self {
        Forecaster {
            pace,
            guesser,
            guesses: BTreeMap::new(),
            kind: None,
            measured: BTreeMap::new(),
            guessed_s: 0.0,
            took_s: 0.0,
            missing: Vec::new(),
            block: Block::default(),
            transfers: false,
            last_ms: 0.0,
        }
    }

    /// Whether anything was measured yet.
    pub fn is_measured(&self) -> bool {
        self.took_s > 0.0
    }

    /// A sweep from its beginning.
    pub fn sweep(&mut self, wanted: &Wanted) -> Guess {
        self.take(wanted);
        let mut sum = Guess::default();
        for &n in &wanted.sizes {
            let Guess { expected_s, most_s } = self.size(n, &wanted.algorithms);
            sum = Guess { expected_s: sum.expected_s + expected_s, most_s: sum.most_s + most_s };
        }
        sum
    }

    fn take(&mut self, wanted: &Wanted) {
        self.transfers = wanted.transfers;
        if self.kind.as_ref() != Some(&wanted.kind) {
            self.guesses.clear();
            self.kind = Some(wanted.kind.clone());
        }
    }

    fn guess(&mut self, algorithm: &str, n: u64) -> Guess {
        let Some(kind) = &self.kind else { return Guess::default() };
        *self.guesses.entry((algorithm.to_owned(), n)).or_insert_with(|| (self.guesser)(kind, algorithm, n))
    }

    fn size(&mut self, n: u64, ids: &[String]) -> Guess {
        let (load_s, moved_s, factor) = (self.pace.load_s(), self.moved_s(n), self.factor());
        let attempts = self.pace.attempts();
        let mut sum =
            Guess { expected_s: load_s * factor + moved_s, most_s: load_s * attempts + MOVED_DOUBT * moved_s };
        for id in ids {
            let guess = self.guess(id, n);
            let measured = self.measured.get(&(id.clone(), n)).copied();
            sum.expected_s += measured.unwrap_or(guess.expected_s * factor);
            sum.most_s += guess.most_s;
        }
        sum
    }

    /// What uploads and readbacks of a size take.
    fn moved_s(&self, n: u64) -> f64 {
        if self.transfers { ROUNDS_S + n as f64 * ELEMENT_MOVED_S } else { 0.0 }
    }

    /// How wrong guesses are here.
    fn factor(&self) -> f64 {
        if self.is_measured() { self.took_s / self.guessed_s } else { 1.0 }
    }

    /// A sweep begins, or goes on from points that are there already.
    pub fn begin(&mut self, wanted: &Wanted, known: &[Known], now_ms: f64) {
        self.take(wanted);
        self.missing.clear();
        for &n in &wanted.sizes {
            if self.missing.iter().all(|&(size, _)| size != n) {
                self.missing.push((n, wanted.algorithms.clone()));
            }
        }
        for Known { algorithm, n } in known {
            self.found(algorithm, *n);
        }
        self.last_ms = now_ms;
        self.open(None);
    }

    /// A point has come.
    pub fn point(&mut self, algorithm: &str, n: u64, skipped: bool, now_ms: f64) {
        if self.block.n != Some(n) {
            self.open(Some(n));
        }
        if !skipped {
            self.block.ids.push(algorithm.to_owned());
        }
        self.found(algorithm, n);
        self.last_ms = now_ms;
        if self.missing.iter().all(|(size, ids)| *size != n || ids.is_empty()) {
            self.learn();
        }
    }

    fn found(&mut self, algorithm: &str, n: u64) {
        for (_, ids) in self.missing.iter_mut().filter(|(size, _)| *size == n) {
            ids.retain(|id| id != algorithm);
        }
    }

    /// Nothing was measured for a while.
    pub fn resume(&mut self, now_ms: f64) {
        self.block.start_ms += now_ms - self.last_ms;
        self.last_ms = now_ms;
    }

    fn open(&mut self, n: Option<u64>) {
        self.block = Block { n, start_ms: self.last_ms, ids: Vec::new() };
    }

    /// Points of a size come together, after all of them were measured: each has its share of the time.
    fn learn(&mut self) {
        let Block { n: Some(n), start_ms, ref ids } = self.block else { return };
        if ids.is_empty() {
            return;
        }
        let ids = ids.clone();
        let took_s = ((self.last_ms - start_ms) / 1000.0 - self.moved_s(n)).max(0.0);
        self.took_s += took_s;
        self.guessed_s += self.pace.load_s();
        let share_s = took_s / ids.len() as f64;
        for id in ids {
            self.guessed_s += self.guess(&id, n).expected_s;
            self.measured.insert((id, n), share_s);
        }
        self.open(None);
    }

    /// What is left of the sweep that has begun; of a size that takes longer than was guessed, no time but its points.
    pub fn left(&mut self, now_ms: f64) -> Left {
        let mut left = Left { expected_s: 0.0, most_s: 0.0, points: 0 };
        let missing: Vec<_> = self.missing.iter().filter(|(_, ids)| !ids.is_empty()).cloned().collect();
        for (rank, (n, mut ids)) in missing.into_iter().enumerate() {
            left.points += ids.len();
            let is_open = self.block.n == Some(n);
            if is_open {
                ids.extend(self.block.ids.iter().cloned());
            }
            let guess = self.size(n, &ids);
            let since_ms = if is_open { self.block.start_ms } else { self.last_ms };
            let spent_s = if rank == 0 { (now_ms - since_ms) / 1000.0 } else { 0.0 };
            left.expected_s += (guess.expected_s - spent_s).max(0.0);
            left.most_s += (guess.most_s - spent_s).max(0.0);
        }
        left
    }
}

impl Kind {
    fn request(&self, algorithm: &str, n: u64) -> Request {
        Request {
            algorithm: algorithm.to_owned(),
            operator: self.operator.clone(),
            element_type: self.element_type,
            mode: self.mode,
            direction: Default::default(),
            segmented: false,
            in_place: false,
            n,
            tuning: self.tuning.get(algorithm).cloned().unwrap_or_default(),
            pattern: String::new(),
            seed: 0,
        }
    }
}

#[cfg(test)]
#[path = "forecast_tests.rs"]
mod tests;
