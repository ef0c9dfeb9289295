// A tile of records, for the slot `tile` of a scan's frame. The scan counts the selected records, and the store moves
// them.
//
// Records stay in memory. Registers hold one bit per record, and workgroup memory holds the indices of the records in
// the order in which they are stored. Neighbouring invocations then move neighbouring words of the stored records, so
// that loads and stores are coalesced whatever the length of a record. With PARTITION, the other records follow the
// selected records of the tile, and are stored after all selected records of the input. 1 barrier besides those of the
// rows. TILE_PACKS × 4 words of workgroup memory.
//
// The slots `selection` and `indices` define the functions that operation/select_tile_workgroup.wgsl lists. The bits of
// an element are not passed.

import package::lib::grid::parameters;
import package::lib::rows::{Offsets, Rows};
import package::lib::tile::TILE_PACKS;
import package::operation::others::other_place;
import package::operation::records::{word_load, word_store};
import constants::{PARTITION, RECORD_WORDS, ROWS, WORKGROUP_SIZE};
import element::T;
import indices::{INDICES, index_store};
import selection::is_selected_at;
import tile::{first_pack, Position, position_local_index, row_offsets, row_stride, workgroup_sum};

@group(0) @binding(10) var<storage, read_write> count: array<u32>;

// Indices of the tile's records in the order in which they are stored: the selected records, then the others.
var<workgroup> ranked: array<u32, 4u * TILE_PACKS>;

const TILE_RECORDS: u32 = 4u * TILE_PACKS;

struct Tile {
    // The index of the tile's first record.
    start: u32,
    // Bit 4 r + k is set if record k of the pack of row r is selected.
    mask: u32,
    position: Position,
}

// Past the end, the last record is read instead, so that all loads are issued together.
fn record_bit(index: u32, place: u32) -> u32 {
    let is_selected = is_selected_at(min(index, parameters.elements - 1u), 0u, 0u);
    return select(0u, 1u << place, is_selected && index < parameters.elements);
}

fn pack_mask(index: u32) -> u32 {
    var mask = 0u;
    @repeat(4) mask |= record_bit(index + #u, #u);
    return mask;
}

fn row_mask(mask: u32, row: u32) -> u32 { return (mask >> (4u * row)) & 15u; }

fn tile_load(rank: u32, position: Position) -> Tile {
    let start = rank * TILE_RECORDS;
    let first = start + 4u * first_pack(position);
    let stride = 4u * row_stride(position);
    var mask = 0u;
    @repeat(ROWS) mask |= pack_mask(first + #u * stride) << (4u * #u);
    return Tile(start, mask, position);
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
    return workgroup_sum(countOneBits(tile_load(rank, position).mask), position);
}

// Stores a record's index in the tile's order. `before` is the number of selected records before it in the tile, `total`
// the number of selected records in the tile, and `place` the index of the record in the tile.
fn rank_record(tile: Tile, is_selected: bool, before: u32, total: u32, place: u32) {
    if (is_selected) {
        ranked[before] = tile.start + place;
    } else if (PARTITION) {
        ranked[total + place - before] = tile.start + place;
    }
}

fn rank_pack(tile: Tile, mask: u32, first_before: u32, total: u32, place: u32) {
    var before = first_before;
    @repeat(4) rank_record(tile, (mask & (1u << #u)) != 0u, before, total, place + #u); before += (mask >> #u) & 1u;
}

// Runs before the look-back, so that only the sums occupy registers during the look-back.
fn tile_prefixes(tile: Tile, offsets: Offsets) -> Offsets {
    let first = 4u * first_pack(tile.position);
    let stride = 4u * row_stride(tile.position);
    @repeat(ROWS) rank_pack(tile, row_mask(tile.mask, #u), offsets.before + offsets.rows.row_#, offsets.total, first + #u * stride);
    return offsets;
}

// As in operation/select_tile_workgroup.wgsl.
struct Places {
    total: u32,
    stored: u32,
    selected: u32,
    others: u32,
}

fn place(places: Places, slot: u32) -> u32 {
    if (!PARTITION || slot < places.total) { return places.selected + slot; }
    return other_place(places.others + slot - places.total);
}

// Word `word` of the tile's records in the order in which they are stored.
fn ranked_load(word: u32) -> u32 { return word_load(ranked[word / RECORD_WORDS], word % RECORD_WORDS); }

fn ranked_store(places: Places, word: u32, value: u32) {
    word_store(place(places, word / RECORD_WORDS), word % RECORD_WORDS, value);
}

// Four loads are issued together.
fn words_move(places: Places, local_index: u32) {
    let words = places.stored * RECORD_WORDS;
    var word = local_index;
    for (; word + 3u * WORKGROUP_SIZE < words; word += 4u * WORKGROUP_SIZE) {
        @repeat(4) let value_# = ranked_load(word + #u * WORKGROUP_SIZE);
        @repeat(4) ranked_store(places, word + #u * WORKGROUP_SIZE, value_#);
    }
    for (; word < words; word += WORKGROUP_SIZE) { ranked_store(places, word, ranked_load(word)); }
}

// Stores a tile, given the number of selected records before the invocation's subgroup, or before the tile if rows span
// the workgroup.
fn tile_store(rank: u32, position: Position, offsets: Offsets, before_offset: T) {
    let local_index = position_local_index(position);
    let total = offsets.total;
    let before = before_offset - offsets.before;
    let start = rank * TILE_RECORDS;
    let elements = min(TILE_RECORDS, parameters.elements - start);
    var places = Places(total, total, before, 0u);
    if (PARTITION) { places = Places(total, elements, before, start - before); }
    workgroupBarrier();
    words_move(places, local_index);
    if (INDICES) {
        for (var slot = local_index; slot < places.stored; slot += WORKGROUP_SIZE) { index_store(place(places, slot), ranked[slot]); }
    }
    if (start + elements == parameters.elements && local_index == 0u) { count[0] = before + total; }
}
