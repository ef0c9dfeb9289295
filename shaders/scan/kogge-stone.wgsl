// Kogge and Stone's scan of one tile, in Merry's form for work-items: the running value stays in a register, and workgroup memory passes
// it to other invocations.
//
// Kogge & Stone 1973; Merry, "Prefix sums on GPUs", 2014, "Kogge-Stone". E elements, one per invocation: E log2 E − (E
// − 1) applications, or E log2 E with PADDING, which puts E / 2 identities in front of the tile; 2 log2 E barriers; E
// elements of workgroup memory, and E / 2 more with padding. lib/tile_scan.wgsl scans longer inputs.

import package::lib::tile_scan::{add_to_level, add_to_prefixes, scan_level, scan_tiles, TILE_ELEMENTS};
import constants::{KOGGE_STONE_IDENTITIES, PADDING};
import element::{combine, identity, T};

var<workgroup> kogge_stone_values: array<T, KOGGE_STONE_IDENTITIES + TILE_ELEMENTS>;

fn tile_put(slot: u32, value: T) {
    kogge_stone_values[KOGGE_STONE_IDENTITIES + slot] = value;
    if (slot < KOGGE_STONE_IDENTITIES) { kogge_stone_values[slot] = identity(); }
}

fn tile_prefix(slot: u32) -> T { return kogge_stone_values[KOGGE_STONE_IDENTITIES + slot]; }
fn tile_total(last_value: T) -> T { return tile_prefix(TILE_ELEMENTS - 1u); }

fn tile_scan(local_index: u32) {
    let slot = KOGGE_STONE_IDENTITIES + local_index;
    var sum = kogge_stone_values[slot];
    for (var distance = 1u; distance < TILE_ELEMENTS; distance *= 2u) {
        if (PADDING || local_index >= distance) { sum = combine(kogge_stone_values[slot - distance], sum); }
        workgroupBarrier();
        kogge_stone_values[slot] = sum;
        workgroupBarrier();
    }
}
