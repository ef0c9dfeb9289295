// Single-pass scan whose association of operands depends only on the indices of the tiles. The scan requires forward
// progress of started workgroups.
//
// See lib/look_back_deterministic.wgsl. A tile that runs out of spins aborts the run.

import package::lib::look_back_deterministic::tile_exclusive_prefix;
import package::lib::only_tile::scan_only_tile;
import package::lib::single_pass::scan_tiles;
import tile::Position;

fn should_reduce_predecessor(rank: u32) -> bool { return false; }
fn reduce_predecessor(rank: u32, run: u32, position: Position) {}
