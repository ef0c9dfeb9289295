// Lengths of runs from their first indices.
//
// Only the device knows the number of runs, so a fixed number of workgroups loops over them. parameters.elements:
// length of the input.

import package::lib::grid::{grid_invocation, parameters};
import constants::WORKGROUP_SIZE;

@group(0) @binding(4) var<storage, read> starts: array<u32>;
@group(0) @binding(10) var<storage, read> count: array<u32>;
@group(0) @binding(5) var<storage, read_write> lengths: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn subtract_starts(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let runs = count[0];
    let stride = workgroups.x * workgroups.y * WORKGROUP_SIZE;
    for (var run = grid_invocation(workgroup, workgroups, local_index); run < runs; run += stride) {
        var end = parameters.elements;
        if (run + 1u < runs) { end = starts[run + 1u]; }
        lengths[run] = end - starts[run];
    }
}
