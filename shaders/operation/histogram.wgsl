// Counts of elements by bin.
//
// A workgroup counts in workgroup memory and adds its counts to those of all; bins past LOCAL_BINS are counted in global memory at once.
// Bin k holds the elements x with edges[k] <= x < edges[k + 1]; the edges are on the device, so that no rounding decides, and are
// followed by the number of bins per unit as f32. n reads.
// parameters.elements: length of the input; parameters.argument: number of bins.

import package::lib::grid::{grid_invocation, parameters};
import constants::{IS_FLOAT, LOCAL_BINS, WORKGROUP_SIZE};
import scalar::Scalar;

@group(0) @binding(1) var<storage, read> source: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> edges: array<Scalar>;
@group(0) @binding(3) var<storage, read_write> bins: array<atomic<u32>>;

var<workgroup> local_bins: array<atomic<u32>, LOCAL_BINS>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn clear_bins(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let bin = grid_invocation(workgroup, workgroups, lane);
    if (bin < parameters.argument) { atomicStore(&bins[bin], 0u); }
}

// The bin of an element between the first and the last edge: a guess by f32, corrected by the edges.
fn bin_of(value: Scalar) -> u32 {
    let difference = value - edges[0];
    let offset = select(f32(bitcast<u32>(difference)), f32(difference), IS_FLOAT);
    let scale = bitcast<f32>(edges[parameters.argument + 1u]);
    var bin = min(u32(max(offset * scale, 0.0)), parameters.argument - 1u);
    while (bin > 0u && value < edges[bin]) { bin -= 1u; }
    while (bin + 1u < parameters.argument && value >= edges[bin + 1u]) { bin += 1u; }
    return bin;
}

fn count_element(index: u32, word: u32) {
    let value = bitcast<Scalar>(word);
    let is_within = value >= edges[0] && value < edges[parameters.argument];
    if (index >= parameters.elements || !is_within) { return; }
    let bin = bin_of(value);
    if (bin < LOCAL_BINS) { atomicAdd(&local_bins[bin], 1u); } else { atomicAdd(&bins[bin], 1u); }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn count_elements(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let packs = parameters.elements / 4u + select(0u, 1u, parameters.elements % 4u > 0u);
    let stride = workgroups.x * workgroups.y * WORKGROUP_SIZE;
    for (var pack = grid_invocation(workgroup, workgroups, lane); pack < packs; pack += stride) {
        let words = source[pack];
        @repeat(4) count_element(4u * pack + #u, words[#]);
    }
    workgroupBarrier();
    for (var bin = lane; bin < min(LOCAL_BINS, parameters.argument); bin += WORKGROUP_SIZE) {
        let counted = atomicLoad(&local_bins[bin]);
        if (counted > 0u) { atomicAdd(&bins[bin], counted); }
    }
}
