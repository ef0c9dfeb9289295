// The scan's input and output.

@group(0) @binding(1) var<storage, read> source: array<T>;
@group(0) @binding(2) var<storage, read_write> prefixes: array<T>;

// Input element, or the identity past the end of the input.
fn source_or_identity(index: u32) -> T {
    if (index < parameters.elements) { return source[index]; }
    return identity();
}

// Input of an algorithm that computes inclusive scans only: for an exclusive scan the input is shifted by one place
// and the identity put in front, which makes the inclusive scan of it the exclusive scan asked for.
fn source_shifted(index: u32) -> T {
    if (!EXCLUSIVE) { return source[index]; }
    if (index == 0u) { return identity(); }
    return source[index - 1u];
}
