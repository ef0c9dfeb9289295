// The pass after the segmented scan of a reduction by key that has stored all prefixes: the last prefix of a run is the
// run's sum.
//
// parameters.elements: number of keys.

import package::lib::bits::lowest_bit;
import package::lib::grid::{grid_invocation, parameters};
import constants::WORKGROUP_SIZE;
import monoid::VALUE_WORDS;

// Bits of the first keys of runs, and the number of first keys before each word.
@group(0) @binding(1) var<storage, read> head_bits: array<u32>;
@group(0) @binding(2) var<storage, read> head_places: array<u32>;
@group(0) @binding(3) var<storage, read> sums: array<u32>;
@group(0) @binding(4) var<storage, read_write> run_sums: array<u32>;

fn sum_store(run: u32, last: u32) {
    for (var word = 0u; word < VALUE_WORDS; word++) { run_sums[run * VALUE_WORDS + word] = sums[last * VALUE_WORDS + word]; }
}

// A run begins at an element, so the previous run ends at the element before. An invocation handles the keys of one
// word.
@compute @workgroup_size(WORKGROUP_SIZE)
fn store_sums(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let word = grid_invocation(workgroup, workgroups, local_index);
    if (32u * word >= parameters.elements) { return; }
    var run = head_places[word];
    var bits = head_bits[word];
    while (bits != 0u) {
        if (run > 0u) { sum_store(run - 1u, 32u * word + lowest_bit(bits) - 1u); }
        bits &= bits - 1u;
        run += 1u;
    }
    if (32u * word + 32u >= parameters.elements) { sum_store(run - 1u, parameters.elements - 1u); }
}
