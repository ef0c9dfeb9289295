// The indices of selected elements are not stored; slot `indices`. A file of its own, since a binding must have a buffer even where no
// store is reached.

const INDICES: bool = false;

fn index_store(place: u32, index: u32) {}
