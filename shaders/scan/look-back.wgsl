// Single-pass scan with decoupled look-back; needs forward progress of workgroups that have started.
//
// Merrill & Garland 2016; lib/look_back.wgsl. A tile whose spins are used up aborts the run.

import package::lib::look_back::prefix_before;
import package::lib::single_pass::{scan_only_tile, scan_tiles};
import package::lib::tile_states::abort_run;
import tile::{Place, place_lane};

fn tile_missing(rank: u32, run: u32, place: Place) -> bool {
    if (place_lane(place) == 0u) { abort_run(); }
    return false;
}

fn should_reduce_predecessor(rank: u32) -> bool { return false; }
fn reduce_predecessor(rank: u32, run: u32, place: Place) {}
