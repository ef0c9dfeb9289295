// Two 32-bit checksums of a buffer whose words may be in another order in each run. The first hashes each word alone,
// so that outputs with the same words have equal checksums. The second hashes each word with its index, as
// bench/checksum.wgsl does.
// parameters.elements: words; parameters.argument: index of the pair of checksums to add to.

import package::lib::grid::{grid_invocation, parameters};
import constants::WORKGROUP_SIZE;

@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read_write> checksums: array<atomic<u32>>;

var<workgroup> checksum_set: atomic<u32>;
var<workgroup> checksum_order: atomic<u32>;

// As in bench/checksum.wgsl.
fn mixed(value: u32) -> u32 {
    var hash = value;
    hash = (hash ^ (hash >> 16u)) * 0x85ebca6bu;
    hash = (hash ^ (hash >> 13u)) * 0xc2b2ae35u;
    return hash ^ (hash >> 16u);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn checksum_set_words(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let stride = workgroups.x * workgroups.y * WORKGROUP_SIZE;
    var of_set = 0u;
    var of_order = 0u;
    for (var index = grid_invocation(workgroup, workgroups, local_index); index < parameters.elements; index += stride) {
        of_set += mixed(words[index] ^ 0x9e3779b9u);
        of_order += mixed(words[index] ^ mixed(index + 1u));
    }
    atomicAdd(&checksum_set, of_set);
    atomicAdd(&checksum_order, of_order);
    workgroupBarrier();
    if (local_index == 0u) {
        atomicAdd(&checksums[2u * parameters.argument], atomicLoad(&checksum_set));
        atomicAdd(&checksums[2u * parameters.argument + 1u], atomicLoad(&checksum_order));
    }
}
