// The elements of a partition that are not selected. They follow the selected elements. With REVERSED, they are stored
// from the end of the output backwards.
//
// In reverse order, as in CUB's DevicePartition, their scatter indices do not depend on the number of selected
// elements.

import package::lib::grid::parameters;
import constants::{PARTITION, REVERSED};

// Whether the scatter index of an element that is not selected depends on the number of all selected elements.
const NEEDS_SPLIT: bool = PARTITION && !REVERSED;

// The number of all selected elements. It is set before the first call; without NEEDS_SPLIT it is not used.
var<private> split: u32;

// The scatter index of an element that is not selected, given the number of those before it in the input.
fn other_place(before: u32) -> u32 {
    return select(split + before, parameters.elements - 1u - before, REVERSED);
}
