//! What one point takes, by what its plan costs.

use serde::Serialize;

use crate::bench::Settings;
use crate::plan::Cost;

/// By how many times a guess may be wrong where it says "at most".
const DOUBT: f64 = 2.0;

/// What an adapter takes, in seconds: guesses, which the first measurements correct.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How it measures.
    settings: Settings,
    /// What a sample spans at least, the timer being as coarse as browsers make it.
    sample_s: f64,
    /// Of one scan: compiling, warming up, reading back.
    start_s: f64,
    /// Of a dispatch.
    dispatch_s: f64,
    /// Of an element read or written.
    move_s: f64,
    /// Of an application that waits for the one before.
    step_s: f64,
    /// Of an element on the CPU.
    check_s: f64,
}

impl Pace {
    /// Of a software adapter, or of another.
    pub fn of(software: bool) -> Self {
        let settings = Settings::suiting(software);
        let sample_s = 0.013;
        if software {
            let (start_s, dispatch_s, move_s, step_s, check_s) = (0.6, 2e-4, 4e-9, 4e-9, 1e-7);
            return Pace { settings, sample_s, start_s, dispatch_s, move_s, step_s, check_s };
        }
        let (start_s, dispatch_s, move_s, step_s, check_s) = (0.4, 5e-6, 5e-11, 1e-8, 3e-8);
        Pace { settings, sample_s, start_s, dispatch_s, move_s, step_s, check_s }
    }

    /// What one point takes, by what its plan costs; the scan on the CPU has no plan.
    pub fn guess(&self, n: u64, cost: Option<&Cost>) -> Guess {
        let around_s = self.start_s + n as f64 * self.check_s;
        let limit_s = self.settings.run_limit_ns / 1e9;
        let Some(cost) = cost else {
            return Guess { expected_s: around_s, most_s: DOUBT * around_s + limit_s };
        };
        let moved_s = (cost.reads + cost.writes) as f64 * self.move_s;
        let run_s = cost.dispatches as f64 * self.dispatch_s + moved_s + f64::from(cost.depth) * self.step_s;
        let few_samples = self.settings.min_samples_on_timeout as f64;
        let least_s = (self.settings.budget_ns / 1e9).max(few_samples * run_s);
        // A run that takes too long is stopped, and what is longer is not tried.
        let samples_s = if run_s > limit_s {
            limit_s
        } else {
            (self.settings.min_samples as f64 * self.sample_s.max(run_s)).min(least_s)
        };
        let most_s = f64::from(self.settings.attempts) * (DOUBT * least_s).min(few_samples * limit_s);
        Guess { expected_s: around_s + samples_s, most_s: DOUBT * around_s + most_s }
    }

    /// The same, with another time for which the device is kept busy before a block.
    #[cfg(test)]
    pub(super) fn loading_s(mut self, load_s: f64) -> Self {
        self.settings.load_ns = load_s * 1e9;
        self
    }

    /// For which the device is kept busy before a block.
    pub(super) fn load_s(&self) -> f64 {
        self.settings.load_ns / 1e9
    }

    /// At a block.
    pub(super) fn attempts(&self) -> f64 {
        self.settings.attempts.into()
    }
}

/// How long something takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Forecast"))]
pub struct Guess {
    /// Probably.
    pub expected_s: f64,
    /// At most.
    pub most_s: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(reads: u64, writes: u64, depth: u32) -> Cost {
        Cost { dispatches: 1, reads, writes, depth, ..Cost::default() }
    }

    #[test]
    fn a_point_takes_longer_the_more_it_moves_and_the_longer_it_waits_for_itself() {
        for pace in [Pace::of(false), Pace::of(true)] {
            let guess = |n: u64, depth| pace.guess(n, Some(&cost(2 * n, n, depth)));
            let (small, large) = (guess(1000, 1), guess(1 << 26, 1));
            let (serial, parallel) = (guess(1 << 20, 1 << 20), guess(1 << 20, 20));
            assert!(small.expected_s < large.expected_s && parallel.expected_s <= serial.expected_s);
            for Guess { expected_s, most_s } in [small, large, serial, parallel] {
                assert!(expected_s > 0.0 && expected_s < most_s);
            }
        }
    }

    #[test]
    fn a_run_that_is_too_long_costs_its_limit_however_long_it_were() {
        let pace = Pace::of(false);
        let endless = pace.guess(1000, Some(&cost(0, 0, u32::MAX)));
        assert!(endless.expected_s < pace.start_s + pace.settings.run_limit_ns / 1e9 + 1.0);
        assert!(endless.most_s < 60.0);
    }

    #[test]
    fn the_scan_on_the_cpu_has_no_plan() {
        let pace = Pace::of(false);
        let Guess { expected_s, most_s } = pace.guess(1_000_000, None);
        assert!(expected_s > pace.start_s && most_s > pace.settings.run_limit_ns / 1e9);
    }
}
