//! The same examination in a browser, where Tint compiles the shaders: registry × operators × modes × sizes.
#![cfg(target_arch = "wasm32")]

mod support;

use scanlab::gpu::OpenOptions;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::pattern::PATTERNS;
use scanlab::plan::Mode;
use scanlab::scan::ALGORITHMS;
use support::{Case, open};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// A browser takes its time to compile, so of the two modes each pair of algorithm and operator meets one; the native
/// tests have them all.
#[wasm_bindgen_test]
async fn every_algorithm_scans_every_operator_at_every_edge() {
    let gpu = open(OpenOptions::default()).await.expect("a device");
    for (rank, &algorithm) in ALGORITHMS.iter().enumerate() {
        for (other, monoid) in Monoid::all().enumerate() {
            let mode = [Mode::Inclusive, Mode::Exclusive][(rank + other) % 2];
            for size in [0, 1, 3, 257, 513, 2305, 10_007] {
                Case::new(algorithm, monoid, mode, size, "random").examine(&gpu).await;
            }
        }
    }
}

#[wasm_bindgen_test]
async fn every_pattern_is_scanned() {
    let gpu = open(OpenOptions::default()).await.expect("a device");
    for &algorithm in ALGORITHMS {
        for element_type in ElementType::ALL {
            for pattern in PATTERNS {
                let monoid = Monoid::find("add", element_type).expect("add works on every type");
                Case::new(algorithm, monoid, Mode::Exclusive, 3_001, pattern.id).examine(&gpu).await;
            }
        }
    }
}

#[wasm_bindgen_test]
async fn tuning_is_right_at_both_ends() {
    let gpu = open(OpenOptions::default()).await.expect("a device");
    let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
    for &algorithm in ALGORITHMS {
        for parameter in algorithm.tuning {
            for value in [parameter.min, parameter.max] {
                let case = Case::new(algorithm, monoid, Mode::Inclusive, 70_001, "random");
                case.tuned(parameter.name, value).examine(&gpu).await;
            }
        }
    }
}

#[wasm_bindgen_test]
async fn backward_and_segmented_scans_are_right() {
    let gpu = open(OpenOptions::default()).await.expect("a device");
    for &algorithm in ALGORITHMS {
        for (operator, element_type) in [("add", ElementType::U32), ("max", ElementType::F32)] {
            let monoid = Monoid::find(operator, element_type).expect("a known operator");
            let case = || Case::new(algorithm, monoid, Mode::Exclusive, 3_001, "random");
            case().backward().examine(&gpu).await;
            case().backward().segmented().examine(&gpu).await;
        }
    }
}

#[wasm_bindgen_test]
async fn a_device_with_nothing_optional_is_enough() {
    let gpu =
        open(OpenOptions { timestamps: false, raise_limits: false, ..OpenOptions::default() }).await.expect("a device");
    assert!(!gpu.has_timestamps());
    for &algorithm in ALGORITHMS {
        for (operator, element_type) in [("add", ElementType::U32), ("min", ElementType::F32)] {
            let monoid = Monoid::find(operator, element_type).expect("a known operator");
            Case::new(algorithm, monoid, Mode::Inclusive, 20_011, "random").examine(&gpu).await;
        }
    }
}
