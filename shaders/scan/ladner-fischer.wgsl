// Ladner and Fischer's scan of one tile by the circuit P_k, in place in workgroup memory. P_0 scans the left half by P_1 and the right half
// by P_0, then combines the last prefix of the left half with every prefix of the right half. P_k scans the sums of
// pairs by P_(k − 1), then computes the remaining prefixes.
//
// Ladner & Fischer, "Parallel Prefix Computation", 1980. E = 2 W elements for W invocations, k = LADNER_FISCHER_EXTRA_STEPS:
// 2 (1 + 2^-k) E − F(5 + log2 E − k) + 1 − k applications, F(i) the i-th Fibonacci number; log2 E + k barriers, one per step, since no slot
// that is written in a step is read by another invocation; E elements of workgroup memory. Neighbouring invocations handle neighbouring
// slots. lib/tile_scan.wgsl scans longer inputs.

import package::lib::bits::highest_bit;
import package::lib::tile_scan::{add_to_level, add_to_prefixes, scan_level, scan_tiles, TILE_ELEMENTS};
import constants::{LADNER_FISCHER_EXTRA_STEPS, LADNER_FISCHER_STEPS, TILE_ITEMS, WORKGROUP_SIZE};
import element::{combine, T};

var<workgroup> ladner_fischer_values: array<T, TILE_ELEMENTS>;

fn tile_put(slot: u32, value: T) { ladner_fischer_values[slot] = value; }
fn tile_prefix(slot: u32) -> T { return ladner_fischer_values[slot]; }
fn tile_total(last_value: T) -> T { return tile_prefix(TILE_ELEMENTS - 1u); }

// The distance from a slot to the earlier slot that the step combines with it; 0 if the step leaves the slot as it is.
// Steps count from 1.
fn ladner_fischer_distance(slot: u32, step: u32) -> u32 {
    // The slot and the step within an inner circuit, whose values are `stride` slots apart and have the indices 0 … `last`.
    var index = slot;
    var inner_step = step;
    var stride = 1u;
    var last = TILE_ELEMENTS - 1u;
    // Descends from P_k to P_0.
    for (var level = 0u; level < LADNER_FISCHER_EXTRA_STEPS; level++) {
        if (index % 2u == 0u) {
            return select(0u, stride, step == LADNER_FISCHER_STEPS - level && index > 0u);
        }
        if (inner_step == 1u) { return stride; }
        index /= 2u;
        last /= 2u;
        stride *= 2u;
        inner_step--;
    }
    if ((1u << inner_step) - 1u > last) { return 0u; }
    for (; inner_step > 1u; inner_step--) {
        // The step completes the scan of the last `block` values of P_0, the right half of a right half …
        let half = 1u << (inner_step - 1u);
        let block = 2u * half;
        if ((index | (block - 1u)) == last) {
            if ((index & half) != 0u) { return (index % half + 1u) * stride; }
            // The left half of these values, which P_1 scans.
            return select(0u, stride, index % 2u == 0u && index % block > 0u);
        }
        // P_1 scans the left half of a longer block. It computes the prefixes at even indices in a later step.
        if (index % 2u == 0u) { return 0u; }
        last = ((1u << highest_bit(last & ~index)) - 1u) / 2u;
        index = (index / 2u) & last;
        stride *= 2u;
    }
    return select(0u, stride, index % 2u > 0u);
}

fn tile_scan(local_index: u32) {
    for (var step = 1u; step <= LADNER_FISCHER_STEPS; step++) {
        for (var item = 0u; item < TILE_ITEMS; item++) {
            let slot = item * WORKGROUP_SIZE + local_index;
            let distance = ladner_fischer_distance(slot, step);
            if (distance > 0u) {
                ladner_fischer_values[slot] = combine(ladner_fischer_values[slot - distance], ladner_fischer_values[slot]);
            }
        }
        workgroupBarrier();
    }
}
