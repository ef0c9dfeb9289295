// Single-pass scan with decoupled look-back; needs workgroups that have started to go on.
//
// Merrill & Garland 2016; lib/look_back.wgsl. A tile that waits in vain gives up for the whole run.

fn tile_missing(rank: u32, run: u32, place: Place) -> bool {
    if (place_lane(place) == 0u) { give_up(); }
    return false;
}

fn helps_first(rank: u32) -> bool { return false; }
fn help_first(rank: u32, run: u32, place: Place) {}
