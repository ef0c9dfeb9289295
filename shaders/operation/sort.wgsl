// The frame of a pass of the radix sort. It sorts the keys of a tile by one digit, stably, and moves every run of equal
// digits to its scatter index.
//
// Keys stay in registers, with their ranks in the tile, two to a word. Every row of invocations holds neighbouring keys
// and has its own counters in workgroup memory. They hold first the number of keys of each digit, then the rank of the
// next key of each digit. Keys are counted before they are ranked, so that a tile publishes its counts early. Keys go to
// memory through workgroup memory, in the order of their digits, so that neighbouring invocations store neighbouring
// keys. There they reuse the memory of the counters: with less workgroup memory per workgroup, more workgroups run at a
// time.
//
// The algorithm defines
//   struct Invocation                          the entry points' built-in values
//   fn sort_position(invocation) -> Position   with local_index and row, the index of its counters
//   fn first_item(position) -> u32             the invocation's first key in the tile
//   fn item_stride(position) -> u32            the distance between its keys
//   fn can_rank(position) -> bool              whether row_ranks supports the subgroup size
//   fn row_ranks(digits, position) -> Ranks    ranks keys in the tile, and adds them to the counters of their rows. With
//                                              MASKS, the ROWS * RADIX words behind the counters are 0 before and after
//   fn digits_scan(count, position) -> u32     the sum of the counts of invocations with lower local indices
// The frame calls all functions except first_item, item_stride and can_rank in uniform control flow.

import package::lib::grid::{grid_workgroup, parameters};
import package::operation::sort_key::{Digit, digit_of_bits, digit_of_pass, key_digit, PADDING, PADS, RADIX};
import algorithm::{can_rank, digits_scan, first_item, Invocation, item_stride, Position, row_ranks, sort_position};
import constants::{DIGITS, INDEX_VALUES, LOADED_VALUES, LOOK_BACK_TILES, MASKS, PAIRS, ROWS, SPIN_BUDGET, TILE_ELEMENTS, UNORDERED_FIRST_DIGIT, VALUES, WORKGROUP_SIZE};

@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> sorted_keys: array<u32>;
// Statements with values are repeated LOADED_VALUES or VALUES times, which is 0 or 1, so that a pass without values does
// not bind them. With INDEX_VALUES, the values are the indices of the keys, and are not loaded.
@group(0) @binding(3) var<storage, read> values: array<u32>;
@group(0) @binding(4) var<storage, read_write> sorted_values: array<u32>;
// Counts of each digit over the input; the first tile resets them.
@group(0) @binding(7) var<storage, read_write> digit_counts: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> states: array<atomic<u32>>;
// control[0] counts tickets. control[1] is the abort flag: 1 after too many spins, 2 if subgroups have an unexpected
// size. control[2] has a bit for each digit, by its index: whether all keys have the same digit. The bit of the first
// digit is 0.
@group(0) @binding(6) var<storage, read_write> control: array<atomic<u32>, 3>;
// The exclusive prefixes of the tiles' counts, digit by digit.
@group(0) @binding(8) var<storage, read> digit_prefixes: array<u32>;

// The counters of rows, and later the words of the sorted tile.
var<workgroup> tile_memory: array<atomic<u32>, max(ROWS * RADIX, TILE_ELEMENTS)>;
// The scatter index of each digit's first key, minus its rank in the tile.
var<workgroup> digit_places: array<u32, RADIX>;
// The ticket, and the digits that all keys share.
var<workgroup> sort_ticket: vec2<u32>;
var<workgroup> common_digits: atomic<u32>;

// One word for each of the invocation's keys, in order: a_0, b_0, a_1 and so on.
struct Items {
    @repeat(PAIRS) a_#: u32, b_#: u32,
}

// Ranks in the tile, two to a word.
struct Ranks {
    @repeat(PAIRS) pair_#: u32,
}

// A tile, and the invocation's part of it.
struct Tile {
    // Elements of the tile.
    length: u32,
    // The invocation's first element, and the distance between its elements.
    first: u32,
    stride: u32,
}

fn tile_of(rank: u32, position: Position) -> Tile {
    let start = rank * TILE_ELEMENTS;
    return Tile(min(TILE_ELEMENTS, parameters.elements - start), start + first_item(position), item_stride(position));
}

fn item_index(tile: Tile, item: u32) -> u32 { return tile.first + item * tile.stride; }

fn is_item(tile: Tile, item: u32) -> bool { return item_index(tile, item) < parameters.elements; }

fn key_or_padding(tile: Tile, item: u32) -> u32 {
    if (is_item(tile, item)) { return keys[item_index(tile, item)]; }
    return PADDING;
}

fn value_or_zero(tile: Tile, item: u32) -> u32 {
    if (is_item(tile, item)) { return values[item_index(tile, item)]; }
    return 0u;
}

// Full tiles are loaded unconditionally, so that all loads are issued together.
fn load_keys(tile: Tile) -> Items {
    if (tile.length < TILE_ELEMENTS) {
        return Items(
            @repeat(PAIRS) key_or_padding(tile, 2u * #u), key_or_padding(tile, 2u * #u + 1u),
        );
    }
    return Items(
        @repeat(PAIRS) keys[item_index(tile, 2u * #u)], keys[item_index(tile, 2u * #u + 1u)],
    );
}

fn load_values(tile: Tile) -> Items {
    if (tile.length < TILE_ELEMENTS) {
        return Items(
            @repeat(PAIRS) value_or_zero(tile, 2u * #u), value_or_zero(tile, 2u * #u + 1u),
        );
    }
    return Items(
        @repeat(PAIRS) values[item_index(tile, 2u * #u)], values[item_index(tile, 2u * #u + 1u)],
    );
}

fn item_indices(tile: Tile) -> Items {
    return Items(
        @repeat(PAIRS) item_index(tile, 2u * #u), item_index(tile, 2u * #u + 1u),
    );
}

// The digit of an item's key. Past the end of the input it is the highest digit, so that these items have the last
// ranks.
fn item_digit(key: u32, item: u32, tile: Tile, digit: Digit) -> u32 {
    let value = key_digit(key, digit);
    if (PADS) { return value; }
    return select(digit.mask, value, is_item(tile, item));
}

fn item_digits(keys: Items, tile: Tile, digit: Digit) -> Items {
    return Items(
        @repeat(PAIRS) item_digit(keys.a_#, 2u * #u, tile, digit), item_digit(keys.b_#, 2u * #u + 1u, tile, digit),
    );
}

fn count_digits(digits: Items, row: u32) {
    let counters = row * RADIX;
    @repeat(PAIRS) atomicAdd(&tile_memory[counters + digits.a_#], 1u); atomicAdd(&tile_memory[counters + digits.b_#], 1u);
}

// Ranks in any order of equal digits.
fn unordered_ranks(digits: Items, row: u32) -> Ranks {
    let counters = row * RADIX;
    @repeat(PAIRS) let a_# = atomicAdd(&tile_memory[counters + digits.a_#], 1u); let b_# = atomicAdd(&tile_memory[counters + digits.b_#], 1u);
    return Ranks(
        @repeat(PAIRS) a_# | (b_# << 16u),
    );
}

// Keys that have equal digits in all passes are equal, so the first pass need not keep their order if they have no
// values. A tile that is not full keeps it, since items past the end have the last ranks. `is_full` is uniform for compilers,
// unlike a member of `tile`.
fn tile_ranks(keys: Items, tile: Tile, is_full: bool, digit: Digit, position: Position) -> Ranks {
    let digits = item_digits(keys, tile, digit);
    if (UNORDERED_FIRST_DIGIT && digit.rank == 0u && is_full) { return unordered_ranks(digits, position.row); }
    return row_ranks(digits, position);
}

// Puts items into workgroup memory by their ranks, after its previous contents have been read.
fn exchange(items: Items, ranks: Ranks) {
    workgroupBarrier();
    @repeat(PAIRS) atomicStore(&tile_memory[ranks.pair_# & 0xffffu], items.a_#); atomicStore(&tile_memory[ranks.pair_# >> 16u], items.b_#);
}

// The sorted tile. An invocation holds every WORKGROUP_SIZE-th item.
fn load_sorted(local_index: u32) -> Items {
    return Items(
        @repeat(PAIRS) atomicLoad(&tile_memory[local_index + 2u * #u * WORKGROUP_SIZE]), atomicLoad(&tile_memory[local_index + (2u * #u + 1u) * WORKGROUP_SIZE]),
    );
}

// The scatter indices of the sorted keys.
fn places_of(keys: Items, digit: Digit, local_index: u32) -> Items {
    return Items(
        @repeat(PAIRS) digit_places[key_digit(keys.a_#, digit)] + local_index + 2u * #u * WORKGROUP_SIZE, digit_places[key_digit(keys.b_#, digit)] + local_index + (2u * #u + 1u) * WORKGROUP_SIZE,
    );
}

fn store_keys(keys: Items, places: Items, length: u32, local_index: u32) {
    @repeat(PAIRS) if (local_index + 2u * #u * WORKGROUP_SIZE < length) { sorted_keys[places.a_#] = keys.a_#; } if (local_index + (2u * #u + 1u) * WORKGROUP_SIZE < length) { sorted_keys[places.b_#] = keys.b_#; }
}

fn store_values(values: Items, places: Items, length: u32, local_index: u32) {
    @repeat(PAIRS) if (local_index + 2u * #u * WORKGROUP_SIZE < length) { sorted_values[places.a_#] = values.a_#; } if (local_index + (2u * #u + 1u) * WORKGROUP_SIZE < length) { sorted_values[places.b_#] = values.b_#; }
}

// Moves values to the scatter indices of their keys.
fn move_values(carried: Items, ranks: Ranks, places: Items, length: u32, local_index: u32) {
    exchange(carried, ranks);
    workgroupBarrier();
    store_values(load_sorted(local_index), places, length, local_index);
}

// The state of a digit in a tile: a flag in the highest two bits, and a count of keys. The flags of passes alternate,
// so that states of the previous pass count as empty: a complete pass leaves inclusive prefixes, with the flags 2 and 0
// in turn. Flag and count are one word, since relaxed accesses to different words have no order.
const STATE_EMPTY: u32 = 0u;
const STATE_AGGREGATE: u32 = 1u;
const STATE_INCLUSIVE_PREFIX: u32 = 2u;
const STATE_COUNT: u32 = 0x3fffffffu;

fn state_publish(tile: u32, value: u32, flag: u32, count: u32, odd: u32) {
    atomicStore(&states[tile * RADIX + value], ((flag ^ (odd << 1u)) << 30u) | count);
}

fn state_flag(state: u32, odd: u32) -> u32 { return (state >> 30u) ^ (odd << 1u); }

// Decoupled look-back over one digit: the number of keys with this digit in earlier tiles, plus the number of keys with
// a lower digit in the input.
fn look_back(tile: u32, value: u32, odd: u32) -> u32 {
    var before = 0u;
    var end = tile;
    var spins = SPIN_BUDGET;
    var ended = false;
    while (!ended) {
        // Near the first tile, several loads read its state. This state is never an aggregate, so the loop ends after it
        // is counted once.
        @repeat(LOOK_BACK_TILES) let state_# = atomicLoad(&states[(max(end, #u + 1u) - #u - 1u) * RADIX + value]);
        var flag = STATE_AGGREGATE;
        @repeat(LOOK_BACK_TILES) if (flag == STATE_AGGREGATE) { flag = state_flag(state_#, odd); if (flag != STATE_EMPTY) { before += state_# & STATE_COUNT; end -= 1u; } }
        ended = flag == STATE_INCLUSIVE_PREFIX;
        if (flag == STATE_EMPTY) {
            spins -= 1u;
            if (spins == 0u) { atomicStore(&control[1], 1u); }
            ended = spins == 0u || (spins % 64u == 0u && atomicLoad(&control[1]) != 0u);
        }
    }
    return before;
}

// The number of the tile's keys with a digit: the sum of the counters of all rows.
fn count_of_digit(value: u32) -> u32 {
    var count = 0u;
    @repeat(ROWS) count += atomicLoad(&tile_memory[#u * RADIX + value]);
    return count;
}

// Turns the counts of a digit into the rank of every row's first key with that digit. `first` is the rank of the tile's
// first such key.
fn place_rows(value: u32, first: u32) {
    var before = first;
    @repeat(ROWS) let count_# = atomicLoad(&tile_memory[#u * RADIX + value]); atomicStore(&tile_memory[#u * RADIX + value], before); before += count_#;
}

// The number of keys in the input with a lower digit than the invocation's. Resets the counters for the next run.
fn first_places(digit: Digit, position: Position) -> u32 {
    let index = digit.rank * RADIX + position.local_index;
    let count = atomicLoad(&digit_counts[index]);
    atomicStore(&digit_counts[index], 0u);
    if (digit.rank == 0u) { find_common_digits(position.local_index); }
    let before = digits_scan(count, position);
    workgroupBarrier();
    if (digit.rank == 0u && position.local_index == 0u) { atomicStore(&control[2], atomicLoad(&common_digits)); }
    return before;
}

// Finds the digits after the first that all keys of the input share.
fn find_common_digits(value: u32) {
    @repeat(1..DIGITS) if (atomicLoad(&digit_counts[#u * RADIX + value]) == parameters.elements) { atomicOr(&common_digits, 1u << #u); }
}

// Copies a tile by a digit that all keys share. States are complete prefixes, as after a pass that ranks keys, so that
// they count as empty in the next pass.
fn copy_tile(tile_keys: Items, tile: Tile, rank: u32, digit: Digit, local_index: u32, odd: u32) {
    if (rank == 0u) { atomicStore(&digit_counts[digit.rank * RADIX + local_index], 0u); }
    state_publish(rank, local_index, STATE_INCLUSIVE_PREFIX, 0u, odd);
    @repeat(LOADED_VALUES) let carried = load_values(tile);
    @repeat(INDEX_VALUES) let carried = item_indices(tile);
    store_arranged_keys(tile_keys, tile);
    @repeat(VALUES) store_arranged_values(carried, tile);
}

// A pass in one dispatch. Tiles are assigned by tickets, which are never reset, so a tile waits only for tiles that
// have started. If all keys share the digit, nothing is ranked.
@compute @workgroup_size(WORKGROUP_SIZE)
@repeat(REQUIRES_SUBGROUP_SIZE) @subgroup_size(SUBGROUP_SIZE)
fn sort_tiles(@builtin(num_workgroups) workgroups: vec3<u32>, invocation: Invocation) {
    let position = sort_position(invocation);
    let local_index = position.local_index;
    if (!can_rank(position)) { atomicStore(&control[1], 2u); }
    if (local_index == 0u) { sort_ticket = vec2(atomicAdd(&control[0], 1u), atomicLoad(&control[2])); }
    let drawn = workgroupUniformLoad(&sort_ticket);
    let ticket = drawn.x;
    let tickets = workgroups.x * workgroups.y;
    let rank = ticket % tickets;
    let odd = (ticket / tickets) & 1u;
    if (rank * TILE_ELEMENTS >= parameters.elements) { return; }
    let digit = digit_of_pass();
    let tile = tile_of(rank, position);
    let tile_keys = load_keys(tile);
    if ((drawn.y >> digit.rank) % 2u == 1u) {
        copy_tile(tile_keys, tile, rank, digit, local_index, odd);
        return;
    }
    var place = 0u;
    if (rank == 0u) { place = first_places(digit, position); }
    count_digits(item_digits(tile_keys, tile, digit), position.row);
    workgroupBarrier();
    let count = count_of_digit(local_index);
    state_publish(rank, local_index, select(STATE_AGGREGATE, STATE_INCLUSIVE_PREFIX, rank == 0u), place + count, odd);
    let before = digits_scan(count, position);
    place_rows(local_index, before);
    workgroupBarrier();
    let ranks = tile_ranks(tile_keys, tile, (rank + 1u) * TILE_ELEMENTS <= parameters.elements, digit, position);
    exchange(tile_keys, ranks);
    @repeat(LOADED_VALUES) let carried = load_values(tile);
    @repeat(INDEX_VALUES) let carried = item_indices(tile);
    if (rank > 0u) {
        place = look_back(rank, local_index, odd);
        state_publish(rank, local_index, STATE_INCLUSIVE_PREFIX, place + count, odd);
    }
    digit_places[local_index] = place - before;
    workgroupBarrier();
    let sorted = load_sorted(local_index);
    let places = places_of(sorted, digit, local_index);
    store_keys(sorted, places, tile.length, local_index);
    @repeat(VALUES) move_values(carried, ranks, places, tile.length, local_index);
}

// The last of several dispatches of a digit. The earlier dispatches count the digits of all tiles and scan the counts.
@compute @workgroup_size(WORKGROUP_SIZE)
@repeat(REQUIRES_SUBGROUP_SIZE) @subgroup_size(SUBGROUP_SIZE)
fn scatter_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let position = sort_position(invocation);
    let local_index = position.local_index;
    let rank = grid_workgroup(workgroup, workgroups);
    let tiles = (parameters.elements + TILE_ELEMENTS - 1u) / TILE_ELEMENTS;
    if (rank >= tiles) { return; }
    let digit = digit_of_pass();
    let tile = tile_of(rank, position);
    let tile_keys = load_keys(tile);
    count_digits(item_digits(tile_keys, tile, digit), position.row);
    workgroupBarrier();
    let before = digits_scan(count_of_digit(local_index), position);
    place_rows(local_index, before);
    digit_places[local_index] = digit_prefixes[local_index * tiles + rank] - before;
    workgroupBarrier();
    let ranks = row_ranks(item_digits(tile_keys, tile, digit), position);
    exchange(tile_keys, ranks);
    @repeat(LOADED_VALUES) let carried = load_values(tile);
    @repeat(INDEX_VALUES) let carried = item_indices(tile);
    workgroupBarrier();
    let sorted = load_sorted(local_index);
    let places = places_of(sorted, digit, local_index);
    store_keys(sorted, places, tile.length, local_index);
    @repeat(VALUES) move_values(carried, ranks, places, tile.length, local_index);
}

// Also resets the words behind the counters that ranks by masks need. Keys of the previous digit are there.
fn reset_counters(local_index: u32) {
    @repeat(ROWS) atomicStore(&tile_memory[#u * RADIX + local_index], 0u);
    @repeat(ROWS) if (MASKS) { atomicStore(&tile_memory[(ROWS + #u) * RADIX + local_index], 0u); }
}

// The items of the sorted tile in the arrangement in which keys are loaded.
fn load_arranged(tile: Tile) -> Items {
    return Items(
        @repeat(PAIRS) atomicLoad(&tile_memory[item_index(tile, 2u * #u)]), atomicLoad(&tile_memory[item_index(tile, 2u * #u + 1u)]),
    );
}

fn store_arranged_keys(keys: Items, tile: Tile) {
    @repeat(PAIRS) if (is_item(tile, 2u * #u)) { sorted_keys[item_index(tile, 2u * #u)] = keys.a_#; } if (is_item(tile, 2u * #u + 1u)) { sorted_keys[item_index(tile, 2u * #u + 1u)] = keys.b_#; }
}

fn store_arranged_values(values: Items, tile: Tile) {
    @repeat(PAIRS) if (is_item(tile, 2u * #u)) { sorted_values[item_index(tile, 2u * #u)] = values.a_#; } if (is_item(tile, 2u * #u + 1u)) { sorted_values[item_index(tile, 2u * #u + 1u)] = values.b_#; }
}

// Sorts one tile by all digits in one dispatch. Items past the end have the highest digits and come last, so they stay
// past the end.
@compute @workgroup_size(WORKGROUP_SIZE)
@repeat(REQUIRES_SUBGROUP_SIZE) @subgroup_size(SUBGROUP_SIZE)
fn sort_only_tile(invocation: Invocation) {
    let position = sort_position(invocation);
    let local_index = position.local_index;
    let tile = tile_of(0u, position);
    var tile_keys = load_keys(tile);
    @repeat(LOADED_VALUES) var carried = load_values(tile);
    @repeat(INDEX_VALUES) var carried = item_indices(tile);
    let bits = parameters.argument >> 8u;
    for (var rank = 0u; rank == 0u || 8u * rank < bits; rank++) {
        let digits = item_digits(tile_keys, tile, digit_of_bits(rank));
        reset_counters(local_index);
        workgroupBarrier();
        count_digits(digits, position.row);
        workgroupBarrier();
        place_rows(local_index, digits_scan(count_of_digit(local_index), position));
        workgroupBarrier();
        let ranks = row_ranks(digits, position);
        exchange(tile_keys, ranks);
        workgroupBarrier();
        tile_keys = load_arranged(tile);
        @repeat(VALUES) exchange(carried, ranks); workgroupBarrier(); carried = load_arranged(tile);
        workgroupBarrier();
    }
    store_arranged_keys(tile_keys, tile);
    @repeat(VALUES) store_arranged_values(carried, tile);
}
