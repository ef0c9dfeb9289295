// Every tile waits for its predecessor's inclusive prefix.
//
// Yan, Long & Zhang, StreamScan, PPoPP 2013. One reader and one writer a tile; the chain's latency a tile is the price. Bounded:
// a tile whose predecessor publishes nothing aborts the run. lib/single_pass.wgsl does the rest.

import package::lib::single_pass::{scan_only_tile, scan_tiles};
import package::lib::tile_states::{abort_run, STATE_INCLUSIVE_PREFIX, state_publish, state_wait, state_withheld};
import element::{combine, identity, T};
import tile::{Place, place_lane};

var<workgroup> chained_before: T;

fn prefix_before(rank: u32, run: u32, total: T, place: Place) -> T {
    if (place_lane(place) == 0u) {
        var before = identity();
        if (rank > 0u) {
            let state = state_wait(rank - 1u, run, STATE_INCLUSIVE_PREFIX);
            if (state.flag != STATE_INCLUSIVE_PREFIX) { abort_run(); }
            before = state.value;
        }
        if (!state_withheld(rank)) { state_publish(rank, run, STATE_INCLUSIVE_PREFIX, combine(before, total)); }
        chained_before = before;
    }
    workgroupBarrier();
    return chained_before;
}

fn should_reduce_predecessor(rank: u32) -> bool { return false; }
fn reduce_predecessor(rank: u32, run: u32, place: Place) {}
