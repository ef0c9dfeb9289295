// Ranks keys within subgroups. Each invocation finds the lanes of its subgroup whose keys have the same digit. The last of
// these lanes counts them all by one atomic addition.
//
// Eight ballots find the lanes. With MASKS, masks in workgroup memory and one ballot find them: each lane sets its bit in
// the mask of its digit's lower seven bits, and the ballot is for the eighth bit. This takes fewer instructions.
//
// Merrill & Grimshaw, "High performance and scalable radix sorting", 2011; Adinets & Merrill, "Onesweep", 2022, for the match
// by warps. CUB has masks for all bits of a digit.
//
// A row of invocations has its own counters. It is one subgroup or, if there are more subgroups than ROWS, several
// successive subgroups, which count in turn.

import package::lib::bits::highest_bit;
import package::lib::subgroup_scan::{subgroup_position, SubgroupPosition, subgroup_workgroup_scan};
import package::operation::sort::{Items, Ranks, scatter_tiles, sort_only_tile, sort_tiles, tile_memory};
import package::operation::sort_key::RADIX;
import constants::{MASKS, PAIRS, ROWS, SUBGROUP_SIZE, WORKGROUP_SIZE};

// The smallest subgroup with its own counters.
const MIN_ROW: u32 = WORKGROUP_SIZE / ROWS;

struct Invocation {
    @builtin(local_invocation_index) index: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
}

struct Position {
    local_index: u32,
    // Index of the subgroup's counters, and index of the subgroup among those that share them.
    row: u32,
    turn: u32,
    subgroup: SubgroupPosition,
    // The lanes of the subgroup, and those below this one.
    lanes: vec4<u32>,
    below: vec4<u32>,
}

var<workgroup> subgroup_size_of_all: u32;

fn bits_below(count: u32) -> u32 { return select((1u << (count & 31u)) - 1u, 0xffffffffu, count >= 32u); }

fn sort_position(invocation: Invocation) -> Position {
    let subgroup = subgroup_position(invocation.index, invocation.lane, invocation.size);
    let turns = max(MIN_ROW, subgroup.size) / subgroup.size;
    let lane = subgroup.lane;
    let below = vec4(
        bits_below(lane),
        bits_below(max(lane, 32u) - 32u),
        bits_below(max(lane, 64u) - 64u),
        bits_below(max(lane, 96u) - 96u),
    );
    let row = (subgroup.subgroup / turns) % ROWS;
    return Position(subgroup.local_index, row, subgroup.subgroup % turns, subgroup, subgroupBallot(true), below);
}

fn first_item(position: Position) -> u32 {
    return position.subgroup.subgroup * position.subgroup.size * 2u * PAIRS + position.subgroup.lane;
}

fn item_stride(position: Position) -> u32 { return position.subgroup.size; }

// The lanes with this digit. The mask keeps only lanes of the subgroup, since `~` also sets bits of lanes that the
// subgroup does not have.
fn lanes_of_digit(digit: u32, position: Position) -> vec4<u32> {
    var lanes = position.lanes;
    @repeat(8) lanes &= lanes_of_bit((digit & (1u << #u)) != 0u);
    return lanes;
}

// The lanes whose bit equals this lane's.
fn lanes_of_bit(bit: bool) -> vec4<u32> {
    let ballot = subgroupBallot(bit);
    return select(~ballot, ballot, bit);
}

// As lanes_of_digit, for subgroups of up to 32 lanes, whose ballots are one word.
fn lanes_of_digit_32(digit: u32, position: Position) -> u32 {
    var lanes = position.lanes.x;
    @repeat(8) lanes &= lanes_of_bit_32((digit & (1u << #u)) != 0u);
    return lanes;
}

fn lanes_of_bit_32(bit: bool) -> u32 {
    let ballot = subgroupBallot(bit).x;
    return select(~ballot, ballot, bit);
}

fn last_lane(lanes: vec4<u32>) -> u32 {
    var last = highest_bit(lanes.x);
    if (lanes.y != 0u) { last = 32u + highest_bit(lanes.y); }
    if (lanes.z != 0u) { last = 64u + highest_bit(lanes.z); }
    if (lanes.w != 0u) { last = 96u + highest_bit(lanes.w); }
    return last;
}

// The invocations of the subgroup with the same digit.
struct Match {
    // The number of those below this invocation, and the lane of the last.
    below: u32,
    last: u32,
}

fn match_digit(digit: u32, position: Position) -> Match {
    let lanes = lanes_of_digit(digit, position);
    let below = countOneBits(lanes & position.below);
    return Match(below.x + below.y + below.z + below.w, last_lane(lanes));
}

fn match_of_lanes(lanes: u32, position: Position) -> Match {
    return Match(countOneBits(lanes & position.below.x), highest_bit(lanes));
}

// Counts the lanes with the digit if this is the last of them. Returns the number of keys that were counted before.
fn count_match(found: Match, digit: u32, position: Position) -> u32 {
    if (found.last != position.subgroup.lane) { return 0u; }
    return atomicAdd(&tile_memory[position.row * RADIX + digit], found.below + 1u);
}

fn match_rank(found: Match, counted: u32) -> u32 { return subgroupShuffle(counted, found.last) + found.below; }

fn row_rank(digit: u32, position: Position) -> u32 {
    let found = match_of_lanes(lanes_of_digit_32(digit, position), position);
    return match_rank(found, count_match(found, digit, position));
}

// The digit's lower bits, which have a mask.
const MASKED_BITS: u32 = RADIX / 2u - 1u;

// The mask of a digit: key a of a pair has other masks than key b.
fn mask_index(digit: u32, which: u32, position: Position) -> u32 {
    return (ROWS + position.row) * RADIX + which * (MASKED_BITS + 1u) + (digit & MASKED_BITS);
}

// The lanes whose digit has this lane's mask, of those that the ballot allows.
fn lanes_of_mask(index: u32, digit: u32, ballot: u32) -> u32 {
    return atomicLoad(&tile_memory[index]) & select(~ballot, ballot, digit > MASKED_BITS);
}

// Ranks the keys of a pair by masks. Both keys take each step together, so that the latencies of their accesses overlap.
// The operands of subgroup operations need the results of the accesses before them: all bits are set before the ballots,
// and all masks are loaded before the first shuffle. Masks are cleared between the two shuffles of a pair, and used again
// after them. A store has no result, so this needs a subgroup's accesses to workgroup memory in order, as devices make
// them. WGSL does not guarantee this order.
fn pair_rank_by_masks(a: u32, b: u32, position: Position) -> u32 {
    let lane = position.subgroup.lane;
    let own = 1u << lane;
    let index_a = mask_index(a, 0u, position);
    let index_b = mask_index(b, 1u, position);
    let was_clear_a = (atomicOr(&tile_memory[index_a], own) & own) == 0u;
    let was_clear_b = (atomicOr(&tile_memory[index_b], own) & own) == 0u;
    let ballot_a = subgroupBallot(a > MASKED_BITS && was_clear_a).x;
    let ballot_b = subgroupBallot(b > MASKED_BITS && was_clear_b).x;
    let found_a = match_of_lanes(lanes_of_mask(index_a, a, ballot_a), position);
    let lanes_b = lanes_of_mask(index_b, b, ballot_b);
    let found_b = match_of_lanes(lanes_b, position);
    // Added is 0, since lanes_b has this lane.
    let rank_a = match_rank(found_a, count_match(found_a, a, position) + select(0u, 1u, lanes_b == 0u));
    if (found_a.last == lane) { atomicStore(&tile_memory[index_a], 0u); }
    if (found_b.last == lane) { atomicStore(&tile_memory[index_b], 0u); }
    let rank_b = match_rank(found_b, count_match(found_b, b, position));
    return rank_a | (rank_b << 16u);
}

fn pair_rank(a: u32, b: u32, position: Position) -> u32 {
    if (MASKS) { return pair_rank_by_masks(a, b, position); }
    let rank_a = row_rank(a, position);
    return rank_a | (row_rank(b, position) << 16u);
}

// The ranks if each row is one subgroup of up to 32 lanes.
fn ranks_alone(digits: Items, position: Position) -> Ranks {
    @repeat(PAIRS) let pair_# = pair_rank(digits.a_#, digits.b_#, position);
    return Ranks(
        @repeat(PAIRS) pair_#,
    );
}

// A match in one word, since an invocation holds all its matches until its turn: the number of lower lanes from bit 0,
// the last lane from bit 8, and the number of earlier keys from bit 16.
fn packed_match(digit: u32, position: Position) -> u32 {
    let found = match_digit(digit, position);
    return found.below | (found.last << 8u);
}

fn match_of(packed: u32) -> Match { return Match(packed & 0xffu, (packed >> 8u) & 0xffu); }

// The shuffle keeps each invocation from counting its next key before the whole subgroup has counted this one. WGSL
// guarantees no other order of a subgroup's accesses.
fn counted_match(packed: u32, digit: u32, position: Position) -> u32 {
    let found = match_of(packed);
    return packed | (subgroupShuffle(count_match(found, digit, position), found.last) << 16u);
}

fn packed_rank(packed: u32) -> u32 { return (packed >> 16u) + match_of(packed).below; }

// The ranks if a row is one subgroup of any size, or several subgroups, which count in turn.
fn ranks_in_turn(digits: Items, position: Position, turns: u32) -> Ranks {
    @repeat(PAIRS) var a_# = packed_match(digits.a_#, position); var b_# = packed_match(digits.b_#, position);
    for (var turn = 0u; turn < turns; turn++) {
        if (turn == position.turn) {
            @repeat(PAIRS) a_# = counted_match(a_#, digits.a_#, position); b_# = counted_match(b_#, digits.b_#, position);
        }
        workgroupBarrier();
    }
    return Ranks(
        @repeat(PAIRS) packed_rank(a_#) | (packed_rank(b_#) << 16u),
    );
}

// If the device has subgroups of one size, the code for other sizes is left out. That code would take registers, so that
// fewer workgroups would run at a time.
fn can_rank(position: Position) -> bool { return SUBGROUP_SIZE == 0u || position.subgroup.size == SUBGROUP_SIZE; }

fn row_ranks(digits: Items, position: Position) -> Ranks {
    if (SUBGROUP_SIZE != 0u) { return ranks_alone(digits, position); }
    // The load from workgroup memory shows compilers that the size is the same in all invocations.
    if (position.local_index == 0u) { subgroup_size_of_all = position.subgroup.size; }
    let size = workgroupUniformLoad(&subgroup_size_of_all);
    if (size >= MIN_ROW && size <= 32u) { return ranks_alone(digits, position); }
    return ranks_in_turn(digits, position, max(MIN_ROW, size) / size);
}

fn digits_scan(count: u32, position: Position) -> u32 {
    return subgroup_workgroup_scan(count, position.subgroup, position.subgroup.size).before;
}
