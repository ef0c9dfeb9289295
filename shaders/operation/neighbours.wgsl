// Lists of neighbours, without gaps. An object's neighbours are those of the CANDIDATES objects before it whose words
// differ from its word by less than NEAR. A record, which is an entry of a list, is one word: CANDIDATES times the
// object's index, plus the distance to the neighbour minus 1.
//
// Merry, "Prefix sums on GPUs", 2014, "Solution": count, scan exclusively, emit; and "Atomics". parameters.elements: objects.

import package::lib::grid::{grid_invocation, parameters};
import constants::{CANDIDATES, WORKGROUP_SIZE};

// A quarter of the range of words: for random words, 7 of 16 pairs are near.
const NEAR: u32 = 1u << 30u;

@group(0) @binding(1) var<storage, read> objects: array<u32>;
@group(0) @binding(3) var<storage, read_write> numbers: array<u32>;
@group(0) @binding(4) var<storage, read> places: array<u32>;
@group(0) @binding(8) var<storage, read_write> emitted: array<u32>;
@group(0) @binding(10) var<storage, read_write> count: array<atomic<u32>>;

// The neighbours of an object, one bit per candidate, the nearest in memory first.
fn neighbours(object: u32) -> u32 {
    let own = objects[object];
    var bits = 0u;
    for (var rank = 0u; rank < min(CANDIDATES, object); rank++) {
        let other = objects[object - 1u - rank];
        if (max(own, other) - min(own, other) < NEAR) { bits |= 1u << rank; }
    }
    return bits;
}

fn emit(object: u32, bits: u32, first: u32) {
    var place = first;
    for (var rank = 0u; rank < CANDIDATES; rank++) {
        if (((bits >> rank) & 1u) == 1u) {
            emitted[place] = CANDIDATES * object + rank;
            place++;
        }
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn count_neighbours(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let object = grid_invocation(workgroup, workgroups, local_index);
    if (object < parameters.elements) { numbers[object] = countOneBits(neighbours(object)); }
}

// Emits the records of each object. The exclusive scan of the numbers gives the index of the object's first record.
@compute @workgroup_size(WORKGROUP_SIZE)
fn emit_neighbours(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let object = grid_invocation(workgroup, workgroups, local_index);
    if (object >= parameters.elements) { return; }
    let bits = neighbours(object);
    let first = places[object];
    emit(object, bits, first);
    if (object + 1u == parameters.elements) { atomicStore(&count[0], first + countOneBits(bits)); }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn clear_count(@builtin(local_invocation_index) local_index: u32) {
    if (local_index == 0u && parameters.elements > 0u) { atomicStore(&count[0], 0u); }
}

// One addition per record.
@compute @workgroup_size(WORKGROUP_SIZE)
fn append_records(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let object = grid_invocation(workgroup, workgroups, local_index);
    if (object >= parameters.elements) { return; }
    let bits = neighbours(object);
    for (var rank = 0u; rank < CANDIDATES; rank++) {
        if (((bits >> rank) & 1u) == 1u) { emitted[atomicAdd(&count[0], 1u)] = CANDIDATES * object + rank; }
    }
}

// One addition per list.
@compute @workgroup_size(WORKGROUP_SIZE)
fn append_lists(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let object = grid_invocation(workgroup, workgroups, local_index);
    if (object >= parameters.elements) { return; }
    let bits = neighbours(object);
    emit(object, bits, atomicAdd(&count[0], countOneBits(bits)));
}
