// Writes the number of elements that the device has computed into the parameters of passes, clamped to the capacity that
// the passes are planned for.
//
// Passes over the input use this number. Passes over sums of tiles keep the length of the capacity, since no prefix
// depends on a later element. The index of the length in its binding is the number of workgroups of the dispatch minus
// 1, and only the first workgroup works. The reason is that a binding begins at a multiple of 256 bytes, but a length
// may be at any word.

import package::lib::grid::parameters;
import constants::{PARAMETERS_WORDS, TAKES_LENGTH_WORD, WORKGROUP_SIZE};

@group(0) @binding(1) var<storage, read> device_length: array<u32>;
// The parameters of all passes, PARAMETERS_WORDS words each. The first word is the number of elements. The word
// TAKES_LENGTH_WORD is 1 if the pass takes the length.
@group(0) @binding(2) var<storage, read_write> pass_parameters: array<u32>;
@group(0) @binding(3) var<storage, read_write> counted: array<u32>;

fn set_all(local_index: u32, length: u32) {
    for (var pass_index = local_index; pass_index < parameters.argument; pass_index += WORKGROUP_SIZE) {
        let first = pass_index * PARAMETERS_WORDS;
        if (pass_parameters[first + TAKES_LENGTH_WORD] == 1u) { pass_parameters[first] = min(length, parameters.elements); }
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn set_lengths(
    @builtin(local_invocation_index) local_index: u32, @builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) workgroups: vec3u,
) {
    if (workgroup.x == 0u) { set_all(local_index, device_length[workgroups.x - 1u]); }
}

// A selection of no elements stores no count, so the count is set to 0 here.
@compute @workgroup_size(WORKGROUP_SIZE)
fn set_lengths_and_clear_count(
    @builtin(local_invocation_index) local_index: u32, @builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) workgroups: vec3u,
) {
    if (workgroup.x != 0u) { return; }
    set_all(local_index, device_length[workgroups.x - 1u]);
    if (local_index == 0u) { counted[0] = 0u; }
}
