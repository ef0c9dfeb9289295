// Rows of parameters.columns elements: a head is the first element of a row. See pack/segmented.wgsl.

import package::lib::grid::parameters;
import constants::PACK;

// `first` may be any index, not only a multiple of PACK. One division per pack.
fn head_bits(first: u32) -> u32 {
    var column = (first + parameters.first_column) % parameters.columns;
    var bits = 0u;
    @repeat(PACK) if (column == 0u) { bits |= 1u << #u; } column += 1u; if (column == parameters.columns) { column = 0u; }
    return bits;
}

fn head_bits_after(first: u32) -> u32 { return head_bits(first + 1u); }
