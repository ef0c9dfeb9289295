// For the slot `indices`: does not store the indices of selected elements. This is a separate file, since a binding
// must have a buffer even if no store is reached.

const INDICES: bool = false;

fn index_store(place: u32, index: u32) {}
