//! Every algorithm's kernels on the emulator: subgroups of every size, and orders of execution that no device here has.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/emulate.rs"]
mod emulate;

use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use emulate::{Case, emulated};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Direction, Form, Mode, Segments};
use scanlab::scan::{ALGORITHMS, Algorithm};
use scanlab_emulator::{Options, Outcome, Programs, Progress, Schedule, Stall, StartOrder};

const SUBGROUP_SIZES: [u32; 6] = [4, 8, 16, 32, 64, 128];

/// No elements, few, around a workgroup, and around tiles.
const SIZES: [u32; 10] = [1, 2, 3, 5, 255, 257, 513, 1_000, 2_305, 5_003];

/// The share of the product of all cases in a run without `SCANLAB_FULL`: one in this many.
const INTERVAL: u64 = 800;

fn find(id: &str) -> &'static Algorithm {
    Algorithm::find(id).expect("a known algorithm")
}

fn add() -> Monoid {
    Monoid::find("add", ElementType::U32).expect("add on u32")
}

/// Calls `test` for all items, on all cores.
fn in_parallel<T: Sync>(items: &[T], test: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            test(item);
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(work))));
}

/// Whether a case is in the sample of this run.
fn is_sampled(case: impl Hash) -> bool {
    let mut hasher = DefaultHasher::new();
    case.hash(&mut hasher);
    env::var_os("SCANLAB_FULL").is_some() || hasher.finish().is_multiple_of(INTERVAL)
}

/// The kinds of scan beside the operator: modes, directions, segments, in place.
fn forms(monoid: Monoid) -> Vec<Form> {
    let mut forms = Vec::new();
    for mode in [Mode::Inclusive, Mode::Exclusive] {
        for direction in [Direction::Forward, Direction::Backward] {
            for segments in [Segments::Whole, Segments::Heads, Segments::HeadBits, Segments::Rows(37)] {
                for in_place in [false, true] {
                    forms.push(Form { mode, direction, segments, in_place, ..Form::new(monoid, mode) });
                }
            }
        }
        let columns = Form { segments: Segments::Columns(7), ..Form::new(monoid, mode) };
        forms.push(columns);
    }
    forms
}

/// Every algorithm × operator × form × subgroup size × schedule × size, of which a run without `SCANLAB_FULL` takes a sample.
#[test]
fn every_kernel_is_right_without_a_finding() {
    let pairs: Vec<_> = ALGORITHMS.iter().flat_map(|&algorithm| Monoid::all().map(move |it| (algorithm, it))).collect();
    let count = AtomicUsize::new(0);
    in_parallel(&pairs, |&(algorithm, monoid)| {
        for form in forms(monoid).into_iter().filter(|&form| algorithm.check_form(form).is_ok()) {
            // Compiling takes as long as running, so the programs of a form serve all of its cases.
            let mut programs = Programs::default();
            for subgroup_size in SUBGROUP_SIZES {
                for schedule in Schedule::ALL {
                    for elements in SIZES {
                        let case = Case::new(algorithm, form, elements);
                        if is_sampled((case.name(), subgroup_size, schedule as u32)) {
                            let options = Options { subgroup_size, schedule, ..Options::default() };
                            case.examine(&options, &mut programs);
                            count.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                }
            }
        }
    });
    println!("{} cases", count.into_inner());
}

#[test]
#[ignore = "times"]
fn times() {
    for id in ["look-back", "subgroup", "hillis-steele", "brent-kung-in-place", "look-back-fallback", "sequential"] {
        let mut programs = Programs::default();
        let case = Case::new(find(id), Form::new(add(), Mode::Inclusive), 1 << 16);
        for schedule in Schedule::ALL {
            let started = std::time::Instant::now();
            let options = Options { schedule, ..Options::default() };
            let (_, recording, _) = case.play(&options, &mut programs);
            let first = started.elapsed();
            let started = std::time::Instant::now();
            let played = emulated(&recording).play(&options, &mut programs).unwrap();
            let instructions: u64 = played.report.passes.iter().map(|pass| pass.instructions).sum();
            println!(
                "{id} {schedule:?}: compile {:?} run {:?} {instructions} instructions",
                first.saturating_sub(started.elapsed()),
                started.elapsed()
            );
        }
    }
}
