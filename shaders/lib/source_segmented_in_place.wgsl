// The input of a segmented scan in the buffer of the output, for a scan in place; its heads beside it.

import package::lib::elements::element_memory_index;
import package::lib::starts::starts;
import element::{element_of, T};
import target::prefixes;

// Input element; the index must be in range, and no prefix stored there yet.
fn source_element(index: u32) -> T {
    let place = element_memory_index(index);
    return element_of(prefixes[place], starts(place));
}
