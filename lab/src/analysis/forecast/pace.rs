//! Estimates of the duration of one point, from the cost of its plan.

use serde::Serialize;

use crate::bench::Settings;
use scanlab::plan::Cost;

/// The factor from the expected to the longest time.
const UNCERTAINTY: f64 = 2.0;

/// The times of an adapter, in seconds. They are rough until the first measurements correct them.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The measurement settings for the adapter.
    settings: Settings,
    /// The time of the shortest sample with the coarse timers of browsers.
    sample_s: f64,
    /// Per scan: compilation, warm-up, readback.
    start_s: f64,
    /// Per dispatch.
    dispatch_s: f64,
    /// Per element read or written.
    move_s: f64,
    /// Per operator application on the critical path.
    step_s: f64,
    /// Per element of the check on the CPU.
    check_s: f64,
}

impl Pace {
    /// The values for a software adapter, or else for a GPU.
    pub fn of(software: bool) -> Self {
        let settings = Settings::for_adapter(software);
        let sample_s = 0.013;
        if software {
            let (start_s, dispatch_s, move_s, step_s, check_s) = (0.6, 2e-4, 4e-9, 4e-9, 1e-7);
            return Pace { settings, sample_s, start_s, dispatch_s, move_s, step_s, check_s };
        }
        let (start_s, dispatch_s, move_s, step_s, check_s) = (0.4, 5e-6, 5e-11, 1e-8, 3e-8);
        Pace { settings, sample_s, start_s, dispatch_s, move_s, step_s, check_s }
    }

    /// The duration of a point, from the cost of its plan. The scan on the CPU has no plan.
    pub fn estimate(&self, n: u64, cost: Option<&Cost>) -> Estimate {
        let around_s = self.start_s + n as f64 * self.check_s;
        let limit_s = self.settings.run_limit_ns / 1e9;
        let Some(cost) = cost else {
            return Estimate { expected_s: around_s, most_s: UNCERTAINTY * around_s + limit_s };
        };
        let moved_s = (cost.reads + cost.writes) as f64 * self.move_s;
        let run_s = cost.dispatches as f64 * self.dispatch_s + moved_s + f64::from(cost.depth) * self.step_s;
        let few_samples = self.settings.min_samples_on_timeout as f64;
        let least_s = (self.settings.budget_ns / 1e9).max(few_samples * run_s);
        // A run that takes too long is stopped.
        let samples_s = if run_s > limit_s {
            limit_s
        } else {
            (self.settings.min_samples as f64 * self.sample_s.max(run_s)).min(least_s)
        };
        let most_s = f64::from(self.settings.attempts) * (UNCERTAINTY * least_s).min(few_samples * limit_s);
        Estimate { expected_s: around_s + samples_s, most_s: UNCERTAINTY * around_s + most_s }
    }

    /// The same pace, but with another time of the load before a block.
    #[cfg(test)]
    pub(super) fn loading_s(mut self, load_s: f64) -> Self {
        self.settings.load_ns = load_s * 1e9;
        self
    }

    /// The time of the load on the device before a block, in seconds.
    pub(super) fn load_s(&self) -> f64 {
        self.settings.load_ns / 1e9
    }

    /// The number of attempts at a block.
    pub(super) fn attempts(&self) -> f64 {
        self.settings.attempts.into()
    }
}

/// The estimate of a duration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Forecast"))]
pub struct Estimate {
    /// The expected time, in seconds.
    pub expected_s: f64,
    /// The longest time, in seconds.
    pub most_s: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(reads: u64, writes: u64, depth: u32) -> Cost {
        Cost { dispatches: 1, reads, writes, depth, ..Cost::default() }
    }

    #[test]
    fn a_point_takes_longer_with_more_traffic_and_with_a_longer_critical_path() {
        for pace in [Pace::of(false), Pace::of(true)] {
            let estimate = |n: u64, depth| pace.estimate(n, Some(&cost(2 * n, n, depth)));
            let (small, large) = (estimate(1000, 1), estimate(1 << 26, 1));
            let (serial, parallel) = (estimate(1 << 20, 1 << 20), estimate(1 << 20, 20));
            assert!(small.expected_s < large.expected_s && parallel.expected_s <= serial.expected_s);
            for Estimate { expected_s, most_s } in [small, large, serial, parallel] {
                assert!(expected_s > 0.0 && expected_s < most_s);
            }
        }
    }

    #[test]
    fn a_run_that_is_too_long_costs_its_limit() {
        let pace = Pace::of(false);
        let endless = pace.estimate(1000, Some(&cost(0, 0, u32::MAX)));
        assert!(endless.expected_s < pace.start_s + pace.settings.run_limit_ns / 1e9 + 1.0);
        assert!(endless.most_s < 60.0);
    }

    #[test]
    fn the_scan_on_the_cpu_has_no_plan() {
        let pace = Pace::of(false);
        let Estimate { expected_s, most_s } = pace.estimate(1_000_000, None);
        assert!(expected_s > pace.start_s && most_s > pace.settings.run_limit_ns / 1e9);
    }
}
