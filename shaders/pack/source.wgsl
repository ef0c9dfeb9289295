// The input in a buffer of its own.

@group(0) @binding(1) var<storage, read> source: array<Vector>;

fn source_vector(place: u32) -> Vector { return source[place]; }
