// The input in a buffer of its own.

import package::lib::elements::element_place;
import element::T;

@group(0) @binding(1) var<storage, read> source: array<T>;

// Input element; the index must be one of the input's.
fn source_element(index: u32) -> T {
    return source[element_place(index)];
}
