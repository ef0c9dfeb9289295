//! The cache of scans: a scan of a cached shape creates no objects, and shares no data with others.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use pollster::block_on;
use scanlab::error::Error;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Abort, Mode};
use scanlab::scan::Algorithm;
use scanlab_lab::gpu::{Cancel, Gpu, OpenOptions};
use support::{Case, offered, open};

/// Capacity of the cache in runs.
const CAPACITY: u32 = 16;

fn add(id: &str, elements: u32, pattern: &'static str) -> Case {
    let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
    Case::new(Algorithm::find(id).expect("a known algorithm"), monoid, Mode::Inclusive, elements, pattern)
}

/// Examines scans; returns the number of objects that they have created.
async fn created(gpu: &Gpu, cases: &[Case]) -> u32 {
    let before = gpu.objects();
    for case in cases {
        case.examine(gpu).await;
    }
    gpu.objects() - before
}

#[test]
fn a_second_scan_of_a_shape_creates_no_objects() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let monoid = Monoid::find("bicyclic", ElementType::U32).expect("a known operator");
        // On a busy processor a scan that waits for other tiles may be aborted, and is not cached then.
        let algorithms = offered(&gpu).filter(|algorithm| !algorithm.needs_progress());
        // With equal lengths, `auto` would share the objects of the scan that it chooses.
        for (algorithm, elements) in algorithms.zip(5_003..) {
            let forms: [fn(Case) -> Case; 3] = [|case| case, Case::backward, |case| case.backward().segmented()];
            for form in forms {
                let case = |pattern| form(Case::new(algorithm, monoid.clone(), Mode::Inclusive, elements, pattern));
                if !case("random").is_taken() {
                    continue;
                }
                let first = created(&gpu, &[case("random")]).await;
                assert!(first >= 4, "{}: {first} objects for input, output, readback and a bind group", algorithm.id);
                let more = created(&gpu, &[case("ones"), case("random")]).await;
                assert_eq!(more, 0, "{}", algorithm.id);
            }
        }
    });
}

#[test]
fn scans_in_place_are_cached() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for elements in [1, 5_001, 5_002, 5_003] {
            let case = |pattern| add("reduce-then-scan", elements, pattern).in_place().backward();
            created(&gpu, &[case("random")]).await;
            assert_eq!(created(&gpu, &[case("sorted"), case("random")]).await, 0);
        }
    });
}

#[test]
fn long_uploads_and_readbacks_reuse_their_staging_buffers() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        // Six slices for four staging buffers each way, the last slice partial.
        let case = |pattern| add("reduce-then-scan", (5 << 20) + 5, pattern);
        created(&gpu, &[case("random")]).await;
        assert_eq!(created(&gpu, &[case("ones")]).await, 0);
    });
}

#[test]
fn the_cache_distinguishes_shapes_and_evicts_the_oldest() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let shapes = || {
            let f32s = Monoid::find("add", ElementType::F32).expect("add on f32");
            let mut other_type = add("raking", 3_000, "random");
            other_type.form.monoid = f32s;
            let mut other_mode = add("raking", 3_000, "random");
            other_mode.form.mode = Mode::Exclusive;
            let lengths = (3_000..3_000 + CAPACITY - 2).map(|elements| add("raking", elements, "random"));
            lengths.chain([other_type, other_mode]).collect::<Vec<_>>()
        };
        created(&gpu, &shapes()).await;
        assert_eq!(shapes().len(), CAPACITY as usize);
        assert_eq!(created(&gpu, &shapes()).await, 0);
        // One more shape evicts the least recently used one.
        created(&gpu, &[add("raking", 3_000, "random").tuned("items", 2)]).await;
        let mut shapes = shapes();
        let oldest = shapes.remove(0);
        assert_eq!(created(&gpu, &shapes).await, 0);
        assert_ne!(created(&gpu, &[oldest]).await, 0);
    });
}

#[test]
fn the_cache_holds_at_most_256_mib() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let shape = |elements| [add("reduce-then-scan", elements, "ones")];
        // Each shape takes 128 MiB and its staging buffers.
        for elements in [1 << 24, (1 << 24) - 1] {
            created(&gpu, &shape(elements)).await;
            assert_eq!(created(&gpu, &shape(elements)).await, 0);
        }
        assert_ne!(created(&gpu, &shape(1 << 24)).await, 0);
    });
}

#[test]
fn a_cancelled_scan_does_not_affect_the_next() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let case = || add("look-back-fallback", 20_000, "random");
        case().examine(&gpu).await;
        let (job, cancel) = (case().job(&gpu).expect("a job"), Cancel::default());
        // Cancelled during the upload: the stale output must not be read back.
        let stop = |_: u32, words: &mut [u32]| {
            words.fill(7);
            cancel.cancel();
        };
        let take = |_: u32, _: &[u32]| panic!("a cancelled scan has no output");
        let scan = case().algorithm.planned(job).expect("a plan");
        assert_eq!(gpu.scan(&scan, &cancel, stop, |_, _| {}, take).await, Err(Error::Cancelled));
        case().examine(&gpu).await;
        case().examine(&gpu).await;
    });
}

#[test]
fn an_aborted_run_is_not_cached() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let case = || add("look-back", 50_000, "random").tuned("items", 1);
        for _ in 0..2 {
            let before = gpu.objects();
            let error = case().withheld(100).run(&gpu, &vec![1; 50_000], &[]).await.expect_err("an aborted run");
            assert_eq!(error, Error::Aborted(Abort::NoProgress));
            assert_ne!(gpu.objects(), before);
            case().examine(&gpu).await;
        }
    });
}
