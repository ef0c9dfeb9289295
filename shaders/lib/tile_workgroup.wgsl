// A tile in striped arrangement whose rows span the workgroup.

import package::lib::packs::source_pack;
import package::lib::rows_workgroup::{first_pack, Invocation, neighbouring_row_sum, Position, position_local_index, row_offsets, row_stride};
import package::lib::rows_workgroup::{row_sums, tile_position, workgroup_sum};
import package::lib::tile::TILE_PACKS;
import package::lib::tile_striped::{tile_load, tile_offsets, tile_prefixes, tile_store, tile_total};
import package::lib::workgroup_scan::{workgroup_scan_exclusive, workgroup_scan_total};
import constants::{ROWS, WORKGROUP_SIZE};
import element::T;
import pack::{pack_scan, pack_sum};

// The tile is full, since it precedes another tile.
fn tile_total_by_rows(rank: u32, position: Position) -> T {
    let first = rank * TILE_PACKS + position.local_index;
    // Other invocations may still read the rows of the previous tile.
    workgroupBarrier();
    for (var row = 0u; row < ROWS; row++) {
        let pack = pack_scan(source_pack(first + row * WORKGROUP_SIZE));
        row_sums[row * WORKGROUP_SIZE + position.local_index] = pack_sum(pack);
    }
    workgroupBarrier();
    _ = workgroup_scan_exclusive(neighbouring_row_sum(position.local_index), position.local_index);
    return workgroup_scan_total();
}
