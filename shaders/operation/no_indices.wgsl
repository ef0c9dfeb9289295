// The indices of selected elements are not stored; slot `indices`. This is a separate file, since a binding must have a
// buffer even if no store is reached.

const INDICES: bool = false;

fn index_store(place: u32, index: u32) {}
