// Counts of elements by bin.
//
// A workgroup counts in workgroup memory and adds its counts to the global counts. Bins past LOCAL_BINS are counted in
// global memory, where an invocation adds a run of elements of one bin at once. The bin of an element is the last one
// whose lower edge is not above the element. A guess in floating point determines the bin unless the element is close to
// an edge. Near edges, elements and edges are compared as keys: integers in the order of the elements. So neither rounding
// nor a device that flushes subnormal numbers to zero affects the result. n reads. parameters.elements: length of the
// input; parameters.argument: number of bins.

import package::lib::grid::{grid_invocation, parameters};
import constants::{ARE_ALL_LOCAL, IS_FLOAT, LOCAL_BINS, PACKS, WORKGROUP_SIZE};

// The parameters of the bins, without their edges.
struct Range {
    first_key: u32,
    // The largest offset that is counted. An offset is a key minus the first edge's key.
    last: u32,
    // The guess: (element · factor − base) · scale for f32, offset · scale for integers.
    factor: f32,
    base: f32,
    scale: f32,
    // An upper bound of the error of a guess, in widths of a bin. At this or a greater distance from the edges, the guess is right.
    error: f32,
}

// Elements of one bin that an invocation has not yet added to the global counts.
struct Run {
    bin: u32,
    length: u32,
}

// The index in `table` at which the lower edges of the bins begin. These edges are offsets. The words of a Range precede
// them. The upper edge of the last bin follows: it is read, but has no effect.
const EDGES = 6u;

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
    let floats = vec4(table[2], table[3], table[4], table[5]);
    let guess = bitcast<vec4<f32>>(floats);
    return Range(table[0], table[1], guess.x, guess.y, guess.z, guess.w);
}

// The key of an element, modulo 2³². Both zeros of f32 have the same key.
fn key_of(word: u32) -> u32 {
    return select(word, 0x80000000u - word, IS_FLOAT && word > 0x7fffffffu);
}

// The bin of an element, given the difference `offset` between its key and the first edge.
fn bin_of(word: u32, offset: u32, range: Range) -> u32 {
    let units = select(f32(offset), bitcast<f32>(word) * range.factor - range.base, IS_FLOAT) * range.scale;
    let guess = u32(clamp(units, 0.0, f32(parameters.argument - 1u)));
    let fraction = units - f32(guess);
    // No element is before the first bin.
    if ((fraction >= range.error || guess == 0u) && fraction <= 1.0 - range.error) { return guess; }
    return compared_bin(guess, offset);
}

// The last bin with an edge of at most `offset`. Rounding may put the guess into a neighbouring bin. If the guess is
// further off, the bins between that neighbour and the first or the last bin are bisected.
fn compared_bin(guess: u32, offset: u32) -> u32 {
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

fn add_run(run: Run) {
    if (run.length > 0u) { atomicAdd(&bins[run.bin], run.length); }
}

fn count_element(index: u32, word: u32, range: Range, run: ptr<function, Run>) {
    let offset = key_of(word) - range.first_key;
    if (index >= parameters.elements || offset > range.last) { return; }
    let bin = bin_of(word, offset, range);
    if (ARE_ALL_LOCAL || bin < LOCAL_BINS) {
        atomicAdd(&local_bins[bin], 1u);
    } else if (bin == (*run).bin) {
        (*run).length += 1u;
    } else {
        add_run(*run);
        *run = Run(bin, 1u);
    }
}

fn count_pack(pack: u32, words: vec4<u32>, range: Range, run: ptr<function, Run>) {
    @repeat(4) count_element(4u * pack + #u, words[#], range, run);
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
    var run = Run(0u, 0u);
    for (var pack = grid_invocation(workgroup, workgroups, local_index); pack < packs; pack += PACKS * stride) {
        // All loads come first. A pack past the input is not counted.
        @repeat(PACKS) let words_# = source[min(pack + #u * stride, packs - 1u)];
        @repeat(PACKS) count_pack(pack + #u * stride, words_#, range, &run);
    }
    add_run(run);
    workgroupBarrier();
    for (var bin = local_index; bin < min(LOCAL_BINS, parameters.argument); bin += WORKGROUP_SIZE) {
        let counted = atomicLoad(&local_bins[bin]);
        if (counted > 0u) { atomicAdd(&bins[bin], counted); }
    }
}
