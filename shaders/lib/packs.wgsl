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

alias Pack = array<T, PACK>;

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
    var reversed: Pack;
    for (var item = 0u; item < PACK; item++) { reversed[item] = pack[PACK - 1u - item]; }
    return reversed;
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
        for (var item = 0u; item < PACK; item++) {
            if (item < past_end) { reversed[item] = identity(); }
        }
    }
    return reversed;
}

// Pack of the input; the index must be in range.
fn source_pack(index: u32) -> Pack { return pack_from_source(index, source_memory_at(index)); }

// Pack of the input, or of identities past its end.
fn source_pack_or_identity(index: u32) -> Pack {
    if (index < packs()) { return source_pack(index); }
    var pack: Pack;
    for (var item = 0u; item < PACK; item++) { pack[item] = identity(); }
    return pack;
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
    for (var item = 1u; item < PACK; item++) { scanned[item] = combine(scanned[item - 1u], scanned[item]); }
    return scanned;
}

// The same, seeded with a prefix: PACK applications.
fn pack_scan_from(prefix: T, pack: Pack) -> Pack {
    var scanned = pack;
    scanned[0] = combine(prefix, pack[0]);
    for (var item = 1u; item < PACK; item++) { scanned[item] = combine(scanned[item - 1u], pack[item]); }
    return scanned;
}

// The pack shifted by one element, `first` in front.
fn pack_shifted(first: T, pack: Pack) -> Pack {
    var shifted = pack;
    shifted[0] = first;
    for (var item = 1u; item < PACK; item++) { shifted[item] = pack[item - 1u]; }
    return shifted;
}

// The sum of a scanned pack.
fn pack_sum(scanned: Pack) -> T { return scanned[PACK - 1u]; }

// The prefixes of a scanned pack, given its exclusive prefix: PACK applications, in an exclusive scan PACK − 1.
fn pack_prefixes(prefix: T, scanned: Pack) -> Pack {
    var shifted: Pack;
    if (EXCLUSIVE) {
        shifted[0] = prefix;
        for (var item = 1u; item < PACK; item++) { shifted[item] = combine(prefix, scanned[item - 1u]); }
    } else {
        for (var item = 0u; item < PACK; item++) { shifted[item] = combine(prefix, scanned[item]); }
    }
    return shifted;
}

// Combines a prefix with every element of a pack: PACK applications.
fn pack_add_prefix(prefix: T, pack: Pack) -> Pack {
    var added: Pack;
    for (var item = 0u; item < PACK; item++) { added[item] = combine(prefix, pack[item]); }
    return added;
}
