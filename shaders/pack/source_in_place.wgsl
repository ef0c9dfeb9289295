// The input's packs where the output goes, of a scan in place; no prefix may have been stored there.

fn source_memory(place: u32) -> Memory { return prefixes[place]; }
