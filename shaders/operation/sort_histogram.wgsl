// Counts the digits of keys: all digits over the whole input, or one digit in every tile.
//
// Invocations count in workgroup memory. HISTOGRAM_PARTS copies of the counters spread equal digits of neighbouring
// invocations over that many words, since additions to one word are serialised.

import package::lib::grid::{grid_workgroup, parameters};
import package::operation::sort_key::{digit_of_bits, digit_of_pass, key_digit, RADIX};
import constants::{DIGITS, HISTOGRAM_ITEMS, HISTOGRAM_PARTS, TILE_ELEMENTS, WORKGROUP_SIZE};

@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(7) var<storage, read_write> digit_counts: array<atomic<u32>>;
@group(0) @binding(8) var<storage, read_write> tile_counts: array<u32>;

// Keys that a workgroup reads per round.
const ROUND: u32 = WORKGROUP_SIZE * HISTOGRAM_ITEMS;

var<workgroup> counters: array<atomic<u32>, DIGITS * RADIX * HISTOGRAM_PARTS>;

fn count_digit(rank: u32, value: u32, local_index: u32) {
    atomicAdd(&counters[(rank * RADIX + value) * HISTOGRAM_PARTS + local_index % HISTOGRAM_PARTS], 1u);
}

// The count of one value of a digit: the sum over the copies.
fn counted(rank: u32, value: u32) -> u32 {
    var sum = 0u;
    @repeat(HISTOGRAM_PARTS) sum += atomicLoad(&counters[(rank * RADIX + value) * HISTOGRAM_PARTS + #u]);
    return sum;
}

fn count_key(key: u32, local_index: u32) {
    @repeat(DIGITS) count_digit(#u, key_digit(key, digit_of_bits(#u)), local_index);
}

// Adds the counts of all digits of a part of the input to digit_counts.
@compute @workgroup_size(WORKGROUP_SIZE)
fn count_digits(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let elements = parameters.elements;
    let rounds = (elements + ROUND - 1u) / ROUND;
    // A workgroup handles every k-th round, where k is the number of workgroups.
    for (var round = grid_workgroup(workgroup, workgroups); round < rounds; round += workgroups.x * workgroups.y) {
        let index = round * ROUND + local_index;
        if (round * ROUND + ROUND <= elements) {
            @repeat(HISTOGRAM_ITEMS) let key_# = keys[index + #u * WORKGROUP_SIZE];
            @repeat(HISTOGRAM_ITEMS) count_key(key_#, local_index);
        } else {
            for (var at = index; at < elements; at += WORKGROUP_SIZE) { count_key(keys[at], local_index); }
        }
    }
    workgroupBarrier();
    for (var at = local_index; at < DIGITS * RADIX; at += WORKGROUP_SIZE) {
        let count = counted(at / RADIX, at % RADIX);
        if (count > 0u) { atomicAdd(&digit_counts[at], count); }
    }
}

// Writes the counts of the pass's digit in every tile. The counts of one value in all tiles are adjacent.
@compute @workgroup_size(WORKGROUP_SIZE)
fn count_tile_digits(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let tile = grid_workgroup(workgroup, workgroups);
    let tiles = (parameters.elements + TILE_ELEMENTS - 1u) / TILE_ELEMENTS;
    if (tile >= tiles) { return; }
    let digit = digit_of_pass();
    let end = min(TILE_ELEMENTS, parameters.elements - tile * TILE_ELEMENTS);
    for (var at = local_index; at < end; at += WORKGROUP_SIZE) {
        count_digit(0u, key_digit(keys[tile * TILE_ELEMENTS + at], digit), local_index);
    }
    workgroupBarrier();
    tile_counts[local_index * tiles + tile] = counted(0u, local_index);
}
