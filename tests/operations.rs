//! Operations on a device, natively, against plain loops.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use pollster::block_on;
use scanlab::error::Error;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::{Operation, OperationJob, Options};
use scanlab::plan::{Form, Limits, Mask, Mode};
use scanlab::scan::Algorithm;
use scanlab_lab::gpu::{Cancel, Gpu, OpenOptions, OperationInput, OperationOutput};
use scanlab_lab::pattern::{Input, Pattern};
use scanlab_lab::reference;
use scanlab_lab::request::OperationRequest;
use support::refused::assert_refusal;
use support::{PATIENT, is_sampled, offered, offered_by, one_of_each_kind, open, unless_aborted};

/// Numbers of elements: a few, around a pack, a workgroup, tiles of one row and of several, and more than two levels of
/// tiles.
const SIZES: [u32; 15] = [1, 2, 3, 4, 5, 255, 1023, 1024, 1025, 3_071, 3_073, 8_192, 8_193, 20_001, 70_001];

/// A condition in WGSL on elements of a type, and the same condition as a function of the word and index of an element.
type Condition = (ElementType, &'static str, fn(u32, u32) -> bool);

fn of_type(element_type: ElementType) -> Monoid {
    Monoid::find("add", element_type).expect("add on every type")
}

fn words(pattern: &str, element_type: ElementType, elements: u32, seed: u32) -> Vec<u32> {
    let pattern = Pattern::find(pattern).expect("a known pattern");
    let mut words = vec![0; elements as usize];
    Input { pattern, monoid: of_type(element_type), seed }.fill(0, &mut words);
    words
}

/// Flags, of which about one in `one_in` is set.
fn flags(elements: u32, one_in: u32) -> Vec<u32> {
    words("random", ElementType::U32, elements, 77).iter().map(|word| u32::from(word % one_in == 0)).collect()
}

fn job(gpu: &Gpu, id: &str, element_type: ElementType, elements: u32) -> OperationJob {
    OperationJob::new(id, elements, of_type(element_type), gpu.limits()).expect("a known operation")
}

async fn run(gpu: &Gpu, job: &OperationJob, input: OperationInput<'_>) -> OperationOutput {
    let operation = job.clone().planned().expect("a plan");
    let output = unless_aborted(gpu, PATIENT, async || gpu.operate(&operation, &Cancel::default(), input).await).await;
    output.unwrap_or_else(|error| {
        let name = format!("{} n={} by {}", job.operation.id, job.elements, job.scan.id);
        panic!("{name}, {}: {error}", job.monoid.operator.id)
    })
}

fn kept(words: &[u32], is_kept: impl Fn(usize) -> bool) -> (Vec<u32>, Vec<u32>) {
    (0..words.len()).filter(|&index| is_kept(index)).map(|index| (words[index], index as u32)).unzip()
}

/// The elements of a partition that are not selected, in its order.
fn others(words: &[u32], reversed: bool, is_selected: impl Fn(usize) -> bool) -> Vec<u32> {
    let (mut others, _) = kept(words, |index| !is_selected(index));
    if reversed {
        others.reverse();
    }
    others
}

/// The operations that select elements, and whether a partition reverses the others.
const SELECTIONS: [(&str, bool); 3] = [("compact", false), ("partition", false), ("partition", true)];

#[test]
fn compaction_keeps_what_is_selected_by_every_scan() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for scan in offered(&gpu).filter(|scan| is_sampled(("compact", scan.id))) {
            for (rank, elements) in SIZES.into_iter().enumerate() {
                let input = words("random", ElementType::F32, elements, 3);
                let flags = flags(elements, [1, 2, 37, 100_000][rank % 4]);
                let indices = rank % 2 == 0;
                let options = Options { mask: Mask::Flags, indices, ..Options::default() };
                let job = OperationJob { scan, options, ..job(&gpu, "compact", ElementType::F32, elements) };
                let found =
                    run(&gpu, &job, OperationInput { source: &input, flags: &flags, ..Default::default() }).await;
                let (output, places) = kept(&input, |index| flags[index] != 0);
                assert_eq!(found.count, Some(output.len() as u32), "{} n={elements}", scan.id);
                assert!(found.words == output, "{} n={elements}", scan.id);
                assert!(!indices || found.second == places, "{} n={elements}", scan.id);
            }
        }
    });
}

#[test]
fn compaction_by_atomics_keeps_what_is_selected_in_some_order() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for variant in Operation::find("compact").expect("an operation").variants {
            for (rank, elements) in SIZES.into_iter().enumerate() {
                let input = words("random", ElementType::U32, elements, 5);
                let flags = flags(elements, [1, 2, 37, 100_000][rank % 4]);
                let options = Options { mask: Mask::Flags, ..Options::default() };
                let job = job(&gpu, "compact", ElementType::U32, elements);
                let job = OperationJob { variant: Some(variant), options, ..job };
                let input_words = OperationInput { source: &input, flags: &flags, ..Default::default() };
                let mut found = run(&gpu, &job, input_words).await;
                let (mut output, _) = kept(&input, |index| flags[index] != 0);
                assert_eq!(found.count, Some(output.len() as u32), "{} n={elements}", variant.id);
                found.words.sort_unstable();
                output.sort_unstable();
                assert!(found.words == output, "{} n={elements}", variant.id);
            }
        }
    });
}

/// Every object's neighbours among the eight before it, by plain loops.
fn neighbours(objects: &[u32]) -> Vec<u32> {
    let near =
        |object: usize, rank: usize| object > rank && objects[object].abs_diff(objects[object - 1 - rank]) < 1 << 30;
    let record =
        |object: usize| (0..8).filter(move |&rank| near(object, rank)).map(move |rank| (8 * object + rank) as u32);
    (0..objects.len()).flat_map(record).collect()
}

#[test]
fn neighbour_lists_are_packed_by_every_scan_in_order_and_by_atomics_in_some() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for elements in [1, 2, 8, 9, 257, 1025, 20_001] {
            let objects = words("random", ElementType::U32, elements, 9);
            let expected = neighbours(&objects);
            let job = job(&gpu, "neighbours", ElementType::U32, elements);
            let input = || OperationInput { source: &objects, ..Default::default() };
            for scan in offered(&gpu).filter(|scan| is_sampled(("neighbours", scan.id))) {
                let found = run(&gpu, &OperationJob { scan, ..job.clone() }, input()).await;
                assert_eq!(found.count, Some(expected.len() as u32), "{} n={elements}", scan.id);
                assert!(found.words == expected, "{} n={elements}", scan.id);
            }
            for variant in job.operation.variants {
                let mut found = run(&gpu, &OperationJob { variant: Some(variant), ..job.clone() }, input()).await;
                found.words.sort_unstable();
                assert!(found.words == expected, "{} n={elements}", variant.id);
            }
        }
    });
}

#[test]
fn conditions_see_elements_and_indices_of_every_type() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for elements in [1, 5, 4_097, 30_001] {
            let conditions: [Condition; 4] = [
                (ElementType::U32, "x % 3u == 0u", |word, _| word.is_multiple_of(3)),
                (ElementType::I32, "x < 0 // negative", |word, _| (word as i32) < 0),
                (ElementType::F32, "x > 0.25", |word, _| f32::from_bits(word) > 0.25),
                (ElementType::U32, "i % 2u == 1u\n  && x != 7u", |word, index| index % 2 == 1 && word != 7),
            ];
            for (element_type, code, holds) in conditions {
                let mask = Mask::condition(code, element_type).expect("a condition");
                let input = words("random", element_type, elements, 5);
                for (id, reversed) in SELECTIONS {
                    let options = Options { mask: mask.clone(), reversed, ..Options::default() };
                    let job = OperationJob { options, ..job(&gpu, id, element_type, elements) };
                    let found = run(&gpu, &job, OperationInput { source: &input, ..Default::default() }).await;
                    let (mut output, _) = kept(&input, |index| holds(input[index], index as u32));
                    assert_eq!(found.count, Some(output.len() as u32), "{id} {code} n={elements}");
                    if id == "partition" {
                        output.extend(others(&input, reversed, |index| holds(input[index], index as u32)));
                    }
                    assert!(found.words == output, "{id} {code} n={elements}");
                }
            }
        }
    });
}

#[test]
fn conditions_on_a_part_of_an_array_see_the_indices_of_the_whole() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let input = words("random", ElementType::U32, 5_000, 5);
        for first in [0, 1, 4_000, u32::MAX - 4_999] {
            // The condition has names that contain an i, and uses the index more than once.
            let code = "min(x, i) % 3u == 1u || x % 2u == i % 2u";
            let mask = Mask::condition_from(code, ElementType::U32, 1, first).expect("a condition");
            let options = Options { mask, indices: true, ..Options::default() };
            let job = OperationJob { options, ..job(&gpu, "compact", ElementType::U32, 5_000) };
            let found = run(&gpu, &job, OperationInput { source: &input, ..Default::default() }).await;
            let holds = |index: usize| {
                let (word, i) = (input[index], first + index as u32);
                word.min(i) % 3 == 1 || word % 2 == i % 2
            };
            let (output, places) = kept(&input, holds);
            assert!(found.words == output && found.second == places, "from {first}");
        }
        let error = Mask::condition_from("index > 1u", ElementType::U32, 1, 7).expect_err("a name of the shader");
        assert!(error.to_string().contains("found `index`"), "{error}");
    });
}

#[test]
fn conditions_tell_nan_and_infinities_by_bits() {
    let odd: [u32; 7] = [0x7fc0_0000, 0xff80_0001, 0x7f80_0000, 0xff80_0000, 0x3f80_0000, 0x8000_0000, 0x7f7f_ffff];
    let conditions: [Condition; 4] = [
        (ElementType::F32, "is_nan(x)", |word, _| f32::from_bits(word).is_nan()),
        (ElementType::F32, "!is_nan(x) && i > 0u", |word, index| !f32::from_bits(word).is_nan() && index > 0),
        (ElementType::F32, "is_finite(x)", |word, _| f32::from_bits(word).is_finite()),
        // By IEEE 754. `!=` alone does not follow it on every device.
        (ElementType::F32, "is_nan(x) || x != 1.0", |word, _| f32::from_bits(word) != 1.0),
    ];
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let input: Vec<u32> = (0..3_001).map(|index| odd[index * index % 7]).collect();
        for (element_type, code, holds) in conditions {
            let options =
                Options { mask: Mask::condition(code, element_type).expect("a condition"), ..Options::default() };
            let job = OperationJob { options, ..job(&gpu, "compact", element_type, input.len() as u32) };
            let found = run(&gpu, &job, OperationInput { source: &input, ..Default::default() }).await;
            let (output, _) = kept(&input, |index| holds(input[index], index as u32));
            assert!(!output.is_empty() && found.words == output, "{code}");
        }
    });
}

#[test]
fn partition_is_stable_on_both_sides_or_reverses_the_second_by_every_scan() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for scan in offered(&gpu).filter(|scan| is_sampled(("partition", scan.id))) {
            for (rank, elements) in SIZES.into_iter().enumerate() {
                let input: Vec<u32> = (0..elements).collect();
                let flags = flags(elements, [2, 3, 1, 100_000][rank % 4]);
                for reversed in [false, true] {
                    let options = Options { reversed, ..Options::default() };
                    let job = OperationJob { scan, options, ..job(&gpu, "partition", ElementType::U32, elements) };
                    let found =
                        run(&gpu, &job, OperationInput { source: &input, flags: &flags, ..Default::default() }).await;
                    let (mut output, _) = kept(&input, |index| flags[index] != 0);
                    assert_eq!(found.count, Some(output.len() as u32), "{} n={elements}", scan.id);
                    output.extend(others(&input, reversed, |index| flags[index] != 0));
                    assert!(found.words == output, "{} n={elements} reversed={reversed}", scan.id);
                }
            }
        }
    });
}

#[test]
fn reductions_are_right_for_every_operator() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for monoid in Monoid::all() {
            for elements in SIZES {
                let pattern = Pattern::find("random").expect("a known pattern");
                let mut input = vec![0; (elements * monoid.words()) as usize];
                Input { pattern, monoid: monoid.clone(), seed: 11 }.fill(0, &mut input);
                let job =
                    OperationJob::new("reduce", elements, monoid.clone(), gpu.limits()).expect("a known operation");
                let found = run(&gpu, &job, OperationInput { source: &input, ..Default::default() }).await;
                // Compares the result as the last element of an inclusive scan whose other elements are right.
                let form = Form::new(monoid.clone(), Mode::Inclusive);
                let mut prefixes = reference::scan(&form, &input, &[]);
                let last = prefixes.len() - monoid.words() as usize;
                prefixes[last..].copy_from_slice(&found.words);
                let mismatch = reference::compare(&form, job.plan().operator_depth, &input, &[], &prefixes);
                assert!(mismatch.is_none(), "{} n={elements}: {mismatch:?}", monoid.operator.id);
            }
        }
    });
}

#[test]
fn histograms_count_every_element_within_their_range() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let count = |input: &[u32], bins: u32, bin: &dyn Fn(u32) -> Option<u32>| {
            let mut counts = vec![0; bins as usize];
            input.iter().filter_map(|&word| bin(word)).for_each(|bin| counts[bin as usize] += 1);
            counts
        };
        for elements in [1, 7, 4_097, 70_001] {
            for bins in [1, 3, 256, 5_000] {
                let random = words("random", ElementType::U32, elements, 13);
                let range = [1_000_000_007, 3_000_000_011];
                let exact = |word: u32| {
                    let is_within = (range[0]..range[1]).contains(&word);
                    let offset = u64::from(word.wrapping_sub(range[0])) * u64::from(bins);
                    is_within.then(|| (offset / u64::from(range[1] - range[0])) as u32)
                };
                let options = Options { bins, range: range.map(f64::from), ..Options::default() };
                let job = OperationJob { options, ..job(&gpu, "histogram", ElementType::U32, elements) };
                let found = run(&gpu, &job, OperationInput { source: &random, ..Default::default() }).await;
                assert!(found.words == count(&random, bins, &exact), "n={elements} bins={bins}");
                // Eighths are exact in every type.
                let eighths: Vec<u32> = random.iter().map(|word| ((word % 64) as f32 / 8.0 - 4.0).to_bits()).collect();
                let exact = |word: u32| {
                    let value = f32::from_bits(word);
                    (-2.0..2.0).contains(&value).then(|| ((f64::from(value) + 2.0) * f64::from(bins) / 4.0) as u32)
                };
                let options = Options { bins, range: [-2.0, 2.0], ..Options::default() };
                let job = OperationJob { options, ..self::job(&gpu, "histogram", ElementType::F32, elements) };
                let found = run(&gpu, &job, OperationInput { source: &eighths, ..Default::default() }).await;
                assert!(found.words == count(&eighths, bins, &exact), "f32 n={elements} bins={bins}");
            }
        }
    });
}

/// A histogram as a caller of the page asks for it, of words of a type.
async fn counts(gpu: &Gpu, element_type: &str, input: &[u32], options: &str) -> Vec<u32> {
    let n = input.len();
    let json = format!(r#"{{"operation":"histogram","type":"{element_type}","n":{n},"options":{options}}}"#);
    let request = OperationRequest::parse(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
    let resolved = request.resolve(gpu.limits()).unwrap_or_else(|error| panic!("{json}: {error}"));
    run(gpu, resolved.planned.job(), OperationInput { source: input, ..Default::default() }).await.words
}

fn float_words(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

/// Elements, the options of their histogram, and the bins that are not empty, with their counts.
type FloatCase = (&'static [f32], &'static str, &'static [(usize, u32)]);

/// The bins that hold elements, as `numpy.histogram` returns them for an array of the type. Elements at the last edge
/// are left out.
#[test]
fn ends_of_histograms_are_doubles_and_no_edge_overflows() {
    const MOST: f32 = f32::MAX;
    const STEP: f32 = f32::from_bits(1);
    let floats: &[FloatCase] = &[
        (&[1e38], r#"{"bins":262144,"from":-3e38,"to":3e38}"#, &[(174_762, 1)]),
        (&[0.0, -0.0], r#"{"bins":1048576,"from":0,"to":1e-33}"#, &[(0, 2)]),
        (&[0.7], r#"{"bins":1,"from":0.7,"to":1}"#, &[(0, 1)]),
        (&[0.0, 0.1, 0.2, 0.3], r#"{"bins":3,"from":0,"to":0.3}"#, &[(0, 1), (1, 1), (2, 1)]),
        // Subnormal elements and ends, between which flushing to zero would find no difference.
        (&[STEP, 2.0 * STEP, 4.0 * STEP, 6.0 * STEP], r#"{"bins":3,"from":0,"to":8.4e-45}"#, &[(0, 1), (1, 1), (2, 1)]),
        (&[-STEP, -0.0, 0.0, STEP], r#"{"bins":2,"from":-1e-45,"to":1e-45}"#, &[(0, 1), (1, 2)]),
        (&[5e-41, 9.9e-41, 1e-40, 1.1e-40], r#"{"bins":2,"from":0,"to":1e-40}"#, &[(1, 2)]),
        (&[9.9e-41, 1e-40, 0.5, 1.0], r#"{"bins":2,"from":1e-40,"to":1}"#, &[(0, 1), (1, 1)]),
        // The largest number of the type.
        (&[MOST, -MOST, f32::INFINITY, f32::NAN], r#"{"bins":4,"from":0,"to":3.402823669209384635e38}"#, &[(3, 1)]),
        (&[MOST, 7.0, 6.5, f32::INFINITY, f32::NAN, -f32::NAN], r#"{"bins":1,"from":7,"to":"Infinity"}"#, &[(0, 2)]),
        (&[MOST, -MOST, f32::NEG_INFINITY], r#"{"bins":1,"from":-3.4028234663852886e38,"to":"Infinity"}"#, &[(0, 2)]),
        // More bins than numbers between the ends.
        (
            &[1.0, 1.0 + f32::EPSILON],
            r#"{"bins":1048576,"from":1,"to":1.0000002384185791}"#,
            &[(262_144, 1), (786_431, 1)],
        ),
    ];
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for &(input, options, expected) in floats {
            let found = counts(&gpu, "f32", &float_words(input), options).await;
            let filled: Vec<_> = found.into_iter().enumerate().filter(|&(_, count)| count > 0).collect();
            assert_eq!(filled, expected, "{input:?} {options}");
        }
        let most = [0, 1, u32::MAX - 1, u32::MAX];
        assert_eq!(counts(&gpu, "u32", &most, r#"{"bins":2,"to":4294967296}"#).await, [2, 2]);
        assert_eq!(counts(&gpu, "u32", &most, r#"{"bins":3,"from":4294967294,"to":4294967296}"#).await, [1, 1, 0]);
        assert_eq!(counts(&gpu, "u32", &most, r#"{"bins":1,"from":4294967295,"to":4294967296}"#).await, [1]);
        let signed = [i32::MIN, -1, 0, i32::MAX].map(|number| number as u32);
        assert_eq!(counts(&gpu, "i32", &signed, r#"{"bins":2,"from":-2147483648,"to":2147483648}"#).await, [2, 2]);
        assert_eq!(counts(&gpu, "i32", &signed, r#"{"bins":3,"from":2147483646,"to":2147483648}"#).await, [0, 1, 0]);
        // A kernel that guesses a bin and corrects the guess bin by bin would take minutes.
        let far = vec![1e38f32.to_bits(); 1 << 14];
        let found = counts(&gpu, "f32", &far, r#"{"bins":1048576,"from":-3e38,"to":3e38}"#).await;
        assert_eq!(found[699_050], 1 << 14);
    });
}

/// A number from 0 to 1.
fn fraction(word: u32) -> f64 {
    f64::from(word) / f64::from(u32::MAX)
}

/// Ranges of floats by their shape, with random numbers in 0 to 1.
fn float_range(kind: usize, [left, right]: [f64; 2]) -> [f64; 2] {
    let scale = 2f64.powf(200.0 * left - 126.0);
    match kind {
        0 => [left, left + right],
        1 => [-3e38 * left - 1e30, 3e38 * right + 1e30],
        2 => [0.0, scale],
        3 => [-scale * right, scale],
        // The range has few numbers, so most edges are equal.
        4 => [1.0 + left * 1e-3, 1.0 + left * 1e-3 + 1e-6 * right + 2e-7],
        5 => [-1e-43 * left, 1e-42 * right + 1e-44],
        6 => [1e-38 * left, 1e-38 + 2e-38 * right],
        _ => [-1e38 * left, 2f64.powi(128)],
    }
}

#[test]
fn random_histograms_are_those_of_their_edges() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let random = words("random", ElementType::U32, 100_000, 21);
        for case in 0..48 {
            let [left, right, chosen] = [0, 1, 2].map(|part| random[3 * case + part]);
            let [from, to] = float_range(case % 8, [fraction(left), fraction(right)]);
            let bins = [1, 2, 3, 10, 256, 1000, 4099, 1 << 18][chosen as usize % 8];
            let step = (to - from) / bins as f64;
            let edge = |bin: usize| if bin == bins { to as f32 } else { (bin as f64 * step + from) as f32 };
            let edges: Vec<f32> = (0..=bins).map(edge).collect();
            let element = |(place, &word): (usize, &u32)| match place % 4 {
                // An edge, or one of the numbers beside it.
                0 => f32::from_bits(
                    edges[word as usize % edges.len()].to_bits().wrapping_add(word >> 30).wrapping_sub(1),
                ),
                1 => f32::from_bits(word),
                _ => ((to - from) * (1.2 * fraction(word) - 0.1) + from) as f32,
            };
            let input: Vec<f32> = random[..1 + (left % 9_000) as usize].iter().enumerate().map(element).collect();
            let mut expected = vec![0; bins];
            for &number in input.iter().filter(|&&number| number >= edges[0] && number < edges[bins]) {
                expected[edges.partition_point(|&edge| edge <= number) - 1] += 1;
            }
            let options = format!(r#"{{"bins":{bins},"from":{from:?},"to":{to:?}}}"#);
            let found = counts(&gpu, "f32", &float_words(&input), &options).await;
            assert!(found == expected, "{options}, {} elements", input.len());
        }
    });
}

#[test]
fn random_histograms_of_integers_are_exact() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let random = words("random", ElementType::U32, 20_000, 22);
        for case in 0..24 {
            let [left, right, chosen] = [0, 1, 2].map(|part| random[3 * case + part]);
            let bins = [1, 3, 7, 256, 1000, 4099, 1 << 18, 1 << 20][chosen as usize % 8];
            let (name, lowest) = [("u32", 0), ("i32", i64::from(i32::MIN))][case % 2];
            let width = if case % 3 == 0 { i64::from(right) + 1 } else { i64::from(right % 3000) + 1 };
            let from = lowest + i64::from(left) * i64::from(case % 5 != 0);
            let to = (from + width).min(lowest + (1 << 32));
            let number = |word: u32| if name == "u32" { i64::from(word) } else { i64::from(word as i32) };
            let near = |(place, &word): (usize, &u32)| match place % 3 {
                0 => word,
                _ => (from - 2 + i64::from(word) % (to - from + 4)) as u32,
            };
            let mut input: Vec<u32> = random[..1 + (left % 9_000) as usize].iter().enumerate().map(near).collect();
            if case % 4 == 0 {
                // Elements of the same bin follow one another.
                input.sort_unstable();
            }
            let mut expected = vec![0; bins];
            for number in input.iter().map(|&word| number(word)).filter(|number| (from..to).contains(number)) {
                expected[((number - from) * bins as i64 / (to - from)) as usize] += 1;
            }
            let found = counts(&gpu, name, &input, &format!(r#"{{"bins":{bins},"from":{from},"to":{to}}}"#)).await;
            assert!(found == expected, "{name} bins={bins} {from}..{to}, {} elements", input.len());
        }
    });
}

/// Keys in runs of this number of elements on average.
fn runs(elements: u32, average: u32) -> Vec<u32> {
    let mut key = 5;
    flags(elements, average)
        .iter()
        .map(|head| {
            key += head * 3;
            key
        })
        .collect()
}

/// The first indices of runs of equal elements, and the number of all elements.
fn starts(keys: &[u32]) -> Vec<usize> {
    let heads = (0..keys.len()).filter(|&index| index == 0 || keys[index] != keys[index - 1]);
    heads.chain([keys.len()]).collect()
}

#[test]
fn runs_are_found_by_every_scan() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for scan in offered(&gpu).filter(|scan| is_sampled(("run-lengths", scan.id))) {
            for (rank, elements) in SIZES.into_iter().enumerate() {
                let keys = runs(elements, [1, 2, 37, 100_000][rank % 4]);
                let job = OperationJob { scan, ..job(&gpu, "run-lengths", ElementType::U32, elements) };
                let found = run(&gpu, &job, OperationInput { source: &keys, ..Default::default() }).await;
                let starts = starts(&keys);
                let expected: Vec<u32> = starts[..starts.len() - 1].iter().map(|&start| keys[start]).collect();
                let lengths: Vec<u32> = starts.windows(2).map(|pair| (pair[1] - pair[0]) as u32).collect();
                assert_eq!(found.count, Some(lengths.len() as u32), "{} n={elements}", scan.id);
                assert!(found.words == expected && found.second == lengths, "{} n={elements}", scan.id);
                let second = starts[..starts.len() - 1].iter().map(|&start| start as u32).collect();
                let options = Options { indices: true, ..Options::default() };
                let job = OperationJob { scan, options, ..self::job(&gpu, "unique", ElementType::U32, elements) };
                let unique = run(&gpu, &job, OperationInput { source: &keys, ..Default::default() }).await;
                let expected = OperationOutput { words: expected, second, count: found.count };
                assert!(unique == expected, "unique by {} n={elements}", scan.id);
            }
        }
    });
}

#[test]
fn values_are_reduced_by_key_with_every_operator_and_by_every_scan() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (turn, scan) in offered(&gpu).enumerate().filter(|(_, scan)| is_sampled(("reduce-by-key", scan.id))) {
            for (rank, monoid) in one_of_each_kind(turn).enumerate() {
                let elements = SIZES[(turn + rank) % SIZES.len()];
                let keys = runs(elements, [1, 2, 37, 100_000][rank % 4]);
                let pattern = Pattern::find("random").expect("a known pattern");
                let mut values = vec![0; (elements * monoid.words()) as usize];
                Input { pattern, monoid: monoid.clone(), seed: 17 }.fill(0, &mut values);
                let job =
                    OperationJob::new("reduce-by-key", elements, monoid.clone(), gpu.limits()).expect("an operation");
                let job = OperationJob { scan, ..job };
                if let Err(error) = job.check_scan() {
                    // `lab/src/request/operation_tests.rs` has the refused ones.
                    assert_refusal(&error, scan);
                    continue;
                }
                let input = OperationInput { source: &keys, values: &values, ..Default::default() };
                let found = run(&gpu, &job, input).await;
                let starts = starts(&keys);
                let expected: Vec<u32> = starts[..starts.len() - 1].iter().map(|&start| keys[start]).collect();
                let name = format!("{} {} n={elements}", scan.id, monoid.operator.id);
                assert!(found.words == expected, "{name}");
                check_sums(&job, &starts, &values, &found.second, &name);
            }
        }
    });
}

/// Offsets of segments of this average length. Some are empty, and some leave out the first and the last elements.
fn offsets(elements: u32, average: u32) -> Vec<usize> {
    let starts = starts(&runs(elements, average));
    let ends = usize::from(starts.len() > 3);
    let offsets = starts.iter().enumerate().flat_map(|(rank, &start)| vec![start; [1, 4, 1, 2][rank % 4]]);
    let mut offsets: Vec<_> = offsets.skip(ends).collect();
    offsets.truncate(offsets.len() - ends);
    offsets
}

#[test]
fn segments_are_reduced_with_every_operator_and_by_every_scan() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (turn, scan) in offered(&gpu).enumerate().filter(|(_, scan)| is_sampled(("segmented-reduce", scan.id))) {
            // `tests/segments.rs` has every form of the segmented scans.
            for (rank, monoid) in one_of_each_kind(turn).enumerate().skip(turn % 3).step_by(3) {
                let elements = SIZES[(turn + rank) % SIZES.len()];
                let offsets = offsets(elements, [1, 2, 37, 100_000][(turn + rank) % 4]);
                let pattern = Pattern::find("random").expect("a known pattern");
                let mut input = vec![0; (elements * monoid.words()) as usize];
                Input { pattern, monoid: monoid.clone(), seed: 19 }.fill(0, &mut input);
                let job = OperationJob::new("segmented-reduce", elements, monoid.clone(), gpu.limits());
                let options = Options { segments: offsets.len() as u32 - 1, ..Options::default() };
                let job = OperationJob { scan, options, ..job.expect("an operation") };
                if let Err(error) = job.check_scan() {
                    assert_refusal(&error, scan);
                    continue;
                }
                let ends: Vec<u32> = offsets.iter().map(|&offset| offset as u32).collect();
                let input_words = OperationInput { source: &input, offsets: &ends, ..Default::default() };
                let found = run(&gpu, &job, input_words).await;
                let name = format!("{} {} n={elements}", scan.id, monoid.operator.id);
                check_sums(&job, &offsets, &input, &found.words, &name);
            }
        }
    });
}

/// Keys of all types, in ascending and descending order, with values, indices or neither.
#[test]
fn segments_are_sorted_by_every_scan_and_with_few_subgroups() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let scans = offered(&gpu).filter(|scan| is_sampled(("segmented-sort", scan.id)));
        sort_segments(&gpu, [Algorithm::AUTO; 12].into_iter().chain(scans)).await;
        let Some(gpu) = open(OpenOptions { subgroups: false, ..OpenOptions::default() }).await else { return };
        sort_segments(&gpu, [Algorithm::AUTO; 12].into_iter()).await;
    });
}

async fn sort_segments(gpu: &Gpu, scans: impl Iterator<Item = &'static Algorithm>) {
    let types = [ElementType::U32, ElementType::I32, ElementType::F32];
    for (turn, scan) in scans.enumerate() {
        let (element_type, elements) = (types[turn % 3], SIZES[SIZES.len() - 1 - turn % SIZES.len()]);
        let mut ends: Vec<u32> =
            offsets(elements, [1, 2, 37, 100_000][turn / 2 % 4]).into_iter().map(|offset| offset as u32).collect();
        if ends.len() < 2 {
            ends = vec![0, elements];
        }
        let keys: Vec<u32> =
            words("random", element_type, elements, 23).iter().map(|word| word & 0xf00f_000f).collect();
        let places: Vec<u32> = (0..elements).collect();
        let (values, indices, descending) = (turn / 3 % 3 == 1, turn / 3 % 3 == 2, turn % 2 == 1);
        let options = Options { segments: ends.len() as u32 - 1, values, indices, descending, ..Options::default() };
        let job = OperationJob { scan, options, ..job(gpu, "segmented-sort", element_type, elements) };
        let input = OperationInput { source: &keys, offsets: &ends, ..Default::default() };
        let found = run(gpu, &job, if values { OperationInput { values: &places, ..input } } else { input }).await;
        let order = |place: &u32| {
            let key = keys[*place as usize];
            let order = match element_type {
                ElementType::U32 => i64::from(key),
                ElementType::I32 => i64::from(key as i32),
                ElementType::F32 if f32::from_bits(key).is_nan() => i64::MAX - 1,
                // −0 is before +0.
                ElementType::F32 if key >> 31 == 1 => -1 - i64::from(key & 0x7fff_ffff),
                ElementType::F32 => i64::from(key),
            };
            if descending { -order } else { order }
        };
        let mut expect = places.clone();
        for range in ends.windows(2) {
            expect[range[0] as usize..range[1] as usize].sort_by_key(order);
        }
        let name = format!("{} {} n={elements} {:?}", scan.id, element_type.name(), job.options);
        assert!(found.words.iter().copied().eq(expect.iter().map(|&place| keys[place as usize])), "{name}");
        assert!(if values || indices { found.second == expect } else { found.second.is_empty() }, "{name}");
    }
}

/// Compares the sum of each run with the last element of its inclusive scan, or with the identity if it is empty.
fn check_sums(job: &OperationJob, starts: &[usize], values: &[u32], sums: &[u32], name: &str) {
    let words = job.monoid.words() as usize;
    let form = Form::new(job.monoid.clone(), Mode::Inclusive);
    let depth = job.plan().operator_depth;
    assert_eq!(sums.len(), (starts.len() - 1) * words, "{name}");
    for (sum, range) in sums.chunks_exact(words).zip(starts.windows(2)) {
        let run = &values[range[0] * words..range[1] * words];
        if run.is_empty() {
            assert_eq!(sum, &job.monoid.identity()[..words], "{name} {range:?}");
            continue;
        }
        let mut prefixes = reference::scan(&form, run, &[]);
        let last = prefixes.len() - words;
        prefixes[last..].copy_from_slice(sum);
        let mismatch = reference::compare(&form, depth, run, &[], &prefixes);
        assert!(mismatch.is_none(), "{name} {range:?}: {mismatch:?}");
    }
}

#[test]
fn selections_need_no_optional_feature() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::GUARANTEED).await else { return };
        let limits = Limits { parallelism: Limits::GPU_PARALLELISM, ..Limits::CORE };
        for scan in offered_by(limits) {
            for elements in [4_099, 70_001] {
                let input = words("random", ElementType::I32, elements, 9);
                let flags = flags(elements, 2);
                let with_input = OperationInput { source: &input, flags: &flags, ..Default::default() };
                for (id, reversed) in SELECTIONS {
                    let options = Options { reversed, ..Options::default() };
                    let job = OperationJob { scan, limits, options, ..job(&gpu, id, ElementType::I32, elements) };
                    let found = run(&gpu, &job, with_input).await;
                    let (mut output, _) = kept(&input, |index| flags[index] != 0);
                    if id == "partition" {
                        output.extend(others(&input, reversed, |index| flags[index] != 0));
                    }
                    assert!(found.words == output, "{id} by {} n={elements} reversed={reversed}", scan.id);
                }
            }
        }
    });
}

#[test]
fn auto_is_fused_where_it_chooses_a_scan_on_tiles() {
    let limits = Limits { forward_progress: true, ..Limits::CORE };
    let job = OperationJob::new("compact", 1 << 20, of_type(ElementType::U32), limits).expect("a known operation");
    let plan = job.plan();
    assert_eq!((plan.chosen, plan.passes.len()), (Some("look-back"), 1));
    assert!(plan.total_scratch_bytes() < 1 << 16, "{} bytes", plan.total_scratch_bytes());
    let around = OperationJob { scan: Algorithm::find("hybrid").expect("a scan"), ..job };
    assert!(around.plan().total_scratch_bytes() >= 8 << 20);
}

#[test]
fn a_second_operation_of_a_shape_creates_no_objects() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        // Outputs that are read back whole, and slice by slice.
        for elements in [5_003, (1 << 20) + 5] {
            let (short, long) =
                (words("random", ElementType::U32, elements, 3), words("ones", ElementType::U32, elements, 4));
            let mut created = Vec::new();
            for input in [&short, &long, &short] {
                let before = gpu.objects();
                for one_in in [2, 5] {
                    let flags = flags(elements, one_in);
                    let job = job(&gpu, "compact", ElementType::U32, elements);
                    let found =
                        run(&gpu, &job, OperationInput { source: input, flags: &flags, ..Default::default() }).await;
                    assert!(
                        found.words == kept(input, |index| flags[index] != 0).0,
                        "{elements} elements, 1 in {one_in}"
                    );
                }
                for range in [[0, 1 << 30], [1, 1 << 31]] {
                    let options = Options { bins: 8, range: range.map(f64::from), ..Options::default() };
                    let job = OperationJob { options, ..job(&gpu, "histogram", ElementType::U32, elements) };
                    let found = run(&gpu, &job, OperationInput { source: input, ..Default::default() }).await;
                    let inside = input.iter().filter(|&&word| (range[0]..range[1]).contains(&word)).count();
                    assert_eq!(found.words.iter().sum::<u32>() as usize, inside, "{elements} elements in {range:?}");
                }
                created.push(gpu.objects() - before);
            }
            assert!(created[0] > 0 && created[1..] == [0, 0], "{elements} elements: {created:?} objects");
        }
    });
}

/// Runs of keys, their sums, and the results of a plain loop.
fn keyed(elements: u32) -> (Vec<u32>, Vec<u32>, [Vec<u32>; 2]) {
    let keys: Vec<u32> = (0..elements).map(|index| index / 3 + index / 7).collect();
    let values = words("random", ElementType::U32, elements, 9);
    let mut runs: [Vec<u32>; 2] = Default::default();
    for (index, (&key, &value)) in keys.iter().zip(&values).enumerate() {
        match runs[1].last_mut().filter(|_| keys[index - 1] == key) {
            Some(sum) => *sum = sum.wrapping_add(value),
            None => {
                runs[0].push(key);
                runs[1].push(value);
            }
        }
    }
    (keys, values, runs)
}

#[test]
fn outputs_are_read_back_whole_or_in_slices_around_the_limit() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        // Two outputs, the count and at most two abort codes together have about 2¹⁸ words.
        for elements in (131_064..131_074).step_by(3) {
            let (keys, values, runs) = keyed(elements);
            let job = job(&gpu, "reduce-by-key", ElementType::U32, elements);
            let found = run(&gpu, &job, OperationInput { source: &keys, values: &values, ..Default::default() }).await;
            assert_eq!(found.count, Some(runs[0].len() as u32), "{elements} elements");
            assert!(found.words == runs[0] && found.second == runs[1], "{elements} elements");
        }
    });
}

#[test]
fn a_cancelled_operation_does_not_affect_the_next() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for elements in [5_003, (1 << 20) + 5] {
            let (keys, values, runs) = keyed(elements);
            let job = job(&gpu, "reduce-by-key", ElementType::U32, elements);
            let input = OperationInput { source: &keys, values: &values, ..Default::default() };
            run(&gpu, &job, input).await;
            let cancel = Cancel::default();
            cancel.cancel();
            let created = gpu.objects();
            assert_eq!(
                gpu.operate(&job.clone().planned().expect("a plan"), &cancel, input).await,
                Err(Error::Cancelled)
            );
            assert_eq!(gpu.objects(), created, "a cancelled operation creates no objects");
            let found = run(&gpu, &job, input).await;
            assert_ne!(gpu.objects(), created, "what was cancelled is not kept");
            assert!(found.words == runs[0] && found.second == runs[1], "{elements} elements");
        }
    });
}
