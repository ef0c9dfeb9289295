//! Every algorithm's kernels on the emulator: subgroups of every size, and orders of execution that no device here has.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/asked.rs"]
mod asked;
#[path = "support/emulate.rs"]
mod emulate;
#[path = "support/refused.rs"]
mod refused;
#[path = "support/shard.rs"]
mod shard;

use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use asked::is_asked;
use emulate::{Case, add, emulated, find, in_parallel};
use refused::takes;
use scanlab::monoid::Monoid;
use scanlab::plan::{Direction, Form, Mode, Segments};
use scanlab::scan::ALGORITHMS;
use scanlab_emulator::{Options, Programs, Schedule};
use shard::shard;

const SUBGROUP_SIZES: [u32; 6] = [4, 8, 16, 32, 64, 128];

/// Numbers of elements: a few, around a workgroup, and around tiles.
const SIZES: [u32; 10] = [1, 2, 3, 5, 255, 257, 513, 1_000, 2_305, 5_003];

/// A run without `SCANLAB_FULL` or a shard takes one of this number of cases.
const INTERVAL: usize = 1_200;

/// Whether an item is in a part of all items, given by its index and the number of parts.
fn is_in((rank, of): (usize, usize), item: impl Hash) -> bool {
    let mut hasher = DefaultHasher::new();
    item.hash(&mut hasher);
    hasher.finish() % of as u64 == rank as u64 - 1
}

const MODES: [Mode; 2] = [Mode::Inclusive, Mode::Exclusive];
const DIRECTIONS: [Direction; 2] = [Direction::Forward, Direction::Backward];

/// The forms of a scan by an operator: modes, directions, and segments, in place or not.
fn forms(monoid: Monoid, segments: &[Segments], in_place: bool) -> Vec<Form> {
    let modes = MODES.into_iter().flat_map(|mode| DIRECTIONS.map(|direction| (mode, direction)));
    let of = |(mode, direction)| Form { direction, in_place, ..Form::new(monoid.clone(), mode) };
    modes.map(of).flat_map(|form| segments.iter().map(move |&segments| Form { segments, ..form.clone() })).collect()
}

/// Whole and segmented scans.
fn principal_forms(monoid: Monoid) -> Vec<Form> {
    forms(monoid, &[Segments::Whole, Segments::Heads], false)
}

/// Heads as bits, rows, columns, and scans in place.
fn other_forms(monoid: Monoid) -> Vec<Form> {
    let apart = forms(monoid.clone(), &[Segments::HeadBits, Segments::Rows(37)], false);
    let in_place =
        forms(monoid.clone(), &[Segments::Whole, Segments::Heads, Segments::HeadBits, Segments::Rows(37)], true);
    let columns = MODES.map(|mode| Form { segments: Segments::Columns(7), ..Form::new(monoid.clone(), mode) });
    [apart, in_place, columns.into()].concat()
}

/// Every algorithm × subgroup size × schedule, for one tile and for several.
#[test]
fn every_algorithm_is_right_in_every_schedule() {
    in_parallel(ALGORITHMS, |&algorithm| {
        for (turn, subgroup_size) in SUBGROUP_SIZES.into_iter().enumerate() {
            let mode = [Mode::Inclusive, Mode::Exclusive][turn % 2];
            if !takes(algorithm, &add(mode)) {
                continue;
            }
            let mut programs = Programs::default();
            for schedule in Schedule::ALL {
                for elements in [97, 5_003] {
                    let options = Options { subgroup_size, schedule, ..Options::default() };
                    Case::new(algorithm, add(mode), elements).examine(&options, &mut programs);
                }
            }
        }
    });
}

/// Every algorithm × operator × form × subgroup size × schedule × size. A run takes its shard or a sample, of all
/// algorithms or of the given ones.
fn examine_product(forms: fn(Monoid) -> Vec<Form>) {
    let asked = ALGORITHMS.iter().filter(|algorithm| is_asked(algorithm));
    let pairs: Vec<_> = asked.flat_map(|&algorithm| Monoid::all().map(move |it| (algorithm, it))).collect();
    let shard = shard();
    let takes_all = shard.is_some() || env::var_os("SCANLAB_FULL").is_some();
    let count = AtomicUsize::new(0);
    in_parallel(&pairs, |&(algorithm, ref monoid)| {
        let is_taken = |form: &Form| {
            // A shard has all cases of a form, so that its programs are made once.
            let name = Case::new(algorithm, form.clone(), 0).name();
            takes(algorithm, form) && shard.is_none_or(|shard| is_in(shard, name))
        };
        for form in forms(monoid.clone()).into_iter().filter(is_taken) {
            let mut programs = Programs::default();
            for subgroup_size in SUBGROUP_SIZES {
                for schedule in Schedule::ALL {
                    for elements in SIZES {
                        let case = Case::new(algorithm, form.clone(), elements);
                        if takes_all || is_in((1, INTERVAL), (case.name(), subgroup_size, schedule as u32)) {
                            let options = Options { subgroup_size, schedule, ..Options::default() };
                            case.examine(&options, &mut programs);
                            count.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                }
            }
        }
    });
    let count = count.into_inner();
    println!("{count} cases");
    assert!(shard.is_some() || count >= 500, "at least 500 cases are required, found {count}");
}

#[test]
fn every_kernel_is_right_without_a_finding() {
    examine_product(principal_forms);
}

#[test]
fn every_other_form_is_right_without_a_finding() {
    examine_product(other_forms);
}

/// Tunings that change the kernels: padding, items, radices.
#[test]
fn every_tuning_is_right_at_both_ends() {
    in_parallel(ALGORITHMS, |&algorithm| {
        for parameter in algorithm.tuning {
            for value in [parameter.min, parameter.max] {
                let mut programs = Programs::default();
                for subgroup_size in [8, 64] {
                    let options = Options { subgroup_size, schedule: Schedule::Random, ..Options::default() };
                    let case = Case::new(algorithm, add(Mode::Inclusive), 3_001).tuned(parameter.name, value);
                    if takes(algorithm, &case.form) {
                        case.examine(&options, &mut programs);
                    }
                }
            }
        }
    });
}

#[test]
fn recordings_are_the_same_as_json() {
    let case = Case::new(find("look-back"), add(Mode::Inclusive), 5_003);
    let (_, recording, played) = case.play(&Options::default(), &mut Programs::default());
    let json = serde_json::to_string(&recording).expect("JSON");
    let parsed: scanlab_emulator::Recording = serde_json::from_str(&json).expect("a recording");
    assert_eq!(parsed, emulated(&recording));
    let again = parsed.play(&Options::default(), &mut Programs::default()).expect("a run");
    assert_eq!(again, played);
}

/// 2¹⁶ elements take a tenth of a second on a laptop. The limit leaves a busy machine far more time.
#[test]
fn a_long_look_back_is_emulated_in_seconds() {
    let started = Instant::now();
    Case::new(find("look-back"), add(Mode::Inclusive), 1 << 16).examine(&Options::default(), &mut Programs::default());
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}
