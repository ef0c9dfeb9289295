// A scan of one tile from Knowles' family, between Kogge and Stone's scan and Sklansky's: in the step of distance d, min(d, FAN_OUT)
// neighbours read the same value.
//
// Knowles, "A Family of Adders", 1999. E elements, one per invocation; f = FAN_OUT, a power of two. Steps of distances below f are those of
// Sklansky's scan, and give the prefixes within blocks of f elements. Later steps combine each value with the last value of the
// block at distance d before it: (E / 2) log2 f + E log2 (E / f) − (E − f) applications; 2 log2 E − log2 f barriers;
// E elements of workgroup memory. lib/tile_scan.wgsl scans longer inputs.

import package::lib::tile_scan::{add_to_level, add_to_prefixes, scan_level, scan_tiles, TILE_ELEMENTS};
import constants::FAN_OUT;
import element::{combine, T};

var<workgroup> knowles_values: array<T, TILE_ELEMENTS>;

fn tile_put(slot: u32, value: T) { knowles_values[slot] = value; }
fn tile_prefix(slot: u32) -> T { return knowles_values[slot]; }
fn tile_total(last_value: T) -> T { return tile_prefix(TILE_ELEMENTS - 1u); }

fn tile_scan(local_index: u32) {
    var sum = knowles_values[local_index];
    for (var distance = 1u; distance < TILE_ELEMENTS; distance *= 2u) {
        let fan_out = min(distance, FAN_OUT);
        let is_block = distance < FAN_OUT;
        let combines = select(local_index >= distance, (local_index & distance) > 0u, is_block);
        // The first of the neighbours that read the same value.
        let first = local_index - local_index % fan_out;
        if (combines) { sum = combine(knowles_values[first + fan_out - distance - 1u], sum); }
        // In a block, no slot that is written is read by another invocation.
        if (!is_block) { workgroupBarrier(); }
        if (combines) { knowles_values[local_index] = sum; }
        workgroupBarrier();
    }
}
