//! Scans of one shape after each other share what the first has made on the device, and nothing else.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use pollster::block_on;
use scanlab::error::{Error, ErrorCode};
use scanlab::gpu::{Cancel, Gpu, OpenOptions};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::Mode;
use scanlab::scan::Algorithm;
use support::{Case, offered, open};

/// Shapes that are kept at a time.
const MOST_KEPT: u32 = 4;

fn add(id: &str, elements: u32, pattern: &'static str) -> Case {
    let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
    Case::new(Algorithm::find(id).expect("a known algorithm"), monoid, Mode::Inclusive, elements, pattern)
}

/// Examines scans; gives how many objects they have made.
async fn made(gpu: &Gpu, cases: &[Case]) -> u32 {
    let before = gpu.objects();
    for case in cases {
        case.examine(gpu).await;
    }
    gpu.objects() - before
}

#[test]
fn a_second_scan_of_a_shape_makes_nothing() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let monoid = Monoid::find("bicyclic", ElementType::U32).expect("a known operator");
        // A busy processor may have a scan given up that waits for others, and what failed is not kept.
        for algorithm in offered(&gpu).filter(|algorithm| !algorithm.needs_progress()) {
            let forms: [fn(Case) -> Case; 3] = [|case| case, Case::backward, |case| case.backward().segmented()];
            for form in forms {
                let case = |pattern| form(Case::new(algorithm, monoid, Mode::Inclusive, 5_003, pattern));
                let first = made(&gpu, &[case("random")]).await;
                assert!(first >= 4, "{}: {first} objects for input, output, readback and a bind group", algorithm.id);
                let more = made(&gpu, &[case("ones"), case("random")]).await;
                assert_eq!(more, 0, "{}", algorithm.id);
            }
        }
    });
}

#[test]
fn a_scan_in_place_finds_its_own_buffer_again() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for elements in [1, 5_001, 5_002, 5_003] {
            let case = |pattern| add("reduce-then-scan", elements, pattern).in_place().backward();
            made(&gpu, &[case("random")]).await;
            assert_eq!(made(&gpu, &[case("sorted"), case("random")]).await, 0);
        }
    });
}

#[test]
fn long_uploads_and_readbacks_take_turns() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        // Six pieces for four staging buffers each way, the last of them short.
        let case = |pattern| add("reduce-then-scan", (5 << 20) + 5, pattern);
        made(&gpu, &[case("random")]).await;
        assert_eq!(made(&gpu, &[case("ones")]).await, 0);
    });
}

#[test]
fn shapes_do_not_mix_and_few_are_kept() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let shapes = || {
            let f32s = Monoid::find("add", ElementType::F32).expect("add on f32");
            let mut other_type = add("raking", 3_000, "random");
            other_type.form.monoid = f32s;
            let mut other_mode = add("raking", 3_000, "random");
            other_mode.form.mode = Mode::Exclusive;
            [add("raking", 3_000, "random"), add("raking", 3_001, "random"), other_type, other_mode]
        };
        made(&gpu, &shapes()).await;
        assert_eq!(shapes().len(), MOST_KEPT as usize);
        assert_eq!(made(&gpu, &shapes()).await, 0);
        // One more takes the place of the one that was used longest ago.
        made(&gpu, &[add("raking", 3_000, "random").tuned("items", 2)]).await;
        let [oldest, .., last] = shapes();
        assert_eq!(made(&gpu, &[last]).await, 0);
        assert_ne!(made(&gpu, &[oldest]).await, 0);
    });
}

#[test]
fn what_is_kept_takes_no_more_than_256_mib() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let shape = |elements| [add("reduce-then-scan", elements, "ones")];
        // Each takes 128 MiB and its staging buffers.
        for elements in [1 << 24, (1 << 24) - 1] {
            made(&gpu, &shape(elements)).await;
            assert_eq!(made(&gpu, &shape(elements)).await, 0);
        }
        assert_ne!(made(&gpu, &shape(1 << 24)).await, 0);
    });
}

#[test]
fn a_cancelled_scan_leaves_nothing_to_the_next() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let case = || add("look-back-fallback", 20_000, "random");
        case().examine(&gpu).await;
        let (job, cancel) = (case().job(&gpu).expect("a job"), Cancel::default());
        // Asked to stop while the input goes up: nothing may be taken of what is stale in the output.
        let stop = |_: u32, words: &mut [u32]| {
            words.fill(7);
            cancel.cancel();
        };
        let take = |_: u32, _: &[u32]| panic!("a cancelled scan has no output");
        let plan = case().algorithm.plan(&job);
        assert_eq!(gpu.scan(&job, &plan, &cancel, stop, |_, _| {}, take).await, Err(Error::Cancelled));
        case().examine(&gpu).await;
        case().examine(&gpu).await;
    });
}

#[test]
fn a_run_that_gave_up_is_not_kept() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let case = || add("look-back", 50_000, "random").tuned("items", 1);
        for _ in 0..2 {
            let before = gpu.objects();
            let error = case().withheld(100).run(&gpu, &vec![1; 50_000], &[]).await.expect_err("a run given up");
            assert_eq!(error.code(), ErrorCode::Unsupported, "{error}");
            assert_ne!(gpu.objects(), before);
            case().examine(&gpu).await;
        }
    });
}
