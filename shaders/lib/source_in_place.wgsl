// The input in the buffer of the output, for a scan in place.

import package::lib::elements::element_memory_index;
import element::T;
import target::prefixes;

// Input element. The index must be in range, and no prefix may be stored there yet.
fn source_element(index: u32) -> T {
    return prefixes[element_memory_index(index)];
}
