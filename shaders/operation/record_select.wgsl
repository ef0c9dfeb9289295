// Selection of records around any scan. One number per record is stored. The exclusive sums of these numbers are the
// scatter indices of the selected records.
//
// Sengupta, Lefohn & Owens 2006, section 4: stream compaction. parameters.elements: records of the input.

import package::lib::grid::{grid_invocation, parameters};
import package::operation::others::{NEEDS_SPLIT, other_place, split};
import package::operation::records::{word_load, word_store};
import constants::{PARTITION, RECORD_WORDS, WORKGROUP_SIZE};
import indices::index_store;
import selection::is_selected_at;

@group(0) @binding(3) var<storage, read_write> numbers: array<u32>;
@group(0) @binding(4) var<storage, read> places: array<u32>;
@group(0) @binding(5) var<storage, read> known_numbers: array<u32>;
@group(0) @binding(10) var<storage, read_write> count: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn flag_records(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let index = grid_invocation(workgroup, workgroups, local_index);
    if (index < parameters.elements) { numbers[index] = select(0u, 1u, is_selected_at(index, 0u, 0u)); }
}

// Moves a word of a record to its scatter index.
@compute @workgroup_size(WORKGROUP_SIZE)
fn move_words(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let word = grid_invocation(workgroup, workgroups, local_index);
    let index = word / RECORD_WORDS;
    let part = word % RECORD_WORDS;
    if (index >= parameters.elements) { return; }
    let is_selected = known_numbers[index] != 0u;
    let before = places[index];
    if (NEEDS_SPLIT || word == 0u) { split = places[parameters.elements - 1u] + known_numbers[parameters.elements - 1u]; }
    if (PARTITION || is_selected) {
        let place = select(other_place(index - before), before, is_selected);
        word_store(place, part, word_load(index, part));
        if (part == 0u) { index_store(place, index); }
    }
    if (word == 0u) { count[0] = split; }
}
