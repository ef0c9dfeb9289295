// Elements whose words do not divide a vector of four: a pack is one element.

import package::lib::packs::Pack;
import element::T;

alias Memory = T;

fn pack_from_memory(memory: Memory) -> Pack { return Pack(memory); }

fn pack_to_memory(pack: Pack) -> Memory { return pack.e0; }
