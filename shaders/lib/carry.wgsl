// Joins a chunk of a long scan to the chunks before it in the order of the scan. Their sum is the carry; it stays on the device.

import package::lib::grid::{grid_invocation, parameters};
import constants::{BACKWARD, EXCLUSIVE, WORKGROUP_SIZE};
import monoid::{Value, value_combine};

@group(0) @binding(3) var<storage, read> chunk: array<Value>;
@group(0) @binding(4) var<storage, read_write> chunk_prefixes: array<Value>;
@group(0) @binding(5) var<storage, read_write> carry: array<Value, 1>;

fn chunk_place(index: u32) -> u32 {
    if (BACKWARD) { return parameters.elements - 1u - index; }
    return index;
}

// `later` comes after `earlier` in the order of the scan; operands stand in index order.
fn joined(earlier: Value, later: Value) -> Value {
    if (BACKWARD) { return value_combine(later, earlier); }
    return value_combine(earlier, later);
}

// Puts the carry in front of the chunk's prefixes. parameters.argument: how many of them it reaches, none in the first chunk,
// and in a segmented scan no further than the segment goes on.
@compute @workgroup_size(WORKGROUP_SIZE)
fn apply_carry(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let index = grid_invocation(workgroup, workgroups, lane);
    if (index >= min(parameters.argument, parameters.elements)) { return; }
    let place = chunk_place(index);
    chunk_prefixes[place] = joined(carry[0], chunk_prefixes[place]);
}

// The carry of the next chunk: all that this one ends with.
@compute @workgroup_size(1)
fn update_carry() {
    let last = chunk_place(parameters.elements - 1u);
    var sum = chunk_prefixes[last];
    if (EXCLUSIVE) { sum = joined(sum, chunk[last]); }
    carry[0] = sum;
}
