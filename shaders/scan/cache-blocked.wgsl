// Reduce-then-scan of one chunk after the other, each small enough to stay in the last-level cache until it is read again.
//
// A dispatch reduces the tiles of one chunk, which it reads from memory, and beside that scans the tiles of the chunk before, which
// it finds in the cache. No workgroup waits for another: a dispatch reads what the one before has written. lib/tile.wgsl does the tiles.

import package::lib::grid::{grid_workgroup, parameters};
import package::lib::packs::packs;
import package::lib::tile::TILE_PACKS;
import constants::{CHUNK_TILES, WORKGROUP_SIZE};
import element::{combine, identity, T};
import tile::{Invocation, lanes_sum, Place, place_lane, tile_load, tile_offsets, tile_place, tile_prefixes, tile_store, tile_total};

@group(0) @binding(3) var<storage, read_write> totals: array<T>;
// The exclusive prefix of each chunk.
@group(0) @binding(4) var<storage, read_write> chunk_before: array<T>;

// The exclusive prefix of a tile in its chunk: every workgroup adds up the totals by itself.
fn tiles_sum(first_tile: u32, end_tile: u32, place: Place) -> T {
    let run = CHUNK_TILES / WORKGROUP_SIZE + select(0u, 1u, CHUNK_TILES % WORKGROUP_SIZE > 0u);
    let first = first_tile + place_lane(place) * run;
    var sum = identity();
    for (var tile = first; tile < min(first + run, end_tile); tile++) { sum = combine(sum, totals[tile]); }
    return lanes_sum(sum, place);
}

fn scan_tile(chunk: u32, rank: u32, place: Place) {
    if (rank * TILE_PACKS >= packs()) { return; }
    let first_tile = chunk * CHUNK_TILES;
    let before = combine(chunk_before[chunk], tiles_sum(first_tile, rank, place));
    workgroupBarrier();
    let tile = tile_load(rank, place);
    let offsets = tile_offsets(tile, place);
    if (rank == first_tile + CHUNK_TILES - 1u && place_lane(place) == 0u) {
        chunk_before[chunk + 1u] = combine(before, offsets.total);
    }
    tile_store(rank, place, tile_prefixes(tile, offsets), combine(before, offsets.before));
}

fn reduce_tile(rank: u32, place: Place) {
    if (rank * TILE_PACKS >= packs()) { return; }
    let total = tile_total(rank, place);
    if (place_lane(place) == 0u) {
        totals[rank] = total;
        if (rank == 0u) { chunk_before[0] = identity(); }
    }
}

// parameters.argument: the chunk that is scanned. Even workgroups scan, odd ones reduce the chunk after it.
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
        scan_tile(chunk, tile, tile_place(invocation));
    } else {
        reduce_tile(tile + CHUNK_TILES, tile_place(invocation));
    }
}

// The first chunk is reduced alone.
@compute @workgroup_size(WORKGROUP_SIZE)
fn reduce_first(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    reduce_tile(grid_workgroup(workgroup, workgroups), tile_place(invocation));
}
