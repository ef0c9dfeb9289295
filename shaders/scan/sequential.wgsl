// One invocation scans the input: Algorithm 1 of every source, and the baseline on the GPU.
//
// A dispatch scans one chunk, short enough for the system's watchdog. `carry` holds the sum of the previous chunks.
// parameters.argument: index of the chunk's first element.

import package::lib::elements::prefix_store;
import package::lib::grid::parameters;
import constants::{CHUNK_ELEMENTS, EXCLUSIVE};
import element::{combine, identity, T};
import source::source_element;

@group(0) @binding(5) var<storage, read_write> carry: array<T, 1>;

@compute @workgroup_size(1)
fn scan_chunk() {
    var sum = identity();
    if (parameters.argument > 0u) { sum = carry[0]; }
    let end = min(parameters.elements, parameters.argument + CHUNK_ELEMENTS);
    for (var index = parameters.argument; index < end; index++) {
        let before = sum;
        sum = combine(sum, source_element(index));
        if (EXCLUSIVE) { prefix_store(index, before); } else { prefix_store(index, sum); }
    }
    carry[0] = sum;
}
