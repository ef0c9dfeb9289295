// The input in a separate buffer.

import package::lib::elements::element_memory_index;
import element::T;

@group(0) @binding(1) var<storage, read> source: array<T>;

// Input element; the index must be in range.
fn source_element(index: u32) -> T {
    return source[element_memory_index(index)];
}
