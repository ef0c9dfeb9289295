// A pack of two elements of two words.

import package::lib::packs::Pack;
import element::{from_words, to_words};

alias Memory = vec4<u32>;

fn pack_from_memory(memory: Memory) -> Pack {
    return Pack(from_words(array<u32, 2>(memory.x, memory.y)), from_words(array<u32, 2>(memory.z, memory.w)));
}

fn pack_to_memory(pack: Pack) -> Memory {
    let words_0 = to_words(pack.e0);
    let words_1 = to_words(pack.e1);
    return Memory(words_0[0], words_0[1], words_1[0], words_1[1]);
}
