// Reduce-then-scan chunk by chunk, each chunk small enough to stay in the last-level cache until its second read.
//
// A dispatch reduces the tiles of one chunk, read from memory, and scans the tiles of the previous chunk, read from the
// cache. Workgroups do not wait for each other, since a dispatch reads the sums of the previous dispatch. Tiles are in
// registers (lib/tile.wgsl).

import package::lib::grid::{grid_workgroup, parameters};
import package::lib::packs::packs;
import package::lib::tile::TILE_PACKS;
import constants::{CHUNK_TILES, WORKGROUP_SIZE};
import element::{combine, identity, T};
import tile::{Invocation, Position, position_local_index, tile_load, tile_offsets, tile_position, tile_prefixes, tile_store, tile_total};
import tile::workgroup_sum;

@group(0) @binding(3) var<storage, read_write> totals: array<T>;
@group(0) @binding(4) var<storage, read_write> chunk_exclusive_prefixes: array<T>;

// The sum of a range of tiles, which every workgroup computes redundantly from the totals.
fn sum_tiles(first_tile: u32, end_tile: u32, position: Position) -> T {
    let run = CHUNK_TILES / WORKGROUP_SIZE + select(0u, 1u, CHUNK_TILES % WORKGROUP_SIZE > 0u);
    let first = first_tile + position_local_index(position) * run;
    var sum = identity();
    for (var tile = first; tile < min(first + run, end_tile); tile++) { sum = combine(sum, totals[tile]); }
    return workgroup_sum(sum, position);
}

fn scan_tile(chunk: u32, rank: u32, position: Position) {
    if (rank * TILE_PACKS >= packs()) { return; }
    let first_tile = chunk * CHUNK_TILES;
    let before = combine(chunk_exclusive_prefixes[chunk], sum_tiles(first_tile, rank, position));
    workgroupBarrier();
    let tile = tile_load(rank, position);
    let offsets = tile_offsets(tile, position);
    if (rank == first_tile + CHUNK_TILES - 1u && position_local_index(position) == 0u) {
        chunk_exclusive_prefixes[chunk + 1u] = combine(before, offsets.total);
    }
    tile_store(rank, position, tile_prefixes(tile, offsets), combine(before, offsets.before));
}

fn reduce_tile(rank: u32, position: Position) {
    if (rank * TILE_PACKS >= packs()) { return; }
    let total = tile_total(rank, position);
    if (position_local_index(position) == 0u) {
        totals[rank] = total;
        if (rank == 0u) { chunk_exclusive_prefixes[0] = identity(); }
    }
}

// parameters.argument: the chunk that is scanned. Even workgroups scan this chunk, odd workgroups reduce the next chunk.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_and_reduce(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let rank = grid_workgroup(workgroup, workgroups);
    let chunk = parameters.argument;
    let tile = chunk * CHUNK_TILES + rank / 2u;
    if (rank % 2u == 0u) {
        scan_tile(chunk, tile, tile_position(invocation));
    } else {
        reduce_tile(tile + CHUNK_TILES, tile_position(invocation));
    }
}

// The first dispatch only reduces.
@compute @workgroup_size(WORKGROUP_SIZE)
fn reduce_first(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    reduce_tile(grid_workgroup(workgroup, workgroups), tile_position(invocation));
}
