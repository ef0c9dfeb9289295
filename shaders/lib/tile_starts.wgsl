// The slot of the element at which the first segment of each tile starts. The prefixes of earlier tiles reach up to
// there. Prefixes in memory have no flag.

@group(0) @binding(4) var<storage, read_write> first_starts: array<u32>;

fn first_start_store(tile: u32, slot: u32) { first_starts[tile] = slot; }
fn first_start(tile: u32) -> u32 { return first_starts[tile]; }
