// A tile of keys, for the slot `tile` of a scan's frame. The first key of each run of equal keys is a head. The scan
// counts the heads. The store moves them, and stores words of their bits. See lib/tile.wgsl and
// operation/selected_bits.wgsl.
//
// Invocations compare packs of keys in rows, as lib/tile_striped.wgsl loads them, and exchange the bits through
// workgroup memory, so that invocation i has word i of the tile. All further work is done per word: one sum per
// invocation instead of one ballot per row. Heads are then loaded again, from the cache. 2 barriers besides those of
// the sums, WORKGROUP_SIZE × 25 / 8 words of workgroup memory.
//
// operation/head_tile_subgroup.wgsl and operation/head_tile_workgroup.wgsl define
//   fn tile_offsets(tile, position) -> HeadSums   to be called in uniform control flow

import package::lib::bits::lowest_bit;
import package::lib::grid::parameters;
import package::lib::packs::{packs, source_memory_at};
import package::lib::tile::TILE_PACKS;
import package::operation::selected_bits::selected_bits_store;
import constants::{ROWS, TILE_ITEMS, WORKGROUP_SIZE};
import element::T;
import tile::{Position, position_local_index, tile_offsets};

@group(0) @binding(8) var<storage, read_write> selected: array<u32>;
@group(0) @binding(10) var<storage, read_write> count: array<u32>;
// The input, one word at a time: for the key before each pack, and to store heads.
@group(0) @binding(11) var<storage, read> neighbours: array<u32>;

// Words of bits per row: one for the packs of eight neighbouring invocations.
const ROW_WORDS: u32 = WORKGROUP_SIZE / 8u;
const TILE_WORDS: u32 = ROWS * ROW_WORDS;

const TILE_KEYS: u32 = 4u * TILE_PACKS;

// The bits of the packs of eight neighbouring invocations: bit 4 r + k for key k of the pack of row r. Every ninth word
// is free, so that invocations that gather words access different banks.
var<workgroup> pack_heads: array<array<u32, 9>, ROW_WORDS>;

// Words of bits and the number of heads before each, which give the scatter indices of the tile's heads.
var<workgroup> placed_words: array<vec2<u32>, WORKGROUP_SIZE>;

// The invocation's packs of keys, one in each row, and the key before each.
struct Keys {
    @repeat(ROWS) pack_#: vec4<u32>,
    @repeat(ROWS) before_#: u32,
}

struct Tile {
    // The invocation's word of bits.
    bits: u32,
}

struct HeadSums {
    // The number of heads in the tile before the invocation's word.
    before: T,
    // The number of heads in the tile.
    total: T,
}

struct CountedTile {
    bits: u32,
    sums: HeadSums,
}

// The first key has no predecessor; whether it is a head does not depend on the comparison.
fn key_before(pack: u32) -> u32 { return neighbours[max(4u * pack, 1u) - 1u]; }

fn keys_load(rank: u32, local_index: u32) -> Keys {
    let first = rank * TILE_PACKS + local_index;
    let last = packs() - 1u;
    var loaded: Keys;
    if ((rank + 1u) * TILE_PACKS <= packs()) {
        @repeat(ROWS) loaded.pack_# = source_memory_at(first + #u * WORKGROUP_SIZE);
        loaded.before_0 = key_before(first);
        @repeat(1..ROWS) loaded.before_# = neighbours[4u * (first + #u * WORKGROUP_SIZE) - 1u];
    } else {
        @repeat(ROWS) loaded.pack_# = source_memory_at(min(first + #u * WORKGROUP_SIZE, last));
        @repeat(ROWS) loaded.before_# = key_before(min(first + #u * WORKGROUP_SIZE, last));
    }
    return loaded;
}

// Bit k is set if key k of a pack differs from its predecessor. Keys are compared bit by bit.
fn head_mask(words: vec4<u32>, before: u32) -> u32 {
    let bits = select(vec4<u32>(), vec4<u32>(1u, 2u, 4u, 8u), words != vec4<u32>(before, words.xyz));
    return bits.x | bits.y | bits.z | bits.w;
}

// The invocation's word of bits, given the index of the word's first key. Beyond the tile's last word it is 0.
fn word_of_heads(local_index: u32, first: u32) -> u32 {
    let column = local_index % ROW_WORDS;
    let shift = 4u * (local_index / ROW_WORDS);
    var bits = select(0u, 1u, first == 0u);
    @repeat(8) bits |= ((pack_heads[column][#] >> shift) & 15u) << (4u * #u);
    let rest = parameters.elements - min(first, parameters.elements);
    if (rest < 32u) { bits &= (1u << rest) - 1u; }
    return bits;
}

fn tile_load(rank: u32, position: Position) -> Tile {
    let local_index = position_local_index(position);
    let loaded = keys_load(rank, local_index);
    var mask = 0u;
    @repeat(ROWS) mask |= head_mask(loaded.pack_#, loaded.before_#) << (4u * #u);
    pack_heads[local_index / 8u][local_index % 8u] = mask;
    workgroupBarrier();
    return Tile(word_of_heads(local_index, 32u * (rank * TILE_WORDS + local_index)));
}

fn tile_total(rank: u32, position: Position) -> T { return tile_offsets(tile_load(rank, position), position).total; }

// This function needs no additional barrier: the barrier in the load follows the last read of the previous tile's sums.
fn tile_total_by_rows(rank: u32, position: Position) -> T { return tile_total(rank, position); }

fn tile_prefixes(tile: Tile, sums: HeadSums) -> CountedTile { return CountedTile(tile.bits, sums); }

fn word_heads_store(first: u32, heads: u32, before: u32) {
    var bits = heads;
    var place = before;
    while (bits != 0u) {
        selected[place] = neighbours[first + lowest_bit(bits)];
        bits &= bits - 1u;
        place += 1u;
    }
}

fn key_store(index: u32, key: u32) {
    let word = placed_words[index / 32u];
    let bit = 1u << (index % 32u);
    if ((word.x & bit) != 0u) { selected[word.y + countOneBits(word.x & (bit - 1u))] = key; }
}

// Stores the heads of a tile so that neighbouring invocations store neighbouring heads. Past the end no bit is set, but
// keys are loaded unconditionally, so that their loads are issued together.
fn tile_heads_store(start: u32, local_index: u32) {
    let last = parameters.elements - 1u;
    @repeat(TILE_ITEMS) let key_# = neighbours[min(start + #u * WORKGROUP_SIZE + local_index, last)];
    @repeat(TILE_ITEMS) key_store(#u * WORKGROUP_SIZE + local_index, key_#);
}

// Stores a tile, given the number of heads before the invocation's word. With more than one head per pack, all keys are
// examined: with many heads per word, the stores of neighbouring invocations would be far from each other.
fn tile_store(rank: u32, position: Position, tile: CountedTile, before: T) {
    let local_index = position_local_index(position);
    let word = rank * TILE_WORDS + local_index;
    placed_words[local_index] = vec2<u32>(tile.bits, before);
    workgroupBarrier();
    if (local_index < TILE_WORDS && 32u * word < parameters.elements) { selected_bits_store(word, tile.bits, before); }
    if (tile.sums.total > TILE_PACKS) {
        tile_heads_store(rank * TILE_KEYS, local_index);
    } else {
        word_heads_store(32u * word, tile.bits, before);
    }
    if (local_index == 0u && (rank + 1u) * TILE_PACKS >= packs()) { count[0] = before + tile.sums.total; }
}
