// Single-pass scan with decoupled look-back; needs workgroups that have started to go on.
//
// Merrill & Garland 2016; lib/look_back.wgsl. A tile that waits in vain gives up for the whole run.

import package::lib::look_back::prefix_before;
import package::lib::single_pass::{scan_only_tile, scan_tiles};
import package::lib::tile_states::give_up;
import tile::{Place, place_lane};

fn tile_missing(rank: u32, run: u32, place: Place) -> bool {
    if (place_lane(place) == 0u) { give_up(); }
    return false;
}

fn helps_first(rank: u32) -> bool { return false; }
fn help_first(rank: u32, run: u32, place: Place) {}
