// The output as an earlier pass has stored it.

import package::lib::elements::element_memory_index;
import element::T;
import target::target_load;

fn prefix_load(index: u32) -> T {
    return target_load(element_memory_index(index));
}
