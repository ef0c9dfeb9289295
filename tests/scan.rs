//! Registry × operators × modes × sizes on a device, natively: naga compiles the shaders.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use std::collections::BTreeSet;

use pollster::block_on;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Limits, Mode};
use scanlab::scan::{Algorithm, Parameter};
use scanlab_lab::gpu::{Batch, Cancel, Gpu, OpenOptions};
use scanlab_lab::pattern::PATTERNS;
use scanlab_lab::reference;
use support::{Case, is_sampled, offered, one_of_each_kind, open};

const MODES: [Mode; 2] = [Mode::Inclusive, Mode::Exclusive];

/// Numbers of elements: none, a few, around a workgroup, around tiles, and more than two levels of tiles.
const SIZES: [u32; 16] = [0, 1, 2, 3, 4, 5, 255, 256, 257, 511, 513, 1000, 2303, 2304, 2305, 70_001];

/// Every algorithm with every operator in one of the eight forms of mode, direction and segments. The forms rotate, so that every algorithm
/// and every operator has each. A software device compiles each kernel anew for each form, which takes most of the time of a test:
/// `tests/shaders.rs` validates the kernels of the whole product, `tests/emulator.rs` and `tests/grid.rs` run samples of it.
fn pairs(gpu: &Gpu) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (rank, algorithm) in offered(gpu).enumerate() {
        // The operator's index among those that the algorithm supports.
        let mut other = 0;
        for monoid in Monoid::all() {
            let turns = (0..FORMS).map(|turn| Pair { algorithm, monoid: monoid.clone(), turn });
            let taken: Vec<_> = turns.filter(|pair| pair.case(1, "random").is_taken()).collect();
            if !taken.is_empty() {
                pairs.push(taken[(rank + other) % taken.len()].clone());
                other += 1;
            }
        }
    }
    pairs
}

/// Forms of mode, direction and segments.
const FORMS: usize = 8;

#[derive(Clone)]
struct Pair {
    algorithm: &'static Algorithm,
    monoid: Monoid,
    /// The index of the form.
    turn: usize,
}

impl Pair {
    fn is_sampled(&self) -> bool {
        is_sampled((self.algorithm.id, &*self.monoid.operator.id, self.monoid.element_type.name()))
    }

    fn case(&self, elements: u32, pattern: &'static str) -> Case {
        let case = Case::new(self.algorithm, self.monoid.clone(), MODES[self.turn % 2], elements, pattern);
        let case = if self.turn / 2 % 2 == 1 { case.backward() } else { case };
        if self.turn / 4 % 2 == 1 { case.segmented() } else { case }
    }
}

/// Every second pair, from the first or the second one, in all sizes and patterns.
fn examine_every_second_pair(first: usize) {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for pair in pairs(&gpu).into_iter().skip(first).step_by(2).filter(Pair::is_sampled) {
            for elements in SIZES {
                pair.case(elements, "random").examine(&gpu).await;
            }
            for pattern in PATTERNS {
                pair.case(5_003, pattern.id).examine(&gpu).await;
            }
        }
    });
}

#[test]
fn every_algorithm_scans_every_operator_and_form_at_every_edge() {
    examine_every_second_pair(0);
}

/// The other half is a separate test, so that two cores share the pairs.
#[test]
fn every_other_pair_of_algorithm_and_operator_is_right_too() {
    examine_every_second_pair(1);
}

#[test]
fn every_algorithm_and_every_operator_has_every_form() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let pairs = pairs(&gpu);
        let forms = |of: &dyn Fn(&Pair) -> bool| {
            let cases = pairs.iter().filter(|pair| of(pair)).map(|pair| pair.case(1, "random"));
            cases
                .map(|case| format!("{:?} {:?} {:?}", case.form.mode, case.form.direction, case.form.segments))
                .collect::<BTreeSet<_>>()
        };
        for algorithm in offered(&gpu) {
            let is_its = |pair: &Pair| pair.algorithm.id == algorithm.id;
            let (found, most) = (forms(&is_its).len(), pairs.iter().filter(|pair| is_its(pair)).count());
            let taken = |turn| {
                Monoid::all()
                    .any(|monoid| Pair { algorithm, monoid: monoid.clone(), turn }.case(1, "random").is_taken())
            };
            assert_eq!(found, (0..FORMS).filter(|&turn| taken(turn)).count().min(most), "{}", algorithm.id);
        }
        for monoid in Monoid::all() {
            assert_eq!(forms(&|pair| pair.monoid == monoid).len(), FORMS, "{}", monoid.operator.id);
        }
    });
}

#[test]
fn what_overflows_in_a_tree_is_right_and_counted_and_from_left_to_right_nothing_does() {
    let sums = [-3e38, 3e38, 3e38, -3e38, -3e38, 3e38];
    let cases: [(&str, Vec<f32>); 3] = [
        ("add", sums.to_vec()),
        ("add", sums.iter().cycle().take(3_000).copied().collect()),
        ("mul", vec![0.0, 1e30, 1e30]),
    ];
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (rank, (operator, numbers)) in cases.into_iter().enumerate() {
            let input: Vec<_> = numbers.iter().map(|number| number.to_bits()).collect();
            let monoid = Monoid::find(operator, ElementType::F32).expect("an operator of f32");
            for id in ["sequential", "kogge-stone", "blelloch", "reduce-then-scan"] {
                let algorithm = Algorithm::find(id).expect("a known algorithm");
                let case = Case::new(algorithm, monoid.clone(), Mode::Inclusive, input.len() as u32, "ones");
                let (depth, output) = case.run(&gpu, &input, &[]).await.expect("a scan");
                assert_eq!(reference::compare(&case.form, depth, &input, &[], &output), None, "{id} {operator}");
                let overflowed = reference::overflowed(&case.form, &input, &[], &output);
                match (id, rank) {
                    ("sequential", _) => assert_eq!(overflowed, 0, "{operator}"),
                    ("kogge-stone", 0) => assert_eq!(overflowed, 2),
                    ("kogge-stone", 2) => assert_eq!(overflowed, 1),
                    _ => assert!(overflowed < input.len(), "{id} {operator}"),
                }
            }
        }
    });
}

/// All values of a small range. For a large range: its ends, and powers of two with their neighbours.
fn values(parameter: &Parameter) -> BTreeSet<u32> {
    let range = parameter.min..=parameter.max;
    let near_powers = (0..31).flat_map(|exponent| [(1 << exponent) - 1, 1 << exponent, (1 << exponent) + 1]);
    let some = near_powers.chain([parameter.min, parameter.max]).filter(|value| range.contains(value));
    if parameter.max - parameter.min < 40 { range.clone().collect() } else { some.collect() }
}

#[test]
fn every_tuning_value_is_right() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
        for algorithm in offered(&gpu) {
            for parameter in algorithm.tuning {
                for value in values(parameter).into_iter().filter(|value| is_sampled((algorithm.id, value))) {
                    for size in [1, 700, 10_007] {
                        let case = Case::new(algorithm, monoid.clone(), Mode::Exclusive, size, "random");
                        case.tuned(parameter.name, value).examine(&gpu).await;
                    }
                }
            }
        }
    });
}

/// Lengths that require just more than 65,535 workgroups, the limit of one dimension of a dispatch.
#[test]
fn dispatches_past_one_dimension_are_right() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
        for id in ["reduce-downsweep", "hybrid", "hillis-steele"] {
            let algorithm = Algorithm::find(id).expect("a known algorithm");
            Case::new(algorithm, monoid.clone(), Mode::Inclusive, 65_535 * 256 + 1, "random").examine(&gpu).await;
        }
        let algorithm = Algorithm::find("blelloch").expect("a known algorithm");
        Case::new(algorithm, monoid.clone(), Mode::Inclusive, 65_535 * 512 + 1, "random").examine(&gpu).await;
        let algorithm = Algorithm::find("reduce-then-scan").expect("a known algorithm");
        let case = Case::new(algorithm, monoid, Mode::Exclusive, 65_536 * 256 + 255, "random");
        case.tuned("items", 1).examine(&gpu).await;
    });
}

#[test]
fn optional_features_are_not_required() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::GUARANTEED).await else { return };
        assert!(!gpu.has_timestamps());
        let Limits { software, parallelism, forward_progress, .. } = gpu.limits();
        assert_eq!(gpu.limits(), Limits { software, parallelism, forward_progress, ..Limits::CORE });
        for (turn, algorithm) in offered(&gpu).enumerate() {
            for monoid in one_of_each_kind(turn) {
                let case = Case::new(algorithm, monoid, Mode::Inclusive, 20_011, "random");
                if case.is_sampled() {
                    case.examine(&gpu).await;
                }
            }
        }
    });
}

#[test]
fn nan_and_infinities_are_scanned() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let mut values: Vec<f32> = (0..3_000).map(|i| 1.0 + (i % 7) as f32).collect();
        values[900] = f32::INFINITY;
        values[1_700] = f32::NEG_INFINITY;
        for algorithm in offered(&gpu) {
            for operator in ["add", "min", "max"] {
                // Alternately a positive quiet and a negative signalling NaN.
                for (mode, nan) in MODES.into_iter().zip([0x7fc0_0000, 0xff80_0001]) {
                    values[2_500] = f32::from_bits(nan);
                    let words: Vec<u32> = values.iter().map(|value| value.to_bits()).collect();
                    let monoid = Monoid::find(operator, ElementType::F32).expect("an operator on f32");
                    let case = Case::new(algorithm, monoid, mode, words.len() as u32, "random");
                    if !case.is_taken() {
                        continue;
                    }
                    let Some(run) = case.run_unless_aborted(&gpu, &words, &[]).await else { continue };
                    let (depth, output) = run.expect("a scan");
                    let mismatch = scanlab_lab::reference::compare(&case.form, depth, &words, &[], &output);
                    assert_eq!(mismatch, None, "{} {operator} {mode:?}", algorithm.id);
                }
            }
        }
    });
}

#[test]
fn a_long_scan_counts_its_waits() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
        let algorithm = Algorithm::find("sequential").expect("a known algorithm");
        let mut waits = Vec::new();
        // The second scan of each length is cached.
        for elements in [1, 1, 1 << 17, 1 << 17, 1 << 19, 1 << 19] {
            let job = Case::new(algorithm, monoid.clone(), Mode::Inclusive, elements, "ones").job(&gpu).expect("a job");
            let (scan, before) = (algorithm.planned(job).expect("a plan"), gpu.completed_waits());
            let ones = |_: u32, chunk: &mut [u32]| chunk.fill(1);
            gpu.scan(&scan, &Cancel::default(), ones, |_, _| {}, |_, _| {}).await.expect("a scan");
            waits.push(gpu.completed_waits() - before);
        }
        // The first scan of each length creates all its objects in one wait, and the very first one also compiles the
        // shader.
        assert_eq!((waits[0] - waits[1], waits[2] - waits[3], waits[4] - waits[5]), (2, 1, 1));
        // Waits for the errors of the upload and of the submission, and for the readback.
        assert_eq!((waits[1], waits[3]), (3, 3));
        // Three waits for each of the three further submissions, and one wait for the staging buffer.
        assert_eq!(waits[5], 3 + 3 * 3 + 1);
    });
}

#[test]
fn every_submission_of_a_batch_counts_as_a_wait() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
        let algorithm = Algorithm::find("hybrid").expect("a known algorithm");
        let job = Case::new(algorithm, monoid, Mode::Inclusive, 64, "ones").job(&gpu).expect("a job");
        let data = gpu.io_buffers(&job.ports()).await.expect("buffers");
        let prepared = gpu.prepare(&algorithm.planned(job).expect("a plan"), &data).await.expect("a plan");
        let before = gpu.completed_waits();
        let record = &mut |batch: &mut Batch<'_>| {
            for _ in 0..5 {
                batch.run(&prepared, 1, None);
                batch.submit();
            }
        };
        gpu.batch(record).await.expect("a batch");
        gpu.drain().await.expect("completed work");
        // Five submissions, the error scope of the batch, and the drain.
        assert_eq!(gpu.completed_waits() - before, 5 + 2);
    });
}
