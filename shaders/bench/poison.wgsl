// Fills a buffer with a word that is unlikely in an output (a NaN as f32). So a check finds an element that a scan does
// not write.
// parameters.elements: the number of words.

import package::lib::grid::{grid_invocation, parameters};
import constants::WORKGROUP_SIZE;

@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn poison_words(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let stride = workgroups.x * workgroups.y * WORKGROUP_SIZE;
    for (var index = grid_invocation(workgroup, workgroups, local_index); index < parameters.elements; index += stride) {
        words[index] = 0x7fc5ca2bu;
    }
}
