// The scan's input and output in packs: PACK neighbouring elements in the order of the scan that are loaded and stored together,
// since devices move vectors of four words fastest. Buffers hold whole packs, so the one at the end of memory may be read and written
// past the last element.
//
// The slot `pack_memory` defines the memory layout of a pack:
//   alias Memory
//   fn pack_from_memory(memory) -> Pack
//   fn pack_to_memory(pack) -> Memory
// and the slot `pack_source` the buffer of the input:
//   fn source_memory(index) -> Memory

import package::lib::grid::parameters;
import constants::{BACKWARD, EXCLUSIVE, PACK};
import element::{combine, identity, T};
import pack_memory::{Memory, pack_from_memory, pack_to_memory};
import pack_source::source_memory;

@group(0) @binding(2) var<storage, read_write> prefixes: array<Memory>;

struct Pack {
    @repeat(PACK) e#: T,
}

// Number of packs of the scan. parameters.elements is the length of the scan.
fn packs() -> u32 {
    return parameters.elements / PACK + select(0u, 1u, parameters.elements % PACK > 0u);
}

// The index in memory of pack `index` of the scan: a backward scan counts from the end.
fn memory_index(index: u32) -> u32 {
    if (BACKWARD) { return packs() - 1u - index; }
    return index;
}

fn pack_reversed(pack: Pack) -> Pack {
    return Pack(
        @repeat(PACK) pack.e~,
    );
}

// Loads pack `index` of the input in its memory layout; the index must be in range.
fn source_memory_at(index: u32) -> Memory { return source_memory(memory_index(index)); }

// Pack `index` of the input, from its memory. Elements past the end of the input are arbitrary in a forward scan, where they come last,
// and identities in a backward scan, where they come first.
fn pack_from_source(index: u32, memory: Memory) -> Pack {
    let pack = pack_from_memory(memory);
    if (!BACKWARD) { return pack; }
    var reversed = pack_reversed(pack);
    if (index == 0u) {
        let past_end = PACK * packs() - parameters.elements;
        @repeat(PACK) if (#u < past_end) { reversed.e# = identity(); }
    }
    return reversed;
}

// Pack of the input; the index must be in range.
fn source_pack(index: u32) -> Pack { return pack_from_source(index, source_memory_at(index)); }

// Pack of the input, or of identities past its end.
fn source_pack_or_identity(index: u32) -> Pack {
    if (index < packs()) { return source_pack(index); }
    return Pack(
        @repeat(PACK) identity(),
    );
}

fn prefix_memory(pack: Pack) -> Memory {
    if (BACKWARD) { return pack_to_memory(pack_reversed(pack)); }
    return pack_to_memory(pack);
}

fn prefix_store_memory(index: u32, memory: Memory) { prefixes[memory_index(index)] = memory; }

fn prefix_store_pack(index: u32, pack: Pack) { prefix_store_memory(index, prefix_memory(pack)); }

// Inclusive scan of a pack: PACK − 1 applications.
fn pack_scan(pack: Pack) -> Pack {
    var scanned = pack;
    @repeat(1..PACK) scanned.e# = combine(scanned.e#-1, scanned.e#);
    return scanned;
}

// The same, seeded with a prefix: PACK applications.
fn pack_scan_from(prefix: T, pack: Pack) -> Pack {
    var scanned = pack;
    scanned.e0 = combine(prefix, pack.e0);
    @repeat(1..PACK) scanned.e# = combine(scanned.e#-1, pack.e#);
    return scanned;
}

// The pack shifted by one element, `first` in front.
fn pack_shifted(first: T, pack: Pack) -> Pack {
    var shifted = pack;
    shifted.e0 = first;
    @repeat(1..PACK) shifted.e# = pack.e#-1;
    return shifted;
}

// The sum of a scanned pack.
fn pack_sum(scanned: Pack) -> T {
    var sum: T;
    @repeat(PACK) sum = scanned.e#;
    return sum;
}

// The prefixes of a scanned pack, given its exclusive prefix: PACK applications, in an exclusive scan PACK − 1.
fn pack_prefixes(prefix: T, scanned: Pack) -> Pack {
    var shifted: Pack;
    if (EXCLUSIVE) {
        shifted.e0 = prefix;
        @repeat(1..PACK) shifted.e# = combine(prefix, scanned.e#-1);
    } else {
        @repeat(PACK) shifted.e# = combine(prefix, scanned.e#);
    }
    return shifted;
}

// Combines a prefix with every element of a pack: PACK applications.
fn pack_add_prefix(prefix: T, pack: Pack) -> Pack {
    return Pack(
        @repeat(PACK) combine(prefix, pack.e#),
    );
}
