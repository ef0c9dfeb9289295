// Decoupled look-back: a tile publishes its aggregate at once, and combines the aggregates of its predecessors until it
// finds an inclusive prefix.
//
// Merrill & Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016.
//
// lib/look_back_subgroup.wgsl and lib/look_back_workgroup.wgsl define
//   fn look_back(tile, end, before)   adds the states of the tiles before `end` to `before`, down to an inclusive prefix, which ends the
//                                     look-back, or to a tile without a published state after MAX_SPINS spins
// and the algorithm
//   fn handle_missing_tile(rank, run, position) -> bool   handles a tile without a published state: true if missing_aggregate holds the
//                                                         tile's aggregate, false if the run is aborted
// Both functions are called in uniform control flow.

import package::lib::tile_states::{STATE_AGGREGATE, STATE_INCLUSIVE_PREFIX, state_publish, state_withheld};
import algorithm::handle_missing_tile;
import element::{combine, identity, T};
import look_back::look_back;
import tile::{Position, position_local_index};

// The tile that seeks its exclusive prefix.
struct LookBackTile {
    rank: u32,
    run: u32,
    total: T,
    position: Position,
}

// exclusive_prefix holds the sum of the predecessors from predecessor_end on.
var<workgroup> exclusive_prefix: T;
var<workgroup> predecessor_end: u32;
var<workgroup> missing_aggregate: T;

fn tile_exclusive_prefix(rank: u32, run: u32, total: T, position: Position) -> T {
    let first = position_local_index(position) == 0u;
    if (first && !state_withheld(rank)) {
        state_publish(rank, run, select(STATE_AGGREGATE, STATE_INCLUSIVE_PREFIX, rank == 0u), total);
    }
    if (rank == 0u) { return identity(); }
    let tile = LookBackTile(rank, run, total, position);
    look_back(tile, rank, identity());
    var end = workgroupUniformLoad(&predecessor_end);
    while (end > 0u && handle_missing_tile(end - 1u, run, position)) {
        end -= 1u;
        if (first) {
            let before = combine(missing_aggregate, exclusive_prefix);
            if (end == 0u) { end_look_back(tile, before); } else { exclusive_prefix = before; }
        }
        workgroupBarrier();
        if (end > 0u) {
            let before = exclusive_prefix;
            workgroupBarrier();
            look_back(tile, end, before);
            end = workgroupUniformLoad(&predecessor_end);
        }
    }
    return exclusive_prefix;
}

// Ends the look-back: `before` is the exclusive prefix of the tile.
fn end_look_back(tile: LookBackTile, before: T) {
    exclusive_prefix = before;
    predecessor_end = 0u;
    if (!state_withheld(tile.rank)) { state_publish(tile.rank, tile.run, STATE_INCLUSIVE_PREFIX, combine(before, tile.total)); }
}
