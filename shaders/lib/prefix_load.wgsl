// The output as an earlier pass has stored it.

import package::lib::elements::element_memory_index;
import package::lib::target::prefixes;
import element::T;

fn prefix_load(index: u32) -> T {
    return prefixes[element_memory_index(index)];
}
