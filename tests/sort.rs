//! Sorts, top-k, bounds and merges on the device against a stable sort on the host: keys, and values that are the original
//! indices of keys.
//!
//! The width of vectors gives the size of lavapipe's subgroups. With `LP_NATIVE_VECTOR_WIDTH=512` in the environment
//! they have 16 invocations, and their own counters. With 256 or 128 they have 8 or 4 invocations, and share counters.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use pollster::block_on;
use scanlab::error::Error;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::{OperationJob, Options};
use scanlab::plan::Limits;
use scanlab::scan::Algorithm;
use scanlab_lab::gpu::{Cancel, Gpu, OpenOptions, OperationInput};
use support::{is_sampled, open, unless_aborted};

const TYPES: [ElementType; 3] = [ElementType::U32, ElementType::I32, ElementType::F32];

/// A number of the same order as a key, by comparisons instead of bits where that is possible.
fn order(element_type: ElementType, key: u32) -> u32 {
    match element_type {
        ElementType::U32 => key,
        ElementType::I32 => (i64::from(key as i32) + (1 << 31)) as u32,
        ElementType::F32 => match f32::from_bits(key) {
            value if value.is_nan() => u32::MAX,
            value if value.is_sign_negative() => !key,
            _ => key + (1 << 31),
        },
    }
}

/// As [`order`], for a key of two words.
fn wide_order(element_type: ElementType, key: u64) -> u64 {
    match element_type {
        ElementType::U32 => key,
        ElementType::I32 => (i128::from(key as i64) + (1 << 63)) as u64,
        ElementType::F32 => match f64::from_bits(key) {
            value if value.is_nan() => u64::MAX,
            value if value.is_sign_negative() => !key,
            _ => key + (1 << 63),
        },
    }
}

/// The indices of keys, in sorted order.
fn sorted(element_type: ElementType, options: &Options, keys: &[u32]) -> Vec<u32> {
    let words = options.key_words as usize;
    let [from, to] = options.bits.unwrap_or([0, 32 * options.key_words]);
    let mask = ((1u128 << to) - (1u128 << from)) as u64;
    let digits = |place: u32| {
        let order = match keys[words * place as usize..][..words] {
            [low, high] => wide_order(element_type, u64::from(low) | u64::from(high) << 32),
            ref key => order(element_type, key[0]).into(),
        };
        (if options.descending { !order } else { order }) & mask
    };
    let mut places: Vec<u32> = (0..(keys.len() / words) as u32).collect();
    places.sort_by_key(|&place| digits(place));
    places
}

struct Case {
    element_type: ElementType,
    options: Options,
    scan: &'static str,
    forward_progress: bool,
    items: Option<u32>,
}

impl Case {
    fn new(element_type: ElementType) -> Self {
        Case { element_type, options: Options::default(), scan: "auto", forward_progress: true, items: None }
    }

    fn name(&self, n: usize) -> String {
        let Options { values, indices, descending, bits, key_words, .. } = self.options;
        format!(
            "{} of {key_words} words n={n} values={values} indices={indices} descending={descending} bits={bits:?} scan={} progress={} items={:?}",
            self.element_type.name(),
            self.scan,
            self.forward_progress,
            self.items
        )
    }

    fn job(&self, gpu: &Gpu, n: usize) -> OperationJob {
        let monoid = Monoid::find("add", self.element_type).expect("sums of all types");
        let limits = Limits { forward_progress: self.forward_progress, ..gpu.limits() };
        let job = OperationJob::new("sort", n as u32, monoid, limits).expect("a known operation");
        let tuning = self.items.map(|items| ("items".to_owned(), items)).into_iter().collect();
        let scan = Algorithm::find(self.scan).expect("a known scan");
        OperationJob { options: self.options.clone(), scan, tuning, ..job }
    }

    async fn examine(&self, gpu: &Gpu, keys: &[u32]) {
        let Options { values, indices, key_words, record_words, .. } = self.options;
        let n = keys.len() / key_words as usize;
        let sort = self.job(gpu, n).planned().expect("a plan");
        // Each word of a record is the index of its key, plus a number for the word.
        let records: Vec<u32> =
            (0..n as u32).flat_map(|place| (0..record_words).map(move |word| place + (word << 24))).collect();
        let given: &[u32] = if values { &records } else { &[] };
        let input = OperationInput { source: keys, values: given, ..OperationInput::default() };
        let output = unless_aborted(gpu, 4, async || gpu.operate(&sort, &Cancel::default(), input).await).await;
        let output = match output {
            Err(Error::Aborted(_)) if gpu.is_software() => {
                return println!("aborted each time: {}", self.name(n));
            }
            output => output.unwrap_or_else(|error| panic!("{}: {error}", self.name(n))),
        };
        let expect = sorted(self.element_type, &self.options, keys);
        let wrong = |found: &[u32], of: &[u32], words: u32| {
            let words = words as usize;
            let pairs = found.chunks_exact(words).zip(&expect).enumerate();
            let mut wrong = pairs.filter(|(_, (found, place))| **found != of[words * **place as usize..][..words]);
            wrong.next().map(|(index, (found, place))| (index, found.to_vec(), *place))
        };
        assert_eq!(output.words.len(), keys.len(), "{}", self.name(n));
        assert_eq!(wrong(&output.words, keys, key_words), None, "{}", self.name(n));
        if values || indices {
            assert_eq!(output.second.len(), records.len(), "{}", self.name(n));
            assert_eq!(wrong(&output.second, &records, record_words), None, "not stable: {}", self.name(n));
        }
    }
}

fn random(n: usize) -> impl Iterator<Item = u32> {
    let mut state = 0x9e37_79b9_u64 + n as u64;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    })
    .take(n)
}

/// Random, equal, sorted and reversed keys, two different keys, one frequent key, and steps.
fn distributions(n: usize) -> [Vec<u32>; 7] {
    let ascending = || (0..n as u32).map(|index| index.wrapping_mul(2_654_435));
    let mut sorted: Vec<u32> = random(n).collect();
    sorted.sort_unstable();
    [
        random(n).collect(),
        vec![0xabcd_1234; n],
        sorted.clone(),
        sorted.into_iter().rev().collect(),
        random(n).map(|word| if word % 2 == 0 { 7 } else { 0x8000_0007 }).collect(),
        // Nine of ten keys are equal.
        random(n).map(|word| if word % 10 == 0 { word } else { 0x3737_3737 }).collect(),
        ascending().collect(),
    ]
}

/// Numbers of keys around subgroups, workgroups and tiles of all sizes that the test uses, also odd ones and no
/// multiples of 4.
const SIZES: [usize; 18] = [1, 2, 3, 4, 5, 31, 33, 255, 256, 257, 1023, 1025, 2047, 2048, 2049, 4097, 6145, 20_011];

#[test]
fn all_sizes_and_distributions_are_sorted() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for forward_progress in [true, false] {
            for n in SIZES {
                for keys in distributions(n) {
                    let options = Options { values: true, ..Options::default() };
                    Case { options, forward_progress, ..Case::new(ElementType::U32) }.examine(&gpu, &keys).await;
                }
            }
        }
    });
}

#[test]
fn types_directions_and_bits_are_sorted() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let mut keys: Vec<u32> = random(5000).collect();
        let special =
            [0.0f32, -0.0, 1.0, -1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, -f32::NAN, f32::MIN_POSITIVE];
        keys.iter_mut().step_by(7).zip(special.iter().cycle()).for_each(|(key, value)| *key = value.to_bits());
        for element_type in TYPES {
            for forward_progress in [true, false] {
                for descending in [false, true] {
                    for bits in [[0, 32], [0, 8], [8, 16], [3, 5], [24, 32], [5, 22], [7, 7], [31, 32], [32, 32]] {
                        if !is_sampled((element_type.name(), forward_progress, descending, bits)) {
                            continue;
                        }
                        let options = Options { values: true, descending, bits: Some(bits), ..Options::default() };
                        let case = Case { options: options.clone(), forward_progress, ..Case::new(element_type) };
                        case.examine(&gpu, &keys).await;
                        let options = Options { values: false, ..options };
                        let indices = Options { indices: true, ..options.clone() };
                        Case { options: indices, forward_progress, ..Case::new(element_type) }
                            .examine(&gpu, &keys[..3333])
                            .await;
                        Case { options, ..case }.examine(&gpu, &keys[..777]).await;
                    }
                }
            }
        }
    });
}

/// Keys of two words: random ones, equal ones, ones that differ only in their low or only in their high words, integers
/// around zero, and floats of all kinds.
fn wide_keys(n: usize, kind: usize) -> Vec<u32> {
    let special = [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -f64::NAN, f64::MIN_POSITIVE];
    let subnormals = [1u64, 1 << 63 | 1, 1 << 32, 1 << 63 | 1 << 32, 0x7ff0_0000_0000_0001, 0xffff_ffff_ffff_ffff];
    let special: Vec<u64> = special.into_iter().map(f64::to_bits).chain(subnormals).collect();
    let key = |(index, word): (usize, u32)| match kind % 7 {
        0 => u64::from(word) << 32 | u64::from(word.wrapping_mul(0x9e37_79b9)),
        1 => 0x8000_0001_7fff_ffff,
        2 => 0xfff0_0007_0000_0000 | u64::from(word),
        3 => u64::from(word) << 32 | 7,
        4 => (i64::from(word % 2000) - 1000) as u64,
        5 if index % 3 > 0 => special[word as usize % special.len()],
        // The high words are few, so that the low words decide.
        _ => u64::from(word >> 29) << 62 | u64::from(word.wrapping_mul(0x9e37_79b9)) << 8,
    };
    random(n).enumerate().map(key).flat_map(|key| [key as u32, (key >> 32) as u32]).collect()
}

#[test]
fn keys_of_two_words_are_sorted() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let bits = [
            None,
            Some([0, 64]),
            Some([27, 41]),
            Some([0, 32]),
            Some([40, 64]),
            Some([33, 33]),
            Some([64, 64]),
            Some([5, 60]),
        ];
        for (rank, n) in [1, 2, 3, 33, 256, 2047, 2049, 5633, 20_011].into_iter().enumerate() {
            for (turn, kind) in (0..7).enumerate() {
                let element_type = TYPES[(rank + turn) % TYPES.len()];
                let (values, indices) = [(false, false), (true, false), (false, true)][(rank + turn / 3) % 3];
                let record_words = if values && turn % 2 == 1 { 3 } else { 1 };
                let options = Options { key_words: 2, values, indices, record_words, ..Options::default() };
                let bits = bits[(rank + 3 * turn) % bits.len()];
                let forward_progress = (rank + turn) % 2 == 0;
                for options in [Options { bits, ..options.clone() }, Options { descending: true, ..options }] {
                    let case = Case { options, forward_progress, ..Case::new(element_type) };
                    case.examine(&gpu, &wide_keys(n, kind)).await;
                }
            }
        }
        let options = Options { key_words: 2, ..Options::default() };
        for element_type in TYPES {
            for kind in 0..7 {
                let case = Case { options: options.clone(), scan: "cache-blocked", ..Case::new(element_type) };
                case.examine(&gpu, &wide_keys(9001, kind)).await;
                Case { items: Some(2), scan: "auto", ..case }.examine(&gpu, &wide_keys(777, kind)).await;
            }
        }
    });
}

#[test]
fn subgroups_limits_and_tiles_do_not_change_the_result() {
    block_on(async {
        let without = OpenOptions { subgroups: false, ..OpenOptions::default() };
        let plain = OpenOptions { raise_limits: false, ..OpenOptions::default() };
        let keys: Vec<u32> = random(9001).map(|word| word & 0xff03_00ff).collect();
        let options = Options { values: true, ..Options::default() };
        for open_options in [without, plain, OpenOptions::default()] {
            let Some(gpu) = open(open_options).await else { return };
            for forward_progress in [true, false] {
                for items in [1, 2, 6, 16, 24, 30] {
                    let options = options.clone();
                    let case = Case { options, forward_progress, items: Some(items), ..Case::new(ElementType::U32) };
                    case.examine(&gpu, &keys).await;
                }
            }
        }
    });
}

#[test]
fn any_scan_can_be_a_part() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let keys: Vec<u32> = random(9001).collect();
        let options = Options { values: true, ..Options::default() };
        for scan in support::offered(&gpu).filter(|scan| is_sampled(("sort", scan.id))) {
            Case { options: options.clone(), scan: scan.id, ..Case::new(ElementType::U32) }.examine(&gpu, &keys).await;
        }
    });
}

#[test]
fn a_million_pairs_are_sorted() {
    block_on(async {
        for subgroups in [true, false] {
            let Some(gpu) = open(OpenOptions { subgroups, ..OpenOptions::default() }).await else { return };
            let keys: Vec<u32> = random(1 << 20).collect();
            let options = Options { values: true, ..Options::default() };
            for forward_progress in [true, false] {
                let start = std::time::Instant::now();
                let case = Case { options: options.clone(), forward_progress, ..Case::new(ElementType::F32) };
                case.examine(&gpu, &keys).await;
                println!("subgroups={subgroups} progress={forward_progress}: {:?}", start.elapsed());
            }
        }
    });
}

#[test]
fn a_run_leaves_the_counters_for_the_next() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let n = 20_000;
        let keys: Vec<u32> = random(n).collect();
        // Keys that share digits, in turns with keys that do not: a pass by a shared digit copies them.
        let shared = |mask: u32| keys.iter().map(|key| key & mask | 0x1234_5678 & !mask).collect::<Vec<u32>>();
        let inputs = [keys.clone(), shared(0xffff), keys.clone(), shared(0xff_00ff), shared(0xff), keys.clone()];
        for bits in [[0, 32], [0, 24]] {
            let options = Options { bits: Some(bits), ..Options::default() };
            let case = Case { options: options.clone(), ..Case::new(ElementType::U32) };
            let job = case.job(&gpu, n);
            let data = gpu.io_buffers(&job.ports()).await.expect("memory");
            let prepared = gpu.prepare(&job.planned().expect("a plan"), &data).await.expect("valid shaders");
            for (turn, keys) in inputs.iter().enumerate() {
                gpu.upload(data.source(), n as u32, &Cancel::default(), |start, words: &mut [u32]| {
                    words.copy_from_slice(&keys[start as usize..][..words.len()]);
                })
                .await
                .expect("an upload");
                gpu.run(&prepared, 3).await.expect("three runs");
                if gpu.check_abort_flag(&prepared).await.is_err() {
                    break;
                }
                let mut output = vec![0; n];
                let take = |start: u32, words: &[u32]| output[start as usize..][..words.len()].copy_from_slice(words);
                gpu.download(data.output(), 0, n as u32, &Cancel::default(), take).await.expect("a readback");
                let expect: Vec<u32> =
                    sorted(ElementType::U32, &options, keys).into_iter().map(|place| keys[place as usize]).collect();
                assert!(output == expect, "bits {bits:?}, input {turn}");
            }
        }
    });
}

/// Keys that differ, few different keys, all equal, and special floats.
fn keys_for_top_k(n: usize, kind: usize) -> Vec<u32> {
    let special = [0x7fc0_0001, 0xffbf_fffe, 0x7f80_0000, 0xff80_0000, 1, 0x8000_0000, 0, u32::MAX];
    random(n)
        .take(n)
        .map(|word| match kind % 4 {
            0 => word,
            1 => ((word % 3) << 30) | (word % 2),
            2 => 0x8000_0007,
            _ => special[(word >> 8) as usize % special.len()],
        })
        .collect()
}

#[test]
fn extremes_are_the_first_of_the_best_keys_with_their_indices() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for n in [1usize, 2, 3, 4, 5, 1_023, 4_096, 4_097, 20_001, 70_003] {
            for (kind, element_type) in (0..4).flat_map(|kind| TYPES.map(|element_type| (kind, element_type))) {
                let keys = keys_for_top_k(n, kind);
                let is_nan = |key: u32| element_type == ElementType::F32 && f32::from_bits(key).is_nan();
                let nan = keys.iter().position(|&key| is_nan(key));
                for (id, descending) in [("arg-min", false), ("arg-max", true)] {
                    // The first key of a stable sort, except that NaN is the best in both directions.
                    let sort = Options { descending, ..Options::default() };
                    let index = nan.unwrap_or_else(|| sorted(element_type, &sort, &keys)[0] as usize);
                    let monoid = Monoid::find("add", element_type).expect("sums of all types");
                    for software in [gpu.limits().software, false] {
                        let limits = Limits { software, ..gpu.limits() };
                        let job = OperationJob::new(id, n as u32, monoid.clone(), limits).expect("a known operation");
                        let planned = job.planned().expect("a plan");
                        let input = OperationInput { source: &keys, ..OperationInput::default() };
                        let found = gpu.operate(&planned, &Cancel::default(), input).await.expect("a run");
                        let found = (&found.words[..], &found.second[..]);
                        assert_eq!(
                            found,
                            (&keys[index..=index], &[index as u32][..]),
                            "{id} {element_type:?} {n} {kind}"
                        );
                    }
                }
            }
        }
    });
}

/// No sorted keys, few, and numbers around powers of two. Some needles are keys, and some are before or after all of
/// them.
#[test]
fn bounds_are_the_numbers_of_sorted_keys_before_each_needle() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let lengths = [0usize, 1, 2, 3, 4, 5, 1_023, 1_024, 1_025, 20_001];
        for (turn, n) in [1usize, 2, 3, 4, 5, 1_023, 1_024, 1_025, 4_099, 70_003].into_iter().enumerate() {
            for (kind, element_type) in (0..4).flat_map(|kind| TYPES.map(|element_type| (kind, element_type))) {
                for m in [lengths[(turn + kind) % lengths.len()], lengths[(turn + 3 * kind + 5) % lengths.len()]] {
                    let needles = keys_for_top_k(n, kind);
                    let keys = keys_for_top_k(m, (kind + turn / 5) % 4);
                    let places = sorted(element_type, &Options::default(), &keys);
                    let keys: Vec<u32> = places.into_iter().map(|place| keys[place as usize]).collect();
                    let orders: Vec<u32> = keys.iter().map(|&key| order(element_type, key)).collect();
                    for upper in [false, true] {
                        let options = Options { sorted_length: m as u32, upper, ..Options::default() };
                        let monoid = Monoid::find("add", element_type).expect("sums of all types");
                        let job = OperationJob::new("lower-bound", n as u32, monoid, gpu.limits());
                        let planned = OperationJob { options, ..job.expect("an operation") }.planned().expect("a plan");
                        let input = OperationInput { source: &needles, values: &keys, ..OperationInput::default() };
                        let found = gpu.operate(&planned, &Cancel::default(), input).await.expect("a run");
                        let before = |&needle: &u32| {
                            let needle = order(element_type, needle);
                            orders.partition_point(|&key| key < needle || (upper && key == needle)) as u32
                        };
                        let expect: Vec<u32> = needles.iter().map(before).collect();
                        assert!(found.words == expect, "{element_type:?} {n} in {m} of kind {kind}, upper {upper}");
                    }
                }
            }
        }
    });
}

/// Arrays without keys, of different lengths and of several tiles. A merge is a stable sort of one array after the other.
#[test]
fn merges_are_stable_sorts_of_two_sorted_arrays() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let lengths = [0usize, 1, 2, 5, 255, 3_839, 3_841, 20_001, 70_003];
        for (turn, n) in lengths.into_iter().enumerate() {
            for (kind, element_type) in (0..4).flat_map(|kind| TYPES.map(|element_type| (kind, element_type))) {
                let m = lengths[(2 * turn + 3 * kind) % lengths.len()];
                for descending in [false, true] {
                    let indices = (turn + kind) % 2 == 0;
                    let options = Options { descending, indices, sorted_length: m as u32, ..Options::default() };
                    let [first, second] = [(n, kind), (m, (kind + turn) % 4)].map(|(length, kind)| {
                        let keys = keys_for_top_k(length, kind);
                        let places = sorted(element_type, &options, &keys);
                        places.into_iter().map(|place| keys[place as usize]).collect::<Vec<u32>>()
                    });
                    let both = [&first[..], &second].concat();
                    let places = sorted(element_type, &options, &both);
                    let expect: Vec<u32> = places.iter().map(|&place| both[place as usize]).collect();
                    let monoid = Monoid::find("add", element_type).expect("sums of all types");
                    let job = OperationJob::new("merge", n as u32, monoid, gpu.limits()).expect("an operation");
                    let planned = OperationJob { options, ..job }.planned().expect("a plan");
                    if n + m == 0 {
                        continue;
                    }
                    let input = OperationInput { source: &first, values: &second, ..OperationInput::default() };
                    let found = gpu.operate(&planned, &Cancel::default(), input).await.expect("a run");
                    let case = format!("{element_type:?} {n} and {m} of kind {kind}, descending {descending}");
                    assert!(found.words == expect, "{case}");
                    assert!(found.second == if indices { places } else { Vec::new() }, "{case}");
                }
            }
        }
    });
}

#[test]
fn the_top_keys_are_those_of_a_sort_in_the_order_of_the_input() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let mut compared = 0;
        for (rank, n) in [1usize, 2, 3, 5, 255, 256, 257, 2_049, 4_097, 20_001, 70_001].into_iter().enumerate() {
            for kind in 0..4 {
                let keys = keys_for_top_k(n, kind);
                let counts = [1, 2, n / 3 + 1, n.saturating_sub(1).max(1), n, n + 5, u32::MAX as usize];
                for (turn, k) in counts.into_iter().enumerate() {
                    let element_type = TYPES[(rank + kind + turn) % TYPES.len()];
                    let largest = (kind + turn + rank / 2) % 2 == 0;
                    let options = Options { k: k as u32, largest, ..Options::default() };
                    let monoid = Monoid::find("add", element_type).expect("sums of all types");
                    let scans = ["auto", "look-back-fallback", "reduce-then-scan", "hybrid", "raking", "cache-blocked"];
                    let scan = Algorithm::find(scans[(rank + turn) % scans.len()]).expect("a known scan");
                    let forward_progress = gpu.limits().forward_progress && turn % 2 == 0;
                    let limits = Limits { forward_progress, ..gpu.limits() };
                    let job = OperationJob::new("top-k", n as u32, monoid, limits).expect("a known operation");
                    let name = format!("{k} of {n} {} by {}, largest {largest}", element_type.name(), scan.id);
                    let top = OperationJob { options, scan, ..job }.planned().expect("a plan");
                    let input = OperationInput { source: &keys, ..OperationInput::default() };
                    let found =
                        unless_aborted(&gpu, 4, async || gpu.operate(&top, &Cancel::default(), input).await).await;
                    let found = match found {
                        Err(Error::Aborted(_)) if gpu.is_software() => continue,
                        found => found.unwrap_or_else(|error| panic!("{name}: {error}")),
                    };
                    let sort = Options { descending: largest, ..Options::default() };
                    let mut expect = sorted(element_type, &sort, &keys);
                    expect.truncate(k);
                    expect.sort_unstable();
                    assert_eq!(found.count, Some(expect.len() as u32), "{name}");
                    assert!(found.second == expect, "{name}: indices");
                    let expect: Vec<u32> = expect.iter().map(|&index| keys[index as usize]).collect();
                    assert!(found.words == expect, "{name}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 200, "{compared} runs");
    });
}
