//! Kernels of operations on the emulator, against plain loops: with subgroups of every size, and without.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/count.rs"]
mod count;
#[path = "support/emulate.rs"]
mod emulate;

use count::recording;
use emulate::{find, in_parallel};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::{OperationJob, Options as OperationOptions};
use scanlab::plan::{Constant, Form, Limits, Mask, Mode, Resource, Tuning};
use scanlab::scan::Algorithm;
use scanlab_emulator::{Options, Programs, Schedule};
use scanlab_lab::pattern::{Input, Pattern};
use scanlab_lab::reference;

/// No subgroup operations, and subgroups of every size.
const SUBGROUP_SIZES: [u32; 7] = [1, 4, 8, 16, 32, 64, 128];

/// Numbers of keys: a few, around one and two words of their bits, around a workgroup and tiles, and many tiles.
const SIZES: [u32; 16] = [1, 2, 31, 32, 33, 64, 65, 257, 1_023, 1_024, 2_047, 2_049, 4_096, 8_193, 20_003, 40_001];

/// One key more than 64 tiles with the maximum number of keys.
const LARGEST_TILES: u32 = 64 * 8_192 + 1;

/// Lengths of the runs of keys, used in turn.
const LENGTHS: [&[u32]; 5] = [&[1], &[1, 2, 5], &[37], &[31, 1, 32, 33, 3, 64], &[100_000]];

fn random(monoid: Monoid, elements: u32) -> Vec<u32> {
    let pattern = Pattern::find("random").expect("a known pattern");
    let mut words = vec![0; (elements * monoid.words()) as usize];
    Input { pattern, monoid, seed: elements }.fill(0, &mut words);
    words
}

/// The lengths of runs, in turn, whose sum is the number of keys.
fn lengths(elements: u32, turn: &[u32]) -> Vec<usize> {
    let mut rest = elements;
    let mut lengths = Vec::new();
    for &length in turn.iter().cycle() {
        if rest == 0 {
            break;
        }
        lengths.push(length.min(rest) as usize);
        rest -= length.min(rest);
    }
    lengths
}

/// A device with subgroups of one size, whose probe has shown all that scans require.
fn limits(subgroup_size: u32) -> Limits {
    Limits {
        subgroups: (subgroup_size >= 4).then_some((subgroup_size, subgroup_size)),
        forward_progress: true,
        starts_in_order: true,
        ..Limits::CORE
    }
}

/// Reduces runs of lengths by key and compares the keys, the sums and the number of runs.
fn examine(scan: &'static Algorithm, monoid: Monoid, lengths: &[usize], options: &Options, programs: &mut Programs) {
    let elements = lengths.iter().sum::<usize>() as u32;
    let name = format!(
        "{} {} n={elements} subgroups of {} {:?}",
        scan.id, monoid.operator.id, options.subgroup_size, options.schedule
    );
    let run_keys: Vec<u32> = (0..lengths.len() as u32).map(|run| 7 * (run + 1)).collect();
    let keys: Vec<u32> = run_keys.iter().zip(lengths).flat_map(|(&key, &length)| vec![key; length]).collect();
    let values = random(monoid.clone(), elements);
    let job = OperationJob::new("reduce-by-key", elements, monoid.clone(), limits(options.subgroup_size));
    let job = OperationJob { scan, ..job.expect("an operation") };
    let plan = job.plan();
    let recording = recording(&job, &plan, &[(Resource::Input, &keys), (Resource::Values, &values)]);
    let played = recording.play(options, programs).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(played.report.findings, [], "{name}");
    assert!(played.report.is_complete(), "{name}");
    let buffer = |resource: Resource| {
        let is = |buffer: &scanlab_emulator::RecordedBuffer| buffer.name == resource.to_string();
        &played.buffers[recording.buffers.iter().position(is).expect("a buffer of the plan")][..]
    };
    assert!(plan.abort_flags.iter().all(|&flag| buffer(flag)[1] == 0), "{name}: aborted");
    assert_eq!(buffer(Resource::Count)[0] as usize, lengths.len(), "{name}");
    assert_eq!(buffer(Resource::Output)[..lengths.len()], run_keys, "{name}");
    let words = monoid.words() as usize;
    let form = Form::new(monoid, Mode::Inclusive);
    let mut start = 0;
    for (sum, &length) in buffer(Resource::SecondOutput).chunks_exact(words).zip(lengths) {
        let run = &values[start * words..(start + length) * words];
        let mut prefixes = reference::scan(&form, run, &[]);
        let last = prefixes.len() - words;
        prefixes[last..].copy_from_slice(sum);
        let mismatch = reference::compare(&form, plan.operator_depth, run, &[], &prefixes);
        assert_eq!(mismatch, None, "{name} from {start}");
        start += length;
    }
}

/// Scans on tiles in registers, which store the bits with the elements, and one scan with a separate pass for the bits.
/// Every length of input has two patterns of runs. Another scan or subgroup size has other patterns.
#[test]
fn runs_are_reduced_with_subgroups_of_every_size() {
    let scans = ["look-back", "look-back-fallback", "cache-blocked", "hybrid"].map(find);
    let operators = [("add", ElementType::U32), ("add", ElementType::F32), ("bicyclic", ElementType::U32)];
    let monoids = operators.map(|(id, element_type)| Monoid::find(id, element_type).expect("a known operator"));
    let cases = SUBGROUP_SIZES.into_iter().flat_map(|size| scans.map(|scan| (size, scan)));
    in_parallel(&cases.enumerate().collect::<Vec<_>>(), |&(case, (subgroup_size, scan))| {
        let mut programs = Programs::default();
        for (rank, elements) in SIZES.into_iter().enumerate() {
            for turn in [case + rank, case + rank + 2] {
                let schedule = Schedule::ALL[turn % Schedule::ALL.len()];
                let options = Options { subgroup_size, schedule, ..Options::default() };
                let monoid = monoids[turn % monoids.len()].clone();
                examine(scan, monoid, &lengths(elements, LENGTHS[turn % LENGTHS.len()]), &options, &mut programs);
            }
        }
    });
}

/// The tiles of long inputs, in which each invocation has a word of bits.
#[test]
fn runs_are_reduced_on_the_largest_tiles() {
    let add = Monoid::find("add", ElementType::U32).expect("add on u32");
    let cases = [(1, "look-back", 1), (32, "look-back-fallback", 0), (4, "cache-blocked", 3), (128, "look-back", 2)];
    in_parallel(&cases, |&(subgroup_size, scan, turn)| {
        let options = Options { subgroup_size, step_limit: 1 << 34, ..Options::default() };
        examine(find(scan), add.clone(), &lengths(LARGEST_TILES, LENGTHS[turn]), &options, &mut Programs::default());
    });
}

/// Segments by offsets, some of them empty, around packs, words of bits, workgroups and tiles.
#[test]
fn segments_are_reduced_with_subgroups_of_every_size() {
    let operators = [("add", ElementType::U32), ("bicyclic", ElementType::U32), ("mat2", ElementType::U32)];
    let monoids = operators.map(|(id, element_type)| Monoid::find(id, element_type).expect("a known operator"));
    let cases = SUBGROUP_SIZES.into_iter().flat_map(|size| ["look-back-fallback", "hybrid"].map(|scan| (size, scan)));
    in_parallel(&cases.enumerate().collect::<Vec<_>>(), |&(case, (subgroup_size, scan))| {
        let mut programs = Programs::default();
        for (rank, elements) in [1, 33, 1_023, 8_193, 20_003].into_iter().enumerate() {
            let monoid = monoids[(case + rank) % monoids.len()].clone();
            let lengths = lengths(elements, [&[37][..], &[1, 0, 0, 5, 130], &[100_000], &[0, 1]][(case + rank) % 4]);
            let ends = lengths.iter().scan(0, |end, &length| {
                *end += length as u32;
                Some(*end)
            });
            let offsets: Vec<u32> = [0].into_iter().chain(ends).collect();
            let input = random(monoid.clone(), elements);
            let job = OperationJob::new("segmented-reduce", elements, monoid.clone(), limits(subgroup_size));
            let operation = OperationOptions { segments: lengths.len() as u32, ..OperationOptions::default() };
            let job = OperationJob { scan: find(scan), options: operation, ..job.expect("an operation") };
            let schedule = Schedule::ALL[(case + rank) % Schedule::ALL.len()];
            let options = Options { subgroup_size, schedule, ..Options::default() };
            let inputs = [(Resource::Input, &input[..]), (Resource::Offsets, &offsets[..])];
            let found = moved(&job, &inputs, &options, &mut programs);
            let (words, identity) = (monoid.words() as usize, monoid.identity());
            let form = Form::new(monoid.clone(), Mode::Inclusive);
            for (sum, range) in found.chunks_exact(words).zip(offsets.windows(2)) {
                let prefixes =
                    reference::scan(&form, &input[range[0] as usize * words..range[1] as usize * words], &[]);
                let expected = prefixes.rchunks_exact(words).next().unwrap_or(&identity[..words]);
                assert_eq!(sum, expected, "{scan} n={elements} {options:?} {range:?}");
            }
        }
    });
}

/// Segments by offsets, some of them empty, around words of bits, workgroups and tiles. The first and the last keys are
/// outside of all segments.
#[test]
fn segments_are_sorted_with_subgroups_of_every_size() {
    let cases = SUBGROUP_SIZES.into_iter().flat_map(|size| ["auto", "hybrid"].map(|scan| (size, scan)));
    in_parallel(&cases.enumerate().collect::<Vec<_>>(), |&(case, (subgroup_size, scan))| {
        let mut programs = Programs::default();
        for (rank, elements) in [1, 33, 1_023, 8_193, 20_003].into_iter().enumerate() {
            let turn = [&[37][..], &[1, 0, 0, 5, 130], &[100_000], &[0, 1]][(case + rank) % 4];
            let lengths = lengths(elements, turn);
            let ends = lengths.iter().scan(0, |end, &length| {
                *end += length as u32;
                Some(*end)
            });
            let all: Vec<u32> = [0].into_iter().chain(ends).collect();
            let outside = if all.len() > 8 { rank % 3 } else { 0 };
            let offsets = &all[outside..all.len() - outside];
            let keys: Vec<u32> = random(Monoid::counts(), elements).into_iter().map(|word| word % 600).collect();
            let mut expect: Vec<u32> = (0..elements).collect();
            for range in offsets.windows(2) {
                expect[range[0] as usize..range[1] as usize].sort_by_key(|&place| keys[place as usize]);
            }
            let (values, record_words) = [(false, 1), (true, 1), (true, 3)][(case + rank) % 3];
            let indices = !values;
            let job = OperationJob::new("segmented-sort", elements, Monoid::counts(), limits(subgroup_size));
            let segments = offsets.len() as u32 - 1;
            let operation = OperationOptions {
                values,
                indices,
                bits: Some([0, 10]),
                record_words,
                segments,
                ..OperationOptions::default()
            };
            let job = OperationJob { options: operation, scan: find(scan), ..job.expect("an operation") };
            let schedule = Schedule::ALL[(case + rank) % Schedule::ALL.len()];
            let options = Options { subgroup_size, schedule, ..Options::default() };
            let records: Vec<u32> = (0..elements * record_words).collect();
            let inputs = [(Resource::Input, &keys[..]), (Resource::Offsets, offsets), (Resource::Values, &records[..])];
            let inputs = if values { &inputs[..] } else { &inputs[..2] };
            let found = moved(&job, inputs, &options, &mut programs);
            let expect = expect.iter().flat_map(|place| (0..record_words).map(move |word| record_words * place + word));
            assert!(expect.eq(found), "{elements} by {scan}, {turn:?} without {outside}, with {options:?}");
        }
    });
}

/// Lower and upper bounds in few and in many sorted keys, with duplicates. Some needles are before or after all keys.
#[test]
fn bounds_are_found_under_every_schedule() {
    let mut programs = Programs::default();
    for (turn, schedule) in Schedule::ALL.into_iter().enumerate() {
        for (rank, sorted_length) in [0, 1, 2, 37, 256, 1_000].into_iter().enumerate() {
            let elements = [1, 5, 1_023, 2_050][(turn + rank) % 4];
            let needles: Vec<u32> = random(Monoid::counts(), elements).iter().map(|word| word % 700).collect();
            let keys: Vec<u32> = (0..sorted_length).map(|index| 3 + index / 3 * 2).collect();
            let upper = (turn + rank) % 2 == 0;
            let job = OperationJob::new("lower-bound", elements, Monoid::counts(), limits(4));
            let operation = OperationOptions { sorted_length, upper, ..OperationOptions::default() };
            let job = OperationJob { options: operation, ..job.expect("an operation") };
            let options = Options { subgroup_size: 4, schedule, ..Options::default() };
            let inputs = [(Resource::Input, &needles[..]), (Resource::Sorted, &keys[..])];
            let before = |&needle: &u32| keys.iter().filter(|&&key| key < needle || (upper && key == needle)).count();
            let expected: Vec<u32> = needles.iter().map(|needle| before(needle) as u32).collect();
            assert_eq!(moved(&job, &inputs, &options, &mut programs)[..elements as usize], expected, "{options:?}");
        }
    }
}

/// Arrays of one tile and of several, of equal and of different lengths, also without keys. Keys have many duplicates, are
/// all equal, or are in ranges of which one precedes the other.
#[test]
fn merges_are_stable_under_every_schedule() {
    const LENGTHS: [(u32, u32); 10] = [
        (0, 0),
        (0, 5),
        (4_000, 0),
        (1, 1),
        (37, 4_000),
        (3_839, 2),
        (1_920, 1_920),
        (5_631, 2_050),
        (0, 7_681),
        (3, 3_838),
    ];
    in_parallel(&Schedule::ALL, |&schedule| {
        let mut programs = Programs::default();
        let turn = Schedule::ALL.iter().position(|&known| known == schedule).expect("a known schedule");
        for (rank, (n, m)) in LENGTHS.into_iter().enumerate() {
            for kind in 0..4 {
                let (indices, descending) = ((turn + rank + kind) % 2 == 0, (turn + kind / 2) % 2 == 0);
                let keys = |length: u32, is_second: bool| {
                    let offset = if (kind == 2) == is_second { 0 } else { 100 };
                    let word = |word: u32| match kind {
                        0 => word % 700,
                        1 => 7,
                        _ => word % 100 + offset,
                    };
                    let words = random(Monoid::counts(), length + u32::from(is_second)).into_iter();
                    let mut keys: Vec<u32> = words.map(word).take(length as usize).collect();
                    keys.sort_unstable();
                    if descending {
                        keys.reverse();
                    }
                    keys
                };
                let [first, second] = [keys(n, false), keys(m, true)];
                let both = [&first[..], &second].concat();
                let mut places: Vec<u32> = (0..n + m).collect();
                // A stable sort of one array after the other.
                places.sort_by_key(|&place| both[place as usize] ^ if descending { u32::MAX } else { 0 });
                let keys = places.iter().map(|&place| both[place as usize]);
                let expect: Vec<u32> = keys.chain(places.iter().copied().filter(|_| indices)).collect();
                let job = OperationJob::new("merge", n, Monoid::counts(), limits(1)).expect("an operation");
                let operation = OperationOptions { sorted_length: m, indices, descending, ..job.options };
                let job = OperationJob { options: operation, ..job };
                if n + m == 0 {
                    assert!(job.plan().passes.is_empty());
                    continue;
                }
                let options = Options { subgroup_size: 4, schedule, ..Options::default() };
                let inputs = [(Resource::Input, &first[..]), (Resource::Sorted, &second[..])];
                let found = moved(&job, &inputs, &options, &mut programs);
                assert!(
                    found == expect,
                    "{n} and {m} of kind {kind}, {operation:?}, {options:?}",
                    operation = job.options
                );
            }
        }
    });
}

/// Runs an operation and returns an output; for a merge, both. The count gives its valid length.
fn moved(job: &OperationJob, inputs: &[(Resource, &[u32])], options: &Options, programs: &mut Programs) -> Vec<u32> {
    let name = format!("{} by {} n={} {:?} {options:?}", job.operation.id, job.scan.id, job.elements, job.options);
    let plan = job.plan();
    let recording = recording(job, &plan, inputs);
    let played = recording.play(options, programs).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(played.report.findings, [], "{name}");
    assert!(played.report.is_complete(), "{name}");
    let buffer = |resource: Resource| {
        let is = |buffer: &scanlab_emulator::RecordedBuffer| buffer.name == resource.to_string();
        &played.buffers[recording.buffers.iter().position(is).expect("a buffer of the plan")][..]
    };
    assert!(plan.abort_flags.iter().all(|&flag| buffer(flag)[1] == 0), "{name}: aborted");
    match job.operation.id {
        "compact" | "unique" => {
            buffer(Resource::Output)[..(buffer(Resource::Count)[0] * job.options.record_words) as usize].to_vec()
        }
        "merge" => {
            let of = |resource| buffer(resource)[..job.outputs().words as usize].to_vec();
            let indices = if job.options.indices { of(Resource::SecondOutput) } else { Vec::new() };
            [of(Resource::Output), indices].concat()
        }
        "partition" => buffer(Resource::Output)[..(job.elements * job.options.record_words) as usize].to_vec(),
        _ if job.outputs().second_words.is_none() => buffer(Resource::Output)[..job.outputs().words as usize].to_vec(),
        _ => buffer(Resource::SecondOutput)[..(job.elements * job.options.record_words) as usize].to_vec(),
    }
}

/// Selections on tiles in registers and with another scan, by flags and by a predicate on the first and the last word.
/// Each length of input uses another schedule.
#[test]
fn records_are_moved_with_subgroups_of_every_size() {
    let scans = ["look-back", "look-back-fallback", "cache-blocked", "hybrid"].map(find);
    let cases: Vec<_> =
        SUBGROUP_SIZES.into_iter().flat_map(|size| scans.map(|scan| (size, scan))).enumerate().collect();
    in_parallel(&cases, |&(case, (subgroup_size, scan))| {
        let mut programs = Programs::default();
        for (rank, elements) in [1, 3, 255, 1_025, 4_099].into_iter().enumerate() {
            let record_words = [3, 8][(case + rank) % 2];
            let schedule = Schedule::ALL[(case + rank) % Schedule::ALL.len()];
            let options = Options { subgroup_size, schedule, ..Options::default() };
            let records = random(Monoid::counts(), elements * record_words);
            let flags: Vec<u32> = random(Monoid::counts(), elements).into_iter().map(|word| word & 1).collect();
            let code = format!("(x[0] ^ x[{}]) % 3u == 0u", record_words - 1);
            let condition = Mask::condition_on_record(&code, ElementType::U32, record_words).expect("a condition");
            let by_flags = (case / 4 + rank) % 2 == 0;
            let mask = if by_flags { Mask::Flags } else { condition };
            let all = || records.chunks_exact(record_words as usize).zip(&flags);
            let is_selected = |record: &[u32], flag: u32| match by_flags {
                true => flag == 1,
                false => (record[0] ^ record[record_words as usize - 1]).is_multiple_of(3),
            };
            let those = |selected| -> Vec<&[u32]> {
                let such = all().filter(|&(record, &flag)| is_selected(record, flag) == selected);
                such.map(|(record, _)| record).collect()
            };
            for (id, reversed) in [("compact", false), ("partition", false), ("partition", true)] {
                let job = OperationJob::new(id, elements, Monoid::counts(), limits(subgroup_size));
                let operation =
                    OperationOptions { mask: mask.clone(), reversed, record_words, ..OperationOptions::default() };
                let job = OperationJob { options: operation, scan, ..job.expect("an operation") };
                let inputs = [(Resource::Input, &records[..]), (Resource::Flags, &flags[..])];
                let inputs = if by_flags { &inputs[..] } else { &inputs[..1] };
                let found = moved(&job, inputs, &options, &mut programs);
                let mut others = if id == "partition" { those(false) } else { Vec::new() };
                if reversed {
                    others.reverse();
                }
                let expect = [those(true), others].concat().concat();
                assert!(found == expect, "{id} by {} of {elements}, reversed {reversed}, with {options:?}", scan.id);
            }
            // A record equals its predecessor if its flag is 0. One word alone tells neighbouring runs apart.
            let mut run = 0;
            let of_runs = flags.iter().enumerate().flat_map(|(index, flag)| {
                run += if index == 0 { 1 } else { *flag };
                let mut record = vec![7; record_words as usize];
                record[run as usize % record_words as usize] ^= run;
                record
            });
            let of_runs: Vec<u32> = of_runs.collect();
            for record_words in [record_words, 1] {
                let of_runs = &of_runs[..(elements * record_words) as usize];
                let job = OperationJob::new("unique", elements, Monoid::counts(), limits(subgroup_size));
                let operation =
                    OperationOptions { record_words, indices: rank % 2 == 0, ..OperationOptions::default() };
                let job = OperationJob { options: operation, scan, ..job.expect("an operation") };
                let found = moved(&job, &[(Resource::Input, of_runs)], &options, &mut programs);
                let mut expect: Vec<&[u32]> = of_runs.chunks_exact(record_words as usize).collect();
                expect.dedup();
                assert!(found == expect.concat(), "unique by {} of {elements} with {options:?}", scan.id);
            }
            if scan.id == "look-back" || scan.id == "hybrid" {
                // If no scan is chosen, the operation uses a look-back.
                let scan = if scan.id == "hybrid" { scan } else { Algorithm::AUTO };
                let keys: Vec<u32> = flags.iter().zip(&records).map(|(flag, record)| 512 * flag + record % 5).collect();
                let job = OperationJob::new("sort", elements, Monoid::counts(), limits(subgroup_size));
                let bits = [0, 10];
                let operation =
                    OperationOptions { values: true, bits: Some(bits), record_words, ..OperationOptions::default() };
                let job = OperationJob { options: operation, scan, ..job.expect("an operation") };
                let inputs = [(Resource::Input, &keys[..]), (Resource::Values, &records[..])];
                let found = moved(&job, &inputs, &options, &mut programs);
                let mut pairs: Vec<_> = keys.iter().zip(records.chunks_exact(record_words as usize)).collect();
                pairs.sort_by_key(|&(key, _)| key);
                let expect: Vec<u32> = pairs.into_iter().flat_map(|(_, record)| record).copied().collect();
                assert!(found == expect, "sort by {} of {elements} with {options:?}", scan.id);
            }
        }
    });
}

/// Keys that differ in two digits, with their indices as values: subgroups that are not in lockstep count the keys of a row in turn.
#[test]
fn pairs_are_sorted_with_subgroups_of_every_size_in_every_schedule() {
    let cases: Vec<_> =
        SUBGROUP_SIZES.into_iter().flat_map(|size| Schedule::ALL.map(|schedule| (size, schedule))).collect();
    in_parallel(&cases, |&(subgroup_size, schedule)| {
        let mut programs = Programs::default();
        for (elements, scan) in [(255, Algorithm::AUTO), (1_025, find("hybrid")), (4_099, Algorithm::AUTO)] {
            let keys: Vec<u32> = random(Monoid::counts(), elements).into_iter().map(|word| word % 600).collect();
            let places: Vec<u32> = (0..elements).collect();
            let mut expect = places.clone();
            expect.sort_by_key(|&place| keys[place as usize]);
            for indices in [false, true] {
                let operation =
                    OperationOptions { values: !indices, indices, bits: Some([0, 10]), ..OperationOptions::default() };
                let job = OperationJob::new("sort", elements, Monoid::counts(), limits(subgroup_size));
                let job = OperationJob { options: operation, scan, ..job.expect("an operation") };
                let options = Options { subgroup_size, schedule, ..Options::default() };
                let inputs = [(Resource::Input, &keys[..]), (Resource::Values, &places[..])];
                let inputs = if indices { &inputs[..1] } else { &inputs };
                let found = moved(&job, inputs, &options, &mut programs);
                assert!(found == expect, "{elements} by {}, indices {indices}, with {options:?}", scan.id);
            }
        }
    });
}

/// Tiles of 4096 keys in subgroups of 32, whose masks find equal digits. The last tile has the digits of padding. The first pass
/// of keys without values may swap equal digits.
#[test]
fn keys_are_ranked_by_masks_in_every_schedule() {
    in_parallel(&Schedule::ALL, |&schedule| {
        let mut programs = Programs::default();
        for (element_type, indices, descending) in [
            (ElementType::U32, false, false),
            (ElementType::I32, false, true),
            (ElementType::U32, true, false),
            (ElementType::F32, false, true),
        ] {
            let monoid = Monoid::find("min", element_type).expect("an operator on every type");
            let mut keys = random(Monoid::counts(), 8_500);
            keys[8_200..8_300].fill(u32::MAX);
            keys[4_000..4_100].fill(0x7fff_ffff);
            let order = |key: u32| match element_type {
                ElementType::U32 => i64::from(key),
                ElementType::I32 => i64::from(key as i32),
                ElementType::F32 if f32::from_bits(key).is_nan() => i64::MAX,
                ElementType::F32 => i64::from(key as i32 ^ ((key as i32 >> 31) & 0x7fff_ffff)),
            };
            let mut expect: Vec<u32> = (0..keys.len() as u32).collect();
            let order_of = |&place: &u32| order(keys[place as usize]);
            expect.sort_by_key(|place| if descending { !order_of(place) } else { order_of(place) });
            if !indices {
                expect.iter_mut().for_each(|place| *place = keys[*place as usize]);
            }
            let limits = Limits { workgroup_bytes: 32 << 10, ..limits(32) };
            let job = OperationJob::new("sort", keys.len() as u32, monoid, limits).expect("an operation");
            let operation = OperationOptions { indices, descending, ..OperationOptions::default() };
            let tuning = Tuning::from([("items".to_owned(), 16)]);
            let job = OperationJob { options: operation, tuning, ..job };
            let kernel = job.plan().passes[1].kernel.clone();
            let may_swap = !indices && element_type != ElementType::F32;
            for (name, expected) in [("MASKS", true), ("UNORDERED_FIRST_DIGIT", may_swap)] {
                let found = kernel.constants.iter().find(|(constant, _)| *constant == name).map(|&(_, value)| value);
                assert_eq!(found, Some(Constant::Bool(expected)), "{name}");
            }
            let options = Options { subgroup_size: 32, schedule, ..Options::default() };
            let found = moved(&job, &[(Resource::Input, &keys[..])], &options, &mut programs);
            assert!(found == expect, "{element_type:?}, indices {indices}, with {options:?}");
        }
    });
}

/// Keys of two words, sorted by bits of both words and by bits of one word.
#[test]
fn wide_keys_are_sorted_with_subgroups_of_every_size_in_every_schedule() {
    let cases: Vec<_> =
        SUBGROUP_SIZES.into_iter().flat_map(|size| Schedule::ALL.map(|schedule| (size, schedule))).collect();
    in_parallel(&cases.into_iter().enumerate().collect::<Vec<_>>(), |&(case, (subgroup_size, schedule))| {
        let mut programs = Programs::default();
        let sizes = [(255, Algorithm::AUTO), (1_025, find("hybrid")), (4_099, Algorithm::AUTO)];
        for (rank, (elements, scan)) in sizes.into_iter().enumerate() {
            let bits = [[26, 40], [3, 20], [33, 61]][(case + rank) % 3];
            let digits: Vec<u64> =
                random(Monoid::counts(), elements).into_iter().map(|word| (word % 600).into()).collect();
            let keys: Vec<u32> = digits
                .iter()
                .map(|digit| digit << bits[0] | 1 << 63)
                .flat_map(|key| [key as u32, (key >> 32) as u32])
                .collect();
            let descending = (case / 2 + rank) % 2 == 0;
            let mut expect: Vec<u32> = (0..elements).collect();
            expect.sort_by_key(|&place| digits[place as usize] as i64 * if descending { -1 } else { 1 });
            let (values, indices, record_words) =
                [(true, false, 1), (false, true, 1), (true, false, 3)][(case + rank / 2) % 3];
            let operation = OperationOptions {
                key_words: 2,
                values,
                indices,
                descending,
                bits: Some(bits),
                record_words,
                ..OperationOptions::default()
            };
            let job = OperationJob::new("sort", elements, Monoid::counts(), limits(subgroup_size));
            let job = OperationJob { options: operation, scan, ..job.expect("an operation") };
            let options = Options { subgroup_size, schedule, ..Options::default() };
            let records: Vec<u32> = (0..elements * record_words).collect();
            let inputs = [(Resource::Input, &keys[..]), (Resource::Values, &records[..])];
            let inputs = if indices { &inputs[..1] } else { &inputs };
            let found = moved(&job, inputs, &options, &mut programs);
            let expect = expect.iter().flat_map(|place| (0..record_words).map(move |word| record_words * place + word));
            assert!(expect.eq(found), "{elements} by {}, bits {bits:?}, with {options:?}", scan.id);
        }
    });
}

/// Sorts with masks in one workgroup, and in several dispatches per digit, on a device that requires subgroups of 32.
#[test]
fn keys_are_ranked_by_masks_where_a_subgroup_size_is_required() {
    let limits =
        Limits { workgroup_bytes: 32 << 10, subgroups: Some((8, 64)), required_subgroup_size: Some(32), ..limits(32) };
    let cases = [
        (4_096, Algorithm::AUTO, 32, "sort_only_tile"),
        (5_632, Algorithm::AUTO, 32, "sort_only_tile"),
        (300_000, find("look-back"), 8, "scatter_tiles"),
    ];
    let cases: Vec<_> = cases.into_iter().zip(Schedule::ALL).collect();
    in_parallel(&cases, |&((elements, scan, bits, entry_point), schedule)| {
        let keys = random(Monoid::counts(), elements);
        let mut expect: Vec<u32> = (0..elements).collect();
        expect.sort_by_key(|&place| keys[place as usize] << (32 - bits));
        let job = OperationJob::new("sort", elements, Monoid::counts(), limits).expect("an operation");
        let operation = OperationOptions { indices: true, bits: Some([0, bits]), ..OperationOptions::default() };
        let job = OperationJob { options: operation, scan, ..job };
        let plan = job.plan();
        let pass = plan.passes.iter().find(|pass| pass.kernel.entry_point == entry_point).expect("a pass of the sort");
        assert!(pass.kernel.constants.contains(&("MASKS", Constant::Bool(true))));
        let options = Options { subgroup_size: 32, schedule, ..Options::default() };
        let found = moved(&job, &[(Resource::Input, &keys[..])], &options, &mut Programs::default());
        assert!(found == expect, "{elements} by {} with {options:?}", scan.id);
    });
}

/// The histogram of elements of a type, on the emulator.
fn histogram(element_type: ElementType, bins: u32, range: [f64; 2], input: &[u32], schedule: Schedule) -> Vec<u32> {
    let monoid = Monoid::find("add", element_type).expect("add on every type");
    let job = OperationJob::new("histogram", input.len() as u32, monoid, Limits::CORE).expect("an operation");
    let job = OperationJob { options: OperationOptions { bins, range, ..job.options }, ..job };
    let recording = recording(&job, &job.plan(), &[(Resource::Input, input)]);
    let options = Options { schedule, ..Options::default() };
    let played = recording.play(&options, &mut Programs::default()).expect("a run");
    assert_eq!(played.report.findings, []);
    assert!(played.report.is_complete());
    let output = recording.buffers.iter().position(|buffer| buffer.name == Resource::Output.to_string());
    played.buffers[output.expect("an output")][..bins as usize].to_vec()
}

/// Ranges whose width or scale overflows, ranges of subnormal numbers, with fewer numbers than bins, and up to the
/// number past the largest.
#[test]
fn elements_at_and_beside_every_edge_are_in_their_bins() {
    let past = 2f64.powi(128);
    let floats = [
        (4_099, [-3e38, 3e38]),
        (5_000, [0.0, 1e-33]),
        (7, [0.0, 1e-40]),
        (100, [-1e-43, 1e-42]),
        (3, [0.0, 0.3]),
        (10, [0.7, 1.0]),
        (5_000, [1.0, 1.0 + 2f64.powi(-20)]),
        (256, [-1.0, past]),
    ];
    let cases: Vec<_> = floats.into_iter().zip(Schedule::ALL.into_iter().cycle()).collect();
    in_parallel(&cases, |&((bins, [from, to]), schedule)| {
        let step = (to - from) / f64::from(bins);
        let edge = |bin| if bin == bins { to as f32 } else { (f64::from(bin) * step + from) as f32 };
        let edges: Vec<f32> = (0..=bins).map(edge).collect();
        let special = [f32::NAN, -f32::NAN, f32::NEG_INFINITY, f32::INFINITY, -0.0, 0.0, f32::MAX, f32::MIN, 1e-45];
        let input: Vec<f32> =
            edges.iter().flat_map(|&edge| [edge.next_down(), edge, edge.next_up()]).chain(special).collect();
        let mut expected = vec![0; bins as usize];
        for &number in input.iter().filter(|&&number| number >= edges[0] && number < edges[bins as usize]) {
            expected[edges.partition_point(|&edge| edge <= number) - 1] += 1;
        }
        let words: Vec<u32> = input.iter().map(|number| number.to_bits()).collect();
        let found = histogram(ElementType::F32, bins, [from, to], &words, schedule);
        assert!(found == expected, "{bins} bins from {from} to {to}");
    });
    let lowest = i64::from(i32::MIN);
    let integers = [
        (ElementType::U32, 3, [0, 1 << 32]),
        (ElementType::U32, 100, [(1 << 32) - 70, 1 << 32]),
        (ElementType::U32, 4_099, [1_000_000_007, 3_000_000_011]),
        (ElementType::I32, 7, [lowest, -lowest]),
        (ElementType::I32, 1_000, [-3, 14]),
    ];
    for (element_type, bins, [from, to]) in integers {
        let edges = (0..=bins).map(|bin| from + (to - from) * bin / bins);
        let numbers: Vec<i64> = edges.flat_map(|edge| edge - 1..=edge + 1).collect();
        let input: Vec<u32> = numbers.iter().map(|&number| number as u32).collect();
        let mut expected = vec![0; bins as usize];
        for &word in &input {
            let number = if element_type == ElementType::U32 { word.into() } else { i64::from(word as i32) };
            if (from..to).contains(&number) {
                expected[((number - from) * bins / (to - from)) as usize] += 1;
            }
        }
        let range = [from as f64, to as f64];
        let found = histogram(element_type, bins as u32, range, &input, Schedule::default());
        assert!(found == expected, "{bins} bins of {} from {from} to {to}", element_type.name());
    }
}
