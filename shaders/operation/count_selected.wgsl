// The number of selected elements, which a partition needs before it stores the first element.
//
// n reads; a workgroup adds the selected elements of a tile to the count by one atomic addition.

import package::lib::grid::{grid_workgroup, parameters};
import package::lib::packs::packs;
import package::lib::tile::TILE_PACKS;
import constants::WORKGROUP_SIZE;
import tile::{Invocation, position_lane, tile_position, tile_total};

@group(0) @binding(12) var<storage, read_write> counter: array<atomic<u32>>;

// parameters.argument: 0.
@compute @workgroup_size(1)
fn clear_count() { atomicStore(&counter[0], parameters.argument); }

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
    if (position_lane(position) == 0u) { atomicAdd(&counter[0], total); }
}
