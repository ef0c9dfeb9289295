// Radix select: the key and the index of the k-th element, digit by digit.
//
// Alabi, Blanchard, Gordon & Steinbach, "Fast k-Selection Algorithms for Graphics Processing Units", 2012. The order of
// elements is that of their keys, then that of their indices, so that no two elements are equal. The pivot holds the
// digits that are known. The elements that begin with these digits are candidates. n reads per digit while the pivot is
// not final.
//
// parameters.elements: length of the input. parameters.argument: in begin_pivot k; in the other passes the first bit of
// the digit, plus INDEX_DIGIT for a digit of indices.

import package::lib::grid::{grid_workgroup, parameters};
import package::lib::workgroup_scan::{workgroup_scan_exclusive, workgroup_scan_total};
import package::operation::pivot::Pivot;
import package::operation::sort_key::{key_order, RADIX};
import constants::{ITEMS, WORKGROUP_SIZE};

@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(7) var<storage, read_write> digit_counts: array<atomic<u32>>;
@group(0) @binding(11) var<storage, read> pivot: Pivot;
@group(0) @binding(12) var<storage, read_write> next_pivot: Pivot;

const INDEX_DIGIT: u32 = 256u;

// Keys that a workgroup reads per round.
const ROUND: u32 = WORKGROUP_SIZE * ITEMS;

var<workgroup> counters: array<atomic<u32>, RADIX>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn begin_pivot(@builtin(local_invocation_index) local_index: u32) {
    for (var value = local_index; value < RADIX; value += WORKGROUP_SIZE) { atomicStore(&digit_counts[value], 0u); }
    if (local_index == 0u) { next_pivot = Pivot(0u, 0u, parameters.argument, 0u); }
}

fn count_candidate(index: u32, key: u32, known: Pivot) {
    let shift = parameters.argument % INDEX_DIGIT;
    let is_of_index = parameters.argument >= INDEX_DIGIT;
    let order = key_order(key);
    let number = select(order, index, is_of_index);
    let difference = number ^ select(known.order, known.index, is_of_index);
    // A candidate agrees with the pivot in all bits from `shift` + 8 on.
    if ((difference >> shift) < RADIX && (!is_of_index || order == known.order)) {
        atomicAdd(&counters[(number >> shift) % RADIX], 1u);
    }
}

// Counts the digit of all candidates. A final pivot needs no counts.
@compute @workgroup_size(WORKGROUP_SIZE)
fn count_candidates(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let known = pivot;
    let elements = select(parameters.elements, 0u, known.is_final != 0u);
    let rounds = elements / ROUND + select(0u, 1u, elements % ROUND > 0u);
    // A workgroup handles every k-th round, where k is the number of workgroups.
    for (var round = grid_workgroup(workgroup, workgroups); round < rounds; round += workgroups.x * workgroups.y) {
        let index = round * ROUND + local_index;
        if (elements - round * ROUND >= ROUND) {
            @repeat(ITEMS) let key_# = keys[index + #u * WORKGROUP_SIZE];
            @repeat(ITEMS) count_candidate(index + #u * WORKGROUP_SIZE, key_#, known);
        } else {
            for (var at = index; at < elements; at += WORKGROUP_SIZE) { count_candidate(at, keys[at], known); }
        }
    }
    workgroupBarrier();
    for (var value = local_index; value < RADIX; value += WORKGROUP_SIZE) {
        let count = atomicLoad(&counters[value]);
        if (count > 0u) { atomicAdd(&digit_counts[value], count); }
    }
}

// The pivot with this value of the digit. `count` candidates have this value, and `before` candidates a smaller one. If
// all `count` candidates are kept, the pivot is final: its lower bits are set, so that none of them is after it.
fn pivot_with(known: Pivot, value: u32, before: u32, count: u32) -> Pivot {
    let shift = parameters.argument % INDEX_DIGIT;
    let rest = known.rest - before;
    let is_final = rest == count;
    let bits = (value << shift) | select(0u, (1u << shift) - 1u, is_final);
    if (parameters.argument >= INDEX_DIGIT) { return Pivot(known.order, known.index | bits, rest, u32(is_final)); }
    return Pivot(known.order | bits, select(0u, 0xffffffffu, is_final), rest, u32(is_final));
}

// Finds the digit of the pivot. Each invocation handles one value of the digit. If there are fewer candidates than k,
// which the first digit shows, all elements are kept.
@compute @workgroup_size(WORKGROUP_SIZE)
fn choose_digit(@builtin(local_invocation_index) local_index: u32) {
    let known = next_pivot;
    let count = atomicLoad(&digit_counts[local_index]);
    atomicStore(&digit_counts[local_index], 0u);
    let before = workgroup_scan_exclusive(count, local_index);
    // All loads of the pivot come before its store.
    storageBarrier();
    if (known.is_final != 0u) { return; }
    if (before < known.rest && known.rest - before <= count) { next_pivot = pivot_with(known, local_index, before, count); }
    if (local_index == 0u && workgroup_scan_total() < known.rest) { next_pivot = Pivot(0xffffffffu, 0xffffffffu, 0u, 1u); }
}
