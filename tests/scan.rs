//! Registry × operators × modes × sizes on a device, natively: naga compiles the shaders.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use pollster::block_on;
use scanlab::gpu::OpenOptions;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::pattern::PATTERNS;
use scanlab::plan::Mode;
use scanlab::scan::{ALGORITHMS, Algorithm};
use support::{Case, open};

const MODES: [Mode; 2] = [Mode::Inclusive, Mode::Exclusive];

/// None, one, small odd ones, around a workgroup, around every algorithm's tile, and past two levels of tiles.
const SIZES: [u32; 16] = [0, 1, 2, 3, 4, 5, 255, 256, 257, 511, 513, 1000, 2303, 2304, 2305, 70_001];

#[test]
fn every_algorithm_scans_every_operator_at_every_edge() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for &algorithm in ALGORITHMS {
            for monoid in Monoid::all() {
                for mode in MODES {
                    for size in SIZES {
                        Case::new(algorithm, monoid, mode, size, "random").examine(&gpu).await;
                    }
                }
            }
        }
    });
}

/// Modes take turns from pattern to pattern, and from one operator to the next.
#[test]
fn every_pattern_is_scanned() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for &algorithm in ALGORITHMS {
            for (rank, monoid) in Monoid::all().enumerate() {
                for (other, pattern) in PATTERNS.iter().enumerate() {
                    let mode = MODES[(rank + other) % 2];
                    Case::new(algorithm, monoid, mode, 5_003, pattern.id).examine(&gpu).await;
                }
            }
        }
    });
}

#[test]
fn every_tuning_value_is_right() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
        for &algorithm in ALGORITHMS {
            for parameter in algorithm.tuning {
                for value in parameter.min..=parameter.max {
                    for size in [1, 700, 10_007] {
                        let case = Case::new(algorithm, monoid, Mode::Exclusive, size, "random");
                        case.tuned(parameter.name, value).examine(&gpu).await;
                    }
                }
            }
        }
    });
}

/// Compiling takes most of the time, so each pair of algorithm and operator meets one mode a form, in turns: every form
/// meets both with every algorithm and with every operator.
#[test]
fn backward_and_segmented_scans_are_right() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (rank, &algorithm) in ALGORITHMS.iter().enumerate() {
            for (other, monoid) in Monoid::all().enumerate() {
                for size in [1, 2, 300, 5_003] {
                    let case =
                        |turn: usize| Case::new(algorithm, monoid, MODES[(rank + other + turn) % 2], size, "random");
                    case(0).backward().examine(&gpu).await;
                    case(1).segmented().examine(&gpu).await;
                    case(0).backward().segmented().examine(&gpu).await;
                }
            }
        }
    });
}

/// More workgroups than one dimension of a dispatch may have: 65,535 workgroups of 256 invocations, one more, and of tiles.
#[test]
fn dispatches_past_one_dimension_are_right() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
        for id in ["reduce-downsweep", "hybrid", "hillis-steele"] {
            let algorithm = Algorithm::find(id).expect("a known algorithm");
            Case::new(algorithm, monoid, Mode::Inclusive, 65_535 * 256 + 1, "random").examine(&gpu).await;
        }
        let algorithm = Algorithm::find("blelloch").expect("a known algorithm");
        Case::new(algorithm, monoid, Mode::Inclusive, 65_535 * 512 + 1, "random").examine(&gpu).await;
        let algorithm = Algorithm::find("reduce-then-scan").expect("a known algorithm");
        let case = Case::new(algorithm, monoid, Mode::Exclusive, 65_536 * 256 + 255, "random");
        case.tuned("items", 1).examine(&gpu).await;
    });
}

#[test]
fn a_device_with_nothing_optional_is_enough() {
    block_on(async {
        let plain = OpenOptions { timestamps: false, raise_limits: false, ..OpenOptions::default() };
        let Some(gpu) = open(plain).await else { return };
        assert!(!gpu.has_timestamps());
        assert_eq!(gpu.limits(), scanlab::plan::Limits::CORE);
        for &algorithm in ALGORITHMS {
            for monoid in Monoid::all() {
                Case::new(algorithm, monoid, Mode::Inclusive, 20_011, "random").examine(&gpu).await;
            }
        }
    });
}

#[test]
fn nan_and_infinities_are_scanned_as_such() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let mut values: Vec<f32> = (0..3_000).map(|i| 1.0 + (i % 7) as f32).collect();
        values[900] = f32::INFINITY;
        values[1_700] = f32::NEG_INFINITY;
        values[2_500] = f32::NAN;
        let words: Vec<u32> = values.iter().map(|value| value.to_bits()).collect();
        for &algorithm in ALGORITHMS {
            for operator in ["add", "min", "max"] {
                for mode in MODES {
                    let monoid = Monoid::find(operator, ElementType::F32).expect("an operator on f32");
                    let case = Case::new(algorithm, monoid, mode, words.len() as u32, "random");
                    let (depth, output) = case.run(&gpu, &words, &[]).await.expect("a scan");
                    let mismatch = scanlab::reference::compare(case.form, depth, &words, &[], &output);
                    assert_eq!(mismatch, None, "{} {operator} {mode:?}", algorithm.id);
                }
            }
        }
    });
}
