// Combines a chunk of a long scan with the carry: the sum of the earlier chunks in the order of the scan. The carry stays on the device.

import package::lib::grid::{grid_invocation, parameters};
import package::lib::index_order::combine_in_index_order;
import constants::{BACKWARD, EXCLUSIVE, WORKGROUP_SIZE};
import monoid::Value;

@group(0) @binding(3) var<storage, read> chunk: array<Value>;
@group(0) @binding(4) var<storage, read_write> chunk_prefixes: array<Value>;
@group(0) @binding(5) var<storage, read_write> carry: array<Value, 1>;

fn chunk_memory_index(index: u32) -> u32 {
    if (BACKWARD) { return parameters.elements - 1u - index; }
    return index;
}

// Combines the carry with the first parameters.argument prefixes of the chunk. This number is 0 in the first chunk. In
// a segmented scan it is the length of the segment that continues from the previous chunk.
@compute @workgroup_size(WORKGROUP_SIZE)
fn apply_carry(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index >= min(parameters.argument, parameters.elements)) { return; }
    let memory_index = chunk_memory_index(index);
    chunk_prefixes[memory_index] = combine_in_index_order(carry[0], chunk_prefixes[memory_index]);
}

// The carry of the next chunk: the inclusive prefix of this chunk's last element.
@compute @workgroup_size(1)
fn update_carry() {
    let last = chunk_memory_index(parameters.elements - 1u);
    var sum = chunk_prefixes[last];
    if (EXCLUSIVE) { sum = combine_in_index_order(sum, chunk[last]); }
    carry[0] = sum;
}
