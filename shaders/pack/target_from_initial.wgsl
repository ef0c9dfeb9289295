// The packs of the output of a scan from an initial value.

import package::lib::index_order::combine_in_index_order;
import package::lib::initial::initial_value;
import package::lib::packs::PackValues;
import package::pack::prefixes::prefixes;
import constants::PACK;
import pack_memory::{Memory, values_from_memory, values_to_memory};

fn target_store(index: u32, memory: Memory) {
    let first = initial_value();
    let values = values_from_memory(memory);
    prefixes[index] = values_to_memory(PackValues(
        @repeat(PACK) combine_in_index_order(first, values.e#),
    ));
}
