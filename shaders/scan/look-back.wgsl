// Single-pass scan with decoupled look-back; requires forward progress of started workgroups.
//
// Merrill & Garland 2016. See lib/look_back.wgsl. A tile that runs out of spins aborts the run.

import package::lib::look_back::tile_exclusive_prefix;
import package::lib::in_order::scan_tiles_in_order;
import package::lib::only_tile::scan_only_tile;
import package::lib::single_pass::scan_tiles;
import package::lib::tile_states::abort_run;
import tile::{Position, position_local_index};

fn handle_missing_tile(rank: u32, run: u32, position: Position) -> bool {
    if (position_local_index(position) == 0u) { abort_run(); }
    return false;
}

fn should_reduce_predecessor(rank: u32) -> bool { return false; }
fn reduce_predecessor(rank: u32, run: u32, position: Position) {}
