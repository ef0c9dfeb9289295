// A tile of elements of which some are selected, for the slot `tile` of a scan's frame: the scan counts the selected ones, and the store
// compacts them; lib/tile.wgsl, lib/rows.wgsl.
//
// The selected elements go to workgroup memory at their ranks in the tile, so that neighbouring invocations store neighbouring elements of
// the output. With PARTITION the others follow them there, and go behind all selected elements of the input. 1 barrier beside those of the
// rows, 2 more with INDICES. TILE_PACKS × 4 words of workgroup memory.
//
// The slot `selection` defines
//   fn selected_mask(index, words) -> u32   bit k is set where element k of pack `index`, whose words are given, is selected
// and the slot `indices`
//   INDICES                      whether the elements' indices are stored, too
//   fn index_store(place, index)

import package::lib::grid::parameters;
import package::lib::packs::{packs, source_memory_at};
import package::lib::rows::{Offsets, Rows};
import package::lib::tile::TILE_PACKS;
import constants::{PARTITION, ROWS, WORKGROUP_SIZE};
import element::T;
import indices::{INDICES, index_store};
import rows::{first_pack, Position, position_lane, row_offsets, row_stride, workgroup_sum};
import selection::selected_mask;

@group(0) @binding(8) var<storage, read_write> selected: array<u32>;
@group(0) @binding(10) var<storage, read_write> count: array<u32>;

// Elements of the tile at the ranks at which they are stored: the selected ones, then the others.
var<workgroup> ranked: array<u32, 4u * TILE_PACKS>;

struct Tile {
    @repeat(ROWS) words_#: vec4<u32>,
    @repeat(ROWS) mask_#: u32,
}

// A tile whose elements are in workgroup memory.
struct RankedTile {
    tile: Tile,
    offsets: Offsets,
}

// The elements of pack `index` that the input has.
fn valid_mask(index: u32) -> u32 {
    return (1u << min(4u, parameters.elements - min(parameters.elements, 4u * index))) - 1u;
}

fn pack_mask(index: u32, words: vec4<u32>) -> u32 { return selected_mask(index, words) & valid_mask(index); }

fn tile_load(rank: u32, position: Position) -> Tile {
    let first = rank * TILE_PACKS + first_pack(position);
    let stride = row_stride(position);
    let last = packs() - 1u;
    var tile: Tile;
    @repeat(ROWS) tile.words_# = source_memory_at(min(first + #u * stride, last));
    @repeat(ROWS) tile.mask_# = pack_mask(first + #u * stride, tile.words_#);
    return tile;
}

fn tile_offsets(tile: Tile, position: Position) -> Offsets {
    return row_offsets(
        Rows(
            @repeat(ROWS) countOneBits(tile.mask_#),
        ),
        position,
    );
}

fn tile_total(rank: u32, position: Position) -> T {
    let tile = tile_load(rank, position);
    var sum = 0u;
    @repeat(ROWS) sum += countOneBits(tile.mask_#);
    return workgroup_sum(sum, position);
}

// Other invocations may still read the sums of another tile.
fn tile_total_by_rows(rank: u32, position: Position) -> T {
    workgroupBarrier();
    return tile_total(rank, position);
}

// Puts an element at its rank, given the number of selected elements before it in the tile, of all selected ones in the tile, and its index
// in the tile.
fn rank_element(value: u32, is_selected: bool, before: u32, total: u32, index: u32) {
    if (is_selected) {
        ranked[before] = value;
    } else if (PARTITION) {
        ranked[total + index - before] = value;
    }
}

fn rank_pack(values: vec4<u32>, mask: u32, first_before: u32, total: u32, index: u32) {
    var before = first_before;
    @repeat(4) rank_element(values[#], (mask & (1u << #u)) != 0u, before, total, index + #u); before += (mask >> #u) & 1u;
}

fn rank_words(tile: Tile, offsets: Offsets, position: Position) {
    let first = 4u * first_pack(position);
    let stride = 4u * row_stride(position);
    @repeat(ROWS) rank_pack(tile.words_#, tile.mask_#, offsets.before + offsets.rows.row_#, offsets.total, first + #u * stride);
}

fn rank_indices(rank: u32, tile: Tile, offsets: Offsets, position: Position) {
    let first = 4u * first_pack(position);
    let stride = 4u * row_stride(position);
    let places = 4u * rank * TILE_PACKS + vec4<u32>(0u, 1u, 2u, 3u);
    @repeat(ROWS) let index_# = first + #u * stride; rank_pack(places + index_#, tile.mask_#, offsets.before + offsets.rows.row_#, offsets.total, index_#);
}

fn tile_prefixes(tile: Tile, offsets: Offsets) -> RankedTile { return RankedTile(tile, offsets); }

// The place in the output of the element of rank `slot` in the tile.
fn place(slot: u32, total: u32, before: u32, tile_start: u32) -> u32 {
    if (slot < total) { return before + slot; }
    return count[0] + tile_start - before + slot - total;
}

// Stores a tile, given the number of selected elements before the invocation's subgroup or, where rows span the workgroup, before the tile.
fn tile_store(rank: u32, position: Position, ranked_tile: RankedTile, before_offset: T) {
    let offsets = ranked_tile.offsets;
    let before = before_offset - offsets.before;
    let tile_start = 4u * rank * TILE_PACKS;
    let elements = min(4u * TILE_PACKS, parameters.elements - tile_start);
    let stored = select(offsets.total, elements, PARTITION);
    rank_words(ranked_tile.tile, offsets, position);
    workgroupBarrier();
    for (var slot = position_lane(position); slot < stored; slot += WORKGROUP_SIZE) {
        selected[place(slot, offsets.total, before, tile_start)] = ranked[slot];
    }
    if (INDICES) {
        workgroupBarrier();
        rank_indices(rank, ranked_tile.tile, offsets, position);
        workgroupBarrier();
        for (var slot = position_lane(position); slot < stored; slot += WORKGROUP_SIZE) {
            index_store(place(slot, offsets.total, before, tile_start), ranked[slot]);
        }
    }
    if (!PARTITION && tile_start + elements == parameters.elements && position_lane(position) == 0u) {
        count[0] = before + offsets.total;
    }
}
