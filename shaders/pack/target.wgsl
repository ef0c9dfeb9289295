// The packs of the output.

import package::pack::prefixes::prefixes;
import pack_memory::Memory;

fn target_store(index: u32, memory: Memory) { prefixes[index] = memory; }
