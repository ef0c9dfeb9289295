// One level of a reduce tree, up or down.
//
// Sengupta, Lefohn & Owens 2006, section 2.3, Algorithms 3 and 4. A level holds the sums of the pairs of the finer
// level below it. If that level has an odd length, its last element counts as a pair. parameters.elements is the length
// of the finer level, both up and down.

import package::lib::elements::{prefix_store, source_shifted};
import package::lib::grid::{grid_invocation, parameters};
import constants::WORKGROUP_SIZE;
import element::{combine, T};

@group(0) @binding(3) var<storage, read> below: array<T>;
@group(0) @binding(4) var<storage, read_write> above: array<T>;
@group(0) @binding(5) var<storage, read> coarse: array<T>;
@group(0) @binding(6) var<storage, read_write> fine: array<T>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn reduce_source(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let pair = grid_invocation(workgroup, workgroups, local_index);
    if (2u * pair >= parameters.elements) { return; }
    var sum = source_shifted(2u * pair);
    if (2u * pair + 1u < parameters.elements) { sum = combine(sum, source_shifted(2u * pair + 1u)); }
    above[pair] = sum;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn reduce_level(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let pair = grid_invocation(workgroup, workgroups, local_index);
    if (2u * pair >= parameters.elements) { return; }
    var sum = below[2u * pair];
    if (2u * pair + 1u < parameters.elements) { sum = combine(sum, below[2u * pair + 1u]); }
    above[pair] = sum;
}

// The prefix of a pair's first element in the finer level: the prefix of the previous pair, combined with the element.
// The prefix of the second element is that of the pair, so the second element is not read.
fn first_of_pair_prefix(pair: u32, value: T) -> T {
    if (pair == 0u) { return value; }
    return combine(coarse[pair - 1u], value);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn sweep_level(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index >= parameters.elements) { return; }
    let pair = index / 2u;
    if (index % 2u == 1u) { fine[index] = coarse[pair]; } else { fine[index] = first_of_pair_prefix(pair, fine[index]); }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn sweep_source(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index >= parameters.elements) { return; }
    let pair = index / 2u;
    var prefix: T;
    if (index % 2u == 1u) { prefix = coarse[pair]; } else { prefix = first_of_pair_prefix(pair, source_shifted(index)); }
    prefix_store(index, prefix);
}
