// A tile of keys whose heads are counted by subgroups.

import package::lib::position_subgroup::{Invocation, Position, position_local_index, tile_position, workgroup_sum};
import package::lib::subgroup_scan::subgroup_workgroup_scan;
import package::operation::head_tile::{HeadSums, Tile, tile_load, tile_prefixes, tile_store, tile_total, tile_total_by_rows};

fn tile_offsets(tile: Tile, position: Position) -> HeadSums {
    let sums = subgroup_workgroup_scan(countOneBits(tile.bits), position, position.size);
    return HeadSums(sums.before, sums.total);
}
