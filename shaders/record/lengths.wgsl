// Writes the number of elements that the device has computed into the parameters of passes, at most the capacity that they are planned for.
//
// Passes over the input follow it; those over sums of tiles keep the length of the capacity, since no prefix depends on a later element.

import package::lib::grid::parameters;
import constants::{PARAMETERS_WORDS, TAKES_LENGTH_WORD, WORKGROUP_SIZE};

@group(0) @binding(1) var<storage, read> device_length: array<u32>;
// The parameters of all passes, PARAMETERS_WORDS words each, of which the first is the number of elements; the word TAKES_LENGTH_WORD is 1
// where the pass takes the length.
@group(0) @binding(2) var<storage, read_write> pass_parameters: array<u32>;
@group(0) @binding(3) var<storage, read_write> counted: array<u32>;

fn set_all(local_index: u32) {
    for (var pass_index = local_index; pass_index < parameters.argument; pass_index += WORKGROUP_SIZE) {
        let first = pass_index * PARAMETERS_WORDS;
        if (pass_parameters[first + TAKES_LENGTH_WORD] == 1u) { pass_parameters[first] = min(device_length[0], parameters.elements); }
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn set_lengths(@builtin(local_invocation_index) local_index: u32) { set_all(local_index); }

// A selection of no elements stores no count.
@compute @workgroup_size(WORKGROUP_SIZE)
fn set_lengths_and_clear_count(@builtin(local_invocation_index) local_index: u32) {
    set_all(local_index);
    if (local_index == 0u) { counted[0] = 0u; }
}
