// The input's packs in a buffer of its own.

import pack_memory::Memory;

@group(0) @binding(1) var<storage, read> source: array<Memory>;

fn source_memory(place: u32) -> Memory { return source[place]; }
