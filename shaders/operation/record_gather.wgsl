// The last pass of a sort of pairs with records. The earlier passes sort the records' indices. This pass moves each
// record to the position of its index.
//
// So a record is moved once instead of once per digit. parameters.elements: records.

import package::lib::grid::{grid_invocation, parameters};
import package::operation::records::{word_load, word_store};
import constants::{RECORD_WORDS, WORKGROUP_SIZE};

@group(0) @binding(3) var<storage, read> sorted_indices: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn gather_words(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let word = grid_invocation(workgroup, workgroups, local_index);
    let place = word / RECORD_WORDS;
    let part = word % RECORD_WORDS;
    if (place >= parameters.elements) { return; }
    word_store(place, part, word_load(sorted_indices[place], part));
}
