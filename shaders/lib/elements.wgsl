// The input and output of a scan, in the order of the scan: a backward scan counts from the end. Algorithms access both
// only through these functions. The slot `source` defines the buffer of the input: lib/source.wgsl or
// lib/source_in_place.wgsl. The slot `target` defines the buffer of the output: lib/target.wgsl. If a segmented scan
// reads heads beside the values, the files are lib/source_segmented.wgsl or lib/source_segmented_in_place.wgsl, and
// lib/target_segmented.wgsl.

import package::lib::grid::parameters;
import constants::{BACKWARD, EXCLUSIVE};
import element::{identity, T};
import source::source_element;
import target::target_store;

// The index in memory of element `index` of the scan. parameters.elements is the length of the scan.
fn element_memory_index(index: u32) -> u32 {
    if (BACKWARD) { return parameters.elements - 1u - index; }
    return index;
}

fn source_or_identity(index: u32) -> T {
    if (index < parameters.elements) { return source_element(index); }
    return identity();
}

// Input of an algorithm that computes inclusive scans only. For an exclusive scan, the input is shifted by one element, and the identity
// comes first. The inclusive scan of this input is the exclusive scan.
fn source_shifted(index: u32) -> T {
    if (!EXCLUSIVE) { return source_element(index); }
    if (index == 0u) { return identity(); }
    return source_element(index - 1u);
}

fn prefix_store(index: u32, value: T) {
    target_store(element_memory_index(index), value);
}
