//! Tests of the coverage of ratios' intervals, and of verdicts.

use super::*;
use crate::bench::series::Sample;
use crate::random::Random;

fn series_of(spans_ns: impl IntoIterator<Item = f64>, resolution_ns: f64) -> Series {
    let mut series = Series::new(1, resolution_ns);
    spans_ns.into_iter().for_each(|span_ns| series.push(Sample { span_ns, checksum: [0; 2] }));
    series
}

fn series(spans_ns: impl Fn(usize) -> f64, resolution_ns: f64) -> Series {
    series_of((0..12).map(spans_ns), resolution_ns)
}

fn verdict(left: &Series, right: &Series, paired: bool) -> Verdict {
    Comparison::new(left, right, paired, 0.01).verdict
}

/// A number from 0 to 1.
fn uniform(random: &mut Random) -> f64 {
    (f64::from(random.below(1 << 30)) + 0.5) / f64::from(1 << 30)
}

/// A time from a distribution with two modes and a long tail. Intervals of medians must hold for this distribution, too.
fn skewed(random: &mut Random) -> f64 {
    let mode = if uniform(random) < 0.3 { 1.2 } else { 1.0 };
    1e6 * mode * (1.0 - 0.01 * uniform(random).ln())
}

#[test]
fn verdicts_follow_from_the_interval() {
    let verdict = |low, high| Ratio { value: 1.0, interval: [low, high] }.verdict(0.01);
    assert_eq!(verdict(0.9, 0.999), Verdict::Faster);
    assert_eq!(verdict(1.001, 1.002), Verdict::Slower);
    assert_eq!(verdict(0.995, 1.005), Verdict::Same);
    assert_eq!(verdict(0.98, 1.005), Verdict::Inconclusive);
    assert_eq!(verdict(0.995, 1.02), Verdict::Inconclusive);
}

#[test]
fn changes_of_speed_cancel_only_in_the_same_rounds() {
    let clock = |round: usize| if round.is_multiple_of(3) { 2.5 } else { 1.0 };
    let (left, right) = (series(|round| 103.0 * clock(round), 0.01), series(|round| 100.0 * clock(round), 0.01));
    assert_eq!(verdict(&left, &right, true), Verdict::Slower);
    assert_eq!(verdict(&right, &left, true), Verdict::Faster);
    assert!((Ratio::new(&left, &right).unwrap().value - 1.03).abs() < 1e-9);
    assert_eq!(verdict(&left, &right, false), Verdict::Inconclusive);
}

#[test]
fn differences_within_the_clocks_grain_are_undecided() {
    for paired in [true, false] {
        let (left, right) = (series(|_| 102.0, 2.0), series(|_| 100.0, 2.0));
        assert_eq!(verdict(&left, &right, paired), Verdict::Inconclusive);
        let (left, right) = (series(|_| 103.0, 2.0), series(|_| 100.0, 2.0));
        assert_eq!(verdict(&left, &right, paired), Verdict::Slower);
        assert_eq!(verdict(&right, &left, paired), Verdict::Faster);
    }
}

#[test]
fn equal_readings_are_the_same() {
    let (left, right) = (series(|_| 100.0, 0.01), series(|_| 100.0, 0.01));
    for paired in [true, false] {
        assert_eq!(verdict(&left, &right, paired), Verdict::Same);
    }
}

#[test]
fn few_samples_tell_nothing() {
    let few = series_of([1e6; 5], 1.0);
    for (paired, found) in [(true, [5, 5]), (false, [5, 12])] {
        let comparison = Comparison::new(&few, &series(|_| 100.0, 0.01), paired, 0.01);
        let too_few = Some(TooFewSamples { required: 6, found });
        assert_eq!(comparison, Comparison { verdict: Verdict::Inconclusive, ratio: None, too_few });
    }
}

#[test]
fn samples_of_other_rounds_do_not_count_in_a_pair() {
    let [left, right] = [[3, 4], [0, 7]]
        .map(|voided| series(move |round| if voided.contains(&round) { f64::NAN } else { 100.0 }, 0.01));
    let too_few = |left: &Series, right: &Series| Comparison::new(left, right, true, 0.01).too_few;
    assert_eq!(too_few(&left, &right), None);
    let short = series_of([100.0; 8], 0.01);
    assert_eq!(too_few(&short, &left), None);
    let both = series_of((0..8).map(|round| if [0, 3, 7].contains(&round) { f64::NAN } else { 100.0 }), 0.01);
    assert_eq!(too_few(&both, &right), Some(TooFewSamples { required: 6, found: [5, 5] }));
}

#[test]
fn void_samples_do_not_shift_the_rounds() {
    let rounds = |void: i32| (0..12).map(move |round| if round == void { f64::NAN } else { 1.5f64.powi(round) });
    let ratio = Ratio::new(&series_of(rounds(3), 1e-6), &series_of(rounds(7), 1e-6)).unwrap();
    assert!((ratio.value - 1.0).abs() < 1e-9 && ratio.interval[1] - ratio.interval[0] < 1e-5, "{ratio:?}");
}

/// The interval by resampling both series.
fn resampled(left_ns: &[f64], right_ns: &[f64], random: &mut Random) -> [f64; 2] {
    const RESAMPLES: usize = 4000;
    let mut draw = |samples: &[f64]| {
        let drawn: Vec<_> = samples.iter().map(|_| samples[random.below(samples.len() as u32) as usize]).collect();
        let drawn = sorted(&drawn);
        [drawn[(drawn.len() - 1) / 2], drawn[drawn.len() / 2]]
    };
    let [mut lows, mut highs] = [Vec::new(), Vec::new()];
    for _ in 0..RESAMPLES {
        let (left, right) = (draw(left_ns), draw(right_ns));
        lows.push(left[0] / right[1]);
        highs.push(left[1] / right[0]);
    }
    let tail = (TAIL * RESAMPLES as f64) as usize;
    lows.sort_by(f64::total_cmp);
    highs.sort_by(f64::total_cmp);
    [lows[tail], highs[RESAMPLES - 1 - tail]]
}

#[test]
fn resampling_finds_the_same_intervals() {
    let mut random = Random::new(3);
    for (left, right) in [(6, 6), (7, 12), (12, 12), (13, 40), (60, 18), (60, 60)] {
        let mut times = |count| (0..count).map(|_| 1e6 * (1.0 + 0.1 * uniform(&mut random))).collect::<Vec<_>>();
        let (left_ns, right_ns) = (times(left), times(right));
        let drawn = resampled(&left_ns, &right_ns, &mut random);
        for (exact, drawn) in bootstrap(&sorted(&left_ns), &sorted(&right_ns)).iter().zip(drawn) {
            assert!((exact - drawn).abs() < 0.004, "{left}, {right}: {exact} {drawn}");
        }
    }
}

/// The coverage of 95 % intervals must be about 95 %, for all numbers of samples.
#[test]
fn unpaired_intervals_have_their_coverage() {
    const TRIALS: usize = 1000;
    let mut random = Random::new(4);
    for (left, right) in [(6, 6), (7, 7), (6, 60), (12, 12), (12, 24), (60, 60)] {
        let mut one = |count| sorted(&(0..count).map(|_| skewed(&mut random)).collect::<Vec<_>>());
        let trial = |_| {
            let [low, high] = bootstrap(&one(left), &one(right));
            low <= 1.0 && 1.0 <= high
        };
        let held = (0..TRIALS).map(trial).filter(|&holds| holds).count();
        assert!((TRIALS * 95 / 100..TRIALS).contains(&held), "{left}, {right}: {held}");
    }
}

#[test]
fn ratios_turn_round() {
    let mut random = Random::new(5);
    let mut one = |count: usize| series_of((0..count).map(|_| skewed(&mut random)).collect::<Vec<_>>(), 1e-3);
    let (left, right) = (one(18), one(12));
    let (there, back) = (Ratio::unpaired(&left, &right).unwrap(), Ratio::unpaired(&right, &left).unwrap());
    assert!((there.value * back.value - 1.0).abs() < 1e-12);
    assert!((there.interval[0] * back.interval[1] - 1.0).abs() < 1e-6, "{there:?} {back:?}");
}

#[test]
fn extreme_values_have_a_verdict() {
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -1.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, 1.0];
    for (index, resolution_ns) in odd.into_iter().enumerate() {
        for count in [0, 1, 5, 6, 12, 13] {
            let series = |shift| series_of((0..count).map(|i| odd[(i * index + shift) % odd.len()]), resolution_ns);
            for paired in [true, false] {
                let found = Comparison::new(&series(0), &series(index), paired, resolution_ns);
                assert!(
                    found.ratio.is_some() || found.verdict == Verdict::Inconclusive,
                    "{resolution_ns} {count} {found:?}"
                );
            }
        }
    }
}
