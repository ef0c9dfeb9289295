// The pass before each sort of the indices of keys of two words: it loads the words of the keys' orders that are sorted.
//
// A key is an integer or a float of 64 bits, with its low word first. Its order is an unsigned integer of 64 bits.
// parameters.elements: number of keys. parameters.argument: the word of the orders that a pass stores, 0 or 1.

import package::lib::grid::{grid_invocation, parameters};
import package::operation::sort_key::{KEY_F32, KEY_I32};
import constants::{DESCENDING, KEY_KIND, ORDERED, WORKGROUP_SIZE};

@group(0) @binding(1) var<storage, read> wide_keys: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> order_words: array<u32>;
// The indices of the keys, in the order of the previous sort.
@group(0) @binding(3) var<storage, read> sorted_indices: array<u32>;

// Floats in IEEE order, as for keys of one word: -0 before +0, and all NaNs after infinity, equal to each other.
fn wide_key_order(key: vec2<u32>) -> vec2<u32> {
    var order = key;
    if (KEY_KIND == KEY_I32) { order.y = key.y ^ 0x80000000u; }
    if (KEY_KIND == KEY_F32) {
        let sign = bitcast<u32>(bitcast<i32>(key.y) >> 31u);
        order = vec2(key.x ^ sign, key.y ^ (sign | 0x80000000u));
        let magnitude = key.y & 0x7fffffffu;
        if (magnitude > 0x7ff00000u || (magnitude == 0x7ff00000u && key.x != 0u)) { order = vec2(0xffffffffu); }
    }
    if (DESCENDING) { return ~order; }
    return order;
}

// Stores a word of the order of each key. The keys are those of the input or, with ORDERED = 1, in the order of the
// previous sort.
@compute @workgroup_size(WORKGROUP_SIZE)
fn load_order_words(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let place = grid_invocation(workgroup, workgroups, local_index);
    if (place >= parameters.elements) { return; }
    var index = place;
    @repeat(ORDERED) index = sorted_indices[place];
    let order = wide_key_order(wide_keys[index]);
    order_words[place] = select(order.x, order.y, parameters.argument == 1u);
}
