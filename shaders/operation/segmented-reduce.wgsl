// The passes around the segmented scan of a segmented reduction. Before the scan, each segment sets the bit at its
// offset. After the scan, each segment's last prefix is stored as its sum.
//
// parameters.elements: length of the input. parameters.argument: number of segments. An offset above the length counts
// as the length.

import package::lib::grid::{grid_invocation, parameters};
import constants::WORKGROUP_SIZE;
import monoid::{value_identity, value_to_words, VALUE_WORDS};

@group(0) @binding(1) var<storage, read> offsets: array<u32>;
@group(0) @binding(2) var<storage, read_write> offset_bits: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read> segment_prefixes: array<u32>;
@group(0) @binding(4) var<storage, read_write> segment_totals: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn clear_offset_bits(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let word = grid_invocation(workgroup, workgroups, local_index);
    if (32u * word < parameters.elements) { atomicStore(&offset_bits[word], 0u); }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn set_offset_bits(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index > parameters.argument) { return; }
    let offset = offsets[index];
    if (offset < parameters.elements) { atomicOr(&offset_bits[offset / 32u], 1u << (offset % 32u)); }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn store_segments(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let segment = grid_invocation(workgroup, workgroups, local_index);
    if (segment >= parameters.argument) { return; }
    let end = min(offsets[segment + 1u], parameters.elements);
    var words = value_to_words(value_identity());
    if (offsets[segment] < end) {
        @repeat(VALUE_WORDS) words[#] = segment_prefixes[(end - 1u) * VALUE_WORDS + #u];
    }
    @repeat(VALUE_WORDS) segment_totals[segment * VALUE_WORDS + #u] = words[#];
}
