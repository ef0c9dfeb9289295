//! `segmented-sort`: a stable radix sort of the keys of each segment. Offsets give the segments.
//!
//! CUB calls the operation `DeviceSegmentedSort` and `DeviceSegmentedRadixSort`. Both assign a segment to a warp or a
//! thread block. Here two sorts of the whole input order the keys, so that workgroups have equal work for segments of
//! every length: the first one by key, the second one by the number of the segment. The second sort is stable, so the
//! keys of a segment stay in order.
//!
//! Bits mark the offsets, and a scan counts the bits before each word. The number of an element's segment is the number
//! of bits up to the element. Therefore empty segments have no number, and the second sort takes only the digits of the
//! largest possible number. Both sorts move the indices of the keys. A last pass loads keys and values by the sorted
//! indices. Elements outside of all segments keep their indices.

use super::segmented_reduce::{self, offset_bits_bytes, pass, set_offset_bits};
use super::selection::WORD_BITS;
use super::sort::{self, Buffers};
use super::{Operation, OperationJob, Options, counts_form, of_counts};
use crate::error::Error;
use crate::monoid::{ElementType, Monoid};
use crate::plan::{Constant, Io, Kernel, Pass, PassCost, Plan, Resource, fold_workgroups};
use crate::scan::WORKGROUP_SIZE;
use crate::wgsl;
use crate::wgsl::binding;

pub(crate) static OPERATION: Operation = Operation {
    id: "segmented-sort",
    title: "Segmented sort",
    summary: "Sorts the keys of each segment that offsets give, stably, with values or the indices of the keys.",
    paper: "Adinets & Merrill 2022; Merrill & Grimshaw 2011",
    traffic: "14n reads, 10n writes, and 2n reads and 2n writes per digit of the segments' numbers",
    own_options: &["indices", "descending", "bits"],
    own_tuning: &[sort::tile::ITEMS],
    scan_forms: Some(of_counts),
    carries_values: true,
    takes_offsets: true,
    moves_records: true,
    check_options: Some(check_options),
    ..Operation::plain(sort::outputs, plan)
};

fn check_options(options: &Options, element_type: ElementType) -> Result<(), Error> {
    segmented_reduce::check_options(options, element_type)?;
    sort::check_options(options, element_type)
}

fn plan(job: &OperationJob) -> Plan {
    let options = Options { indices: true, values: false, record_words: 1, ..job.options.clone() };
    let by_key = OperationJob { operation: &sort::OPERATION, options, ..job.clone() };
    let options = Options { values: true, bits: Some([0, number_bits(job)]), ..Options::default() };
    let by_segment = OperationJob { operation: &sort::OPERATION, monoid: Monoid::counts(), options, ..job.clone() };
    let form = counts_form();
    let mut plan = Plan::new(&job.scan_job(form.clone(), job.elements), &Io::ports(&form), 1, 1);
    let bits = plan.scratch_of_bytes(offset_bits_bytes(job));
    plan.passes.extend(set_offset_bits(job, bits));
    let bits_before = plan_bits_before(&mut plan, job, bits);

    let words = 4 * u64::from(job.elements);
    let [numbers, indices, others] = [(); 3].map(|()| plan.scratch_of_bytes(words));
    let between = [numbers, others];
    let sorted = sort::plan_on(
        &by_key,
        &Buffers {
            inputs: [Resource::Input, Resource::Values],
            outputs: [Resource::Output, indices],
            between: Some(between),
            scratch: &plan.scratch_bytes,
        },
    );
    plan.tuning = sorted.tuning.clone();
    plan.chosen = sorted.chosen;
    plan.tile_elements = sorted.tile_elements;
    plan.append(sorted);
    plan.passes.push(number_segments(job, [indices, bits, bits_before], numbers));

    let buffers = Buffers::reusing(&by_segment, [numbers, indices], [Resource::Output, others], &plan.scratch_bytes);
    let order = buffers.outputs[1];
    let sorted = sort::plan_on(&by_segment, &buffers);
    plan.append(sorted);

    let free = if order == indices { others } else { indices };
    let has_records = sort::has_records(job);
    plan.passes.push(gather(job, order, if has_records { free } else { Resource::SecondOutput }));
    plan.passes.extend(has_records.then(|| sort::gather_records(job, free)));
    // The offsets are those of the whole input.
    plan.of_sums()
}

/// The number of bits of the largest possible number of a segment. Distinct offsets have distinct numbers from 1 on.
fn number_bits(job: &OperationJob) -> u32 {
    u32::BITS - job.options.segments.saturating_add(1).min(job.elements).leading_zeros()
}

/// Plans the number of bits before each word of bits.
fn plan_bits_before(plan: &mut Plan, job: &OperationJob, bits: Resource) -> Resource {
    let words = job.elements.div_ceil(WORD_BITS);
    let scan = job.scan_job(counts_form(), words);
    let [counts, before] = [(); 2].map(|()| plan.scratch_of_bytes(scan.buffer_bytes()));
    let bindings = vec![(binding::OFFSET_BITS, bits), (binding::OFFSET_COUNTS, counts)];
    let cost = PassCost { reads: words.into(), writes: words.into(), ..PassCost::default() };
    plan.passes.push(pass(job, kernel(job, "count_offset_bits"), words, bindings, cost));
    plan.append(job.scan.plan_on(&scan, &Io::within(plan, counts, before)));
    before
}

/// The pass that numbers the segments of keys in sorted order. Besides the indices of the keys, it reads the bits and
/// the number of bits before them.
fn number_segments(job: &OperationJob, [indices, bits, before]: [Resource; 3], numbers: Resource) -> Pass {
    let n = u64::from(job.elements);
    let bindings = vec![
        (binding::OFFSET_BITS, bits),
        (binding::OFFSETS_BEFORE, before),
        (binding::KEY_ORDER, indices),
        (binding::SEGMENT_NUMBERS, numbers),
    ];
    let cost = PassCost { reads: 3 * n, writes: n, ..PassCost::default() };
    pass(job, kernel(job, "number_segments"), job.elements, bindings, cost)
}

/// The pass that loads the keys, and the values of one word, by the sorted indices. If values are records, or if indices
/// are requested, it stores the indices. The second output, if there is one, is `seconds`.
fn gather(job: &OperationJob, order: Resource, seconds: Resource) -> Pass {
    let [loaded, stored] = moved_values(job);
    let bindings = [
        Some((binding::OFFSETS, Resource::Offsets)),
        Some((binding::KEY_ORDER, order)),
        Some((binding::GIVEN_KEYS, Resource::Input)),
        Some((binding::GATHERED_KEYS, Resource::Output)),
        (loaded > 0).then_some((binding::GIVEN_VALUES, Resource::Values)),
        (loaded + stored > 0).then_some((binding::GATHERED_VALUES, seconds)),
    ];
    let bindings = bindings.into_iter().flatten().collect();
    // Each workgroup, also a surplus one, reads the first and the last offset, between two barriers.
    let workgroups = job.elements.div_ceil(WORKGROUP_SIZE);
    let [columns, rows] = fold_workgroups(workgroups, job.limits.workgroups_per_dimension).map(u64::from);
    let n = u64::from(job.elements);
    let cost = PassCost {
        reads: n * u64::from(2 + loaded) + 2 * columns * rows,
        writes: n * u64::from(1 + loaded + stored),
        barriers: 2 * columns * rows,
        ..PassCost::default()
    };
    pass(job, kernel(job, "gather_segments"), job.elements, bindings, cost)
}

/// Values that the last pass loads for each key, and indices that it stores in their place.
fn moved_values(job: &OperationJob) -> [u32; 2] {
    let moved = sort::moves_seconds(job);
    let loaded = moved && !sort::begins_with_indices(job);
    [loaded, moved && !loaded].map(u32::from)
}

fn kernel(job: &OperationJob, entry_point: &'static str) -> Kernel {
    let [loaded, stored] = moved_values(job);
    let constants = [("WORKGROUP_SIZE", WORKGROUP_SIZE), ("LOADED_VALUES", loaded), ("INDEX_VALUES", stored)];
    let constants = constants.map(|(name, value)| (name, Constant::U32(value))).to_vec();
    Kernel::new(wgsl!("operation/segmented-sort.wgsl"), entry_point, constants)
}
