// A tile in striped arrangement: rows of packs, in which neighbouring invocations access neighbouring packs; lib/tile.wgsl. Rows are
// scanned one beside the other, and then joined.
//
// lib/tile_striped_subgroup.wgsl and lib/tile_workgroup.wgsl define, for rows over a subgroup or over the workgroup
//   fn place_first(place) -> u32              the invocation's first pack in the tile
//   fn place_stride(place) -> u32             packs from one row to the next
//   fn tile_offsets(tile, place) -> Offsets

import package::lib::packs::{Pack, pack_after, pack_prefixes, pack_scan, pack_sum, packs, prefix_store_pack, source_pack};
import package::lib::packs::source_pack_or_identity;
import package::lib::tile::TILE_PACKS;
import constants::{COMMUTES, ROWS};
import element::{combine, T};
import tile::{lanes_sum, Place, place_first, place_stride, tile_offsets};

struct Tile {
    @repeat(ROWS) row_#: Pack,
}

// An element for each of the invocation's packs.
struct Rows {
    @repeat(ROWS) row_#: T,
}

struct Offsets {
    // What lies before each of the invocation's packs, from `before` on.
    rows: Rows,
    // What lies before all of them in the tile.
    before: T,
    // All of the tile.
    total: T,
}

// Whether a tile has no pack past the end.
fn tile_is_full(rank: u32) -> bool { return (rank + 1u) * TILE_PACKS <= packs(); }

// The invocation's packs, each scanned by itself.
fn tile_load(rank: u32, place: Place) -> Tile {
    let first = rank * TILE_PACKS + place_first(place);
    let stride = place_stride(place);
    var tile: Tile;
    if (tile_is_full(rank)) {
        @repeat(ROWS) tile.row_# = source_pack(first + #u * stride);
    } else {
        @repeat(ROWS) tile.row_# = source_pack_or_identity(first + #u * stride);
    }
    @repeat(ROWS) tile.row_# = pack_scan(tile.row_#);
    return tile;
}

// The sum of a tile that is not held, its rows read together. In uniform control flow.
fn tile_total(rank: u32, place: Place) -> T {
    let tile = tile_load(rank, place);
    if (!COMMUTES) { return tile_offsets(tile, place).total; }
    let rows = tile_rows(tile);
    var sum = rows.row_0;
    @repeat(1..ROWS) sum = combine(sum, rows.row_#);
    return lanes_sum(sum, place);
}

// The sum of each of the invocation's packs.
fn tile_rows(tile: Tile) -> Rows {
    return Rows(
        @repeat(ROWS) pack_sum(tile.row_#),
    );
}

// The prefixes of packs that are scanned, from the invocation's `before` on.
fn tile_prefixes(tile: Tile, offsets: Offsets) -> Tile {
    return Tile(
        @repeat(ROWS) pack_prefixes(offsets.rows.row_#, tile.row_#),
    );
}

// Stores the prefixes of a tile, given what lies before them.
fn tile_store(rank: u32, place: Place, prefixes_within: Tile, before: T) {
    let first = rank * TILE_PACKS + place_first(place);
    let stride = place_stride(place);
    @repeat(ROWS) let pack_# = pack_after(before, prefixes_within.row_#);
    if (tile_is_full(rank)) {
        @repeat(ROWS) prefix_store_pack(first + #u * stride, pack_#);
    } else {
        @repeat(ROWS) if (first + #u * stride < packs()) { prefix_store_pack(first + #u * stride, pack_#); }
    }
}
