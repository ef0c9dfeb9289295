// The passes around the segmented scan of a reduction by key: mark where runs of equal keys start, and give each run's key and sum their
// places.
//
// parameters.elements: number of keys.

import package::lib::grid::{grid_invocation, parameters};
import constants::WORKGROUP_SIZE;
import monoid::VALUE_WORDS;

@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(3) var<storage, read_write> head_bits: array<u32>;
@group(0) @binding(4) var<storage, read_write> head_counts: array<u32>;
@group(0) @binding(5) var<storage, read> known_head_bits: array<u32>;
@group(0) @binding(6) var<storage, read> run_prefixes: array<u32>;
@group(0) @binding(7) var<storage, read> sums: array<u32>;
@group(0) @binding(8) var<storage, read_write> run_keys: array<u32>;
@group(0) @binding(9) var<storage, read_write> run_sums: array<u32>;
@group(0) @binding(10) var<storage, read_write> count: array<u32>;

var<workgroup> marked: array<atomic<u32>, WORKGROUP_SIZE / 32u>;

// Whether a run starts at a key: keys are compared bit by bit.
fn is_head(index: u32) -> bool {
    if (index >= parameters.elements) { return false; }
    return index == 0u || keys[index] != keys[index - 1u];
}

// A bit a key, and the number of bits of each word.
@compute @workgroup_size(WORKGROUP_SIZE)
fn mark_heads(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let index = grid_invocation(workgroup, workgroups, lane);
    if (is_head(index)) { atomicOr(&marked[lane / 32u], 1u << (lane % 32u)); }
    workgroupBarrier();
    if (lane % 32u == 0u && index < parameters.elements) {
        let bits = atomicLoad(&marked[lane / 32u]);
        head_bits[index / 32u] = bits;
        head_counts[index / 32u] = countOneBits(bits);
    }
}

// The inclusive prefix of the last element of a run is the run's sum.
fn sum_store(run: u32, last: u32) {
    for (var word = 0u; word < VALUE_WORDS; word++) { run_sums[run * VALUE_WORDS + word] = sums[last * VALUE_WORDS + word]; }
}

// A run begins at an element, so the run before it ends at the element before. An invocation handles the keys of a word.
@compute @workgroup_size(WORKGROUP_SIZE)
fn store_runs(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let word = grid_invocation(workgroup, workgroups, lane);
    if (32u * word >= parameters.elements) { return; }
    var run = run_prefixes[word];
    var bits = known_head_bits[word];
    while (bits != 0u) {
        let index = 32u * word + firstTrailingBit(bits);
        run_keys[run] = keys[index];
        if (run > 0u) { sum_store(run - 1u, index - 1u); }
        bits &= bits - 1u;
        run += 1u;
    }
    if (32u * word + 32u >= parameters.elements) {
        sum_store(run - 1u, parameters.elements - 1u);
        count[0] = run;
    }
}
