// The first element of each run of equal elements, without subgroups, for the slot `selection`.

@group(0) @binding(11) var<storage, read> neighbours: array<u32>;

fn is_selected_at(index: u32, word: u32, lane: u32) -> bool { return index == 0u || neighbours[index - 1u] != word; }
