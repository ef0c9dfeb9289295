// The bound of each needle in a sorted array: the index of the first key that is not less than the needle, or with UPPER
// of the first key that is greater.
//
// parameters.elements: number of needles. parameters.argument: number of sorted keys.

import package::lib::bits::highest_bit;
import package::lib::grid::{grid_invocation, parameters};
import package::operation::sort_key::key_order;
import constants::{UPPER, WORKGROUP_SIZE};

@group(0) @binding(1) var<storage, read> needles: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> sorted: array<u32>;
@group(0) @binding(3) var<storage, read_write> bounds: array<vec4<u32>>;

// The bound after a step, from the number of keys that are known to precede it. The step tests the last of further keys.
// The key is loaded in every case, so that the number of loads depends only on the number of keys.
fn next_bound(bound: u32, step: u32, needle: u32) -> u32 {
    let further = bound + step;
    let key = key_order(sorted[min(further, parameters.argument) - 1u]);
    let precedes = key < needle || (UPPER && key == needle);
    return select(bound, further, precedes && further <= parameters.argument);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn find_bounds(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let pack = grid_invocation(workgroup, workgroups, local_index);
    if (4u * pack >= parameters.elements) { return; }
    let words = needles[pack];
    @repeat(4) let needle_# = key_order(words[#]);
    // The largest power of two that does not exceed the number of keys.
    var step = select(0u, 1u << highest_bit(parameters.argument), parameters.argument > 0u);
    var bound = vec4(0u);
    while (step > 0u) {
        // The four searches are independent, so that their loads are issued together.
        @repeat(4) let bound_# = next_bound(bound[#], step, needle_#);
        bound = vec4(bound_0, bound_1, bound_2, bound_3);
        step /= 2u;
    }
    bounds[pack] = bound;
}
