// Copies a buffer, four words at a time: the minimum traffic of a scan. The time of the copy is a lower bound of the
// time of a single-pass scan. parameters.elements: the number of vectors of four words.

import package::lib::grid::{grid_workgroup, parameters};
import constants::{STEPS, WORKGROUP_SIZE};

@group(0) @binding(1) var<storage, read> words: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> copies: array<vec4<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn copy_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let tile = grid_workgroup(workgroup, workgroups) * STEPS * WORKGROUP_SIZE;
    for (var step = 0u; step < STEPS; step++) {
        let index = tile + step * WORKGROUP_SIZE + local_index;
        if (index < parameters.elements) { copies[index] = words[index]; }
    }
}
