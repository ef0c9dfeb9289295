// The packs of the output.

import pack_memory::Memory;

@group(0) @binding(2) var<storage, read_write> prefixes: array<Memory>;

fn target_store(index: u32, memory: Memory) { prefixes[index] = memory; }
