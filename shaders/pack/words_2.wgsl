// A pack of two elements of two words.

import package::lib::packs::PackValues;
import monoid::{value_from_words, value_to_words};

alias Memory = vec4<u32>;

fn values_from_memory(memory: Memory) -> PackValues {
    return PackValues(value_from_words(array<u32, 2>(memory.x, memory.y)), value_from_words(array<u32, 2>(memory.z, memory.w)));
}

fn values_to_memory(values: PackValues) -> Memory {
    let words_0 = value_to_words(values.e0);
    let words_1 = value_to_words(values.e1);
    return Memory(words_0[0], words_0[1], words_1[0], words_1[1]);
}
