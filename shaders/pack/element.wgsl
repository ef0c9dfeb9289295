// Elements that do not fill vectors of four words, each a pack.

import package::lib::packs::Pack;
import element::T;

alias Memory = T;

fn pack_from_memory(memory: Memory) -> Pack { return Pack(memory); }

fn pack_to_memory(pack: Pack) -> Memory { return pack.e0; }
