// Sklansky's scan of one tile by divide and conquer, in place in workgroup memory. Two neighbouring blocks are scanned.
// Then the last prefix of the left block is combined with every prefix of the right block.
//
// Sklansky, "Conditional-Sum Addition Logic", 1960. E = 2 W elements for W invocations: (E / 2) log2 E applications,
// one per invocation and step; log2 E barriers, one per step, since no slot that is written in a step is read by
// another invocation; E elements of workgroup memory. lib/tile_scan.wgsl scans longer inputs.

import package::lib::tile_scan::{add_to_level, add_to_prefixes, scan_level, scan_tiles, TILE_ELEMENTS};
import element::{combine, T};

var<workgroup> sklansky_values: array<T, TILE_ELEMENTS>;

fn tile_put(slot: u32, value: T) { sklansky_values[slot] = value; }
fn tile_prefix(slot: u32) -> T { return sklansky_values[slot]; }
fn tile_total(last_value: T) -> T { return tile_prefix(TILE_ELEMENTS - 1u); }

fn tile_scan(local_index: u32) {
    for (var half = 1u; half < TILE_ELEMENTS; half *= 2u) {
        let middle = local_index / half * 2u * half + half;
        let right = middle + local_index % half;
        sklansky_values[right] = combine(sklansky_values[middle - 1u], sklansky_values[right]);
        workgroupBarrier();
    }
}
