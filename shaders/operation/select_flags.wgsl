// The elements whose flag is set, for the slot `selection`.

@group(0) @binding(11) var<storage, read> flags: array<u32>;

fn is_selected_at(index: u32, word: u32, lane: u32) -> bool { return flags[index] != 0u; }
