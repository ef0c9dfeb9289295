// Scans any number of elements with an algorithm that scans one tile in workgroup memory. The frame scans every tile,
// scans the tiles' totals in the same way, and combines each tile with its exclusive prefix (Harris, Sengupta & Owens,
// GPU Gems 3, section 39.2.4; "arbitrary array size" in Mahmoud's lecture).
//
// The algorithm defines
//   fn tile_put(slot, value)         stores element `slot` of the tile, before the scan
//   fn tile_scan(local_index)        scans the tile; a barrier precedes the call, and another ends the function
//   fn tile_prefix(slot)             the prefix of element `slot`, after the scan
//   fn tile_total(last_value)        the sum of the tile, given its last element
// and the constants WORKGROUP_SIZE, TILE_ITEMS (elements per invocation) and TILE_INCLUSIVE (whether tile_prefix is
// inclusive).

import package::lib::elements::{prefix_store, source_or_identity};
import package::lib::grid::{grid_workgroup, parameters};
import package::lib::prefix_load::prefix_load;
import algorithm::{tile_prefix, tile_put, tile_scan, tile_total};
import constants::{EXCLUSIVE, TILE_INCLUSIVE, TILE_ITEMS, WORKGROUP_SIZE};
import element::{combine, element_starts, identity, T};
import tile_starts::{first_start, first_start_store};

const TILE_ELEMENTS: u32 = WORKGROUP_SIZE * TILE_ITEMS;

@group(0) @binding(3) var<storage, read_write> totals: array<T>;
@group(0) @binding(6) var<storage, read_write> level: array<T>;
@group(0) @binding(5) var<storage, read> tile_prefixes: array<T>;

// The exclusive prefix of element `slot`: after an inclusive scan, the prefix of the previous element.
fn tile_exclusive(slot: u32) -> T {
    if (!TILE_INCLUSIVE) { return tile_prefix(slot); }
    if (slot == 0u) { return identity(); }
    return tile_prefix(slot - 1u);
}

// The inclusive prefix of element `slot`, given the element.
fn tile_inclusive(slot: u32, value: T) -> T {
    if (TILE_INCLUSIVE) { return tile_prefix(slot); }
    return combine(tile_prefix(slot), value);
}

// Scans the tiles of the input into `prefixes`, and stores their sums in `totals`.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let tile = grid_workgroup(workgroup, workgroups);
    let start = tile * TILE_ELEMENTS;
    if (start >= parameters.elements) { return; }
    var values: array<T, TILE_ITEMS>;
    for (var item = 0u; item < TILE_ITEMS; item++) {
        let slot = item * WORKGROUP_SIZE + local_index;
        values[item] = source_or_identity(start + slot);
        tile_put(slot, values[item]);
    }
    workgroupBarrier();
    tile_scan(local_index);
    for (var item = 0u; item < TILE_ITEMS; item++) {
        let slot = item * WORKGROUP_SIZE + local_index;
        if (start + slot < parameters.elements) {
            if (EXCLUSIVE) {
                prefix_store(start + slot, tile_exclusive(slot));
            } else {
                prefix_store(start + slot, tile_inclusive(slot, values[item]));
            }
        }
        if (element_starts(values[item]) && !element_starts(tile_exclusive(slot))) { first_start_store(tile, slot); }
    }
    if (local_index == WORKGROUP_SIZE - 1u) {
        let total = tile_total(values[TILE_ITEMS - 1u]);
        totals[tile] = total;
        if (!element_starts(total)) { first_start_store(tile, TILE_ELEMENTS); }
    }
}

// Scans the tiles of `level` in place, exclusively, and stores their sums in `totals`.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_level(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let tile = grid_workgroup(workgroup, workgroups);
    let start = tile * TILE_ELEMENTS;
    if (start >= parameters.elements) { return; }
    var value = identity();
    for (var item = 0u; item < TILE_ITEMS; item++) {
        let slot = item * WORKGROUP_SIZE + local_index;
        value = identity();
        if (start + slot < parameters.elements) { value = level[start + slot]; }
        tile_put(slot, value);
    }
    workgroupBarrier();
    tile_scan(local_index);
    for (var item = 0u; item < TILE_ITEMS; item++) {
        let slot = item * WORKGROUP_SIZE + local_index;
        if (start + slot < parameters.elements) { level[start + slot] = tile_exclusive(slot); }
    }
    if (local_index == WORKGROUP_SIZE - 1u) { totals[tile] = tile_total(value); }
}

// Combines the prefixes of a tile with the tile's exclusive prefix, up to the first segment that starts in the tile.
@compute @workgroup_size(WORKGROUP_SIZE)
fn add_to_prefixes(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let tile = grid_workgroup(workgroup, workgroups);
    for (var item = 0u; item < TILE_ITEMS; item++) {
        let slot = item * WORKGROUP_SIZE + local_index;
        let index = tile * TILE_ELEMENTS + slot;
        if (index < parameters.elements && slot < first_start(tile)) {
            prefix_store(index, combine(tile_prefixes[tile], prefix_load(index)));
        }
    }
}

// As add_to_prefixes, for a whole level of totals.
@compute @workgroup_size(WORKGROUP_SIZE)
fn add_to_level(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let tile = grid_workgroup(workgroup, workgroups);
    for (var item = 0u; item < TILE_ITEMS; item++) {
        let index = tile * TILE_ELEMENTS + item * WORKGROUP_SIZE + local_index;
        if (index < parameters.elements) { level[index] = combine(tile_prefixes[tile], level[index]); }
    }
}
