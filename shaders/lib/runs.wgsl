// A tile in workgroup memory. Every invocation scans a run of ITEMS neighbouring elements.
//
// Accesses to global memory are coalesced: neighbouring invocations access neighbouring elements. WORKGROUP_SIZE ×
// ITEMS elements of workgroup memory; an odd ITEMS avoids bank conflicts.

import package::lib::elements::{prefix_store, source_or_identity};
import package::lib::grid::parameters;
import constants::{ITEMS, WORKGROUP_SIZE};
import element::{combine, identity, T};

const TILE_ELEMENTS: u32 = WORKGROUP_SIZE * ITEMS;

var<workgroup> tile: array<T, TILE_ELEMENTS>;

// Loads the tile of the input that starts at `start`; ends with a barrier.
fn tile_load(start: u32, local_index: u32) {
    for (var slot = local_index; slot < TILE_ELEMENTS; slot += WORKGROUP_SIZE) { tile[slot] = source_or_identity(start + slot); }
    workgroupBarrier();
}

// Stores the tile to the output; begins with a barrier.
fn tile_store(start: u32, local_index: u32) {
    workgroupBarrier();
    for (var slot = local_index; slot < TILE_ELEMENTS; slot += WORKGROUP_SIZE) {
        if (start + slot < parameters.elements) { prefix_store(start + slot, tile[slot]); }
    }
}

fn run_sum(local_index: u32) -> T {
    var sum = identity();
    for (var item = 0u; item < ITEMS; item++) { sum = combine(sum, tile[local_index * ITEMS + item]); }
    return sum;
}

// Replaces every element of the invocation's run by its prefix, given the run's exclusive prefix `before`.
fn run_scan(local_index: u32, before: T, exclusive: bool) {
    var sum = before;
    for (var item = 0u; item < ITEMS; item++) {
        let slot = local_index * ITEMS + item;
        let next = combine(sum, tile[slot]);
        if (exclusive) { tile[slot] = sum; } else { tile[slot] = next; }
        sum = next;
    }
}
