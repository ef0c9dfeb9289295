// The output of a segmented scan of which the last prefix of each segment is stored, the segment's sum; lib/packs.wgsl.
//
// Heads are bits, segment_places the number of heads before each word of them.

import package::lib::grid::parameters;
import package::heads::bits::{head_bits_after, heads};
import constants::PACK;
import monoid::VALUE_WORDS;
import pack_memory::Memory;

@group(0) @binding(8) var<storage, read_write> segment_sums: array<u32>;
@group(0) @binding(9) var<storage, read> segment_places: array<u32>;

fn segment_sum_store(index: u32, memory: Memory, element: u32) {
    let heads_up_to = heads[index / 32u] & (0xffffffffu >> (31u - index % 32u));
    let segment = segment_places[index / 32u] + countOneBits(heads_up_to) - 1u;
    @repeat(VALUE_WORDS) segment_sums[segment * VALUE_WORDS + #u] = memory[element * VALUE_WORDS + #u];
}

fn target_store(index: u32, memory: Memory) {
    let first = index * PACK;
    let last = parameters.elements - 1u;
    // The element before a head ends a segment, and so does the last one.
    var ends = head_bits_after(first);
    if (last - first < PACK) { ends = (ends & ((1u << (last - first)) - 1u)) | (1u << (last - first)); }
    if (ends == 0u) { return; }
    @repeat(PACK) if (((ends >> #u) & 1u) == 1u) { segment_sum_store(first + #u, memory, #u); }
}
