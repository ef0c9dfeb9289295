// A partition that keeps the order of all elements. It counts the selected elements of every tile, scans the counts,
// and stores the tiles from their exclusive prefixes.
//
// Merry, "Prefix sums on GPUs", 2014, "Reduce-then-Scan strategy". The scatter index of the first unselected element is
// the number of selected elements, so all tiles are counted before the first tile is stored.

import package::lib::grid::grid_workgroup;
import package::lib::packs::packs;
import package::lib::tile::TILE_PACKS;
import package::operation::others::split;
import constants::WORKGROUP_SIZE;
import element::combine;
import tile::{Invocation, position_local_index, tile_load, tile_offsets, tile_position, tile_prefixes, tile_store, tile_total};

@group(0) @binding(3) var<storage, read_write> totals: array<u32>;
@group(0) @binding(4) var<storage, read> known_totals: array<u32>;
@group(0) @binding(5) var<storage, read> total_prefixes: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn count_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let rank = grid_workgroup(workgroup, workgroups);
    if (rank * TILE_PACKS >= packs()) { return; }
    let position = tile_position(invocation);
    let total = tile_total(rank, position);
    if (position_local_index(position) == 0u) { totals[rank] = total; }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn store_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let rank = grid_workgroup(workgroup, workgroups);
    if (rank * TILE_PACKS >= packs()) { return; }
    let position = tile_position(invocation);
    let last = (packs() - 1u) / TILE_PACKS;
    split = total_prefixes[last] + known_totals[last];
    let tile = tile_load(rank, position);
    let offsets = tile_offsets(tile, position);
    tile_store(rank, position, tile_prefixes(tile, offsets), combine(total_prefixes[rank], offsets.before));
}
