// The scan's input and output in packs. The PACK elements of a pack are neighbours in the order of the scan. They are
// loaded and stored together, since devices move vectors of four words fastest. Buffers hold whole packs, so the pack at
// the end of memory may be read and written past the last element.
//
// The slot `pack_memory` defines the memory layout of a pack:
//   alias Memory
//   fn values_from_memory(memory) -> PackValues
//   fn values_to_memory(values) -> Memory
// The slot `pack_source` defines the buffer of the input:
//   fn source_memory(index) -> Memory
// The slot `pack_target` defines the output. A pack is stored at its index in memory:
//   fn target_store(index, memory)
// The slot `pack`, pack/plain.wgsl or pack/segmented.wgsl, defines what an invocation holds of a pack, and its scan:
//   struct Pack
//   fn pack_from_source(index, memory) -> Pack   pack `index` of the input, from its memory
//   fn pack_of_identities() -> Pack
//   fn pack_values(pack) -> PackValues
//   fn pack_scan(pack) -> Pack                   inclusive scan of a pack: PACK - 1 applications
//   fn pack_scan_from(prefix, pack) -> Pack      the same, seeded with a prefix: PACK applications
//   fn pack_shifted(first, scanned) -> Pack      the exclusive scan, given the inclusive one and the prefix of the first element
//   fn pack_sum(scanned) -> T                    the sum of a scanned pack
//   fn pack_prefixes(prefix, scanned) -> Pack    the prefixes of a scanned pack, given its exclusive prefix: PACK applications, in an
//                                                exclusive scan PACK - 1
//   fn pack_add_prefix(prefix, pack) -> Pack     combines a prefix with every element of a pack: PACK applications

import package::lib::grid::parameters;
import constants::{BACKWARD, PACK};
import monoid::{Value, value_identity};
import pack::{Pack, pack_from_source, pack_of_identities, pack_values};
import pack_memory::{Memory, values_from_memory, values_to_memory};
import pack_source::source_memory;
import pack_target::target_store;

struct PackValues {
    @repeat(PACK) e#: Value,
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

fn values_reversed(values: PackValues) -> PackValues {
    return PackValues(
        @repeat(PACK) values.e~,
    );
}

// Loads pack `index` of the input in its memory layout; the index must be in range.
fn source_memory_at(index: u32) -> Memory { return source_memory(memory_index(index)); }

// The values of pack `index` of the input, from its memory. Elements past the end of the input are arbitrary in a
// forward scan, in which they come last, and identities in a backward scan, in which they come first.
fn values_from_source(index: u32, memory: Memory) -> PackValues {
    let values = values_from_memory(memory);
    if (!BACKWARD) { return values; }
    var reversed = values_reversed(values);
    if (index == 0u) {
        let past_end = PACK * packs() - parameters.elements;
        @repeat(PACK) if (#u < past_end) { reversed.e# = value_identity(); }
    }
    return reversed;
}

// Pack of the input; the index must be in range.
fn source_pack(index: u32) -> Pack { return pack_from_source(index, source_memory_at(index)); }

fn source_pack_or_identity(index: u32) -> Pack {
    if (index < packs()) { return source_pack(index); }
    return pack_of_identities();
}

fn prefix_memory(pack: Pack) -> Memory {
    if (BACKWARD) { return values_to_memory(values_reversed(pack_values(pack))); }
    return values_to_memory(pack_values(pack));
}

fn prefix_store_memory(index: u32, memory: Memory) { target_store(memory_index(index), memory); }

fn prefix_store_pack(index: u32, pack: Pack) { prefix_store_memory(index, prefix_memory(pack)); }
