// A pack of four elements of one word.

import package::lib::packs::PackValues;
import monoid::{value_from_words, value_to_words};

alias Memory = vec4<u32>;

fn values_from_memory(memory: Memory) -> PackValues {
    return PackValues(value_from_words(array<u32, 1>(memory.x)), value_from_words(array<u32, 1>(memory.y)), value_from_words(array<u32, 1>(memory.z)), value_from_words(array<u32, 1>(memory.w)));
}

fn values_to_memory(values: PackValues) -> Memory {
    let words_0 = value_to_words(values.e0);
    let words_1 = value_to_words(values.e1);
    let words_2 = value_to_words(values.e2);
    let words_3 = value_to_words(values.e3);
    return Memory(words_0[0], words_1[0], words_2[0], words_3[0]);
}
