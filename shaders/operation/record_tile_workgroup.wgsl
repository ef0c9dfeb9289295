// A tile of records whose selected records are counted through workgroup memory.

import package::lib::rows_workgroup::{first_pack, Invocation, Position, position_local_index, row_offsets, row_stride, tile_position, workgroup_sum};
import package::operation::record_tile::{tile_load, tile_offsets, tile_prefixes, tile_store, tile_total};
import element::T;

// Other invocations may still read the sums of the previous tile.
fn tile_total_by_rows(rank: u32, position: Position) -> T {
    workgroupBarrier();
    return tile_total(rank, position);
}
