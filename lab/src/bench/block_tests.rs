//! Tests of verdicts with realistic clocks: coarse, drifting, with two speeds, and sometimes wrong.

use pollster::block_on;

use super::*;
use crate::bench::compare::{Comparison, Ratio, Verdict};
use crate::bench::simulated::Simulated;

/// Resolutions of clocks: Chrome's timestamps as measured, Chrome's timestamps as documented, and a fine clock.
const RESOLUTIONS_NS: [f64; 3] = [65_536.0, 100_000.0, 1.0];
const TRIALS: u32 = 1000;
const NEARLY_ALL: u32 = TRIALS * 95 / 100;

/// The extra times of a candidate's twin and of slower candidates, relative to the candidate's time.
const SLOWER: [f64; 4] = [0.0, 0.005, 0.02, 0.1];
/// The reference, a candidate, its twin, and slower candidates.
const RUNS_NS: [f64; 6] = [9e3, 11e3, 11e3, 11e3 * 1.005, 11e3 * 1.02, 11e3 * 1.1];

fn measure(device: &mut Simulated, settings: &Settings, seed: u32) -> Measured {
    let dispatches = vec![1; device.runs_ns.len()];
    let resolution_ns = device.resolution_ns;
    let mut block = Block { sampler: device, settings, resolution_ns, seed };
    block_on(block.measure(&dispatches, &|_| ())).expect("a simulation does not fail")
}

/// Whether a verdict is right for a candidate that takes the fraction `slower` longer. Differences within the margin may be `same` or
/// undecided. Greater differences must be decided if the clock is fine enough (`decided`).
fn is_right(verdict: Verdict, slower: f64, margin: f64, decided: bool) -> bool {
    match verdict {
        Verdict::Faster => false,
        Verdict::Slower => slower > 0.0,
        Verdict::Same => slower <= margin,
        Verdict::Inconclusive => slower <= margin || !decided,
    }
}

/// A simulated device and its clock.
#[derive(Clone, Copy, Debug)]
struct Clock {
    resolution_ns: f64,
    noise: f64,
    spoil: fn(&mut Simulated),
}

impl Clock {
    fn new(resolution_ns: f64, noise: f64) -> Self {
        Clock { resolution_ns, noise, spoil: |_| () }
    }

    fn measure(self, settings: &Settings, seed: u32) -> Measured {
        let mut device = Simulated::new(&RUNS_NS, self.resolution_ns, self.noise, seed);
        (self.spoil)(&mut device);
        measure(&mut device, settings, seed)
    }

    /// The number of trials with a right verdict for each slower candidate: compared with the candidate of the same block, and of another
    /// block.
    fn right_verdicts(self, decided_apart: bool) -> [[u32; 4]; 2] {
        let settings = Settings::default();
        let margin = settings.width;
        let mut right = [[0; 4]; 2];
        let mut another = self.measure(&settings, TRIALS);
        for seed in 0..TRIALS {
            let block = self.measure(&settings, seed);
            for (index, slower) in SLOWER.iter().enumerate() {
                let verdict = |paired| {
                    let first = if paired { &block.series[1] } else { &another.series[1] };
                    Comparison::new(&block.series[index + 2], first, paired, margin).verdict
                };
                right[0][index] += u32::from(is_right(verdict(true), *slower, margin, true));
                right[1][index] += u32::from(is_right(verdict(false), *slower, margin, decided_apart));
            }
            another = block;
        }
        right
    }

    /// Asserts that verdicts are right in nearly all trials. `decided_apart`: whether separate blocks must decide differences, too.
    fn assert_nearly_all_right(self, decided_apart: bool) {
        let right = self.right_verdicts(decided_apart);
        assert!(right.iter().flatten().all(|&count| count >= NEARLY_ALL), "{self:?}: {right:?}");
    }
}

#[test]
fn verdicts_are_right_with_timestamps_of_65536_ns() {
    Clock::new(65_536.0, 0.003).assert_nearly_all_right(true);
}

#[test]
fn verdicts_are_right_with_timestamps_of_100_us() {
    Clock::new(100_000.0, 0.003).assert_nearly_all_right(true);
}

#[test]
fn verdicts_are_right_with_timestamps_of_1_ns() {
    Clock::new(1.0, 0.003).assert_nearly_all_right(true);
}

#[test]
fn verdicts_are_right_with_a_noisy_device() {
    Clock::new(1.0, 0.01).assert_nearly_all_right(true);
}

#[test]
fn verdicts_are_right_with_a_clock_that_drifts() {
    // The clock drifts by 1 to 7 % over the rounds of a candidate. Two blocks cannot decide a difference of 2 %.
    for resolution_ns in RESOLUTIONS_NS {
        let spoil = |device: &mut Simulated| device.slowdown = |_, round| 1.0 + f64::from(round) / 1000.0;
        Clock { spoil, ..Clock::new(resolution_ns, 0.003) }.assert_nearly_all_right(false);
    }
}

#[test]
fn verdicts_are_right_with_a_clock_of_two_speeds() {
    // The fraction of slow rounds in a block is unknown, so two blocks cannot decide a difference.
    let spoil = |device: &mut Simulated| device.slowdown = |_, round| if round % 5 < 2 { 2.4 } else { 1.0 };
    Clock { spoil, ..Clock::new(65_536.0, 0.003) }.assert_nearly_all_right(false);
}

#[test]
fn verdicts_are_right_with_a_clock_that_is_slow_now_and_then() {
    let spoil = |device: &mut Simulated| device.slowdown = |_, round| if round % 12 == 5 { 2.4 } else { 1.0 };
    Clock { spoil, ..Clock::new(65_536.0, 0.003) }.assert_nearly_all_right(true);
}

#[test]
fn verdicts_are_right_with_negative_spans() {
    for resolution_ns in RESOLUTIONS_NS {
        let spoil = |device: &mut Simulated| device.one_wrong_of = 7;
        Clock { spoil, ..Clock::new(resolution_ns, 0.003) }.assert_nearly_all_right(true);
    }
}

/// The clock is fine and the device quiet, so nearly all verdicts are `slower`.
#[test]
fn a_fine_clock_decides_half_a_per_cent() {
    let settings = Settings::default();
    let slower = (0..TRIALS).filter(|&seed| {
        let measured = measure(&mut Simulated::new(&RUNS_NS[..4], 1.0, 0.002, seed), &settings, seed);
        Comparison::new(&measured.series[3], &measured.series[1], true, settings.width).verdict == Verdict::Slower
    });
    let count = slower.count();
    assert!(count >= NEARLY_ALL as usize, "{count}");
}

#[test]
fn samples_span_many_times_the_resolution() {
    let settings = Settings::default();
    for resolution_ns in RESOLUTIONS_NS {
        let measured = measure(&mut Simulated::new(&RUNS_NS, resolution_ns, 0.003, 1), &settings, 1);
        for series in &measured.series {
            let summary = series.summary(settings.min_resolutions);
            assert!(summary.resolved, "{resolution_ns}: {summary:?}");
            let span_ns = summary.median_ns.unwrap() * f64::from(series.repeats);
            assert!(
                span_ns >= settings.min_resolutions * resolution_ns && span_ns < settings.max_sample_ns,
                "{span_ns}"
            );
        }
    }
}

#[test]
fn spans_of_too_few_times_the_resolution_have_no_time() {
    let settings = Settings { max_dispatches: 64, ..Settings::default() };
    let measured = measure(&mut Simulated::new(&[5e3, 5e3], 65_536.0, 0.003, 1), &settings, 1);
    let summary = measured.series[1].summary(settings.min_resolutions);
    assert!(!summary.resolved && summary.median_ns.is_none(), "{summary:?}");
    for paired in [true, false] {
        let comparison = Comparison::new(&measured.series[1], &measured.series[0], paired, 0.01);
        assert_eq!(comparison.verdict, Verdict::Inconclusive);
    }
}

#[test]
fn a_series_ends_by_its_width_or_at_its_cap() {
    let settings = Settings::default();
    let quiet = measure(&mut Simulated::new(&[1e5, 1e5], 1.0, 0.001, 1), &settings, 1);
    assert_eq!((quiet.series[1].stopped, quiet.series[1].rounds()), (Stopped::Width, settings.min_samples));
    let loud = measure(&mut Simulated::new(&[1e5, 1e5], 1.0, 0.2, 1), &settings, 1);
    assert_eq!((loud.series[1].stopped, loud.series[1].rounds()), (Stopped::Cap, settings.max_samples));
    let slow = measure(&mut Simulated::new(&[1e6, 1e9], 1.0, 0.2, 1), &settings, 1);
    assert_eq!((slow.series[1].stopped, slow.series[1].rounds()), (Stopped::Cap, settings.min_samples_on_timeout));
}

/// One sample in seven is void. The candidates are slow, so their time allows only the samples that a verdict requires.
#[test]
fn slow_candidates_take_the_samples_that_verdicts_require() {
    let settings = Settings::default();
    let mut missing = 0;
    for seed in 0..TRIALS {
        let mut device = Simulated::new(&[1e6, 1e9, 1.5e9, 3e9], 1.0, 0.003, seed);
        device.one_wrong_of = 7;
        let Measured { series, .. } = measure(&mut device, &settings, seed);
        let least = settings.min_samples_on_timeout;
        assert!(series[1..].iter().all(|series| (least..=2 * least).contains(&series.rounds())));
        for (left, right) in [(1, 2), (1, 3), (2, 3)] {
            let comparison = Comparison::new(&series[left], &series[right], true, settings.width);
            missing += u32::from(comparison.verdict != Verdict::Faster);
        }
    }
    // Each trial has 3 verdicts.
    assert!(missing <= 3 * TRIALS / 10, "{missing}");
}

#[test]
fn candidates_whose_samples_are_void_end() {
    let settings = Settings::default();
    let mut device = Simulated::new(&[1e6, 1e9], 1.0, 0.003, 1);
    device.one_wrong_of = 1;
    let measured = measure(&mut device, &settings, 1);
    assert!(measured.series[1].rounds() <= settings.max_samples && measured.series[1].valid_ns().is_empty());
}

#[test]
fn candidates_end_separately_and_the_reference_continues() {
    let settings = Settings { budget_ns: 1e9, ..Settings::default() };
    let measured = measure(&mut Simulated::new(&[1e6, 3e8, 1e6], 1.0, 0.2, 1), &settings, 1);
    let rounds: Vec<_> = measured.series.iter().map(Series::rounds).collect();
    assert_eq!(rounds, [settings.max_samples, settings.min_samples_on_timeout, settings.max_samples]);
}

#[test]
fn a_device_that_slows_down_is_measured_again_and_then_marked() {
    let settings = Settings { load_ns: 1.0, ..Settings::default() };
    let mut steady = Simulated::new(&[1e5, 1e5], 1.0, 0.003, 1);
    assert!(!measure(&mut steady, &settings, 1).drifted);
    assert_eq!(steady.loads, 1);
    let mut once = Simulated::new(&[1e5, 1e5], 1.0, 0.003, 1);
    once.slowdown = |now_ns, _| {
        if now_ns < 3.2e8 {
            1.0
        } else if now_ns < 4.5e8 {
            2.5
        } else {
            1.2
        }
    };
    assert!(!measure(&mut once, &settings, 1).drifted);
    assert_eq!(once.loads, 2, "a block that drifted is measured again");
    let mut always = Simulated::new(&[1e5, 1e5], 1.0, 0.003, 1);
    always.slowdown = |_, round| 1.0 + f64::from(round) / 50.0;
    let measured = measure(&mut always, &settings, 1);
    assert!(measured.drifted && always.loads == settings.attempts);
    let ratio = Ratio::new(&measured.series[1], &measured.series[0]).unwrap();
    assert!((ratio.value - 1.0).abs() < 0.01, "what drifts with the reference keeps its ratio: {ratio:?}");
}

#[test]
fn the_order_of_turns_is_determined_by_the_seed() {
    struct Orders(Vec<Vec<usize>>);
    impl Sampler for &mut Orders {
        async fn round(&mut self, slots: &[Slot]) -> Result<Vec<Sample>, Error> {
            self.0.push(slots.iter().map(|slot| slot.candidate).collect());
            Ok(slots.iter().map(|_| Sample { span_ns: 1e7, checksum: [0; 2] }).collect())
        }
        async fn load(&mut self) -> Result<(), Error> {
            Ok(())
        }
    }
    let orders = |seed| {
        let (mut orders, settings) = (Orders(Vec::new()), Settings::default());
        let mut block = Block { sampler: &mut orders, settings: &settings, resolution_ns: 1.0, seed };
        block_on(block.measure(&[1; 5], &|_| ())).expect("orders");
        orders.0.into_iter().filter(|order| order.len() == 5).collect::<Vec<_>>()
    };
    assert_eq!(orders(1), orders(1));
    assert_ne!(orders(1), orders(2));
    assert!(orders(1).windows(2).any(|pair| pair[0] != pair[1]));
}
