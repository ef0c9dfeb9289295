// The packs of the output of a scan with an initial value, which is combined with every prefix.

import package::lib::packs::PackValues;
import package::lib::initial::prefix_from_initial;
import package::pack::prefixes::prefixes;
import constants::PACK;
import monoid::{value_from_words, VALUE_WORDS};
import pack_memory::{Memory, values_from_memory, values_to_memory};

// The words of the initial value.
@group(0) @binding(8) var<storage, read> initial: array<array<u32, VALUE_WORDS>, 1>;

fn target_store(index: u32, memory: Memory) {
    let first = value_from_words(initial[0]);
    let values = values_from_memory(memory);
    prefixes[index] = values_to_memory(PackValues(
        @repeat(PACK) prefix_from_initial(first, values.e#),
    ));
}
