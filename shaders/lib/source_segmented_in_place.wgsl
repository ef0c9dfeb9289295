// The input of a segmented scan in place, in the buffer of the output. The heads are in another buffer.

import package::lib::elements::element_memory_index;
import package::lib::starts::starts;
import element::{element_of, T};
import target::prefixes;

// Input element. The index must be in range, and no prefix may be stored there yet.
fn source_element(index: u32) -> T {
    let place = element_memory_index(index);
    return element_of(prefixes[place], starts(place));
}
