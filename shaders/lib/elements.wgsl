// The scan's input and output, in the order of the scan: a backward scan counts from the end. Algorithms access both only through these
// functions. The slot `source`, lib/source.wgsl or lib/source_in_place.wgsl, defines the buffer of the input.

import package::lib::grid::parameters;
import constants::{BACKWARD, EXCLUSIVE};
import element::{identity, T};
import source::source_element;

@group(0) @binding(2) var<storage, read_write> prefixes: array<T>;

// The index in memory of element `index` of the scan. parameters.elements is the length of the scan.
fn element_memory_index(index: u32) -> u32 {
    if (BACKWARD) { return parameters.elements - 1u - index; }
    return index;
}

// Input element, or the identity past the end of the input.
fn source_or_identity(index: u32) -> T {
    if (index < parameters.elements) { return source_element(index); }
    return identity();
}

// Input of an algorithm that computes inclusive scans only: for an exclusive scan the input is shifted by one element, the identity
// first, so that its inclusive scan is the exclusive scan.
fn source_shifted(index: u32) -> T {
    if (!EXCLUSIVE) { return source_element(index); }
    if (index == 0u) { return identity(); }
    return source_element(index - 1u);
}

fn prefix_store(index: u32, value: T) {
    prefixes[element_memory_index(index)] = value;
}

// An element of the output, stored by an earlier pass.
fn prefix_load(index: u32) -> T {
    return prefixes[element_memory_index(index)];
}
