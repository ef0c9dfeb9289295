// The input where the output goes, of a scan in place; no prefix may have been stored there.

fn source_vector(place: u32) -> Vector { return prefixes[place]; }
