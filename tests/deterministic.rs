//! Deterministic look-back: rounded sums are equal bit by bit in every run.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hasher};

use pollster::block_on;
use scanlab::error::Error;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::Mode;
use scanlab::scan::Algorithm;
use scanlab_lab::gpu::{Cancel, Gpu, OpenOptions};
use support::{Case, open};

const RUNS: u32 = 1_000;

fn case(operator: &str, element_type: ElementType, mode: Mode, elements: u32) -> Case {
    let monoid = Monoid::find(operator, element_type).expect("a known operator");
    Case::new(find("look-back-deterministic"), monoid, mode, elements, "random").tuned("items", 1)
}

fn find(id: &str) -> &'static Algorithm {
    Algorithm::find(id).expect("a known algorithm")
}

/// The same case by `look-ahead`, with this number of workgroups, which handle several tiles each.
fn ahead(case: Case, workgroups: u32) -> Case {
    Case { algorithm: find("look-ahead"), ..case }.tuned("workgroups", workgroups)
}

/// Attempts per run: a busy software adapter aborts many runs with long chains.
const ATTEMPTS: u32 = 3;

/// The checksums of the outputs of several runs on the same random numbers.
async fn checksums(gpu: &Gpu, case: &Case, runs: u32) -> BTreeSet<u64> {
    let job = case.job(gpu).expect("a job");
    let words: Vec<u32> = random_floats(job.elements * job.form.monoid.words());
    let data = gpu.io_buffers(&job.ports()).await.expect("buffers");
    let prepared = gpu.prepare(&case.algorithm.planned(job).expect("a plan"), &data).await.expect("a plan");
    let cancel = Cancel::default();
    let fill = |start: u32, chunk: &mut [u32]| chunk.copy_from_slice(&words[start as usize..][..chunk.len()]);
    gpu.upload(data.source(), words.len() as u32, &cancel, fill).await.expect("an upload");
    let (mut found, mut completed) = (BTreeSet::new(), 0);
    for _ in 0..ATTEMPTS * runs {
        if completed == runs {
            break;
        }
        gpu.run(&prepared, 1).await.expect("a run");
        let checked = gpu.check_abort_flag(&prepared).await;
        if gpu.is_software() && matches!(checked, Err(Error::Aborted(_))) {
            continue;
        }
        checked.expect("no aborted run");
        let mut hasher = DefaultHasher::new();
        let take = |_: u32, chunk: &[u32]| chunk.iter().for_each(|&word| hasher.write_u32(word));
        gpu.download(data.output(), 0, words.len() as u32, &cancel, take).await.expect("a readback");
        found.insert(hasher.finish());
        completed += 1;
    }
    assert!(completed == runs || gpu.is_software(), "only {completed} of {runs} runs were not aborted");
    if completed < runs {
        println!("{completed} of {runs} runs were not aborted: {} n={}", case.algorithm.id, case.elements);
    }
    found
}

/// Numbers close to one, of either sign, whose sums and products round at nearly every step.
fn random_floats(count: u32) -> Vec<u32> {
    let mut state = 0x5eed_u32;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let sign = state & 0x8000_0000;
        let fraction = (state >> 4) & 0x7f_ffff;
        (f32::from_bits(0x3f80_0000 | fraction) - 0.5).to_bits() | sign
    };
    (0..count).map(next).collect()
}

/// Several groups of 32 tiles, the last one partial.
#[test]
fn rounded_results_are_equal_bit_by_bit_in_every_run() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (operator, mode) in [("add", Mode::Inclusive), ("mul", Mode::Exclusive), ("affine", Mode::Inclusive)] {
            let found = checksums(&gpu, &case(operator, ElementType::F32, mode, 80_001), RUNS).await;
            assert_eq!(found.len(), 1, "{operator}: {} different outputs in {RUNS} runs", found.len());
        }
    });
}

/// Timing decides which workgroup takes a tile.
#[test]
fn rounded_results_depend_neither_on_workgroups_that_stay_nor_on_their_number() {
    // 313 tiles: more than one window.
    const ELEMENTS: u32 = 313 * 512;
    block_on(async {
        for subgroups in [true, false] {
            let Some(gpu) = open(OpenOptions { subgroups, ..OpenOptions::default() }).await else { return };
            for elements in [ELEMENTS / 8, ELEMENTS] {
                let mut found = BTreeSet::new();
                for workgroups in [1, 2, 7, 512] {
                    let case = ahead(case("affine", ElementType::F32, Mode::Inclusive, elements), workgroups);
                    found.extend(checksums(&gpu, &case, 50).await);
                }
                // A busy software adapter may abort each run on many tiles without subgroups.
                assert!(found.len() == 1 || found.is_empty() && gpu.is_software(), "{} different outputs", found.len());
            }
        }
    });
}

/// More tiles than a workgroup may take, and whole windows.
#[test]
fn results_past_windows_are_right() {
    block_on(async {
        for subgroups in [true, false] {
            let Some(gpu) = open(OpenOptions { subgroups, ..OpenOptions::default() }).await else { return };
            for (tiles, workgroups) in [(256, 3), (257, 512), (600, 40), (600, 600)] {
                ahead(case("mat2", ElementType::U32, Mode::Exclusive, tiles * 256), workgroups).examine(&gpu).await;
                ahead(case("bicyclic", ElementType::U32, Mode::Inclusive, tiles * 512 + 7), workgroups)
                    .examine(&gpu)
                    .await;
            }
        }
    });
}

#[test]
fn rounded_results_are_equal_bit_by_bit_without_subgroups() {
    block_on(async {
        let Some(gpu) = open(OpenOptions { subgroups: false, ..OpenOptions::default() }).await else { return };
        let found = checksums(&gpu, &case("add", ElementType::F32, Mode::Inclusive, 80_001), RUNS).await;
        assert_eq!(found.len(), 1, "{} different outputs in {RUNS} runs", found.len());
    });
}

/// More than 32² tiles, which require a chain of anchors.
#[test]
fn results_past_anchors_are_equal_and_right() {
    block_on(async {
        for subgroups in [true, false] {
            let Some(gpu) = open(OpenOptions { subgroups, ..OpenOptions::default() }).await else { return };
            let long = case("affine", ElementType::F32, Mode::Inclusive, 1_060 * 512 + 7);
            let tile = long.algorithm.plan(&long.job(&gpu).expect("a job")).tile_elements;
            assert!(long.elements / tile > 1_024);
            assert!(checksums(&gpu, &long, 5).await.len() <= 1);
            for elements in [32 * 256, 32 * 256 + 1, 1_024 * 256, 1_024 * 256 + 1, 2_100 * 256 + 7] {
                case("mat2", ElementType::U32, Mode::Exclusive, elements).examine(&gpu).await;
            }
        }
    });
}

/// A measurement voids a time if outputs differ, unless the scan depends on timing. The deterministic scan does not.
#[test]
fn only_look_backs_by_timing_may_vary() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let varies = |id: &str| {
            let case = Case { algorithm: Algorithm::find(id).expect("a known algorithm"), ..add() };
            case.algorithm.plan(&case.job(&gpu).expect("a job")).varies
        };
        assert!(varies("look-back") && varies("look-back-fallback"));
        assert!(!varies("look-back-deterministic") && !varies("chained") && !varies("look-ahead"));
    });
}

fn add() -> Case {
    case("add", ElementType::F32, Mode::Inclusive, 80_001)
}
