// For the slot `indices`: stores the indices of selected elements beside the elements.

const INDICES: bool = true;

@group(0) @binding(9) var<storage, read_write> selected_indices: array<u32>;

fn index_store(place: u32, index: u32) { selected_indices[place] = index; }
