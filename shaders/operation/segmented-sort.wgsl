// The passes around the two sorts of a segmented sort. The first sort is by key, the second one by the number of the
// segment. Both move the indices of the keys.
//
// parameters.elements: number of keys. parameters.argument: number of segments.

import package::lib::grid::{grid_invocation, parameters};
import constants::{INDEX_VALUES, LOADED_VALUES, WORKGROUP_SIZE};

@group(0) @binding(1) var<storage, read> offsets: array<u32>;
// One bit per element, 1 at each offset. For each word of bits: its number of ones, and that of the words before it.
@group(0) @binding(2) var<storage, read> offset_bits: array<u32>;
@group(0) @binding(3) var<storage, read_write> offset_counts: array<u32>;
@group(0) @binding(4) var<storage, read> offsets_before: array<u32>;
// The indices of the keys, in the order of a sort.
@group(0) @binding(5) var<storage, read> key_order: array<u32>;
@group(0) @binding(6) var<storage, read_write> segment_numbers: array<u32>;
@group(0) @binding(7) var<storage, read> given_keys: array<u32>;
@group(0) @binding(8) var<storage, read_write> gathered_keys: array<u32>;
// Statements with values are repeated LOADED_VALUES or INDEX_VALUES times, which is 0 or 1. With INDEX_VALUES, the
// values are the indices of the keys.
@group(0) @binding(9) var<storage, read> given_values: array<u32>;
@group(0) @binding(10) var<storage, read_write> gathered_values: array<u32>;

// The first offset and the last one.
var<workgroup> ends: vec2<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn count_offset_bits(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let word = grid_invocation(workgroup, workgroups, local_index);
    if (32u * word < parameters.elements) { offset_counts[word] = countOneBits(offset_bits[word]); }
}

// The number of an element's segment is the number of bits up to the element. It is 0 before the first offset. Empty
// segments have no number.
@compute @workgroup_size(WORKGROUP_SIZE)
fn number_segments(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let place = grid_invocation(workgroup, workgroups, local_index);
    if (place >= parameters.elements) { return; }
    let index = key_order[place];
    let bits = offset_bits[index / 32u] & (0xffffffffu >> (31u - index % 32u));
    segment_numbers[place] = offsets_before[index / 32u] + countOneBits(bits);
}

// Loads keys and values by the sorted indices. Elements outside of all segments keep their indices.
@compute @workgroup_size(WORKGROUP_SIZE)
fn gather_segments(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    if (local_index == 0u) { ends = vec2(offsets[0], offsets[parameters.argument]); }
    let segments = workgroupUniformLoad(&ends);
    let place = grid_invocation(workgroup, workgroups, local_index);
    if (place >= parameters.elements) { return; }
    let is_inside = place >= segments.x && place < segments.y;
    let index = select(place, key_order[place], is_inside);
    gathered_keys[place] = given_keys[index];
    @repeat(LOADED_VALUES) gathered_values[place] = given_values[index];
    @repeat(INDEX_VALUES) gathered_values[place] = index;
}
