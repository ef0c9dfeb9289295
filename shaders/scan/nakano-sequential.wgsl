// Scans a group of the input that is not the first. The last prefix of the previous group is combined with the first
// element of this group. Then scan/nakano.wgsl scans this group like the first group.
//
// Nakano 2012, section 7, Corollary 1. parameters.argument: index of the group's first element; GROUP_ELEMENTS: length of every
// group except the last.

import package::lib::elements::{prefix_store, source_shifted};
import package::lib::grid::{grid_invocation, parameters};
import package::lib::prefix_load::prefix_load;
import package::scan::nakano::{intervals, nakano_pairs, nakano_store};
import constants::{GROUP_ELEMENTS, WORKGROUP_SIZE};
import element::{combine, T};

fn group_length() -> u32 {
    return min(GROUP_ELEMENTS, parameters.elements - parameters.argument);
}

fn group_first() -> T {
    return combine(prefix_load(parameters.argument - 1u), source_shifted(parameters.argument));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn sum_group_intervals(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let pair = grid_invocation(workgroup, workgroups, local_index);
    if (pair >= nakano_pairs(group_length())) { return; }
    let start = parameters.argument;
    var left = source_shifted(start + 2u * pair);
    if (pair == 0u) { left = group_first(); }
    intervals[pair] = combine(left, source_shifted(start + 2u * pair + 1u));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn store_group_prefixes(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let pair = grid_invocation(workgroup, workgroups, local_index);
    if (pair == 0u) { prefix_store(parameters.argument, group_first()); }
    nakano_store(pair, parameters.argument, group_length());
}

// A group of one element or two.
@compute @workgroup_size(1)
fn store_few_group_prefixes() {
    let start = parameters.argument;
    let first = group_first();
    prefix_store(start, first);
    if (group_length() == 2u) { prefix_store(start + 1u, combine(first, source_shifted(start + 1u))); }
}
