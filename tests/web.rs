//! Registry × operators × modes × sizes in a browser, where Tint compiles the shaders.
#![cfg(target_arch = "wasm32")]

#[path = "support/emulate.rs"]
mod emulate;
#[path = "support/emulated_bits.rs"]
mod emulated_bits;
mod support;

use std::cell::RefCell;
use std::future::poll_fn;
use std::task::Poll;

use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::OperationJob;
use scanlab::plan::{Form, Job, Limits, Mode, Segments, Tuning};
use scanlab::scan::Algorithm;
use scanlab::shader::compose;
use scanlab_lab::chunked::ChunkedScan;
use scanlab_lab::gpu::{ByWords, Cancel, Gpu, OpenOptions, OperationInput};
use scanlab_lab::pattern::PATTERNS;
use scanlab_lab::probe;
use scanlab_lab::request::Resolved;
use support::{Case, offered, open};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen(inline_js = "
    let sizes = [];
    export function askForSubgroups() {
        const original = GPUAdapter.prototype.requestDevice;
        GPUAdapter.prototype.requestDevice = function (descriptor) {
            GPUAdapter.prototype.requestDevice = original;
            if (!this.features.has('subgroups')) return original.call(this, descriptor);
            sizes = [this.info.subgroupMinSize, this.info.subgroupMaxSize];
            const requiredFeatures = [...(descriptor?.requiredFeatures ?? []), 'subgroups'];
            return original.call(this, { ...descriptor, requiredFeatures });
        };
    }
    export const subgroupSizes = () => sizes;
")]
extern "C" {
    #[wasm_bindgen(js_name = askForSubgroups)]
    fn ask_for_subgroups();
    #[wasm_bindgen(js_name = subgroupSizes)]
    fn subgroup_sizes() -> Vec<u32>;
}

/// A device with all optional features, opened as the page does: wgpu cannot request subgroups.
async fn open_with_subgroups() -> Gpu {
    ask_for_subgroups();
    let gpu = open(OpenOptions::default()).await.expect("a device");
    if let [min, max] = subgroup_sizes()[..] {
        gpu.set_subgroups(min, max);
        assert!(probe::subgroups(&gpu).await.expect("a result of the probe"), "subgroups of neighbouring invocations");
    }
    gpu
}

#[wasm_bindgen_test]
async fn subgroups_can_be_requested() {
    let sizes = open_with_subgroups().await.limits().subgroups;
    assert!(sizes.is_some_and(|(min, max)| 4 <= min && min <= max && max <= 128), "{sizes:?}");
}

/// Only kernels for browsers have the attribute.
#[wasm_bindgen_test]
fn the_kernels_of_a_sort_require_the_subgroup_size_that_a_probe_has_shown() {
    let limits = Limits { subgroups: Some((8, 64)), forward_progress: true, ..Limits::CORE };
    for required_subgroup_size in [None, Some(32)] {
        let limits = Limits { required_subgroup_size, ..limits };
        let job = OperationJob::new("sort", 100_000, Monoid::counts(), limits).expect("an operation");
        let pass = job.plan().passes.pop().expect("a pass of the sort");
        let source = compose(&pass.kernel).source;
        let required = ["enable subgroup_size_control;", "@subgroup_size(SUBGROUP_SIZE)", "SUBGROUP_SIZE: u32 = 32u;"];
        let found = required.map(|text| source.contains(text));
        assert_eq!(found, [required_subgroup_size.is_some(); 3]);
    }
}

/// Every eighth pair of algorithm and operator, in one mode, since compiling is slow in a browser. The native tests
/// have all pairs.
#[wasm_bindgen_test]
async fn every_algorithm_scans_every_operator_at_every_edge() {
    let gpu = open_with_subgroups().await;
    for (rank, algorithm) in offered(&gpu).enumerate() {
        for (other, monoid) in Monoid::all().enumerate() {
            if (rank + other) % 8 != 0 {
                continue;
            }
            let mode = [Mode::Inclusive, Mode::Exclusive][(rank / 8 + other / 8) % 2];
            for size in [0, 1, 3, 257, 513, 2305, 10_007] {
                Case::new(algorithm, monoid.clone(), mode, size, "random").examine(&gpu).await;
            }
        }
    }
}

/// Tiles of eight rows in blocked arrangement, which smaller scans do not have.
#[wasm_bindgen_test]
async fn large_tiles_of_wide_elements_are_right() {
    let gpu = open_with_subgroups().await;
    let algorithm = Algorithm::find("look-back-fallback").expect("a known algorithm");
    for (operator, mode) in [("bicyclic", Mode::Inclusive), ("mat2", Mode::Exclusive)] {
        let monoid = Monoid::find(operator, ElementType::U32).expect("a known operator");
        Case::new(algorithm, monoid.clone(), mode, 10_007, "random").tuned("items", 32).examine(&gpu).await;
    }
}

/// One element type for each operator; the native tests have all types.
#[wasm_bindgen_test]
async fn every_pattern_is_scanned() {
    let gpu = open_with_subgroups().await;
    for (rank, algorithm) in offered(&gpu).enumerate() {
        let element_type = ElementType::ALL[rank % ElementType::ALL.len()];
        for pattern in PATTERNS {
            let monoid = Monoid::find("add", element_type).expect("add works on every type");
            Case::new(algorithm, monoid.clone(), Mode::Exclusive, 3_001, pattern.id).examine(&gpu).await;
        }
    }
}

#[wasm_bindgen_test]
async fn tuning_is_right_at_both_ends() {
    let gpu = open_with_subgroups().await;
    let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
    for algorithm in offered(&gpu) {
        for parameter in algorithm.tuning {
            for value in [parameter.min, parameter.max] {
                let case = Case::new(algorithm, monoid.clone(), Mode::Inclusive, 70_001, "random");
                case.tuned(parameter.name, value).examine(&gpu).await;
            }
        }
    }
}

#[wasm_bindgen_test]
async fn optional_features_are_not_required() {
    let gpu = open(OpenOptions::GUARANTEED).await.expect("a device");
    assert!(!gpu.has_timestamps());
    let operators = [("add", ElementType::U32), ("min", ElementType::F32)];
    for (rank, algorithm) in offered(&gpu).enumerate() {
        let (operator, element_type) = operators[rank % operators.len()];
        let monoid = Monoid::find(operator, element_type).expect("a known operator");
        Case::new(algorithm, monoid.clone(), Mode::Inclusive, 20_011, "random").examine(&gpu).await;
    }
}

#[wasm_bindgen_test]
async fn backward_and_segmented_scans_are_right() {
    let gpu = open_with_subgroups().await;
    let operators = [("add", ElementType::I32), ("bicyclic", ElementType::U32), ("affine", ElementType::F32)];
    for (rank, algorithm) in offered(&gpu).enumerate() {
        for (other, (operator, element_type)) in operators.into_iter().enumerate() {
            if (rank + other) % operators.len() != 0 {
                continue;
            }
            let monoid = Monoid::find(operator, element_type).expect("a known operator");
            let mode = [Mode::Inclusive, Mode::Exclusive][(rank + other) % 2];
            for size in [2, 5_003] {
                let case = || Case::new(algorithm, monoid.clone(), mode, size, "random");
                case().backward().examine(&gpu).await;
                case().segmented().examine(&gpu).await;
                case().backward().segmented().examine(&gpu).await;
            }
        }
    }
}

#[wasm_bindgen_test]
async fn heads_as_bits_rows_and_columns_are_right() {
    let gpu = open_with_subgroups().await;
    let operators = [("add", ElementType::U32), ("bicyclic", ElementType::U32), ("mat2", ElementType::U32)];
    // Scans that read heads themselves, each in a different way, and one that scans elements with a flag.
    let ids = [
        "look-back",
        "look-back-fallback",
        "subgroup",
        "cache-blocked",
        "reduce-then-scan",
        "two-level",
        "raking",
        "blelloch",
        "hybrid",
    ];
    for (rank, algorithm) in offered(&gpu).filter(|algorithm| ids.contains(&algorithm.id)).enumerate() {
        let segments = [Segments::HeadBits, Segments::Rows(37), Segments::Columns(37)];
        for (other, segments) in segments.into_iter().enumerate() {
            let (operator, element_type) = operators[(rank + other) % operators.len()];
            let monoid = Monoid::find(operator, element_type).expect("a known operator");
            let mode = [Mode::Inclusive, Mode::Exclusive][(rank + other) % 2];
            let case = || Case::new(algorithm, monoid.clone(), mode, 5_003, "random").segments(segments);
            case().examine(&gpu).await;
            case().backward().examine(&gpu).await;
        }
    }
}

#[wasm_bindgen_test]
async fn scans_in_place_are_right() {
    let gpu = open_with_subgroups().await;
    let monoid = Monoid::find("bicyclic", ElementType::U32).expect("a known operator");
    for algorithm in offered(&gpu) {
        // An algorithm that supports exclusive scans in place also supports inclusive ones.
        let modes = [Mode::Exclusive, Mode::Inclusive];
        let Some(mode) = modes.into_iter().find(|&mode| algorithm.in_place.allows(mode)) else { continue };
        for size in [2, 5_003] {
            let case = || Case::new(algorithm, monoid.clone(), mode, size, "random").in_place();
            case().examine(&gpu).await;
            case().backward().segmented().examine(&gpu).await;
        }
    }
}

#[wasm_bindgen_test]
async fn the_emulator_gives_the_bits_of_a_device() {
    emulated_bits::examine(&open_with_subgroups().await).await;
}

/// Compactions that also store bits, with subgroups and without, and a scan around which a pass stores them.
#[wasm_bindgen_test]
async fn runs_of_odd_lengths_are_reduced_by_key() {
    let gpu = open_with_subgroups().await;
    let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
    let with_subgroups = gpu.limits();
    let without = Limits { subgroups: None, ..with_subgroups };
    let devices = [("look-back-fallback", with_subgroups), ("cache-blocked", without), ("hybrid", without)];
    for (scan, limits) in devices {
        let scan = Algorithm::find(scan).expect("a known algorithm");
        for elements in [1, 33, 1_024, 20_001] {
            // Runs of 1, 2, 3 … keys. Each key is the length of its run, and so is the sum of the run's values.
            let lengths: Vec<u32> = (1..)
                .scan(0, |end, length| {
                    (*end < elements).then(|| {
                        let length = length.min(elements - *end);
                        *end += length;
                        length
                    })
                })
                .collect();
            let keys: Vec<u32> = lengths.iter().flat_map(|&length| (0..length).map(move |_| length)).collect();
            let job = OperationJob::new("reduce-by-key", elements, monoid.clone(), limits).expect("an operation");
            let job = OperationJob { scan, ..job };
            let input = OperationInput { source: &keys, values: &vec![1; keys.len()], ..Default::default() };
            let found = gpu.operate(&job.planned().expect("a plan"), &Cancel::default(), input).await.expect("runs");
            let name = format!("{} n={elements} {:?}", scan.id, limits.subgroups);
            assert_eq!(found.count, Some(lengths.len() as u32), "{name}");
            assert!(found.words == lengths && found.second == lengths, "{name}");
        }
    }
}

/// Events of chunks.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    Filled(u32),
    Taken(u32),
}

/// Scans chunks of `elements` ones each, all pushed at once.
async fn push_ones(gpu: &Gpu, elements: u32, chunks: u32) -> Vec<Event> {
    let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
    let algorithm = Algorithm::find("reduce-then-scan").expect("a known algorithm");
    let tuning = algorithm.resolve_tuning(&Tuning::new()).expect("the defaults");
    let form = Form::new(monoid, Mode::Inclusive);
    let job = Job { elements, form, tuning, limits: gpu.limits() };
    let scan = &ChunkedScan::new(gpu, Resolved { algorithm, job }).await.expect("a scan");
    let events = &RefCell::new(Vec::new());
    let push = |chunk: u32| async move {
        let fill = |_: u32, words: &mut [u32]| {
            events.borrow_mut().push(Event::Filled(chunk));
            words.fill(1);
        };
        let take = |start: u32, words: &[u32]| {
            assert!((chunk * elements + start + 1..).zip(words).all(|(sum, &word)| word == sum), "chunk {chunk}");
            events.borrow_mut().push(Event::Taken(chunk));
        };
        let mut exchange = ByWords { fill, fill_heads: |_: u32, _: &mut [u32]| (), take };
        scan.push(gpu, elements, &Cancel::default(), &mut exchange).await.expect("a chunk");
    };
    let mut pushes: Vec<_> = (0..chunks).map(|chunk| Box::pin(push(chunk))).collect();
    poll_fn(|context| {
        pushes.retain_mut(|push| push.as_mut().poll(context).is_pending());
        if pushes.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    events.take()
}

#[wasm_bindgen_test]
async fn at_most_two_chunks_overlap_in_order() {
    let gpu = open_with_subgroups().await;
    // By a single write, and through staging buffers.
    for elements in [1 << 18, (1 << 20) + 4] {
        let events = push_ones(&gpu, elements, 6).await;
        let last = |event| events.iter().rposition(|&one| one == event).expect("it has happened");
        let first = |event| events.iter().position(|&one| one == event).expect("it has happened");
        for chunk in 0..4 {
            assert!(last(Event::Taken(chunk)) < first(Event::Filled(chunk + 2)), "{events:?}");
        }
        assert!((2..5).any(|chunk| first(Event::Filled(chunk + 1)) < last(Event::Taken(chunk))), "{events:?}");
    }
}
