// Decoupled look-back: a tile publishes its sum at once, and adds up the sums of the tiles before it until it meets a prefix.
//
// Merrill & Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016.
//
// lib/look_back_subgroup.wgsl and lib/look_back_workgroup.wgsl define
//   fn look_back(tile, end, before)             adds the states of the tiles before `end` to `before`, down to a prefix, which ends the
//                                               look-back, or to a tile that has published nothing for MAX_SPINS rounds
// and the algorithm's own file
//   fn tile_missing(rank, run, place) -> bool   what to do about such a tile: true where its sum now stands in look_back_sum, false
//                                               to give the run up
// both called in uniform control flow.

import package::lib::tile_states::{STATE_PREFIX, state_publish, STATE_SUM, state_withheld};
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

// The tiles from look_back_end on add up to look_back_before.
var<workgroup> look_back_before: T;
var<workgroup> look_back_end: u32;
var<workgroup> look_back_sum: T;

fn prefix_before(rank: u32, run: u32, total: T, place: Place) -> T {
    let first = place_lane(place) == 0u;
    if (first && !state_withheld(rank)) {
        state_publish(rank, run, select(STATE_SUM, STATE_PREFIX, rank == 0u), total);
    }
    if (rank == 0u) { return identity(); }
    let tile = Looking(rank, run, total, place);
    look_back(tile, rank, identity());
    var end = workgroupUniformLoad(&look_back_end);
    while (end > 0u && tile_missing(end - 1u, run, place)) {
        end -= 1u;
        if (first) {
            let before = combine(look_back_sum, look_back_before);
            if (end == 0u) { look_back_ends(tile, before); } else { look_back_before = before; }
        }
        workgroupBarrier();
        if (end > 0u) {
            let before = look_back_before;
            workgroupBarrier();
            look_back(tile, end, before);
            end = workgroupUniformLoad(&look_back_end);
        }
    }
    return look_back_before;
}

// Nothing is before the tiles that were added up.
fn look_back_ends(tile: Looking, before: T) {
    look_back_before = before;
    look_back_end = 0u;
    if (!state_withheld(tile.rank)) { state_publish(tile.rank, tile.run, STATE_PREFIX, combine(before, tile.total)); }
}
