//! Compactions, partitions, `unique` and sorts that move records of several words, on a device, against plain loops.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/own_device.rs"]
mod own_device;

use own_device::{own_device, random};
use pollster::block_on;
use scanlab::error::{Error, ErrorCode};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::{Operation, OperationJob, Options};
use scanlab::plan::{Limits, Mask, Resource};
use scanlab::record::{Capabilities, Kernels};
use scanlab::scan::Algorithm;
use scanlab::wgpu;

/// Words of a record: one, odd numbers, powers of two, and the maximum.
const RECORD_WORDS: [u32; 6] = [1, 2, 3, 4, 7, 16];

/// Numbers of records: a few, around a pack, a workgroup and a tile, and many tiles.
const SIZES: [u32; 8] = [1, 3, 5, 255, 1_025, 2_049, 5_003, 20_011];

/// Scans on tiles in registers, which are fused, and scans between separate passes.
const SCANS: [&str; 6] = ["auto", "look-back", "raking", "cache-blocked", "hybrid", "look-back-fallback"];

struct Host {
    device: wgpu::Device,
    queue: wgpu::Queue,
    /// With the results of a probe, and without.
    limits: [Limits; 2],
}

fn host() -> Option<Host> {
    block_on(async {
        let (device, queue) = own_device(wgpu::Limits::default()).await?;
        let unknown = Capabilities::of(&device);
        let probed = unknown.probe(&device, &queue).await.expect("capabilities").assume_forward_progress();
        Some(Host { limits: [probed, unknown].map(|capabilities| capabilities.limits()), device, queue })
    })
}

/// Words of all bits, including NaNs, infinities, subnormal numbers and zeros of both signs.
fn any_bits(words: u32, seed: u32) -> Vec<u32> {
    let special = [0x7fc0_0001, 0xffbf_fffe, 0x7f80_0000, 0xff80_0000, 0x0000_0001, 0x8000_0000, 0, u32::MAX];
    let pick = |word: u32| if word.is_multiple_of(3) { special[(word / 3 % 8) as usize] } else { word };
    random(words, seed).into_iter().map(pick).collect()
}

fn job(id: &str, elements: u32, element_type: ElementType, options: Options, limits: Limits) -> OperationJob {
    let monoid = Monoid::find("add", element_type).expect("sums");
    OperationJob { options, ..OperationJob::new(id, elements, monoid, limits).expect("an operation") }
}

type Outputs = Vec<(Resource, Vec<u32>)>;

impl Host {
    /// Runs a job. `None` if a busy software adapter has aborted it.
    fn run(&self, job: OperationJob, inputs: &[(Resource, &[u32])]) -> Option<Outputs> {
        let kernels = block_on(Kernels::operation(&self.device, &self.queue, job)).expect("kernels");
        match block_on(kernels.run(inputs)) {
            Ok(outputs) => Some(outputs),
            Err(Error::Aborted(_)) => None,
            Err(error) => panic!("{error}"),
        }
    }
}

fn output(outputs: &Outputs, wanted: Resource) -> &[u32] {
    &outputs.iter().find(|(resource, _)| *resource == wanted).expect("an output").1
}

/// A condition that depends on the first and the last word of a record and on its index, as WGSL and as a function.
fn condition(record_words: u32) -> (Mask, impl Fn(&[u32], u32) -> bool) {
    let code = match record_words {
        1 => "((x ^ (x >> 7u)) + i) % 3u == 1u".to_owned(),
        words => format!("((x[0] ^ (x[{}] >> 7u)) + i) % 3u == 1u", words - 1),
    };
    let mask = Mask::condition_on_record(&code, ElementType::U32, record_words).expect("a condition");
    let holds = |record: &[u32], index: u32| {
        let last = record.last().copied().unwrap_or_default();
        (record[0] ^ (last >> 7)).wrapping_add(index) % 3 == 1
    };
    (mask, holds)
}

/// The records at some indices.
fn gathered(records: &[u32], record_words: u32, indices: &[u32]) -> Vec<u32> {
    let words = record_words as usize;
    indices.iter().flat_map(|&index| records[index as usize * words..][..words].iter().copied()).collect()
}

/// Every length of records, size, scan and mask, each with some of the others.
#[test]
fn records_are_selected_whole_and_keep_their_order() {
    let Some(host) = host() else { return };
    let mut compared = 0;
    for (turn, record_words) in RECORD_WORDS.into_iter().enumerate() {
        for (rank, elements) in SIZES.into_iter().enumerate() {
            let records = any_bits(elements * record_words, turn as u32 + elements);
            let flags: Vec<u32> = random(elements, elements).into_iter().map(|word| word % 2).collect();
            let (condition, holds) = condition(record_words);
            for (way, id) in ["compact", "partition", "compact", "partition"].into_iter().enumerate() {
                let limits = host.limits[(turn + rank + way) % 2];
                let scan = Algorithm::find(SCANS[(turn + 2 * rank + way) % SCANS.len()]).expect("a scan");
                let scan = if scan.check_needs(&limits).is_ok() { scan } else { Algorithm::AUTO };
                let by_flags = (rank + way) % 2 == 0;
                let options = Options {
                    mask: if by_flags { Mask::Flags } else { condition.clone() },
                    indices: way == 2,
                    reversed: way == 3,
                    record_words,
                    ..Options::default()
                };
                let name = format!("{id} by {} of {elements} records of {record_words}, {options:?}", scan.id);
                let job = OperationJob { scan, ..job(id, elements, ElementType::U32, options.clone(), limits) };
                let inputs = [(Resource::Input, &records[..]), (Resource::Flags, &flags[..])];
                let inputs = if by_flags { &inputs[..] } else { &inputs[..1] };
                let Some(outputs) = host.run(job, inputs) else { continue };
                let is_selected = |&index: &u32| match by_flags {
                    true => flags[index as usize] == 1,
                    false => holds(&gathered(&records, record_words, &[index]), index),
                };
                let (selected, mut others): (Vec<u32>, Vec<u32>) = (0..elements).partition(is_selected);
                if options.reversed {
                    others.reverse();
                }
                assert_eq!(output(&outputs, Resource::Count), [selected.len() as u32], "{name}");
                let all = if id == "partition" { [selected, others].concat() } else { selected };
                let found = output(&outputs, Resource::Output);
                assert!(found == gathered(&records, record_words, &all), "{name}");
                if options.indices {
                    assert!(output(&outputs, Resource::SecondOutput) == all, "{name}: indices");
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared} runs");
}

/// Records that differ in one word, in runs of several lengths. A compaction of heads is the same selection.
#[test]
fn the_first_records_of_runs_are_kept_in_order() {
    let Some(host) = host() else { return };
    let mut compared = 0;
    for (turn, record_words) in RECORD_WORDS.into_iter().enumerate() {
        for (rank, elements) in SIZES.into_iter().enumerate() {
            let average = [1, 2, 37, 100_000][(turn + rank) % 4];
            let drawn = random(elements, 5 + turn as u32);
            let is_head = |&index: &u32| index == 0 || drawn[index as usize].is_multiple_of(average);
            let heads: Vec<u32> = (0..elements).filter(is_head).collect();
            let mut record = any_bits(record_words, elements);
            let mut records = Vec::new();
            for index in 0..elements {
                if heads.binary_search(&index).is_ok() {
                    record[(index % record_words) as usize] ^= 1 << (index % 32);
                }
                records.extend_from_slice(&record);
            }
            for (way, id) in ["unique", "compact", "unique"].into_iter().enumerate() {
                let limits = host.limits[(turn + rank + way) % 2];
                let scan = Algorithm::find(SCANS[(turn + 2 * rank + way) % SCANS.len()]).expect("a scan");
                let scan = if scan.check_needs(&limits).is_ok() { scan } else { Algorithm::AUTO };
                let mask = if id == "compact" { Mask::Heads } else { Mask::Flags };
                let options = Options { mask, indices: way > 0, record_words, ..Options::default() };
                let name = format!("{id} by {} of {elements} records of {record_words}, {options:?}", scan.id);
                let job = OperationJob { scan, ..job(id, elements, ElementType::F32, options.clone(), limits) };
                let Some(outputs) = host.run(job, &[(Resource::Input, &records)]) else { continue };
                assert_eq!(output(&outputs, Resource::Count), [heads.len() as u32], "{name}");
                let expect = gathered(&records, record_words, &heads);
                assert!(output(&outputs, Resource::Output) == expect, "{name}");
                if options.indices {
                    assert!(output(&outputs, Resource::SecondOutput) == heads, "{name}: indices");
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared} runs");
}

#[test]
fn all_and_none_of_the_records_are_selected() {
    let Some(host) = host() else { return };
    let (elements, record_words) = (3_001, 5);
    let records = any_bits(elements * record_words, 4);
    for (id, code, count) in
        [("compact", "x[4] >= 0u", elements), ("compact", "i == 9999u", 0), ("partition", "i == 9999u", 0)]
    {
        let mask = Mask::condition_on_record(code, ElementType::U32, record_words).expect("a condition");
        for limits in host.limits {
            let options = Options { mask: mask.clone(), record_words, ..Options::default() };
            let job = job(id, elements, ElementType::U32, options, limits);
            let Some(outputs) = host.run(job, &[(Resource::Input, &records)]) else { continue };
            assert_eq!(output(&outputs, Resource::Count), [count], "{id} {code}");
            let stored = if id == "partition" { elements } else { count };
            let expect = &records[..(stored * record_words) as usize];
            assert!(output(&outputs, Resource::Output) == expect, "{id} {code}");
        }
    }
}

/// The order of keys as the sort defines it.
fn order(key: u32, element_type: ElementType) -> u32 {
    match element_type {
        ElementType::U32 => key,
        ElementType::I32 => key ^ (1 << 31),
        ElementType::F32 if f32::from_bits(key).is_nan() => u32::MAX,
        ElementType::F32 if key >> 31 == 1 => !key,
        ElementType::F32 => key | 1 << 31,
    }
}

#[test]
fn values_of_several_words_are_sorted_stably_with_their_keys() {
    let Some(host) = host() else { return };
    let types = [ElementType::U32, ElementType::I32, ElementType::F32];
    let mut compared = 0;
    for (turn, record_words) in RECORD_WORDS.into_iter().enumerate() {
        for (rank, elements) in SIZES.into_iter().enumerate() {
            let element_type = types[(turn + rank) % types.len()];
            let descending = (turn + rank / 2) % 2 == 0;
            let bits = [[0, 32], [0, 8], [3, 21]][(turn + rank) % 3];
            let limits = host.limits[rank % 2];
            // Equal keys, whose values keep their order.
            let keys: Vec<u32> = any_bits(elements, elements).into_iter().map(|word| word & 0xff80_003f).collect();
            let values = any_bits(elements * record_words, turn as u32);
            let options = Options { values: true, descending, bits: Some(bits), record_words, ..Options::default() };
            let name = format!("{elements} of {} {options:?}", element_type.name());
            let job = job("sort", elements, element_type, options, limits);
            let Some(outputs) = host.run(job, &[(Resource::Input, &keys), (Resource::Values, &values)]) else {
                continue;
            };
            let mask = (u32::MAX >> (32 - (bits[1] - bits[0]))) << bits[0];
            let mut places: Vec<u32> = (0..elements).collect();
            places.sort_by_key(|&place| {
                let order = order(keys[place as usize], element_type);
                (if descending { !order } else { order }) & mask
            });
            assert!(output(&outputs, Resource::Output) == gathered(&keys, 1, &places), "{name}: keys");
            assert!(
                output(&outputs, Resource::SecondOutput) == gathered(&values, record_words, &places),
                "{name}: values"
            );
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared} runs");
}

#[test]
fn a_condition_may_choose_a_word_by_its_index_and_see_it_as_another_type() {
    let Some(host) = host() else { return };
    let (elements, record_words) = (1_003, 4);
    let records: Vec<u32> = (0..elements * record_words).map(|word| (word as f32 / 3.0).to_bits()).collect();
    let code = "floor(x[i % 4u]) % 2.0 == 0.0 && bitcast<u32>(x[3]) % 5u != 0u";
    let mask = Mask::condition_on_record(code, ElementType::F32, record_words).expect("a condition");
    let options = Options { mask, record_words, ..Options::default() };
    let job = job("compact", elements, ElementType::F32, options, host.limits[0]);
    let outputs = host.run(job, &[(Resource::Input, &records)]).expect("a run");
    let is_selected = |&index: &u32| {
        let record = gathered(&records, record_words, &[index]);
        f32::from_bits(record[(index % 4) as usize]).floor() % 2.0 == 0.0 && !record[3].is_multiple_of(5)
    };
    let selected: Vec<u32> = (0..elements).filter(is_selected).collect();
    assert!(selected.len() > 100);
    assert!(output(&outputs, Resource::Output) == gathered(&records, record_words, &selected));
}

#[test]
fn a_condition_on_elements_of_another_type_is_refused_with_what_is_required_and_found() {
    for (record_words, words) in [(1, "1 word"), (2, "2 words")] {
        let mask = Mask::condition_on_record("true", ElementType::F32, record_words).expect("a condition");
        let options = Options { mask, record_words, ..Options::default() };
        for id in ["compact", "partition"] {
            let on = |element_type| format!("a condition on elements of {words} of {element_type}");
            assert_eq!(refusal(id, options.clone()), format!("where must be {}; found {}", on("u32"), on("f32")));
            assert!(job(id, 100, ElementType::F32, options.clone(), Limits::CORE).planned().is_ok());
        }
    }
}

/// The message of an argument that is refused.
fn refusal(id: &str, options: Options) -> String {
    let error = job(id, 100, ElementType::U32, options, Limits::CORE).planned().expect_err("a refusal");
    assert_eq!(error.code(), ErrorCode::BadArgument, "{error}");
    error.to_string()
}

#[test]
fn what_no_record_can_be_is_refused_with_what_is_required_and_found() {
    let of = |record_words| Options { record_words, ..Options::default() };
    for words in [0, 17, u32::MAX] {
        let message = refusal("compact", of(words));
        assert!(message.contains("an integer from 1 to 16") && message.contains(&words.to_string()), "{message}");
        let error = Mask::condition_on_record("true", ElementType::U32, words).expect_err("no record");
        assert!(error.to_string().contains("an integer from 1 to 16"), "{error}");
    }
    for id in ["reduce", "run-lengths", "reduce-by-key", "histogram"] {
        let message = refusal(id, of(2));
        assert!(message.contains(&format!("\"{id}\" moves no records")) && message.contains('2'), "{message}");
    }
    let message = refusal("sort", of(3));
    assert!(message.contains("keys are of one word") && message.contains('3'), "{message}");
    let mask = Mask::condition_on_record("x[1] == 0u", ElementType::U32, 2).expect("a condition");
    for (record_words, required) in [(1, "1 word"), (3, "3 words")] {
        let message = refusal("partition", Options { mask: mask.clone(), ..of(record_words) });
        assert!(message.contains(&format!("a condition on elements of {required}")), "{message}");
        assert!(message.contains("a condition on elements of 2 words"), "{message}");
    }
    let compact = Operation::find("compact").expect("an operation");
    let variant = compact.variants.first();
    let job = job("compact", 100, ElementType::U32, of(2), Limits::CORE);
    let error = OperationJob { variant, ..job }.planned().expect_err("a refusal");
    assert!(error.to_string().contains("\"atomic-elements\" moves no records"), "{error}");
}

#[test]
fn records_past_what_the_device_binds_are_too_large() {
    let Some(host) = host() else { return };
    let options = Options { record_words: 16, ..Options::default() };
    // The number of words of the second input overflows 32 bits.
    for elements in [1 << 25, u32::MAX] {
        let job = job("compact", elements, ElementType::U32, options.clone(), host.limits[1]);
        let error = block_on(Kernels::operation(&host.device, &host.queue, job)).err().expect("a refusal");
        assert_eq!(error.code(), ErrorCode::TooLarge, "{error}");
    }
}

#[test]
fn a_condition_on_a_word_that_a_record_lacks_is_located() {
    let Some(host) = host() else { return };
    let mask = Mask::condition_on_record("x[0] == 0u ||\n x[2] > 0u", ElementType::U32, 2).expect("an expression");
    let options = Options { mask, record_words: 2, ..Options::default() };
    let job = job("compact", 100, ElementType::U32, options, host.limits[1]);
    let error = block_on(Kernels::operation(&host.device, &host.queue, job)).err().expect("a refusal");
    let Error::Code { what: "where", line, .. } = error else { panic!("{error}") };
    assert_eq!(line, 2, "{error}");
}
