// The input of a segmented scan in a separate buffer. The heads are in another buffer.

import package::lib::elements::element_memory_index;
import package::lib::starts::starts;
import element::{element_of, T};
import monoid::Value;

@group(0) @binding(1) var<storage, read> source: array<Value>;

// Input element; the index must be in range.
fn source_element(index: u32) -> T {
    let place = element_memory_index(index);
    return element_of(source[place], starts(place));
}
