// A tile in registers: WORKGROUP_SIZE × ROWS packs, of which every invocation holds ROWS. Each has a name of its own, since arrays
// that are indexed spill into memory; lib/packs.wgsl says what @repeat does.
//
// lib/tile_subgroup.wgsl and lib/tile_workgroup.wgsl say which packs these are, in rows over a subgroup or over the workgroup, so
// that neighbouring invocations always access neighbouring packs:
//   struct Invocation                         the built-in values that tell an invocation its place
//   fn tile_place(invocation) -> Place
//   fn place_lane(place) -> u32               rank in the workgroup
//   fn place_first(place) -> u32              the invocation's first pack in the tile
//   fn place_stride(place) -> u32             packs from one row to the next
//   fn tile_offsets(tile, place) -> Offsets   in uniform control flow
//   fn tile_sum(rank, place) -> T             the tile's sum by the same steps, in uniform control flow
//   fn lanes_sum(value, place) -> T           the sum of all invocations' values, in uniform control flow
//
// All numbers are packs' ranks in the order of the scan.

const TILE_PACKS: u32 = WORKGROUP_SIZE * ROWS;

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

// The prefixes of packs that are scanned, given what lies before each.
fn tile_prefixes(tile: Tile, before: Rows) -> Tile {
    return Tile(
        @repeat(ROWS) pack_prefixes(before.row_#, tile.row_#),
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
