// Counts of elements by bin.
//
// A workgroup counts in workgroup memory and adds its counts to the global counts. Bins past LOCAL_BINS are counted in
// global memory at once. An element belongs to the last bin with a lower edge not above it. Elements and edges are
// compared as keys, integers in the order of the elements. Neither rounding nor a device that flushes subnormal numbers
// to zero thus affects the result. n reads.
// parameters.elements: length of the input; parameters.argument: number of bins.

import package::lib::grid::{grid_invocation, parameters};
import constants::{IS_FLOAT, LOCAL_BINS, WORKGROUP_SIZE};

// The bins without their edges.
struct Range {
    first_key: u32,
    // The difference between the key of the last counted element and the first edge.
    last: u32,
    // The factors of the guess.
    factor: f32,
    base: f32,
    scale: f32,
}

// The differences between the keys of the bins' lower edges and the first edge, after the words of a Range; then an
// unused word.
const EDGES = 5u;

@group(0) @binding(1) var<storage, read> source: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> table: array<u32>;
@group(0) @binding(3) var<storage, read_write> bins: array<atomic<u32>>;

var<workgroup> local_bins: array<atomic<u32>, LOCAL_BINS>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn clear_bins(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let bin = grid_invocation(workgroup, workgroups, local_index);
    if (bin < parameters.argument) { atomicStore(&bins[bin], 0u); }
}

fn load_range() -> Range {
    return Range(table[0], table[1], bitcast<f32>(table[2]), bitcast<f32>(table[3]), bitcast<f32>(table[4]));
}

// The key of an element, modulo 2³². Both zeros of f32 have the same key.
fn key_of(word: u32) -> u32 {
    return select(word, 0x80000000u - word, IS_FLOAT && word > 0x7fffffffu);
}

// The approximate bin of an element, given the difference `offset` between its key and the first edge.
fn guess_of(word: u32, offset: u32, range: Range) -> u32 {
    let units = select(f32(offset), bitcast<f32>(word) * range.factor - range.base, IS_FLOAT);
    return u32(clamp(units * range.scale, 0.0, f32(parameters.argument - 1u)));
}

// The last bin with an edge of at most `offset`. Rounding may put the guess into a neighbouring bin. If the guess is
// further off, the bins between are bisected.
fn bin_of(guess: u32, offset: u32) -> u32 {
    let is_past = table[EDGES + guess] > offset;
    let is_before = table[EDGES + guess + 1u] <= offset && guess + 1u < parameters.argument;
    if (!is_past && !is_before) { return guess; }
    var bin = select(guess + 1u, 0u, is_past);
    var end = select(parameters.argument, guess, is_past);
    var probe = select(guess + 2u, guess - 1u, is_past);
    while (end - bin > 1u) {
        if (table[EDGES + probe] <= offset) { bin = probe; } else { end = probe; }
        probe = (bin + end) / 2u;
    }
    return bin;
}

fn count_element(index: u32, word: u32, range: Range) {
    let offset = key_of(word) - range.first_key;
    if (index >= parameters.elements || offset > range.last) { return; }
    let bin = bin_of(guess_of(word, offset, range), offset);
    if (bin < LOCAL_BINS) { atomicAdd(&local_bins[bin], 1u); } else { atomicAdd(&bins[bin], 1u); }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn count_elements(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let packs = parameters.elements / 4u + select(0u, 1u, parameters.elements % 4u > 0u);
    let range = load_range();
    let stride = workgroups.x * workgroups.y * WORKGROUP_SIZE;
    for (var pack = grid_invocation(workgroup, workgroups, local_index); pack < packs; pack += stride) {
        let words = source[pack];
        @repeat(4) count_element(4u * pack + #u, words[#], range);
    }
    workgroupBarrier();
    for (var bin = local_index; bin < min(LOCAL_BINS, parameters.argument); bin += WORKGROUP_SIZE) {
        let counted = atomicLoad(&local_bins[bin]);
        if (counted > 0u) { atomicAdd(&bins[bin], counted); }
    }
}
