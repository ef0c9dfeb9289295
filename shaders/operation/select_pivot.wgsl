// The elements up to a pivot, in the order of keys, then of indices. For the slot `selection`.

import package::operation::pivot::Pivot;
import package::operation::sort_key::key_order;

@group(0) @binding(11) var<storage, read> pivot: Pivot;

fn is_selected_at(index: u32, word: u32, lane: u32) -> bool {
    let order = key_order(word);
    return order < pivot.order || (order == pivot.order && index <= pivot.index);
}
