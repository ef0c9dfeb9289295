// A tile in striped arrangement: rows of packs, in which neighbouring invocations access neighbouring packs. All rows
// are scanned in the same steps and then combined.

import package::lib::packs::{packs, prefix_store_pack, source_pack, source_pack_or_identity};
import package::lib::rows::{Offsets, Rows};
import package::lib::tile::TILE_PACKS;
import constants::{COMMUTES, ROWS};
import element::{combine, T};
import pack::{Pack, pack_add_prefix, pack_prefixes, pack_scan, pack_sum};
import tile::{first_pack, Position, row_offsets, row_stride, workgroup_sum};

struct Tile {
    @repeat(ROWS) row_#: Pack,
}

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

fn tile_offsets(tile: Tile, position: Position) -> Offsets { return row_offsets(tile_rows(tile), position); }

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
