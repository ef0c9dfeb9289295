// A pack of one element of four words.

import package::lib::packs::Pack;
import element::{from_words, to_words};

alias Memory = vec4<u32>;

fn pack_from_memory(memory: Memory) -> Pack {
    return Pack(from_words(array<u32, 4>(memory.x, memory.y, memory.z, memory.w)));
}

fn pack_to_memory(pack: Pack) -> Memory {
    let words_0 = to_words(pack.e0);
    return Memory(words_0[0], words_0[1], words_0[2], words_0[3]);
}
