// Reduces each of a fixed number of blocks, scans the sums in one workgroup, and scans each block from its exclusive prefix.
//
// Merry, "Prefix sums on GPUs", 2014, "Two-level prefix sum". One workgroup handles a block serially, in sub-blocks of
// two elements per invocation. For W invocations, a sub-block takes log2 W + 2 barriers to reduce and 2 log2 W + 2 to
// scan; W elements of workgroup memory. parameters.argument: elements of a block, a multiple of a sub-block.

import package::lib::elements::{prefix_store, source_or_identity};
import package::lib::grid::{grid_workgroup, parameters};
import package::lib::workgroup_reduce::workgroup_reduce;
import package::lib::workgroup_scan::{workgroup_scan_exclusive, workgroup_scan_total};
import constants::{EXCLUSIVE, WORKGROUP_SIZE};
import element::{combine, identity, T};

const SUB_BLOCK_ELEMENTS: u32 = 2u * WORKGROUP_SIZE;

@group(0) @binding(3) var<storage, read_write> sums: array<T>;
@group(0) @binding(4) var<storage, read> block_prefixes: array<T>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn reduce_blocks(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let block = grid_workgroup(workgroup, workgroups);
    let start = block * parameters.argument;
    if (start >= parameters.elements) { return; }
    let end = min(parameters.elements, start + parameters.argument);
    // The running sum, valid only in invocation 0.
    var sum = identity();
    for (var sub_block = start; sub_block < end; sub_block += SUB_BLOCK_ELEMENTS) {
        let first = sub_block + 2u * local_index;
        let pair = combine(source_or_identity(first), source_or_identity(first + 1u));
        sum = combine(sum, workgroup_reduce(pair, local_index));
        // The next sub-block overwrites the workgroup memory that invocation 0 reads.
        workgroupBarrier();
    }
    if (local_index == 0u) { sums[block] = sum; }
}

// Scans `sums` in place, exclusively: each sum becomes the exclusive prefix of its block. parameters.elements: number of sums.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_sums(@builtin(local_invocation_index) local_index: u32) {
    var before = identity();
    for (var start = 0u; start < parameters.elements; start += WORKGROUP_SIZE) {
        let block = start + local_index;
        var sum = identity();
        if (block < parameters.elements) { sum = sums[block]; }
        let offset = workgroup_scan_exclusive(sum, local_index);
        if (block < parameters.elements) { sums[block] = combine(before, offset); }
        before = combine(before, workgroup_scan_total());
        workgroupBarrier();
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_blocks(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let block = grid_workgroup(workgroup, workgroups);
    let start = block * parameters.argument;
    if (start >= parameters.elements) { return; }
    let end = min(parameters.elements, start + parameters.argument);
    var before = block_prefixes[block];
    for (var sub_block = start; sub_block < end; sub_block += SUB_BLOCK_ELEMENTS) {
        let first = sub_block + 2u * local_index;
        let values = array<T, 2>(source_or_identity(first), source_or_identity(first + 1u));
        let offset = workgroup_scan_exclusive(combine(values[0], values[1]), local_index);
        var prefix = combine(before, offset);
        if (!EXCLUSIVE) { prefix = combine(prefix, values[0]); }
        if (first < end) { prefix_store(first, prefix); }
        if (first + 1u < end) {
            if (EXCLUSIVE) { prefix = combine(prefix, values[0]); } else { prefix = combine(prefix, values[1]); }
            prefix_store(first + 1u, prefix);
        }
        before = combine(before, workgroup_scan_total());
        workgroupBarrier();
    }
}
