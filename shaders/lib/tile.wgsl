// A tile in registers: WORKGROUP_SIZE × ROWS packs. Every invocation holds ROWS packs, each with its own name, since
// indexed arrays spill into memory; shaders/README.md describes @repeat.
//
// The slot `tile` is lib/tile_workgroup.wgsl, lib/tile_striped_subgroup.wgsl or lib/tile_blocked.wgsl. For scans through
// workgroup memory, lib/rows_workgroup.wgsl and lib/tile_workgroup.wgsl define the following items. For scans by
// subgroups, lib/position_subgroup.wgsl and lib/tile_subgroup.wgsl define them:
//   struct Invocation                             the built-in values from which the position is computed
//   fn tile_position(invocation) -> Position
//   fn position_local_index(position) -> u32      index in the workgroup
//   fn tile_total_by_rows(rank, position) -> T    the sum of a full tile, row by row, while another tile is in registers
//   fn workgroup_sum(value, position) -> T        the sum of all invocations' values
//
// lib/tile_striped.wgsl and lib/tile_blocked.wgsl define the functions of their arrangement, striped or blocked (CUB's
// terms):
//   fn tile_load(rank, position) -> Tile
//   fn tile_offsets(tile, position) -> Offsets    `before`, the exclusive prefix in the tile of the invocation (blocked) or its subgroup
//                                                 (striped), and `total`, the sum of the tile
//   fn tile_prefixes(tile, offsets) -> Tile       the prefixes, relative to `before`
//   fn tile_store(rank, position, prefixes_within, before)   stores the prefixes, given the prefix that they are relative to
//   fn tile_total(rank, position) -> T            the sum of a tile, while no tile is in registers
//
// All functions except tile_position and position_local_index must be called in uniform control flow. Indices count packs in the order
// of the scan.

import constants::{ROWS, WORKGROUP_SIZE};

const TILE_PACKS: u32 = WORKGROUP_SIZE * ROWS;
