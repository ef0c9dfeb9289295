// The input's packs where the output goes, of a scan in place; no prefix may have been stored there.

import package::lib::packs::prefixes;
import pack_memory::Memory;

fn source_memory(place: u32) -> Memory { return prefixes[place]; }
