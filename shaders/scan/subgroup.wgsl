// Reduces each tile, scans the tiles' sums block by block, and scans each tile from its exclusive prefix, all by subgroup operations.
//
// Merry's reduce-then-scan; Harris and Garland, "Optimizing parallel prefix operations for the Fermi architecture", 2012, for the
// scan by subgroups. Tiles are in registers (lib/tile.wgsl).

import package::lib::grid::{grid_workgroup, parameters};
import package::lib::packs::packs;
import package::lib::subgroup_scan::subgroup_workgroup_scan;
import package::lib::tile::TILE_PACKS;
import constants::{BLOCK_ITEMS, WORKGROUP_SIZE};
import element::{combine, identity, T};
import subgroup_sum::element_sum;
import tile::{Invocation, Position, tile_load, tile_offsets, tile_position, tile_prefixes, tile_store, tile_total};

// Tiles whose totals one workgroup scans.
const BLOCK_TILES: u32 = WORKGROUP_SIZE * BLOCK_ITEMS;

@group(0) @binding(3) var<storage, read_write> totals: array<T>;
@group(0) @binding(4) var<storage, read_write> block_totals: array<T>;
@group(0) @binding(5) var<storage, read> prefixes_in_block: array<T>;
@group(0) @binding(6) var<storage, read> block_sums: array<T>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn reduce_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let rank = grid_workgroup(workgroup, workgroups);
    if (rank * TILE_PACKS >= packs()) { return; }
    let position = tile_position(invocation);
    let total = tile_total(rank, position);
    if (position.local_index == 0u) { totals[rank] = total; }
}

// Replaces every total by the exclusive prefix of its tile in its block; every invocation scans BLOCK_ITEMS neighbours.
// parameters.elements: number of totals.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_totals(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let block = grid_workgroup(workgroup, workgroups);
    if (block * BLOCK_TILES >= parameters.elements) { return; }
    let position = tile_position(invocation);
    let first = min(block * BLOCK_TILES + position.local_index * BLOCK_ITEMS, parameters.elements);
    let end = min(first + BLOCK_ITEMS, parameters.elements);
    var sum = identity();
    for (var index = first; index < end; index++) { sum = combine(sum, totals[index]); }
    let sums = subgroup_workgroup_scan(sum, position, position.size);
    var before = sums.before;
    for (var index = first; index < end; index++) {
        let total = totals[index];
        totals[index] = before;
        before = combine(before, total);
    }
    if (position.local_index == 0u) { block_totals[block] = sums.total; }
}

// The sum of the first `count` blocks. Every subgroup computes it redundantly, one block per invocation at a time.
fn sum_blocks(count: u32, position: Position) -> T {
    var sum = identity();
    for (var first = 0u; first < count; first += position.size) {
        // In element_sum, the first invocation has the last operand.
        let block = first + position.size - 1u - position.lane;
        var total = block_sums[min(block, count - 1u)];
        if (block >= count) { total = identity(); }
        sum = combine(sum, element_sum(total, position.lane, position.size));
    }
    return sum;
}

fn scan_tile(rank: u32, before: T, position: Position) {
    let tile = tile_load(rank, position);
    let offsets = tile_offsets(tile, position);
    tile_store(rank, position, tile_prefixes(tile, offsets), combine(before, offsets.before));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let rank = grid_workgroup(workgroup, workgroups);
    if (rank * TILE_PACKS >= packs()) { return; }
    let position = tile_position(invocation);
    scan_tile(rank, combine(sum_blocks(rank / BLOCK_TILES, position), prefixes_in_block[rank]), position);
}

// The only tile of an input has no predecessors.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_only_tile(invocation: Invocation) { scan_tile(0u, identity(), tile_position(invocation)); }
