// The passes around the segmented scan of a reduction by key: mark where runs of equal keys start, and give each run's key its place, and
// its sum where the scan has stored all prefixes.
//
// parameters.elements: number of keys.

import package::lib::grid::{grid_invocation, grid_workgroup, parameters};
import constants::{SUMS, WORKGROUP_SIZE};
import monoid::VALUE_WORDS;

@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read> key_packs: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> head_bits: array<u32>;
@group(0) @binding(4) var<storage, read_write> head_counts: array<u32>;
@group(0) @binding(5) var<storage, read> known_head_bits: array<u32>;
@group(0) @binding(6) var<storage, read> run_prefixes: array<u32>;
@group(0) @binding(7) var<storage, read_write> run_keys: array<u32>;
// Repeated SUMS times, 0 or 1, so that a pass that stores keys alone does not bind them.
@group(0) @binding(8) var<storage, read> sums: array<u32>;
@group(0) @binding(9) var<storage, read_write> run_sums: array<u32>;
@group(0) @binding(10) var<storage, read_write> count: array<u32>;

// Words of bits of a workgroup.
const MARKED_WORDS: u32 = WORKGROUP_SIZE / 8u;

var<workgroup> marked: array<atomic<u32>, MARKED_WORDS>;

// Whether a run starts at a key, given the key before it: keys are compared bit by bit.
fn head_bit(index: u32, key: u32, before: u32, bit: u32) -> u32 {
    let is_head = index < parameters.elements && (index == 0u || key != before);
    return select(0u, 1u << bit, is_head);
}

// A bit a key, and the number of bits of each word. An invocation marks four neighbouring keys.
@compute @workgroup_size(WORKGROUP_SIZE)
fn mark_heads(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let pack = grid_invocation(workgroup, workgroups, lane);
    let last = (parameters.elements - 1u) / 4u;
    let words = key_packs[min(pack, last)];
    let before = key_packs[min(max(pack, 1u) - 1u, last)].w;
    let bits = head_bit(4u * pack, words.x, before, 0u) | head_bit(4u * pack + 1u, words.y, words.x, 1u)
        | head_bit(4u * pack + 2u, words.z, words.y, 2u) | head_bit(4u * pack + 3u, words.w, words.z, 3u);
    if (bits != 0u) { atomicOr(&marked[lane / 8u], bits << (4u * (lane % 8u))); }
    workgroupBarrier();
    let word = grid_workgroup(workgroup, workgroups) * MARKED_WORDS + lane;
    if (lane < MARKED_WORDS && 32u * word < parameters.elements) {
        let word_bits = atomicLoad(&marked[lane]);
        head_bits[word] = word_bits;
        head_counts[word] = countOneBits(word_bits);
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
        @repeat(SUMS) if (run > 0u) { sum_store(run - 1u, index - 1u); }
        bits &= bits - 1u;
        run += 1u;
    }
    if (32u * word + 32u >= parameters.elements) {
        @repeat(SUMS) sum_store(run - 1u, parameters.elements - 1u);
        count[0] = run;
    }
}
