//! What is concluded from clocks as they are: coarse, drifting, of two speeds, and wrong now and then.

use pollster::block_on;

use super::*;
use crate::bench::compare::{Verdict, compare};
use crate::bench::simulated::Simulated;

/// Steps of clocks: Chrome's timestamps, what it documents, and none to speak of.
const QUANTA: [f64; 3] = [65_536.0, 100_000.0, 1.0];
const TRIALS: u32 = 1000;

/// The reference, a candidate, its twin, and slower ones.
const SLOWER: [f64; 4] = [0.0, 0.005, 0.02, 0.1];
const RUNS_NS: [f64; 6] = [9e3, 11e3, 11e3, 11e3 * 1.005, 11e3 * 1.02, 11e3 * 1.1];

fn measure(device: &mut Simulated, settings: &Settings, seed: u32) -> Measured {
    let dispatches = vec![1; device.runs_ns.len()];
    let quantum_ns = device.quantum_ns;
    let mut block = Block { sampler: device, settings, quantum_ns, seed };
    block_on(block.measure(&dispatches, &|_| ())).expect("a simulation does not fail")
}

/// Whether a verdict holds of a candidate that takes `slower` more. What differs by no more than the margin may be called the
/// same, or left open; what differs by more must be told.
fn is_right(verdict: Verdict, slower: f64, margin: f64) -> bool {
    match verdict {
        Verdict::Faster => false,
        Verdict::Slower => slower > 0.0,
        Verdict::Same | Verdict::CannotTell => slower <= margin,
    }
}

/// How many of the trials had the right verdict on each slower candidate.
fn right_verdicts(quantum_ns: f64, noise: f64, spoil: fn(&mut Simulated)) -> [u32; 4] {
    let settings = Settings::default();
    let mut right = [0; 4];
    for seed in 0..TRIALS {
        let mut device = Simulated::new(&RUNS_NS, quantum_ns, noise, seed);
        spoil(&mut device);
        let measured = measure(&mut device, &settings, seed);
        for ((slower, series), right) in SLOWER.iter().zip(&measured.series[2..]).zip(&mut right) {
            let verdict = compare(series, &measured.series[1], settings.width);
            *right += u32::from(is_right(verdict, *slower, settings.width));
        }
    }
    right
}

fn assert_nearly_all_right(quantum_ns: f64, noise: f64, spoil: fn(&mut Simulated)) {
    let right = right_verdicts(quantum_ns, noise, spoil);
    assert!(right.iter().all(|&count| count >= TRIALS * 95 / 100), "{quantum_ns} ns, {noise}: {right:?}");
}

#[test]
fn verdicts_are_right_with_every_clock() {
    for quantum_ns in QUANTA {
        assert_nearly_all_right(quantum_ns, 0.003, |_| ());
    }
}

#[test]
fn verdicts_are_right_with_a_noisy_device() {
    assert_nearly_all_right(1.0, 0.01, |_| ());
}

#[test]
fn verdicts_are_right_with_a_clock_of_two_speeds() {
    let two_speeds = |device: &mut Simulated| device.slowdown = |_, round| if round % 5 < 2 { 2.4 } else { 1.0 };
    assert_nearly_all_right(65_536.0, 0.003, two_speeds);
}

#[test]
fn verdicts_are_right_with_a_clock_that_is_wrong_now_and_then() {
    assert_nearly_all_right(1.0, 0.003, |device| device.one_wrong_of = 7);
}

/// Half a per cent is told where the clock and the device are good enough, and never called faster.
#[test]
fn a_good_clock_tells_half_a_per_cent() {
    let settings = Settings::default();
    let slower = (0..TRIALS).filter(|&seed| {
        let measured = measure(&mut Simulated::new(&RUNS_NS[..4], 1.0, 0.002, seed), &settings, seed);
        compare(&measured.series[3], &measured.series[1], settings.width) == Verdict::Slower
    });
    let count = slower.count();
    assert!(count >= 950, "{count}");
}

#[test]
fn samples_span_many_steps_of_the_clock() {
    let settings = Settings::default();
    for quantum_ns in QUANTA {
        let measured = measure(&mut Simulated::new(&RUNS_NS, quantum_ns, 0.003, 1), &settings, 1);
        for series in &measured.series {
            let summary = series.summary(settings.least_quanta);
            assert!(summary.resolved, "{quantum_ns}: {summary:?}");
            let span_ns = summary.median_ns.unwrap() * f64::from(series.repeats);
            assert!(span_ns >= settings.least_quanta * quantum_ns && span_ns < settings.most_sample_ns, "{span_ns}");
        }
    }
}

#[test]
fn what_the_clock_cannot_resolve_has_no_time() {
    let settings = Settings { most_dispatches: 64, ..Settings::default() };
    let measured = measure(&mut Simulated::new(&[5e3, 5e3], 65_536.0, 0.003, 1), &settings, 1);
    let summary = measured.series[1].summary(settings.least_quanta);
    assert!(!summary.resolved && summary.median_ns.is_none(), "{summary:?}");
    assert_eq!(compare(&measured.series[1], &measured.series[0], 0.01), Verdict::CannotTell);
}

#[test]
fn a_series_ends_by_its_width_or_at_its_cap() {
    let settings = Settings::default();
    let quiet = measure(&mut Simulated::new(&[1e5, 1e5], 1.0, 0.001, 1), &settings, 1);
    assert_eq!((quiet.series[1].stopped, quiet.series[1].rounds()), (Stopped::Width, settings.least_samples));
    let loud = measure(&mut Simulated::new(&[1e5, 1e5], 1.0, 0.2, 1), &settings, 1);
    assert_eq!((loud.series[1].stopped, loud.series[1].rounds()), (Stopped::Cap, settings.most_samples));
    let slow = measure(&mut Simulated::new(&[1e6, 1e9], 1.0, 0.2, 1), &settings, 1);
    assert_eq!((slow.series[1].stopped, slow.series[1].rounds()), (Stopped::Cap, settings.few_samples));
}

#[test]
fn candidates_end_alone_and_the_reference_goes_on() {
    let settings = Settings { budget_ns: 1e9, ..Settings::default() };
    let measured = measure(&mut Simulated::new(&[1e6, 3e8, 1e6], 1.0, 0.2, 1), &settings, 1);
    let rounds: Vec<_> = measured.series.iter().map(Series::rounds).collect();
    assert_eq!(rounds, [settings.most_samples, settings.few_samples, settings.most_samples]);
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
    let ratio = crate::bench::compare::Ratio::new(&measured.series[1], &measured.series[0]).unwrap();
    assert!((ratio.value - 1.0).abs() < 0.01, "what drifts with the reference keeps its ratio: {ratio:?}");
}

#[test]
fn turns_are_shuffled_the_same_way_by_the_same_seed() {
    struct Orders(Vec<Vec<usize>>);
    impl Sampler for &mut Orders {
        async fn round(&mut self, turns: &[Turn]) -> Result<Vec<Sample>, Error> {
            self.0.push(turns.iter().map(|turn| turn.candidate).collect());
            Ok(turns.iter().map(|_| Sample { span_ns: 1e7, checksum: [0; 2] }).collect())
        }
        async fn load(&mut self) -> Result<(), Error> {
            Ok(())
        }
    }
    let orders = |seed| {
        let (mut orders, settings) = (Orders(Vec::new()), Settings::default());
        let mut block = Block { sampler: &mut orders, settings: &settings, quantum_ns: 1.0, seed };
        block_on(block.measure(&[1; 5], &|_| ())).expect("orders");
        orders.0.into_iter().filter(|order| order.len() == 5).collect::<Vec<_>>()
    };
    assert_eq!(orders(1), orders(1));
    assert_ne!(orders(1), orders(2));
    assert!(orders(1).windows(2).any(|pair| pair[0] != pair[1]));
}
