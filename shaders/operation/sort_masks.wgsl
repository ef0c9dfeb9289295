// Ranks keys without subgroup operations: invocations whose keys have the same digit set one bit each in a mask of the
// digit.
//
// The workgroup is one row. 3 barriers per key of an invocation.

import package::lib::workgroup_scan::workgroup_scan_exclusive;
import package::operation::sort::{Items, Ranks, scatter_tiles, sort_only_tile, sort_tiles, tile_memory};
import package::operation::sort_key::RADIX;
import constants::{PAIRS, WORKGROUP_SIZE};

const MASK_WORDS: u32 = WORKGROUP_SIZE / 32u;

struct Invocation {
    @builtin(local_invocation_index) index: u32,
}

struct Position {
    local_index: u32,
    row: u32,
}

// The masks of all digits, word by word.
var<workgroup> digit_masks: array<atomic<u32>, MASK_WORDS * RADIX>;

fn sort_position(invocation: Invocation) -> Position { return Position(invocation.index, 0u); }

fn first_item(position: Position) -> u32 { return position.local_index; }
fn item_stride(position: Position) -> u32 { return WORKGROUP_SIZE; }

fn can_rank(position: Position) -> bool { return true; }

fn row_rank(digit: u32, local_index: u32) -> u32 {
    let word = local_index / 32u;
    let bit = 1u << (local_index % 32u);
    atomicOr(&digit_masks[word * RADIX + digit], bit);
    workgroupBarrier();
    let counted = atomicLoad(&tile_memory[digit]);
    var below = countOneBits(atomicLoad(&digit_masks[word * RADIX + digit]) & (bit - 1u));
    for (var at = 0u; at < word; at++) { below += countOneBits(atomicLoad(&digit_masks[at * RADIX + digit])); }
    workgroupBarrier();
    // All invocations count; those that have set bits reset the mask.
    atomicAdd(&tile_memory[digit], 1u);
    atomicStore(&digit_masks[word * RADIX + digit], 0u);
    workgroupBarrier();
    return counted + below;
}

fn row_ranks(digits: Items, position: Position) -> Ranks {
    @repeat(PAIRS) let a_# = row_rank(digits.a_#, position.local_index); let b_# = row_rank(digits.b_#, position.local_index);
    return Ranks(
        @repeat(PAIRS) a_# | (b_# << 16u),
    );
}

fn digits_scan(count: u32, position: Position) -> u32 { return workgroup_scan_exclusive(count, position.local_index); }
