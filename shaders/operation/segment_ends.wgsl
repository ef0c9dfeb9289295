// The output of a segmented scan that stores only the packs in which a segment ends, at their indices. See
// lib/packs.wgsl.

import package::lib::grid::parameters;
import package::pack::prefixes::prefixes;
import constants::PACK;
import heads::head_bits_after;
import pack_memory::Memory;

// The last element ends a segment too.
fn target_store(index: u32, memory: Memory) {
    let first = PACK * index;
    if (head_bits_after(first) != 0u || parameters.elements - first <= PACK) { prefixes[index] = memory; }
}
