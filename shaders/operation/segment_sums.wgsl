// The output of a segmented scan that stores only the last prefix of each segment, the segment's sum. See
// lib/packs.wgsl.
//
// Heads are bits. segment_places holds the number of heads before each word of bits.

import package::heads::bits::heads;
import package::lib::grid::parameters;
import constants::PACK;
import monoid::VALUE_WORDS;
import pack_memory::Memory;

@group(0) @binding(8) var<storage, read_write> segment_sums: array<u32>;
@group(0) @binding(9) var<storage, read> segment_places: array<u32>;

fn segment_sum_store(segment: u32, memory: Memory, element: u32) {
    @repeat(VALUE_WORDS) segment_sums[segment * VALUE_WORDS + #u] = memory[element * VALUE_WORDS + #u];
}

// All loads come first, without conditions, so that they are issued together.
fn target_store(index: u32, memory: Memory) {
    let first = index * PACK;
    let last = parameters.elements - 1u;
    let bits = heads[first / 32u];
    let bits_after = heads[min(first + PACK, last) / 32u];
    let place = segment_places[first / 32u];
    let shift = first % 32u;
    // The element before a head ends a segment, and so does the last one.
    var ends = (bits >> shift) >> 1u;
    if (((bits_after >> ((first + PACK) % 32u)) & 1u) == 1u) { ends |= 1u << (PACK - 1u); }
    if (last - first < PACK) { ends = (ends & ((1u << (last - first)) - 1u)) | (1u << (last - first)); }
    // The segment of the current element, at first that of the pack's first element. Each end begins the next segment.
    var segment = place + countOneBits(bits & ((2u << shift) - 1u)) - 1u;
    @repeat(PACK) if (((ends >> #u) & 1u) == 1u) { segment_sum_store(segment, memory, #u); segment += 1u; }
}
