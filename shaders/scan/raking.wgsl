// Every invocation rakes a contiguous run of the tile: it sums the run, gets the run's exclusive prefix from a scan by the workgroup,
// and scans the run from this prefix.
//
// Blelloch 1990, section 1.2; Dotsenko et al. 2008; Merrill & Grimshaw 2009. Runs of k = TILE_ITEMS elements, W invocations:
// W (k − 1) applications to sum, W log2 W − (W − 1) between the runs, W k to scan; 2 log2 W + 2 barriers; W (k + 1) elements of
// workgroup memory. Invocations access elements k apart, so an odd k has no bank conflicts. lib/tile_scan.wgsl scans longer inputs.

import package::lib::tile_scan::{add_to_level, add_to_prefixes, scan_level, scan_tiles, TILE_ELEMENTS};
import package::lib::workgroup_scan::workgroup_scan_exclusive;
import constants::TILE_ITEMS;
import element::{combine, T};

var<workgroup> raking_tile: array<T, TILE_ELEMENTS>;

fn tile_put(slot: u32, value: T) { raking_tile[slot] = value; }
fn tile_prefix(slot: u32) -> T { return raking_tile[slot]; }
fn tile_total(last_value: T) -> T { return tile_prefix(TILE_ELEMENTS - 1u); }

fn tile_scan(local_index: u32) {
    let first = local_index * TILE_ITEMS;
    var sum = raking_tile[first];
    for (var item = 1u; item < TILE_ITEMS; item++) { sum = combine(sum, raking_tile[first + item]); }
    var prefix = workgroup_scan_exclusive(sum, local_index);
    for (var item = 0u; item < TILE_ITEMS; item++) {
        prefix = combine(prefix, raking_tile[first + item]);
        raking_tile[first + item] = prefix;
    }
    workgroupBarrier();
}
