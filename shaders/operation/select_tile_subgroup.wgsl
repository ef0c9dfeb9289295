// A tile of elements, for the slot `tile` of a scan's frame. The scan counts the selected elements, and the store moves
// them.
//
// Harris & Garland, "Optimizing parallel prefix operations for the Fermi architecture", 2012, section 3.2. A row has one
// element per invocation of a subgroup. Its ballot gives the rank of each selected element and the number of selected
// elements. No value is shuffled, and a row stores to neighbouring addresses. 1 barrier.
//
// The slot `selection` defines
//   fn is_selected_at(index, word, lane) -> bool      whether the element of this index and these bits is selected. `lane` is the
//                                                     element's index in its row, 0 without subgroups. To be called in uniform control flow
// and the slot `indices`
//   fn index_store(place, index)

import package::lib::grid::parameters;
import package::lib::position_subgroup::{Invocation, Position, position_local_index, tile_position, workgroup_sum};
import package::lib::subgroup_scan::{subgroup_sums, SubgroupSums};
import package::lib::tile::TILE_PACKS;
import package::operation::others::other_place;
import constants::{PARTITION, TILE_ITEMS};
import element::T;
import indices::index_store;
import selection::is_selected_at;

@group(0) @binding(1) var<storage, read> elements: array<u32>;
@group(0) @binding(8) var<storage, read_write> selected: array<u32>;
@group(0) @binding(10) var<storage, read_write> count: array<u32>;

const TILE_ELEMENTS: u32 = 4u * TILE_PACKS;

struct Tile {
    @repeat(TILE_ITEMS) word_#: u32,
    // Bit r is set if the element of row r is selected.
    mask: u32,
}

// A tile with the sums that give its scatter indices.
struct CountedTile {
    tile: Tile,
    sums: SubgroupSums,
}

// The first of the invocation's elements, one in each row of its subgroup.
fn first_element(rank: u32, position: Position) -> u32 {
    return rank * TILE_ELEMENTS + position.subgroup * position.size * TILE_ITEMS + position.lane;
}

fn is_full(rank: u32) -> bool { return (rank + 1u) * TILE_ELEMENTS <= parameters.elements; }

fn row_bit(index: u32, word: u32, row: u32, lane: u32) -> u32 {
    return select(0u, 1u << row, is_selected_at(index, word, lane));
}

// Past the end, the last element is read instead.
fn row_bit_within(index: u32, word: u32, row: u32, lane: u32) -> u32 {
    return select(0u, row_bit(min(index, parameters.elements - 1u), word, row, lane), index < parameters.elements);
}

fn tile_load(rank: u32, position: Position) -> Tile {
    let first = first_element(rank, position);
    let last = parameters.elements - 1u;
    var tile: Tile;
    if (is_full(rank)) {
        @repeat(TILE_ITEMS) tile.word_# = elements[first + #u * position.size];
        @repeat(TILE_ITEMS) tile.mask |= row_bit(first + #u * position.size, tile.word_#, #u, position.lane);
    } else {
        @repeat(TILE_ITEMS) tile.word_# = elements[min(first + #u * position.size, last)];
        @repeat(TILE_ITEMS) tile.mask |= row_bit_within(first + #u * position.size, tile.word_#, #u, position.lane);
    }
    return tile;
}

// The number of set bits in a ballot of up to 128 lanes.
fn ballot_count(ballot: vec4<u32>, size: u32) -> u32 {
    var bits = countOneBits(ballot.x);
    if (size > 32u) { bits += countOneBits(ballot.y); }
    if (size > 64u) { bits += countOneBits(ballot.z) + countOneBits(ballot.w); }
    return bits;
}

fn is_selected_in_row(mask: u32, row: u32) -> bool { return ((mask >> row) & 1u) == 1u; }

fn tile_offsets(tile: Tile, position: Position) -> SubgroupSums {
    return subgroup_sums(subgroupAdd(countOneBits(tile.mask)), position, position.size);
}

fn tile_total(rank: u32, position: Position) -> T {
    let tile = tile_load(rank, position);
    return workgroup_sum(countOneBits(tile.mask), position);
}

fn tile_total_by_rows(rank: u32, position: Position) -> T { return tile_total(rank, position); }

fn tile_prefixes(tile: Tile, sums: SubgroupSums) -> CountedTile { return CountedTile(tile, sums); }

fn bits_before(lane: u32) -> vec4<u32> {
    let first = vec4<u32>(0u, 32u, 64u, 96u);
    let within = (vec4<u32>(1u) << vec4<u32>(lane % 32u)) - vec4<u32>(1u);
    let full = select(vec4<u32>(0u), vec4<u32>(0xffffffffu), vec4<u32>(lane) >= first + vec4<u32>(32u));
    return select(full, within, vec4<u32>(lane / 32u * 32u) == first);
}

// The numbers of selected and of other elements before a row.
struct Places {
    selected: u32,
    others: u32,
}

fn element_store(place: u32, word: u32, index: u32) {
    selected[place] = word;
    index_store(place, index);
}

// Stores an element of a row, and returns the numbers before the next row. A partition also stores the other
// elements, by the same instruction.
fn row_store(places: Places, index: u32, word: u32, is_selected: bool, is_other: bool, before: vec4<u32>, position: Position) -> Places {
    let ballot = subgroupBallot(is_selected);
    let rank = ballot_count(ballot & before, position.size);
    let size = ballot_count(ballot, position.size);
    let place = select(other_place(places.others + position.lane - rank), places.selected + rank, is_selected);
    if (is_selected || is_other) { element_store(place, word, index); }
    return Places(places.selected + size, places.others + position.size - size);
}

// As row_store, for the last tile of a partition. Elements past the end are not stored.
fn row_store_within(places: Places, index: u32, word: u32, is_selected: bool, before: vec4<u32>, position: Position) -> Places {
    return row_store(places, index, word, is_selected, !is_selected && index < parameters.elements, before, position);
}

// Stores a tile, given the number of selected elements before the invocation's subgroup.
fn tile_store(rank: u32, position: Position, counted: CountedTile, before_subgroup: T) {
    let tile = counted.tile;
    let first = first_element(rank, position);
    let bits = bits_before(position.lane);
    var places = Places(before_subgroup, 0u);
    if (PARTITION) { places.others = first - position.lane - before_subgroup; }
    if (!PARTITION || is_full(rank)) {
        @repeat(TILE_ITEMS) let selected_# = is_selected_in_row(tile.mask, #u); places = row_store(places, first + #u * position.size, tile.word_#, selected_#, PARTITION && !selected_#, bits, position);
    } else {
        @repeat(TILE_ITEMS) places = row_store_within(places, first + #u * position.size, tile.word_#, is_selected_in_row(tile.mask, #u), bits, position);
    }
    let is_last = rank * TILE_ELEMENTS + TILE_ELEMENTS >= parameters.elements;
    if (is_last && position.local_index == 0u) { count[0] = before_subgroup - counted.sums.before + counted.sums.total; }
}
