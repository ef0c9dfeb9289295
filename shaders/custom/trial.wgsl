// A trial of a custom operator on triples: whether it is associative, and whether its identity leaves values unchanged.

import package::lib::grid::{grid_invocation, parameters};
import constants::WORKGROUP_SIZE;
import monoid::{Value, value_combine, value_identity};

// Three values per triple.
@group(0) @binding(1) var<storage, read> operands: array<Value>;
// Six values per triple, in the order of the stores below.
@group(0) @binding(2) var<storage, read_write> results: array<Value>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn combine_triples(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index >= parameters.elements) { return; }
    let a = operands[3u * index];
    let b = operands[3u * index + 1u];
    let c = operands[3u * index + 2u];
    let ab = value_combine(a, b);
    let bc = value_combine(b, c);
    results[6u * index] = ab;
    results[6u * index + 1u] = bc;
    results[6u * index + 2u] = value_combine(ab, c);
    results[6u * index + 3u] = value_combine(a, bc);
    results[6u * index + 4u] = value_combine(value_identity(), a);
    results[6u * index + 5u] = value_combine(a, value_identity());
}
