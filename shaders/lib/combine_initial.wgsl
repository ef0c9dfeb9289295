// Combines the initial value with every prefix of a scan, after the scan has stored them.

import package::lib::grid::{grid_invocation, parameters};
import package::lib::index_order::combine_in_index_order;
import package::lib::initial::initial_value;
import constants::WORKGROUP_SIZE;
import monoid::Value;

@group(0) @binding(2) var<storage, read_write> prefixes: array<Value>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn combine_initial(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index >= parameters.elements) { return; }
    prefixes[index] = combine_in_index_order(initial_value(), prefixes[index]);
}
