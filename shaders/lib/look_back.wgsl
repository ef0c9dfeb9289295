// Decoupled look-back: a tile publishes its aggregate at once, and adds up those of its predecessors until it meets an inclusive prefix.
//
// Merrill & Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016.
//
// lib/look_back_subgroup.wgsl and lib/look_back_workgroup.wgsl define
//   fn look_back(tile, end, before)             adds the states of the tiles before `end` to `before`, down to an inclusive prefix, which
//                                               ends the look-back, or to a tile without a published state after MAX_SPINS spins
// and the algorithm
//   fn tile_missing(rank, run, place) -> bool   handles such a tile: true where its aggregate is in missing_aggregate now, false where the
//                                               run is aborted
// both called in uniform control flow.

import package::lib::tile_states::{STATE_AGGREGATE, STATE_INCLUSIVE_PREFIX, state_publish, state_withheld};
import algorithm::tile_missing;
import element::{combine, identity, T};
import look_back::look_back;
import tile::{Place, place_lane};

// A tile that looks back.
struct Looking {
    rank: u32,
    run: u32,
    total: T,
    place: Place,
}

// The predecessors from predecessor_end on add up to exclusive_prefix.
var<workgroup> exclusive_prefix: T;
var<workgroup> predecessor_end: u32;
var<workgroup> missing_aggregate: T;

fn prefix_before(rank: u32, run: u32, total: T, place: Place) -> T {
    let first = place_lane(place) == 0u;
    if (first && !state_withheld(rank)) {
        state_publish(rank, run, select(STATE_AGGREGATE, STATE_INCLUSIVE_PREFIX, rank == 0u), total);
    }
    if (rank == 0u) { return identity(); }
    let tile = Looking(rank, run, total, place);
    look_back(tile, rank, identity());
    var end = workgroupUniformLoad(&predecessor_end);
    while (end > 0u && tile_missing(end - 1u, run, place)) {
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

// Ends the look-back: nothing lies before the tiles that were added up.
fn end_look_back(tile: Looking, before: T) {
    exclusive_prefix = before;
    predecessor_end = 0u;
    if (!state_withheld(tile.rank)) { state_publish(tile.rank, tile.run, STATE_INCLUSIVE_PREFIX, combine(before, tile.total)); }
}
