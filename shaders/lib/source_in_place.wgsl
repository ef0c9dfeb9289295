// The input where the output goes, of a scan in place.

import package::lib::elements::{element_place, prefixes};
import element::T;

// Input element; the index must be one of the input's, and no prefix may have been stored there.
fn source_element(index: u32) -> T {
    return prefixes[element_place(index)];
}
