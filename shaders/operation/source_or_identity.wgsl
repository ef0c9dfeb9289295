// The packs of the input, with identities past its end, for sums that include the last pack. For the slot
// `pack_source`.

import package::lib::grid::parameters;
import constants::PACK;
import monoid::value_identity;
import pack_memory::{Memory, values_from_memory, values_to_memory};

@group(0) @binding(1) var<storage, read> source: array<Memory>;

// All packs make the comparisons: without a branch for the last pack, loads of several packs are issued together.
fn source_memory(index: u32) -> Memory {
    var values = values_from_memory(source[index]);
    let elements = parameters.elements - PACK * index;
    @repeat(1..PACK) if (elements <= #u) { values.e# = value_identity(); }
    return values_to_memory(values);
}
