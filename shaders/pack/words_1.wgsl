// A pack of four elements of one word.

import package::lib::packs::Pack;
import element::{from_words, to_words};

alias Memory = vec4<u32>;

fn pack_from_memory(memory: Memory) -> Pack {
    return Pack(from_words(array<u32, 1>(memory.x)), from_words(array<u32, 1>(memory.y)), from_words(array<u32, 1>(memory.z)), from_words(array<u32, 1>(memory.w)));
}

fn pack_to_memory(pack: Pack) -> Memory {
    let words_0 = to_words(pack.e0);
    let words_1 = to_words(pack.e1);
    let words_2 = to_words(pack.e2);
    let words_3 = to_words(pack.e3);
    return Memory(words_0[0], words_1[0], words_2[0], words_3[0]);
}
