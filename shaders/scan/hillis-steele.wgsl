// One step of Horn's scan: every element is combined with the element `distance` positions before it, from one buffer
// into another.
//
// Sengupta, Lefohn & Owens 2006, Algorithm 2; Hillis & Steele 1986. parameters.argument: the distance, a power of two. The
// first step, at distance 1, reads the input; the last step writes the output.

import package::lib::elements::{prefix_store, source_shifted};
import package::lib::grid::{grid_invocation, parameters};
import constants::WORKGROUP_SIZE;
import element::{combine, T};

@group(0) @binding(3) var<storage, read> before: array<T>;
@group(0) @binding(4) var<storage, read_write> after: array<T>;

fn step_of_source(index: u32) -> T {
    let value = source_shifted(index);
    if (index < 1u) { return value; }
    return combine(source_shifted(index - 1u), value);
}

fn step_of_level(index: u32) -> T {
    let distance = parameters.argument;
    if (index < distance) { return before[index]; }
    return combine(before[index - distance], before[index]);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn step_source_to_level(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index < parameters.elements) { after[index] = step_of_source(index); }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn step_source_to_prefixes(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index < parameters.elements) { prefix_store(index, step_of_source(index)); }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn step_level_to_level(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index < parameters.elements) { after[index] = step_of_level(index); }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn step_level_to_prefixes(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index < parameters.elements) { prefix_store(index, step_of_level(index)); }
}
