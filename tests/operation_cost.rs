//! Costs of operations against the emulator's counters of their kernels, on an input of zeros.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/count.rs"]
mod count;
#[path = "support/emulate.rs"]
mod emulate;

use count::{Inputs, abort_flag, count_operation, recording};
use emulate::{find, in_parallel};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::{OperationJob, Options};
use scanlab::plan::{Limits, Mask, Pass, PassCost, Plan, Resource, Tuning};
use scanlab::shader::compose;
use scanlab_emulator::Programs;

/// Numbers of elements: a few, around a pack, a word of bits, a workgroup and a tile, and several tiles.
const SIZES: [u32; 9] = [1, 2, 5, 33, 255, 2048, 2049, 5000, 20_001];

/// Compares every pass of an operation on zeros with its cost.
fn examine(job: &OperationJob, programs: &mut Programs) {
    examine_on(&[], job, programs, |_| true);
}

/// Compares the costs on given inputs. `is_exact` selects the passes whose costs on these inputs are exactly those of
/// the plan.
fn examine_on(inputs: &Inputs, job: &OperationJob, programs: &mut Programs, is_exact: impl Fn(&Pass) -> bool) {
    let plan: Plan = job.plan();
    let counts = count_operation(job, &plan, inputs, programs);
    for (pass, counted) in plan.passes.iter().zip(&counts).filter(|(pass, _)| is_exact(pass)) {
        let (planned, counted) = (pass.cost, counted.cost);
        let agrees = match plan.is_lower_bound {
            true => planned.writes == counted.writes && planned.applications <= counted.applications,
            false => planned == counted,
        };
        let scan = job.variant.map_or(job.scan.id, |variant| variant.id);
        assert!(
            agrees,
            "{planned:?} planned, {counted:?} counted: {} of {} by {scan} n={} {:?} {:?}",
            pass.kernel.entry_point, job.operation.id, job.elements, job.options, job.limits
        );
    }
}

/// Devices with subgroups of several sizes and without, each with forward progress and without.
fn devices() -> Vec<Limits> {
    let sizes = [Some(4), Some(8), Some(32), Some(128), None];
    let limits = |size: Option<u32>, forward_progress| Limits {
        subgroups: size.map(|size| (size, size)),
        forward_progress,
        ..Limits::CORE
    };
    sizes.into_iter().flat_map(|size| [limits(size, true), limits(size, false)]).collect()
}

/// Devices that can also run kernels with other subgroup sizes than the required one of 32.
fn devices_with_required_size() -> Vec<Limits> {
    let limits = |forward_progress| Limits {
        subgroups: Some((8, 64)),
        required_subgroup_size: Some(32),
        forward_progress,
        ..Limits::CORE
    };
    [true, false].map(limits).to_vec()
}

/// Keeps every element of an input of zeros.
fn all() -> Mask {
    Mask::condition("x == 0u", ElementType::U32).expect("a condition")
}

/// Selects no element of an input of zeros.
fn none() -> Mask {
    Mask::condition("x != 0u", ElementType::U32).expect("a condition")
}

#[test]
fn selections_cost_what_their_kernels_count_where_all_is_selected() {
    in_parallel(&devices(), |&limits| {
        for (id, scan, reversed) in [
            ("compact", "cache-blocked", false),
            ("compact", "raking", false),
            ("partition", "cache-blocked", false),
            ("partition", "raking", false),
            ("partition", "cache-blocked", true),
            ("partition", "raking", true),
        ] {
            let mut programs = Programs::default();
            for (rank, elements) in SIZES.into_iter().enumerate() {
                let indices = id == "compact" && rank % 2 == 0;
                // A reversed partition has the same cost whatever is selected.
                let mask = if reversed { none() } else { all() };
                let options = Options { mask, indices, reversed, ..Options::default() };
                let job = OperationJob::new(id, elements, Monoid::counts(), limits).expect("an operation");
                examine(&OperationJob { options, scan: find(scan), ..job }, &mut programs);
            }
        }
    });
}

/// Records of an odd number of words, and records as long as two packs, by flags and by a predicate that reads all of
/// their words.
#[test]
fn selections_of_records_cost_what_their_kernels_count_where_all_is_selected() {
    in_parallel(&devices(), |&limits| {
        for (id, scan, record_words, reversed) in [
            ("compact", "cache-blocked", 3, false),
            ("compact", "raking", 8, false),
            ("partition", "cache-blocked", 8, false),
            ("partition", "raking", 3, false),
            ("partition", "cache-blocked", 3, true),
            ("partition", "raking", 8, true),
        ] {
            let mut programs = Programs::default();
            for (rank, elements) in SIZES.into_iter().enumerate() {
                let indices = id == "compact" && rank % 2 == 0;
                let last = record_words - 1;
                let code = format!("x[{last}] {} 0u", if reversed { "!=" } else { "==" });
                let all = Mask::condition_on_record(&code, ElementType::U32, record_words);
                let mask = if rank % 3 == 0 { Mask::Flags } else { all.expect("a condition") };
                let options = Options { mask: mask.clone(), indices, reversed, record_words, ..Options::default() };
                let job = OperationJob::new(id, elements, Monoid::counts(), limits).expect("an operation");
                let flags = vec![u32::from(!reversed); elements as usize];
                let inputs = [(Resource::Flags, &flags[..])];
                let given = if mask == Mask::Flags { &inputs[..] } else { &[] };
                examine_on(given, &OperationJob { options, scan: find(scan), ..job }, &mut programs, |_| true);
            }
        }
    });
}

/// Elements and records that all differ from their predecessors.
#[test]
fn unique_costs_what_its_kernels_count_where_all_elements_differ() {
    in_parallel(&devices(), |&limits| {
        for (scan, record_words) in [("cache-blocked", 1), ("raking", 1), ("cache-blocked", 3), ("raking", 8)] {
            let mut programs = Programs::default();
            for (rank, elements) in SIZES.into_iter().enumerate() {
                let input: Vec<u32> = (0..elements * record_words).collect();
                let options = Options { indices: rank % 2 == 0, record_words, ..Options::default() };
                let job = OperationJob::new("unique", elements, Monoid::counts(), limits).expect("an operation");
                let job = OperationJob { options, scan: find(scan), ..job };
                examine_on(&[(Resource::Input, &input)], &job, &mut programs, |_| true);
            }
        }
    });
}

/// All keys are zero and agree in all digits, so no pass is left out.
#[test]
fn a_top_k_costs_what_its_kernels_count_where_all_keys_are_equal() {
    in_parallel(&devices(), |&limits| {
        for scan in ["cache-blocked", "raking"] {
            let mut programs = Programs::default();
            for elements in SIZES {
                let job = OperationJob::new("top-k", elements, Monoid::counts(), limits).expect("an operation");
                examine(&OperationJob { scan: find(scan), ..job }, &mut programs);
            }
        }
        // Two chunks, and keys up to the pivot in the first one and in both.
        let mut programs = Programs::default();
        for k in [1, 40_000] {
            let options = Options { k, ..Options::default() };
            let job = OperationJob::new("top-k", 70_001, Monoid::counts(), limits).expect("an operation");
            let tuning = Tuning::from([("tiles".to_owned(), 16)]);
            examine(&OperationJob { scan: find("cache-blocked"), options, tuning, ..job }, &mut programs);
        }
    });
}

/// Compactions by atomics, which do not count as reads or writes of elements.
#[test]
fn atomics_cost_what_their_kernels_count_where_all_is_selected() {
    in_parallel(&devices(), |&limits| {
        let job = |elements| OperationJob::new("compact", elements, Monoid::counts(), limits).expect("an operation");
        for variant in job(1).operation.variants {
            let mut programs = Programs::default();
            for elements in SIZES {
                let options = Options { mask: all(), ..Options::default() };
                let job = OperationJob { options, variant: Some(variant), ..job(elements) };
                examine(&job, &mut programs);
            }
        }
    });
}

#[test]
fn reductions_and_sorts_cost_what_their_kernels_count() {
    in_parallel(&[devices(), devices_with_required_size()].concat(), |&limits| {
        let mut programs = Programs::default();
        for elements in SIZES {
            for operator in ["add", "mat2"] {
                let monoid = Monoid::find(operator, ElementType::U32).expect("an operator on u32");
                let job = OperationJob::new("reduce", elements, monoid, limits).expect("an operation");
                examine(&job, &mut programs);
            }
            for (values, indices, bits, record_words) in [
                (false, false, [0, 32], 1),
                (false, true, [3, 29], 1),
                (true, false, [3, 9], 1),
                (true, false, [3, 9], 3),
                (true, false, [3, 29], 8),
            ] {
                let options = Options { values, indices, bits: Some(bits), record_words, ..Options::default() };
                let job = OperationJob::new("sort", elements, Monoid::counts(), limits).expect("an operation");
                // Keys that share a digit would be copied.
                let keys: Vec<u32> = (0..elements).map(|index| index.wrapping_mul(0x9e37_79b9)).collect();
                examine_on(&[(Resource::Input, &keys)], &OperationJob { options, ..job }, &mut programs, |_| true);
            }
        }
    });
}

/// Keys of two words, by digits of both words and of one word.
#[test]
fn sorts_of_wide_keys_cost_what_their_kernels_count() {
    in_parallel(&devices(), |&limits| {
        let mut programs = Programs::default();
        for (rank, elements) in SIZES.into_iter().enumerate() {
            for (turn, (values, indices, bits, record_words)) in [
                (false, false, [0, 64], 1),
                (false, true, [3, 35], 1),
                (true, false, [20, 60], 1),
                (true, false, [33, 41], 3),
            ]
            .into_iter()
            .enumerate()
            {
                let options =
                    Options { key_words: 2, values, indices, bits: Some(bits), record_words, ..Options::default() };
                let element_type = [ElementType::U32, ElementType::I32, ElementType::F32][(rank + turn) % 3];
                let monoid = Monoid::find("add", element_type).expect("add on every type");
                let job = OperationJob::new("sort", elements, monoid, limits).expect("an operation");
                let scan = find(if (rank + turn) % 4 == 3 { "cache-blocked" } else { "auto" });
                // Keys that share a digit would be copied.
                let keys: Vec<u32> = (0..2 * elements).map(|index| index.wrapping_mul(0x9e37_79b9)).collect();
                let job = OperationJob { options, scan, ..job };
                examine_on(&[(Resource::Input, &keys)], &job, &mut programs, |_| true);
            }
        }
    });
}

/// Every key is a segment, so that no digit of the segments' numbers is shared by all of them.
#[test]
fn segmented_sorts_cost_what_their_kernels_count() {
    in_parallel(&devices(), |&limits| {
        let mut programs = Programs::default();
        for (rank, elements) in SIZES.into_iter().enumerate() {
            for (turn, (values, indices, bits, record_words)) in [
                (false, false, [0, 32], 1),
                (false, true, [3, 9], 1),
                (true, false, [3, 29], 1),
                (true, false, [3, 9], 3),
            ]
            .into_iter()
            .enumerate()
            {
                let options = Options {
                    values,
                    indices,
                    bits: Some(bits),
                    record_words,
                    segments: elements,
                    ..Options::default()
                };
                let job = OperationJob::new("segmented-sort", elements, Monoid::counts(), limits);
                let scan = find(if (rank + turn) % 4 == 3 { "cache-blocked" } else { "auto" });
                let job = OperationJob { options, scan, ..job.expect("an operation") };
                // Keys that share a digit would be copied.
                let keys: Vec<u32> = (0..elements).map(|index| index.wrapping_mul(0x9e37_79b9)).collect();
                let offsets: Vec<u32> = (0..=elements).collect();
                let inputs = [(Resource::Input, &keys[..]), (Resource::Offsets, &offsets[..])];
                examine_on(&inputs, &job, &mut programs, |_| true);
            }
        }
    });
}

/// Keys that share all digits but the first: each of the other passes copies the keys, without a scan of digits.
#[test]
fn a_sort_copies_keys_by_a_digit_that_all_of_them_share() {
    let limits = Limits { subgroups: Some((32, 32)), forward_progress: true, ..Limits::CORE };
    let job = OperationJob::new("sort", 20_001, Monoid::counts(), limits).expect("an operation");
    let plan = job.plan();
    for (first_word, copies) in [(0x1234_5600, [false, true, true, true]), (0x0034_5600, [false, true, true, false])] {
        let mut keys: Vec<u32> = (0..job.elements).map(|index| 0x1234_5600 + index % 200).collect();
        keys[0] = first_word;
        let counts = count_operation(&job, &plan, &[(Resource::Input, &keys)], &mut Programs::default());
        let passes: Vec<_> =
            plan.passes.iter().zip(counts).filter(|(pass, _)| pass.kernel.entry_point == "sort_tiles").collect();
        assert_eq!(passes.len(), copies.len());
        for ((pass, counted), copies) in passes.into_iter().zip(copies) {
            let n = u64::from(job.elements);
            assert_eq!((counted.cost.reads, counted.cost.writes), (n, n));
            let expected = if copies { 0 } else { pass.cost.applications };
            assert_eq!(counted.cost.applications, expected, "{:x}", pass.argument);
        }
        // All states count as complete in the last pass, whose flags are those of an odd pass, and as empty in the next one.
        let recording = recording(&job, &plan, &[(Resource::Input, &keys)]);
        let options = scanlab_emulator::Options { subgroup_size: 32, ..Default::default() };
        let played = recording.play(&options, &mut Programs::default()).expect("a run");
        let states = recording.buffers.iter().position(|buffer| buffer.name == Resource::Scratch(1).to_string());
        let states = &played.buffers[states.expect("the buffer of the states")];
        assert!(states.len() > 256 && states.iter().all(|state| state >> 30 == 0), "{copies:?}");
    }
}

/// Keys of one workgroup, of several, and of more than one round of packs.
#[test]
fn indices_of_extremes_cost_what_their_kernels_count() {
    for software in [false, true] {
        let limits = Limits { software, ..Limits::CORE };
        let mut programs = Programs::default();
        for elements in [1, 3, 4, 1_023, 4_097, 20_001] {
            let job = OperationJob::new("arg-max", elements, Monoid::counts(), limits).expect("an operation");
            examine(&job, &mut programs);
        }
    }
}

/// No sorted keys, one, and numbers of keys around powers of two. The costs do not depend on the needles.
#[test]
fn bounds_cost_what_their_kernels_count() {
    let mut programs = Programs::default();
    for (sorted_length, upper) in [0, 1, 2, 3, 4, 999, 1_024].into_iter().zip([false, true].into_iter().cycle()) {
        for elements in [1, 4, 1_025] {
            let options = Options { sorted_length, upper, ..Options::default() };
            let job = OperationJob::new("lower-bound", elements, Monoid::counts(), Limits::CORE);
            let job = OperationJob { options, ..job.expect("an operation") };
            let keys: Vec<u32> = (0..sorted_length).collect();
            for scale in [0, 1, 1_000] {
                let needles: Vec<u32> = (0..elements).map(|needle| scale * needle).collect();
                let inputs = [(Resource::Input, &needles[..]), (Resource::Sorted, &keys[..])];
                examine_on(&inputs, &job, &mut programs, |_| true);
            }
        }
    }
}

/// Arrays without keys, and lengths around powers of two and tiles. The costs do not depend on the keys.
#[test]
fn merges_cost_what_their_kernels_count() {
    let mut programs = Programs::default();
    let lengths = [(0, 1), (1, 0), (0, 4_000), (1, 1), (3, 4), (4, 3), (1_024, 1_023), (3_840, 3_839), (100, 5_000)];
    for (rank, (n, m)) in lengths.into_iter().enumerate() {
        let options = Options { sorted_length: m, indices: rank % 2 == 0, ..Options::default() };
        let job = OperationJob::new("merge", n, Monoid::counts(), Limits::CORE).expect("an operation");
        let job = OperationJob { options, ..job };
        for (offset, step) in [(0, 0), (0, 1), (10_000, 1), (0, 3)] {
            let first: Vec<u32> = (0..n).map(|index| offset + step * index).collect();
            let second: Vec<u32> = (0..m).map(|index| 2 * index).collect();
            let inputs = [(Resource::Input, &first[..]), (Resource::Sorted, &second[..])];
            examine_on(&inputs, &job, &mut programs, |_| true);
        }
    }
}

/// A device may have subgroups of another size than it reports. Keys would be out of order, so the sort is aborted.
#[test]
fn a_sort_is_aborted_where_subgroups_are_of_another_size() {
    let limits = Limits { subgroups: Some((32, 32)), forward_progress: true, ..Limits::CORE };
    let job = OperationJob::new("sort", 5000, Monoid::counts(), limits).expect("an operation");
    assert_eq!([32, 16, 64].map(|size| abort_flag(&job, size)), [0, 2, 2]);
}

/// Without starts of segments a scan combines all elements, which its costs state. If every element is a segment, it
/// stores every pack of prefixes, and the last pass loads one prefix for each segment.
#[test]
fn segmented_reductions_cost_what_their_kernels_count() {
    in_parallel(&devices(), |&limits| {
        let scans = [("cache-blocked", "add"), ("raking", "mat2"), ("subgroup", "mat2"), ("look-back-fallback", "add")];
        for (scan, operator) in scans.into_iter().filter(|(scan, _)| find(scan).check_needs(&limits).is_ok()) {
            let monoid = Monoid::find(operator, ElementType::U32).expect("an operator on u32");
            let mut programs = Programs::default();
            for elements in [1, 33, 2049] {
                let options = Options { segments: elements, ..Options::default() };
                let job =
                    OperationJob::new("segmented-reduce", elements, monoid.clone(), limits).expect("an operation");
                let job = OperationJob { scan: find(scan), options, ..job };
                let plan = job.plan();
                let mut count = |offsets: Vec<u32>| {
                    count_operation(&job, &plan, &[(Resource::Offsets, &offsets)], &mut programs).into_iter()
                };
                let [none, all] = [count(vec![elements; elements as usize + 1]), count((0..=elements).collect())];
                let last = plan.passes.len() - 1;
                for (rank, (pass, (none, all))) in plan.passes.iter().zip(none.zip(all)).enumerate() {
                    let counted = if rank < last {
                        PassCost { writes: none.cost.writes.max(all.cost.writes), ..none.cost }
                    } else {
                        all.cost
                    };
                    let agrees = match plan.is_lower_bound && (2..last).contains(&rank) {
                        true => pass.cost.writes == counted.writes && pass.cost.applications <= counted.applications,
                        false => pass.cost == counted,
                    };
                    let name = pass.kernel.entry_point;
                    assert!(agrees, "{name} by {scan} n={elements}: {:?}, {counted:?} counted, {limits:?}", pass.cost);
                }
            }
        }
    });
}

/// Every key is a run. The stated costs of the passes that store runs are for this case. Excluded are the prefixes that
/// the segmented scan stores, and the additions up to the first start of each tile, which are zero here.
#[test]
fn reductions_by_key_cost_what_their_kernels_count_where_all_keys_differ() {
    in_parallel(&devices(), |&limits| {
        let scans = [("cache-blocked", "add"), ("raking", "mat2"), ("chained", "add"), ("subgroup", "add")];
        let is_offered = |(scan, _): &(&str, &str)| find(scan).check_needs(&limits).is_ok();
        for (scan, operator) in scans.into_iter().filter(is_offered) {
            let monoid = Monoid::find(operator, ElementType::U32).expect("an operator on u32");
            let mut programs = Programs::default();
            for elements in SIZES {
                let keys: Vec<u32> = (0..elements).collect();
                let job = OperationJob::new("reduce-by-key", elements, monoid.clone(), limits).expect("an operation");
                let job = OperationJob { scan: find(scan), ..job };
                let segment_sums = "operation/segment_sums.wgsl";
                let stores_sums =
                    |pass: &Pass| compose(&pass.kernel).parts().iter().any(|part| part.path == segment_sums);
                let inputs = [(Resource::Input, &keys[..])];
                let ends_at_starts = |pass: &Pass| pass.kernel.entry_point == "add_to_prefixes";
                examine_on(&inputs, &job, &mut programs, |pass| !stores_sums(pass) && !ends_at_starts(pass));
            }
        }
    });
}
