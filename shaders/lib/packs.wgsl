// The scan's input and output by packs: PACK neighbouring elements in the order of the scan that are loaded and stored together,
// since devices move vectors of four words fastest. Buffers are as long as whole packs are, so the one at the end of memory may
// be read and written past the last element.
//
// The slot `pack_memory` defines how a pack lies in memory:
//   alias Memory
//   fn pack_from_memory(memory) -> Pack
//   fn pack_to_memory(pack) -> Memory
// and the slot `pack_source` where the input lies:
//   fn source_memory(place) -> Memory

import package::lib::grid::parameters;
import constants::{BACKWARD, EXCLUSIVE, PACK};
import element::{combine, identity, T};
import pack_memory::{Memory, pack_from_memory, pack_to_memory};
import pack_source::source_memory;

@group(0) @binding(2) var<storage, read_write> prefixes: array<Memory>;

struct Pack {
    @repeat(PACK) e#: T,
}

// Packs of the scan. parameters.elements is the length of the scan.
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

// Loads pack `index` of the input as it lies in memory; the index must be one of the input's.
fn source_memory_at(index: u32) -> Memory { return source_memory(memory_index(index)); }

// Pack `index` of the input, from its memory. What lies past the end of the input comes last in a forward scan, where
// nothing depends on it, and first in a backward scan.
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

// Pack of the input; the index must be one of the input's.
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

// The same, given what lies before it: PACK applications.
fn pack_scan_after(before: T, pack: Pack) -> Pack {
    var scanned = pack;
    scanned.e0 = combine(before, pack.e0);
    @repeat(1..PACK) scanned.e# = combine(scanned.e#-1, pack.e#);
    return scanned;
}

// Every element a place further back, the first of them given.
fn pack_shifted(first: T, pack: Pack) -> Pack {
    var shifted = pack;
    shifted.e0 = first;
    @repeat(1..PACK) shifted.e# = pack.e#-1;
    return shifted;
}

// All of a pack that is scanned.
fn pack_sum(scanned: Pack) -> T {
    var sum: T;
    @repeat(PACK) sum = scanned.e#;
    return sum;
}

// The prefixes of a pack that is scanned, given what lies before it: PACK applications, in an exclusive scan PACK − 1.
fn pack_prefixes(before: T, scanned: Pack) -> Pack {
    var shifted: Pack;
    if (EXCLUSIVE) {
        shifted.e0 = before;
        @repeat(1..PACK) shifted.e# = combine(before, scanned.e#-1);
    } else {
        @repeat(PACK) shifted.e# = combine(before, scanned.e#);
    }
    return shifted;
}

// Prefixes with something more before them: PACK applications.
fn pack_after(before: T, pack: Pack) -> Pack {
    return Pack(
        @repeat(PACK) combine(before, pack.e#),
    );
}
