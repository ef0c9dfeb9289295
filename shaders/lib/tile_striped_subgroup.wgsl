// A tile in striped arrangement whose rows are scanned by subgroups.

import package::lib::position_subgroup::{Invocation, Position, position_local_index, tile_position, workgroup_sum};
import package::lib::rows_subgroup::{first_pack, row_offsets, row_stride};
import package::lib::tile_striped::{tile_load, tile_offsets, tile_prefixes, tile_store, tile_total};
import package::lib::tile_subgroup::tile_total_by_rows;
