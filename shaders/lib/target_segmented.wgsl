// The output of a segmented scan whose elements have flags only in registers and workgroup memory.

import package::lib::starts::starts;
import constants::EXCLUSIVE;
import element::{element_of, element_value, T};
import monoid::{Value, value_identity};

@group(0) @binding(2) var<storage, read_write> prefixes: array<Value>;

fn target_store(index: u32, prefix: T) {
    var value = element_value(prefix);
    // The first element of a segment has no predecessor in it.
    if (EXCLUSIVE && starts(index)) { value = value_identity(); }
    prefixes[index] = value;
}

// The flag of a prefix is not stored. With lib/tile_starts.wgsl, a caller finds out whether a segment starts in the tile
// up to the prefix.
fn target_load(index: u32) -> T { return element_of(prefixes[index], false); }
