//! `merge`: merges two sorted arrays, stably. Among equal keys, those of the first array come first.
//!
//! Green, McColl & Bader, "GPU Merge Path: A GPU Merging Algorithm", 2012; Odeh, Green, Mwassi, Shmueli & Birk, "Merge
//! Path: Parallel Merging Made Simple", 2012. CUB calls the operation `DeviceMerge::MergeKeys`. Keys have the order of
//! `sort`.
//!
//! A first pass finds how the start of each tile of the output splits the two arrays. Its binary searches have steps of
//! fixed lengths, as in `lower-bound`, so that the number of reads depends only on the lengths n and m of the arrays.
//! In the second pass, a workgroup loads the keys of its tile to workgroup memory. There, each invocation finds the
//! split at its own items and merges them one by one. The merged keys, and then their indices, go through workgroup
//! memory, so that neighbouring invocations store neighbouring words. Costs: n + m reads and as many writes; for each
//! tile, 2 (⌊log₂ min(n, m)⌋ + 2) reads and one write more.

use super::sort::order_constants;
use super::{Count, Operation, OperationJob, Outputs};
use crate::plan::{Constant, Io, Kernel, Pass, PassCost, Plan, Resource};
use crate::scan::WORKGROUP_SIZE;
use crate::wgsl;
use crate::wgsl::binding;

pub(crate) static OPERATION: Operation = Operation {
    id: "merge",
    title: "Merge",
    summary: "Merges two sorted arrays of keys, stably.",
    paper: "Green, McColl & Bader 2012; Odeh et al. 2012",
    traffic: "n + m reads, n + m writes for n and m sorted keys",
    own_options: &["indices", "descending"],
    takes_sorted: true,
    merges: true,
    ..Operation::plain(outputs, plan)
};

/// Keys that an invocation merges. The number is odd, so that the invocations of a subgroup access different banks of
/// workgroup memory.
const ITEMS: u32 = 15;

const TILE: u32 = ITEMS * WORKGROUP_SIZE;

fn outputs(job: &OperationJob) -> Outputs {
    let words = job.elements.saturating_add(job.options.sorted_length);
    let second_words = job.options.indices.then_some(words);
    Outputs { words, second_words, second_element_words: 1, count: Count::None }
}

fn plan(job: &OperationJob) -> Plan {
    let form = job.form();
    let mut plan = Plan::new(&job.scan_job(form.clone(), job.elements), &Io::ports(&form), TILE, ITEMS);
    plan.takes_length = true;
    let (sorted_length, indices) = (job.options.sorted_length, job.options.indices);
    let index_items = if indices { ITEMS } else { 0 };
    let constants = [("WORKGROUP_SIZE", WORKGROUP_SIZE), ("ITEMS", ITEMS), ("INDEX_ITEMS", index_items)];
    let constants = constants.map(|(name, value)| (name, Constant::U32(value)));
    let constants = [&constants[..], &order_constants(job.monoid.element_type, job.options.descending)].concat();
    let words = outputs(job).words;
    let tiles = words.div_ceil(TILE);
    let [words, splits] = [words, tiles + 1].map(u64::from);
    let known_splits = plan.scratch_of_bytes(4 * splits);
    let inputs = [(binding::KEYS, Resource::Input), (binding::SORTED, Resource::Sorted)];
    let pass = |entry_point, workgroups, serial_elements, bindings: &[_], cost| Pass {
        kernel: Kernel::of_form(&form, wgsl!("operation/merge.wgsl"), entry_point, &constants),
        workgroups,
        elements: job.elements,
        takes_length: true,
        argument: sorted_length,
        bindings: [&inputs, bindings].concat(),
        serial_elements,
        cost,
    };
    let steps = u64::from(u32::BITS - job.elements.min(sorted_length).leading_zeros());
    let search = PassCost { reads: 2 * steps * splits, writes: splits, ..PassCost::default() };
    let merge = PassCost {
        reads: 2 * u64::from(tiles) + words,
        writes: words * (1 + u64::from(indices)),
        barriers: u64::from(tiles) * (4 + 2 * u64::from(indices)),
        ..PassCost::default()
    };
    let outputs = [
        (binding::KNOWN_SPLITS, known_splits),
        (binding::MERGED, Resource::Output),
        (binding::MERGED_INDICES, Resource::SecondOutput),
    ];
    let outputs = &outputs[..2 + usize::from(indices)];
    plan.passes = vec![
        pass(
            "split_tiles",
            splits.div_ceil(WORKGROUP_SIZE.into()) as u32,
            1,
            &[(binding::SPLITS, known_splits)],
            search,
        ),
        pass("merge_tiles", tiles, ITEMS, outputs, merge),
    ];
    plan
}
