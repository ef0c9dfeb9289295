// A tile of elements, for the slot `tile` of a scan's frame. The scan counts the selected elements, and the store moves
// them.
//
// The selected elements go to workgroup memory in the order in which they are stored, so that neighbouring invocations
// store neighbouring elements of the output. With PARTITION, the other elements follow them in workgroup memory, and
// are stored after all selected elements of the input (operation/others.wgsl). 1 barrier besides those of the rows, 2
// more with INDICES. TILE_PACKS × 4 words of workgroup memory.
//
// The slot `selection` defines
//   fn is_selected_at(index, word, 0) -> bool   whether the element of this index and these bits is selected
// and the slot `indices`
//   INDICES                      whether the elements' indices are stored, too
//   fn index_store(place, index)

import package::lib::grid::parameters;
import package::lib::packs::{packs, source_memory_at};
import package::lib::rows::{Offsets, Rows};
import package::lib::rows_workgroup::{first_pack, Invocation, Position, position_local_index, row_offsets, row_stride, tile_position, workgroup_sum};
import package::lib::tile::TILE_PACKS;
import package::operation::others::other_place;
import constants::{PARTITION, ROWS, TILE_ITEMS, WORKGROUP_SIZE};
import element::T;
import indices::{INDICES, index_store};
import selection::is_selected_at;

@group(0) @binding(8) var<storage, read_write> selected: array<u32>;
@group(0) @binding(10) var<storage, read_write> count: array<u32>;

// Elements of the tile in the order in which they are stored: the selected elements, then the others.
var<workgroup> ranked: array<u32, 4u * TILE_PACKS>;

struct Tile {
    @repeat(ROWS) words_#: vec4<u32>,
    // Bit 4 r + k is set if element k of the pack of row r is selected.
    mask: u32,
    position: Position,
}

// A tile whose elements are in workgroup memory.
struct RankedTile {
    mask: u32,
    offsets: Offsets,
}

fn element_bit(index: u32, word: u32, place: u32) -> u32 {
    return select(0u, 1u << place, index < parameters.elements && is_selected_at(index, word, 0u));
}

fn pack_mask(index: u32, words: vec4<u32>) -> u32 {
    var mask = 0u;
    @repeat(4) mask |= element_bit(4u * index + #u, words[#], #u);
    return mask;
}

fn row_mask(mask: u32, row: u32) -> u32 { return (mask >> (4u * row)) & 15u; }

fn tile_load(rank: u32, position: Position) -> Tile {
    let first = rank * TILE_PACKS + first_pack(position);
    let stride = row_stride(position);
    let last = packs() - 1u;
    var tile: Tile;
    @repeat(ROWS) tile.words_# = source_memory_at(min(first + #u * stride, last));
    @repeat(ROWS) tile.mask |= pack_mask(first + #u * stride, tile.words_#) << (4u * #u);
    tile.position = position;
    return tile;
}

fn tile_offsets(tile: Tile, position: Position) -> Offsets {
    return row_offsets(
        Rows(
            @repeat(ROWS) countOneBits(row_mask(tile.mask, #u)),
        ),
        position,
    );
}

fn tile_total(rank: u32, position: Position) -> T {
    let tile = tile_load(rank, position);
    return workgroup_sum(countOneBits(tile.mask), position);
}

// Other invocations may still read the sums of the previous tile.
fn tile_total_by_rows(rank: u32, position: Position) -> T {
    workgroupBarrier();
    return tile_total(rank, position);
}

// Stores an element in the tile's order. `before` is the number of selected elements before it in the tile, `total` the
// number of selected elements in the tile, and `index` the index of the element in the tile.
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

// Runs before the look-back, so that the elements do not occupy registers during the look-back.
fn tile_prefixes(tile: Tile, offsets: Offsets) -> RankedTile {
    let first = 4u * first_pack(tile.position);
    let stride = 4u * row_stride(tile.position);
    @repeat(ROWS) rank_pack(tile.words_#, row_mask(tile.mask, #u), offsets.before + offsets.rows.row_#, offsets.total, first + #u * stride);
    return RankedTile(tile.mask, offsets);
}

fn rank_indices(tile_start: u32, tile: RankedTile, position: Position) {
    let first = 4u * first_pack(position);
    let stride = 4u * row_stride(position);
    let places = tile_start + vec4<u32>(0u, 1u, 2u, 3u);
    let before = tile.offsets.before;
    let total = tile.offsets.total;
    @repeat(ROWS) let index_# = first + #u * stride; rank_pack(places + index_#, row_mask(tile.mask, #u), before + tile.offsets.rows.row_#, total, index_#);
}

// Numbers that give the scatter indices of a tile's elements.
struct Places {
    // Elements that are selected.
    total: u32,
    // Elements that are stored.
    stored: u32,
    // Selected and other elements before the tile.
    selected: u32,
    others: u32,
}

// The scatter index of the element at `slot` of the tile's order.
fn place(places: Places, slot: u32) -> u32 {
    if (!PARTITION || slot < places.total) { return places.selected + slot; }
    return other_place(places.others + slot - places.total);
}

fn word_store(places: Places, slot: u32) {
    if (slot < places.stored) { selected[place(places, slot)] = ranked[slot]; }
}

// Stores a tile, given the number of selected elements before the invocation's subgroup, or before the tile if rows
// span the workgroup.
fn tile_store(rank: u32, position: Position, tile: RankedTile, before_offset: T) {
    let local_index = position_local_index(position);
    let total = tile.offsets.total;
    let before = before_offset - tile.offsets.before;
    let tile_start = 4u * rank * TILE_PACKS;
    let elements = min(4u * TILE_PACKS, parameters.elements - tile_start);
    var places = Places(total, total, before, 0u);
    if (PARTITION) { places = Places(total, elements, before, tile_start - before); }
    workgroupBarrier();
    @repeat(TILE_ITEMS) word_store(places, local_index + #u * WORKGROUP_SIZE);
    if (INDICES) {
        workgroupBarrier();
        rank_indices(tile_start, tile, position);
        workgroupBarrier();
        for (var slot = local_index; slot < places.stored; slot += WORKGROUP_SIZE) { index_store(place(places, slot), ranked[slot]); }
    }
    if (tile_start + elements == parameters.elements && local_index == 0u) { count[0] = before + total; }
}
