// The packs of the input in the buffer of the output, for a scan in place; no prefix may be stored there yet.

import package::pack::prefixes::prefixes;
import pack_memory::Memory;

fn source_memory(index: u32) -> Memory { return prefixes[index]; }
