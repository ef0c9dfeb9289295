// Two 32-bit checksums of a buffer's words. With them, the outputs of many timed runs are compared with the output that
// is read back. Each word is hashed with its index. Sums are commutative, so the order of the invocations does not
// matter.
// parameters.elements: the number of words. parameters.argument: the index of the pair of checksums to add to.

import package::lib::grid::{grid_invocation, parameters};
import constants::WORKGROUP_SIZE;

@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read_write> checksums: array<atomic<u32>>;

var<workgroup> checksum_first: atomic<u32>;
var<workgroup> checksum_second: atomic<u32>;

// The finaliser of MurmurHash3: every bit of the input reaches every bit of the result.
fn mixed(value: u32) -> u32 {
    var hash = value;
    hash = (hash ^ (hash >> 16u)) * 0x85ebca6bu;
    hash = (hash ^ (hash >> 13u)) * 0xc2b2ae35u;
    return hash ^ (hash >> 16u);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn checksum_words(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let stride = workgroups.x * workgroups.y * WORKGROUP_SIZE;
    var first = 0u;
    var second = 0u;
    for (var index = grid_invocation(workgroup, workgroups, local_index); index < parameters.elements; index += stride) {
        let hash = mixed(words[index] ^ mixed(index + 1u));
        first += hash;
        second += mixed(hash ^ 0x9e3779b9u);
    }
    atomicAdd(&checksum_first, first);
    atomicAdd(&checksum_second, second);
    workgroupBarrier();
    if (local_index == 0u) {
        atomicAdd(&checksums[2u * parameters.argument], atomicLoad(&checksum_first));
        atomicAdd(&checksums[2u * parameters.argument + 1u], atomicLoad(&checksum_second));
    }
}
