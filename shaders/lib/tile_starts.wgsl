// The slot at which the first segment of each tile starts. From there on, prefixes do not depend on earlier tiles. The
// slot is stored, since prefixes in memory have no flag.

@group(0) @binding(4) var<storage, read_write> first_starts: array<u32>;

fn first_start_store(tile: u32, slot: u32) { first_starts[tile] = slot; }
fn first_start(tile: u32) -> u32 { return first_starts[tile]; }
