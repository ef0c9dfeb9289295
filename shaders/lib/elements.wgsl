// The scan's input and output, in the order of the scan: a backward scan counts from the end. Algorithms access both through these
// functions alone. The slot `source` defines where the input lies: lib/source.wgsl or lib/source_in_place.wgsl.

import package::lib::grid::parameters;
import constants::{BACKWARD, EXCLUSIVE};
import element::{identity, T};
import source::source_element;

@group(0) @binding(2) var<storage, read_write> prefixes: array<T>;

// Where element `index` of the scan lies in memory. parameters.elements is the length of the scan.
fn element_place(index: u32) -> u32 {
    if (BACKWARD) { return parameters.elements - 1u - index; }
    return index;
}

// Input element, or the identity past the end of the input.
fn source_or_identity(index: u32) -> T {
    if (index < parameters.elements) { return source_element(index); }
    return identity();
}

// Input of an algorithm that computes inclusive scans only: for an exclusive scan the input is shifted by one place
// and the identity put in front, which makes the inclusive scan of it the requested exclusive scan.
fn source_shifted(index: u32) -> T {
    if (!EXCLUSIVE) { return source_element(index); }
    if (index == 0u) { return identity(); }
    return source_element(index - 1u);
}

fn prefix_store(index: u32, value: T) {
    prefixes[element_place(index)] = value;
}

// An element of the output that an earlier pass has stored.
fn prefix_load(index: u32) -> T {
    return prefixes[element_place(index)];
}
