// The segment starts of a scan that accesses single elements. The slot `heads` is the same as for packs of one element.
// See pack/segmented.wgsl.

import constants::BACKWARD;
import heads::{head_bits, head_bits_after};

// Whether a segment starts at this element in the order of the scan. A head marks a segment's first element in index order. So a
// backward scan starts a segment at the element before the next head.
fn starts(index: u32) -> bool {
    if (BACKWARD) { return head_bits_after(index) == 1u; }
    return head_bits(index) == 1u;
}
