// A tile of records whose selected records are counted by subgroups.

import package::lib::position_subgroup::{Invocation, Position, position_local_index, tile_position, workgroup_sum};
import package::lib::rows_subgroup::{first_pack, row_offsets, row_stride};
import package::operation::record_tile::{tile_load, tile_offsets, tile_prefixes, tile_store, tile_total};
import element::T;

fn tile_total_by_rows(rank: u32, position: Position) -> T { return tile_total(rank, position); }
