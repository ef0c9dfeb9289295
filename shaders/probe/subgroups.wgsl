// The place of every invocation in its subgroup. src/record/probe.rs uses it to check that subgroups consist of
// neighbouring invocations, and whether the device has subgroups of a required size.

import package::lib::grid::{grid_invocation, parameters};
import constants::WORKGROUP_SIZE;

struct Invocation {
    @builtin(local_invocation_index) index: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
}

// Three words per invocation: the local index of its subgroup's first invocation, its index in the subgroup, and the subgroup's size.
@group(0) @binding(1) var<storage, read_write> subgroup_places: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
@repeat(REQUIRES_SUBGROUP_SIZE) @subgroup_size(SUBGROUP_SIZE)
fn store_places(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let first = subgroupShuffle(invocation.index, 0u);
    let index = grid_invocation(workgroup, workgroups, invocation.index);
    if (index >= parameters.elements) { return; }
    subgroup_places[3u * index] = first;
    subgroup_places[3u * index + 1u] = invocation.lane;
    subgroup_places[3u * index + 2u] = invocation.size;
}
