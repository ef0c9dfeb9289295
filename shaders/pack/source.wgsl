// The packs of the input in a separate buffer.

import pack_memory::Memory;

@group(0) @binding(1) var<storage, read> source: array<Memory>;

fn source_memory(index: u32) -> Memory { return source[index]; }
