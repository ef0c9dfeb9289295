// Selection around any scan. The first pass stores one number per element, 1 if it is selected. The exclusive sums of the
// numbers are the scatter indices. The last pass also stores the count, and on request words of bits of the selected elements.
//
// Sengupta, Lefohn & Owens 2006, section 4: stream compaction. parameters.elements: length of the input.

import package::lib::grid::{grid_invocation, parameters};
import package::lib::packs::{packs, source_memory_at};
import package::operation::others::{NEEDS_SPLIT, other_place, split};
import constants::{PARTITION, WORKGROUP_SIZE};
import indices::index_store;
import selected_bits::{SELECTED_BITS, selected_bits_store};
import selection::is_selected_at;

@group(0) @binding(3) var<storage, read_write> numbers: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> places: array<vec4<u32>>;
@group(0) @binding(8) var<storage, read_write> selected: array<u32>;
@group(0) @binding(10) var<storage, read_write> count: array<u32>;

fn number_of_element(index: u32, word: u32) -> u32 {
    return select(0u, 1u, index < parameters.elements && is_selected_at(index, word, 0u));
}

fn number_of(index: u32, words: vec4<u32>) -> vec4<u32> {
    return vec4<u32>(
        @repeat(4) number_of_element(4u * index + #u, words[#]),
    );
}

// One number per element: 1 if it is selected.
@compute @workgroup_size(WORKGROUP_SIZE)
fn flag_elements(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index < packs()) { numbers[index] = number_of(index, source_memory_at(index)); }
}

fn selected_total() -> u32 {
    let last = parameters.elements - 1u;
    return places[last / 4u][last % 4u] + number_of(last / 4u, source_memory_at(last / 4u))[last % 4u];
}

fn element_move(index: u32, word: u32, is_selected: bool, before: u32) {
    if (index >= parameters.elements || !(PARTITION || is_selected)) { return; }
    let place = select(other_place(index - before), before, is_selected);
    selected[place] = word;
    index_store(place, index);
}

// Stores the word of bits of eight packs from `first` on.
fn bits_store(first: u32, before: u32) {
    var bits = 0u;
    for (var pack = first; pack < min(first + 8u, packs()); pack++) {
        let flags = number_of(pack, source_memory_at(pack));
        bits |= (flags.x | (flags.y << 1u) | (flags.z << 2u) | (flags.w << 3u)) << (4u * (pack - first));
    }
    selected_bits_store(first / 8u, bits, before);
}

// Moves the elements of a pack to their scatter indices.
@compute @workgroup_size(WORKGROUP_SIZE)
fn move_elements(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index >= packs()) { return; }
    let words = source_memory_at(index);
    let flags = number_of(index, words);
    let before = places[index];
    if (NEEDS_SPLIT || index == 0u) { split = selected_total(); }
    @repeat(4) element_move(4u * index + #u, words[#], flags[#] != 0u, before[#]);
    if (SELECTED_BITS && index % 8u == 0u) { bits_store(index, before.x); }
    if (index == 0u) { count[0] = split; }
}
