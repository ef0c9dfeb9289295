// Two stages, level by level, with contiguous accesses: interval sums of every level, then sums of interval sums.
//
// Nakano, "An Optimal Parallel Prefix-sums Algorithm on the Memory Machine Models for GPUs", 2012, section 7. The next
// coarser level of a level of length L holds the sums of the pairs that end before its last element: ⌊(L − 1) / 2⌋
// sums. In the second stage, the invocation of a pair writes two elements of the finer level: the pair's prefix, and
// that prefix combined with the next element. In a level of even length, the invocation that writes the last element
// but one also writes the last one. parameters.elements is the length of the finer level. If that level is the input,
// parameters.elements is the length of the scan, and parameters.argument is the length of the first group. An invocation
// stores its last prefix first, since in place an exclusive scan reads the element for prefix i + 1 at index i, where
// prefix i is stored.

import package::lib::elements::{prefix_store, source_shifted};
import package::lib::grid::{grid_invocation, parameters};
import constants::WORKGROUP_SIZE;
import element::{combine, T};

@group(0) @binding(3) var<storage, read> below: array<T>;
@group(0) @binding(4) var<storage, read_write> intervals: array<T>;
@group(0) @binding(5) var<storage, read> coarse: array<T>;
@group(0) @binding(6) var<storage, read_write> fine: array<T>;

fn nakano_pairs(length: u32) -> u32 {
    return (length - 1u) / 2u;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn sum_source_intervals(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let pair = grid_invocation(workgroup, workgroups, local_index);
    if (pair >= nakano_pairs(parameters.argument)) { return; }
    intervals[pair] = combine(source_shifted(2u * pair), source_shifted(2u * pair + 1u));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn sum_level_intervals(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let pair = grid_invocation(workgroup, workgroups, local_index);
    if (pair >= nakano_pairs(parameters.elements)) { return; }
    intervals[pair] = combine(below[2u * pair], below[2u * pair + 1u]);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn sum_interval_sums(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let length = parameters.elements;
    let pair = grid_invocation(workgroup, workgroups, local_index);
    if (pair >= nakano_pairs(length)) { return; }
    let sum = coarse[pair];
    let next = combine(sum, fine[2u * pair + 2u]);
    fine[2u * pair + 1u] = sum;
    fine[2u * pair + 2u] = next;
    if (2u * pair + 4u == length) { fine[length - 1u] = combine(next, fine[length - 1u]); }
}

// A level of two elements has no coarser level.
@compute @workgroup_size(1)
fn sum_last_pair() {
    let last = parameters.elements - 1u;
    fine[last] = combine(fine[last - 1u], fine[last]);
}

// The last step of the second stage, for `length` elements of the input from `start` on, except the first element.
fn nakano_store(pair: u32, start: u32, length: u32) {
    if (pair >= nakano_pairs(length)) { return; }
    let index = start + 2u * pair + 1u;
    let sum = coarse[pair];
    let next = combine(sum, source_shifted(index + 1u));
    if (2u * pair + 4u == length) { prefix_store(index + 2u, combine(next, source_shifted(index + 2u))); }
    prefix_store(index + 1u, next);
    prefix_store(index, sum);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn store_prefixes(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let pair = grid_invocation(workgroup, workgroups, local_index);
    if (pair == 0u) { prefix_store(0u, source_shifted(0u)); }
    nakano_store(pair, 0u, parameters.argument);
}

// One element or two.
@compute @workgroup_size(1)
fn store_few_prefixes() {
    let first = source_shifted(0u);
    if (parameters.argument == 2u) { prefix_store(1u, combine(first, source_shifted(1u))); }
    prefix_store(0u, first);
}
