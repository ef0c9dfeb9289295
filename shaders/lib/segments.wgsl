// Converts between plain elements with heads and the flagged elements of lib/segmented.wgsl.

import package::lib::grid::{grid_invocation, parameters};
import package::lib::starts::starts;
import constants::{EXCLUSIVE, WORKGROUP_SIZE};
import element::{element_of, T};
import monoid::{Value, value_identity};

@group(0) @binding(3) var<storage, read> values: array<Value>;
@group(0) @binding(4) var<storage, read_write> value_prefixes: array<Value>;
@group(0) @binding(5) var<storage, read_write> flagged: array<T>;
@group(0) @binding(6) var<storage, read> flagged_prefixes: array<T>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn flag_elements(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index >= parameters.elements) { return; }
    flagged[index] = element_of(values[index], starts(index));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn unflag_prefixes(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index >= parameters.elements) { return; }
    var value = flagged_prefixes[index].value;
    // The first element of a segment has no predecessor in it.
    if (EXCLUSIVE && starts(index)) { value = value_identity(); }
    value_prefixes[index] = value;
}
