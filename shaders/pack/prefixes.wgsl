// The buffer of the output, in packs.

import pack_memory::Memory;

@group(0) @binding(2) var<storage, read_write> prefixes: array<Memory>;
