// A tile in registers: WORKGROUP_SIZE × ROWS packs, of which every invocation holds ROWS. Each has a name of its own, since arrays
// that are indexed spill into memory; shaders/README.md says what @repeat does.
//
// The slot `tile` is lib/tile_workgroup.wgsl, lib/tile_striped_subgroup.wgsl or lib/tile_blocked.wgsl. By who scans the tile,
// lib/tile_subgroup.wgsl and lib/tile_workgroup.wgsl define
//   struct Invocation                         the built-in values from which an invocation gets its place
//   fn tile_place(invocation) -> Place
//   fn place_lane(place) -> u32               rank in the workgroup
//   fn tile_sum(rank, place) -> T             the sum of a full tile beside one that is held, in uniform control flow
//   fn lanes_sum(value, place) -> T           the sum of all invocations' values, in uniform control flow
//
// and by its arrangement, striped or blocked (CUB's terms), lib/tile_striped.wgsl and lib/tile_blocked.wgsl
//   fn tile_load(rank, place) -> Tile         in uniform control flow, as all that follow
//   fn tile_offsets(tile, place) -> Offsets   the exclusive prefix of the invocation's packs in the tile, `before`, and the tile's `total`
//   fn tile_prefixes(tile, offsets) -> Tile   the prefixes, relative to the invocation's exclusive prefix
//   fn tile_store(rank, place, prefixes_within, before)   stores them, given that prefix
//   fn tile_total(rank, place) -> T           the sum of a tile where none is held
//
// All numbers are packs' ranks in the order of the scan.

import constants::{ROWS, WORKGROUP_SIZE};

const TILE_PACKS: u32 = WORKGROUP_SIZE * ROWS;
