// The packs of the input, with identities past its end, for sums that include the last pack; slot `pack_source`.

import package::lib::grid::parameters;
import package::lib::packs::packs;
import constants::PACK;
import element::identity;
import pack_memory::{Memory, pack_from_memory, pack_to_memory};

@group(0) @binding(1) var<storage, read> source: array<Memory>;

fn source_memory(index: u32) -> Memory {
    let memory = source[index];
    if (parameters.elements % PACK == 0u || index + 1u < packs()) { return memory; }
    var pack = pack_from_memory(memory);
    @repeat(1..PACK) if (#u >= parameters.elements % PACK) { pack.e# = identity(); }
    return pack_to_memory(pack);
}
