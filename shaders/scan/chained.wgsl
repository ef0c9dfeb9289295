// Every tile waits for its predecessor's inclusive prefix.
//
// Yan, Long & Zhang, StreamScan, PPoPP 2013. A state has one writer and one reader. The latency of the chain is serial.
// Every wait is bounded: if the predecessor publishes nothing, the tile aborts the run. The frame is
// lib/single_pass.wgsl.

import package::lib::only_tile::scan_only_tile;
import package::lib::single_pass::scan_tiles;
import package::lib::tile_states::{abort_run, STATE_INCLUSIVE_PREFIX, state_publish, state_wait, state_withheld};
import element::{combine, identity, T};
import tile::{Position, position_local_index};

var<workgroup> chained_prefix: T;

fn tile_exclusive_prefix(rank: u32, run: u32, total: T, position: Position) -> T {
    if (position_local_index(position) == 0u) {
        var before = identity();
        if (rank > 0u) {
            let state = state_wait(rank - 1u, run, STATE_INCLUSIVE_PREFIX);
            if (state.flag != STATE_INCLUSIVE_PREFIX) { abort_run(); }
            before = state.value;
        }
        if (!state_withheld(rank)) { state_publish(rank, run, STATE_INCLUSIVE_PREFIX, combine(before, total)); }
        chained_prefix = before;
    }
    workgroupBarrier();
    return chained_prefix;
}

fn should_reduce_predecessor(rank: u32) -> bool { return false; }
fn reduce_predecessor(rank: u32, run: u32, position: Position) {}
