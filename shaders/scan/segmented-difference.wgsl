// The passes around the plain scans of a segmented scan by differences. The first marks the starts of segments, which a
// scan turns into the indices of the segments. The second stores the prefix before each segment. The third subtracts this
// prefix from the prefixes of the segment.
//
// Sobczyk, Sorrentino & Zouzias, "Segmented Operations using Matrix Multiplications", 2025. Indices of segments are in
// memory order, from 1.

import package::lib::elements::{element_memory_index, prefix_store};
import package::lib::grid::{grid_invocation, parameters};
import package::lib::prefix_load::prefix_load;
import constants::{BACKWARD, EXCLUSIVE, INVERSE_IS_XOR, WORKGROUP_SIZE};
import element::{identity, T};
import heads::{head_bits, head_bits_after};

@group(0) @binding(4) var<storage, read_write> starts: array<u32>;
@group(0) @binding(5) var<storage, read> ranks: array<u32>;
// The prefix before each segment, by the segment's index.
@group(0) @binding(6) var<storage, read_write> bases: array<T>;
@group(0) @binding(3) var<storage, read> segment_bases: array<T>;

// A backward scan starts a segment at the element before the next head: see lib/starts.wgsl.
@compute @workgroup_size(WORKGROUP_SIZE)
fn mark_starts(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index >= parameters.elements) { return; }
    let memory_index = element_memory_index(index);
    var start = 1u;
    if (index > 0u) {
        if (BACKWARD) { start = head_bits_after(memory_index); } else { start = head_bits(memory_index); }
    }
    starts[memory_index] = start;
}

// The index changes at the start of a segment.
@compute @workgroup_size(WORKGROUP_SIZE)
fn compress_prefixes(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index >= parameters.elements) { return; }
    let rank = ranks[element_memory_index(index)];
    var base = identity();
    if (index > 0u) {
        if (ranks[element_memory_index(index - 1u)] == rank) { return; }
        // The exclusive prefix of the segment's first element.
        base = prefix_load(select(index - 1u, index, EXCLUSIVE));
    }
    bases[rank - 1u] = base;
}

fn difference(prefix: T, base: T) -> T {
    if (INVERSE_IS_XOR) { return prefix ^ base; }
    return prefix - base;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn subtract_bases(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index >= parameters.elements) { return; }
    let rank = ranks[element_memory_index(index)];
    prefix_store(index, difference(prefix_load(index), segment_bases[rank - 1u]));
}
