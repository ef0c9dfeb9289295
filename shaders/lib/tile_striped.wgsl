// A tile in striped arrangement: rows of packs, in which neighbouring invocations access neighbouring packs; lib/tile.wgsl. All rows are
// scanned in the same steps, and then combined.
//
// lib/tile_striped_subgroup.wgsl and lib/tile_workgroup.wgsl define, for rows over a subgroup or over the workgroup
//   fn first_pack(position) -> u32             the invocation's first pack in the tile
//   fn row_stride(position) -> u32             packs from one row to the next
//   fn tile_offsets(tile, position) -> Offsets

import package::lib::packs::{Pack, pack_add_prefix, pack_prefixes, pack_scan, pack_sum, packs, prefix_store_pack, source_pack};
import package::lib::packs::source_pack_or_identity;
import package::lib::tile::TILE_PACKS;
import constants::{COMMUTES, ROWS};
import element::{combine, T};
import tile::{first_pack, Position, row_stride, tile_offsets, workgroup_sum};

struct Tile {
    @repeat(ROWS) row_#: Pack,
}

// An element for each of the invocation's packs.
struct Rows {
    @repeat(ROWS) row_#: T,
}

struct Offsets {
    // The exclusive prefix of each of the invocation's packs, relative to `before`.
    rows: Rows,
    // The exclusive prefix of the invocation's subgroup in the tile; the identity where rows span the workgroup.
    before: T,
    // The sum of the tile.
    total: T,
}

// Whether a tile lies within the input.
fn tile_is_full(rank: u32) -> bool { return (rank + 1u) * TILE_PACKS <= packs(); }

// The invocation's packs, each scanned.
fn tile_load(rank: u32, position: Position) -> Tile {
    let first = rank * TILE_PACKS + first_pack(position);
    let stride = row_stride(position);
    var tile: Tile;
    if (tile_is_full(rank)) {
        @repeat(ROWS) tile.row_# = source_pack(first + #u * stride);
    } else {
        @repeat(ROWS) tile.row_# = source_pack_or_identity(first + #u * stride);
    }
    @repeat(ROWS) tile.row_# = pack_scan(tile.row_#);
    return tile;
}

// Loads all rows at once, since no other tile occupies registers.
fn tile_total(rank: u32, position: Position) -> T {
    let tile = tile_load(rank, position);
    if (!COMMUTES) { return tile_offsets(tile, position).total; }
    let rows = tile_rows(tile);
    var sum = rows.row_0;
    @repeat(1..ROWS) sum = combine(sum, rows.row_#);
    return workgroup_sum(sum, position);
}

// The sum of each of the invocation's packs.
fn tile_rows(tile: Tile) -> Rows {
    return Rows(
        @repeat(ROWS) pack_sum(tile.row_#),
    );
}

// The prefixes of scanned packs, relative to `offsets.before`.
fn tile_prefixes(tile: Tile, offsets: Offsets) -> Tile {
    return Tile(
        @repeat(ROWS) pack_prefixes(offsets.rows.row_#, tile.row_#),
    );
}

// Stores the prefixes of a tile, given the prefix that they are relative to.
fn tile_store(rank: u32, position: Position, prefixes_within: Tile, before: T) {
    let first = rank * TILE_PACKS + first_pack(position);
    let stride = row_stride(position);
    @repeat(ROWS) let pack_# = pack_add_prefix(before, prefixes_within.row_#);
    if (tile_is_full(rank)) {
        @repeat(ROWS) prefix_store_pack(first + #u * stride, pack_#);
    } else {
        @repeat(ROWS) if (first + #u * stride < packs()) { prefix_store_pack(first + #u * stride, pack_#); }
    }
}
