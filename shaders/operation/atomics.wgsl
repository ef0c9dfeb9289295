// Compaction by atomics, to be compared with compaction by scans. An atomic counter holds the next free index of the
// output. An invocation adds 1 for each element that it keeps, or a workgroup adds the number of all its kept elements.
// The output is in the order of these additions.
//
// Merry, "Prefix sums on GPUs", 2014, "Atomics". parameters.elements: length of the input.

import package::lib::grid::{grid_invocation, parameters};
import package::lib::packs::{packs, source_memory_at};
import constants::WORKGROUP_SIZE;
import selection::is_selected_at;

@group(0) @binding(8) var<storage, read_write> selected: array<u32>;
@group(0) @binding(10) var<storage, read_write> count: array<atomic<u32>>;

// The number of the workgroup's selected elements, and the output index of the first of them.
var<workgroup> workgroup_count: atomic<u32>;
var<workgroup> workgroup_first: u32;

fn is_kept(index: u32, word: u32) -> bool { return index < parameters.elements && is_selected_at(index, word, 0u); }

@compute @workgroup_size(WORKGROUP_SIZE)
fn clear_count(@builtin(local_invocation_index) local_index: u32) {
    if (local_index == 0u && parameters.elements > 0u) { atomicStore(&count[0], 0u); }
}

fn append(index: u32, word: u32) {
    if (is_kept(index, word)) { selected[atomicAdd(&count[0], 1u)] = word; }
}

// One addition per kept element.
@compute @workgroup_size(WORKGROUP_SIZE)
fn append_elements(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index >= packs()) { return; }
    let words = source_memory_at(index);
    @repeat(4) append(4u * index + #u, words[#]);
}

fn place(is_kept: bool, first: u32, word: u32) -> u32 {
    if (is_kept) { selected[first] = word; }
    return first + u32(is_kept);
}

// One addition per workgroup, whose invocations take their indices from a counter in workgroup memory. 2 barriers.
@compute @workgroup_size(WORKGROUP_SIZE)
fn append_workgroups(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    let words = source_memory_at(min(index, packs() - 1u));
    let kept = vec4<bool>(
        @repeat(4) is_kept(4u * index + #u, words[#]),
    );
    let number = dot(vec4<u32>(kept), vec4<u32>(1u));
    let before = atomicAdd(&workgroup_count, number);
    workgroupBarrier();
    if (local_index == 0u) { workgroup_first = atomicAdd(&count[0], atomicLoad(&workgroup_count)); }
    workgroupBarrier();
    var next = workgroup_first + before;
    @repeat(4) next = place(kept[#], next, words[#]);
}
