// Reduce each tile, scan the tiles' sums block by block, scan each tile from its exclusive prefix, all by subgroup operations.
//
// Merry's reduce-then-scan; Harris and Garland, "Optimizing parallel prefix operations for the Fermi architecture", 2012, for the
// scan by subgroups. lib/tile.wgsl does the tiles, in registers.

import package::lib::grid::{grid_workgroup, parameters};
import package::lib::packs::packs;
import package::lib::subgroup_scan::subgroup_workgroup_scan;
import package::lib::tile::TILE_PACKS;
import constants::{BLOCK_ITEMS, WORKGROUP_SIZE};
import element::{combine, identity, T};
import subgroup_sum::element_sum;
import tile::{Invocation, Place, tile_load, tile_offsets, tile_place, tile_prefixes, tile_store, tile_total};

// Tiles whose totals one workgroup scans.
const BLOCK_TILES: u32 = WORKGROUP_SIZE * BLOCK_ITEMS;

@group(0) @binding(3) var<storage, read_write> totals: array<T>;
@group(0) @binding(4) var<storage, read_write> block_totals: array<T>;
// The exclusive prefixes of tiles in their blocks.
@group(0) @binding(5) var<storage, read> tile_before: array<T>;
@group(0) @binding(6) var<storage, read> blocks: array<T>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn reduce_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let rank = grid_workgroup(workgroup, workgroups);
    if (rank * TILE_PACKS >= packs()) { return; }
    let place = tile_place(invocation);
    let total = tile_total(rank, place);
    if (place.lane == 0u) { totals[rank] = total; }
}

// Replaces every total by the exclusive prefix of its tile in its block; every invocation takes BLOCK_ITEMS neighbours.
// parameters.elements: how many totals there are.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_totals(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let block = grid_workgroup(workgroup, workgroups);
    if (block * BLOCK_TILES >= parameters.elements) { return; }
    let place = tile_place(invocation);
    let first = min(block * BLOCK_TILES + place.lane * BLOCK_ITEMS, parameters.elements);
    let end = min(first + BLOCK_ITEMS, parameters.elements);
    var sum = identity();
    for (var index = first; index < end; index++) { sum = combine(sum, totals[index]); }
    let sums = subgroup_workgroup_scan(sum, place, place.size);
    var before = sums.before;
    for (var index = first; index < end; index++) {
        let total = totals[index];
        totals[index] = before;
        before = combine(before, total);
    }
    if (place.lane == 0u) { block_totals[block] = sums.total; }
}

// The sum of the first `count` blocks, which every subgroup makes for itself, as many at a time as it has invocations.
fn blocks_sum(count: u32, place: Place) -> T {
    var sum = identity();
    for (var first = 0u; first < count; first += place.size) {
        // The last operand comes from the first invocation.
        let block = first + place.size - 1u - place.sublane;
        var total = blocks[min(block, count - 1u)];
        if (block >= count) { total = identity(); }
        sum = combine(sum, element_sum(total, place.sublane, place.size));
    }
    return sum;
}

fn scan_tile(rank: u32, before: T, place: Place) {
    let tile = tile_load(rank, place);
    let offsets = tile_offsets(tile, place);
    tile_store(rank, place, tile_prefixes(tile, offsets), combine(before, offsets.before));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let rank = grid_workgroup(workgroup, workgroups);
    if (rank * TILE_PACKS >= packs()) { return; }
    let place = tile_place(invocation);
    scan_tile(rank, combine(blocks_sum(rank / BLOCK_TILES, place), tile_before[rank]), place);
}

// An input of one tile has no predecessors.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_only_tile(invocation: Invocation) { scan_tile(0u, identity(), tile_place(invocation)); }
