// A tile of keys whose heads are counted through workgroup memory.

import package::lib::rows_workgroup::{Invocation, Position, position_local_index, tile_position, workgroup_sum};
import package::lib::workgroup_scan::{workgroup_scan_exclusive, workgroup_scan_total};
import package::operation::head_tile::{HeadSums, Tile, tile_load, tile_prefixes, tile_store, tile_total, tile_total_by_rows};

fn tile_offsets(tile: Tile, position: Position) -> HeadSums {
    let before = workgroup_scan_exclusive(countOneBits(tile.bits), position.local_index);
    return HeadSums(before, workgroup_scan_total());
}
