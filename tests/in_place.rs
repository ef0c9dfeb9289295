//! Scans in place, natively: the algorithms that declare them are right, and the others refuse them.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use std::time::Instant;

use pollster::block_on;
use scanlab::error::{Error, ErrorCode};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Limits, Mode};
use scanlab::scan::{ALGORITHMS, Algorithm, InPlace};
use scanlab_lab::bench::{Bench, Settings, TimerKind, Timing};
use scanlab_lab::chunked::ChunkedScan;
use scanlab_lab::gpu::{Cancel, Gpu, OpenOptions};
use scanlab_lab::pattern::{Input, Pattern};
use scanlab_lab::request::{Request, Resolved};
use support::{Case, is_sampled, offered, open};

const MODES: [Mode; 2] = [Mode::Inclusive, Mode::Exclusive];

/// Numbers of elements: a few, around a tile, and more than two levels of tiles.
const SIZES: [u32; 8] = [0, 1, 2, 3, 257, 2305, 5_003, 70_001];

fn monoid(id: &str) -> Monoid {
    Monoid::find(id, ElementType::U32).expect("an operator on u32")
}

/// Every algorithm in every mode in which it scans in place.
fn pairs(gpu: &Gpu) -> impl Iterator<Item = (&'static Algorithm, Mode)> {
    let allowed = |algorithm: &'static Algorithm| MODES.map(|mode| (algorithm, mode));
    let is_allowed =
        |(algorithm, mode): &(&Algorithm, Mode)| algorithm.in_place.allows(*mode) && is_sampled((algorithm.id, mode));
    offered(gpu).flat_map(allowed).filter(is_allowed)
}

#[test]
fn every_algorithm_that_declares_it_scans_in_place() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (algorithm, mode) in pairs(&gpu) {
            for size in SIZES {
                Case::new(algorithm, monoid("add"), mode, size, "random").in_place().examine(&gpu).await;
            }
        }
    });
}

#[test]
fn backward_and_segmented_scans_in_place_are_right() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (algorithm, mode) in pairs(&gpu) {
            // Each kernel is compiled again for each form, so the forms take turns, in another order for every second
            // algorithm.
            let rank =
                ALGORITHMS.iter().position(|other| other.id == algorithm.id).expect("an algorithm of the registry");
            let turn = rank + usize::from(mode == Mode::Exclusive);
            for size in SIZES {
                let case = || Case::new(algorithm, monoid("mat2"), mode, size, "random").in_place();
                match turn % 2 {
                    0 => {
                        case().examine(&gpu).await;
                        case().backward().segmented().examine(&gpu).await;
                    }
                    _ => {
                        case().backward().examine(&gpu).await;
                        case().segmented().examine(&gpu).await;
                    }
                }
            }
        }
    });
}

#[test]
fn tuning_is_right_in_place_at_both_ends() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (algorithm, mode) in pairs(&gpu) {
            for parameter in algorithm.tuning {
                for value in [parameter.min, parameter.max] {
                    let case = Case::new(algorithm, monoid("add"), mode, 10_007, "random").in_place();
                    case.tuned(parameter.name, value).examine(&gpu).await;
                }
            }
        }
    });
}

#[test]
fn input_and_output_are_one_buffer() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let case = || Case::new(ALGORITHMS[0], monoid("add"), Mode::Inclusive, 1_000, "random");
        let separate = gpu.io_buffers(&case().job(&gpu).expect("a job").ports()).await.expect("buffers");
        assert!(!std::ptr::eq(separate.source(), separate.output()));
        let in_place = gpu.io_buffers(&case().in_place().job(&gpu).expect("a job").ports()).await.expect("a buffer");
        assert!(std::ptr::eq(in_place.source(), in_place.output()));
    });
}

fn resolve(id: &str, mode: &str) -> Result<Resolved, Error> {
    let json =
        format!(r#"{{"algorithm":"{id}","operator":"add","type":"u32","mode":"{mode}","n":1000,"inPlace":true}}"#);
    let able = Limits { forward_progress: true, subgroups: Some((32, 32)), ..Limits::CORE };
    Request::parse(&json).expect("a request").resolve(able)
}

#[test]
fn other_algorithms_are_refused_with_the_reason() {
    let refused = |id: &str, mode: &str| match resolve(id, mode) {
        Ok(_) => None,
        Err(error) => Some((error.code(), error.to_string())),
    };
    for algorithm in ALGORITHMS {
        let found = ["inclusive", "exclusive"].map(|mode| refused(algorithm.id, mode));
        match (algorithm.in_place, found) {
            (InPlace::Always, [None, None]) => {}
            (InPlace::Inclusive, [None, Some((code, reason))]) => {
                assert_eq!(code, ErrorCode::Unsupported);
                assert!(reason.contains(algorithm.id) && reason.contains("an exclusive scan"), "{reason}");
            }
            (InPlace::Never, [Some((code, reason)), Some(_)]) => {
                assert_eq!(code, ErrorCode::Unsupported);
                assert!(reason.contains(algorithm.id), "{reason}");
            }
            (declared, found) => panic!("{} declares {declared:?}: {found:?}", algorithm.id),
        }
    }
    for id in ["look-back-fallback", "hillis-steele"] {
        assert_eq!(Algorithm::find(id).expect("a known algorithm").in_place, InPlace::Never);
    }
}

#[test]
fn chunks_and_measurements_in_place_are_refused() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let resolved = || resolve("reduce-then-scan", "inclusive").expect("a job");
        let chunked = ChunkedScan::new(&gpu, resolved()).await.err().expect("a refusal");
        assert_eq!(chunked.code(), ErrorCode::Unsupported, "{chunked}");
        let input = Input { pattern: Pattern::find("ones").expect("a pattern"), monoid: monoid("add"), seed: 1 };
        let mut with_input = resolved();
        with_input.job.form.in_place = false;
        let (cancel, settings) = (Cancel::default(), Settings::of(&gpu));
        let start = Instant::now();
        let clock = || start.elapsed().as_nanos() as f64;
        let timing = Timing { kind: TimerKind::Wall, resolution_ns: 1.0, overhead_ns: 0.0 };
        let bench = Bench { gpu: &gpu, clock: &clock, cancel: &cancel, settings, timing };
        let measured = bench.measure(vec![Ok(resolved()), Ok(with_input)], input, &|_, _| ()).await.expect("a block");
        let refused = bench.finish(&measured, 0).await.expect_err("a refusal");
        assert_eq!(refused.code(), ErrorCode::Unsupported, "{refused}");
        assert!(refused.to_string().contains("a scan in place overwrites it"), "{refused}");
        bench.finish(&measured, 1).await.expect("the other scan's samples");
    });
}
