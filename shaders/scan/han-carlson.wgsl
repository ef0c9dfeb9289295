// Han and Carlson's scan of one tile: the sums of pairs, Kogge and Stone's recurrence over them, and the remaining prefixes.
//
// Han & Carlson, "Fast Area-Efficient VLSI Adders", 1987. E = 2 W elements for W invocations, one per pair: W applications for the sums,
// W log2 W − (W − 1) for their scan and W − 1 for the remaining prefixes, (E / 2) log2 E in all; 2 log2 E barriers; E elements of workgroup
// memory. Neighbouring invocations access every second element. lib/tile_scan.wgsl scans longer inputs.

import package::lib::tile_scan::{add_to_level, add_to_prefixes, scan_level, scan_tiles, TILE_ELEMENTS};
import constants::WORKGROUP_SIZE;
import element::{combine, T};

var<workgroup> han_carlson_values: array<T, TILE_ELEMENTS>;

fn tile_put(slot: u32, value: T) { han_carlson_values[slot] = value; }
fn tile_prefix(slot: u32) -> T { return han_carlson_values[slot]; }
fn tile_total(last_value: T) -> T { return tile_prefix(TILE_ELEMENTS - 1u); }

fn tile_scan(local_index: u32) {
    let first = 2u * local_index;
    let second = first + 1u;
    var sum = combine(han_carlson_values[first], han_carlson_values[second]);
    han_carlson_values[second] = sum;
    workgroupBarrier();
    for (var distance = 1u; distance < WORKGROUP_SIZE; distance *= 2u) {
        if (local_index >= distance) { sum = combine(han_carlson_values[second - 2u * distance], sum); }
        workgroupBarrier();
        han_carlson_values[second] = sum;
        workgroupBarrier();
    }
    if (local_index > 0u) { han_carlson_values[first] = combine(han_carlson_values[first - 1u], han_carlson_values[first]); }
    workgroupBarrier();
}
