// Ranks keys by ballots: eight of them give each invocation the others of its subgroup whose key has the same digit. The last of these
// counts them, so that a counter is added to once for all.
//
// Merrill & Grimshaw, "High performance and scalable radix sorting", 2011; Adinets & Merrill, "Onesweep", 2022, for the match by warps.
//
// A row is a subgroup. Where subgroups are so small that there are more of them than ROWS, several in a row share its counters and count in
// turn.

import package::lib::subgroup_scan::{subgroup_position, SubgroupPosition, subgroup_workgroup_scan};
import package::operation::sort::{Items, Ranks, row_counters, scatter_tiles, sort_tiles};
import package::operation::sort_key::RADIX;
import constants::{PAIRS, ROWS, WORKGROUP_SIZE};

// The smallest subgroup that has counters of its own.
const MIN_ROW: u32 = WORKGROUP_SIZE / ROWS;

struct Invocation {
    @builtin(local_invocation_index) index: u32,
    @builtin(subgroup_invocation_id) sublane: u32,
    @builtin(subgroup_size) size: u32,
}

struct Position {
    // Rank in the workgroup.
    lane: u32,
    // Ranks of the subgroup's counters and of the subgroup among those that share them.
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
    let subgroup = subgroup_position(invocation.index, invocation.sublane, invocation.size);
    let turns = max(MIN_ROW, subgroup.size) / subgroup.size;
    let sublane = subgroup.sublane;
    let below = vec4(
        bits_below(sublane),
        bits_below(max(sublane, 32u) - 32u),
        bits_below(max(sublane, 64u) - 64u),
        bits_below(max(sublane, 96u) - 96u),
    );
    let row = (subgroup.subgroup / turns) % ROWS;
    return Position(subgroup.lane, row, subgroup.subgroup % turns, subgroup, subgroupBallot(true), below);
}

fn first_item(position: Position) -> u32 {
    return position.subgroup.subgroup * position.subgroup.size * 2u * PAIRS + position.subgroup.sublane;
}

fn item_stride(position: Position) -> u32 { return position.subgroup.size; }

// The lanes with this digit. Only those of the subgroup: `~` also sets bits of lanes that it does not have.
fn lanes_of_digit(digit: u32, position: Position) -> vec4<u32> {
    var lanes = position.lanes;
    @repeat(8) lanes &= lanes_of_bit((digit & (1u << #u)) != 0u);
    return lanes;
}

// The lanes where a bit is as in this one.
fn lanes_of_bit(bit: bool) -> vec4<u32> {
    let ballot = subgroupBallot(bit);
    return select(~ballot, ballot, bit);
}

// The same for subgroups of up to 32, whose ballots are one word.
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
    var last = firstLeadingBit(lanes.x);
    if (lanes.y != 0u) { last = 32u + firstLeadingBit(lanes.y); }
    if (lanes.z != 0u) { last = 64u + firstLeadingBit(lanes.z); }
    if (lanes.w != 0u) { last = 96u + firstLeadingBit(lanes.w); }
    return last;
}

// The invocations of the subgroup with the same digit.
struct Match {
    // Those below this one.
    below: u32,
    last: u32,
}

fn match_digit(digit: u32, position: Position) -> Match {
    let lanes = lanes_of_digit(digit, position);
    let below = countOneBits(lanes & position.below);
    return Match(below.x + below.y + below.z + below.w, last_lane(lanes));
}

fn match_digit_32(digit: u32, position: Position) -> Match {
    let lanes = lanes_of_digit_32(digit, position);
    return Match(countOneBits(lanes & position.below.x), firstLeadingBit(lanes));
}

// Counts the lanes with the digit if this is the last of them; returns how many keys were counted before.
fn count_match(found: Match, digit: u32, position: Position) -> u32 {
    if (found.last != position.subgroup.sublane) { return 0u; }
    return atomicAdd(&row_counters[position.row * RADIX + digit], found.below + 1u);
}

fn match_rank(found: Match, counted: u32) -> u32 { return subgroupShuffle(counted, found.last) + found.below; }

fn row_rank(digit: u32, position: Position) -> u32 {
    let found = match_digit_32(digit, position);
    return match_rank(found, count_match(found, digit, position));
}

// Ranks in rows of one subgroup of up to 32 each.
fn ranks_alone(digits: Items, position: Position) -> Ranks {
    @repeat(PAIRS) let a_# = row_rank(digits.a_#, position); let b_# = row_rank(digits.b_#, position);
    return Ranks(
        @repeat(PAIRS) a_# | (b_# << 16u),
    );
}

// Ranks in rows of one subgroup of any size, or of several, which count in turn.
fn ranks_in_turn(digits: Items, position: Position, turns: u32) -> Ranks {
    @repeat(PAIRS) let found_a_# = match_digit(digits.a_#, position); let found_b_# = match_digit(digits.b_#, position);
    var counted: Items;
    for (var turn = 0u; turn < turns; turn++) {
        if (turn == position.turn) {
            @repeat(PAIRS) counted.a_# = count_match(found_a_#, digits.a_#, position); counted.b_# = count_match(found_b_#, digits.b_#, position);
        }
        workgroupBarrier();
    }
    return Ranks(
        @repeat(PAIRS) match_rank(found_a_#, counted.a_#) | (match_rank(found_b_#, counted.b_#) << 16u),
    );
}

fn row_ranks(digits: Items, position: Position) -> Ranks {
    // The load from workgroup memory shows compilers that the size is the same in all invocations.
    if (position.lane == 0u) { subgroup_size_of_all = position.subgroup.size; }
    let size = workgroupUniformLoad(&subgroup_size_of_all);
    if (size >= MIN_ROW && size <= 32u) { return ranks_alone(digits, position); }
    return ranks_in_turn(digits, position, max(MIN_ROW, size) / size);
}

fn digits_scan(count: u32, position: Position) -> u32 {
    return subgroup_workgroup_scan(count, position.subgroup, position.subgroup.size).before;
}
