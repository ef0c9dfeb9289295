// A pack of one element of four words.

import package::lib::packs::PackValues;
import monoid::{value_from_words, value_to_words};

alias Memory = vec4<u32>;

fn values_from_memory(memory: Memory) -> PackValues {
    return PackValues(value_from_words(array<u32, 4>(memory.x, memory.y, memory.z, memory.w)));
}

fn values_to_memory(values: PackValues) -> Memory {
    let words_0 = value_to_words(values.e0);
    return Memory(words_0[0], words_0[1], words_0[2], words_0[3]);
}
