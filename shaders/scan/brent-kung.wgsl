// Merry's out-of-place Brent–Kung scan of one tile: an exclusive scan over a binary tree. The levels are stored one
// after another: a level of 2^t nodes begins at index 2^t, and the elements are the second half of the array.
//
// Brent & Kung 1982; Merry, "Prefix sums on GPUs", 2014, "Brent-Kung". E = 2 W elements for W invocations: E − 2 applications up,
// E − 2 down and one for the total; 2 log2 E − 1 barriers; 2 E elements of workgroup memory, the first two unused.
// lib/tile_scan.wgsl scans longer inputs.

import package::lib::tile_scan::{add_to_level, add_to_prefixes, scan_level, scan_tiles, TILE_ELEMENTS};
import element::{combine, identity, T};

var<workgroup> brent_kung_tree: array<T, 2u * TILE_ELEMENTS>;

fn tile_put(slot: u32, value: T) { brent_kung_tree[TILE_ELEMENTS + slot] = value; }
fn tile_prefix(slot: u32) -> T { return brent_kung_tree[TILE_ELEMENTS + slot]; }
fn tile_total(last_value: T) -> T { return combine(tile_prefix(TILE_ELEMENTS - 1u), last_value); }

fn tile_scan(local_index: u32) {
    for (var nodes = TILE_ELEMENTS / 2u; nodes >= 2u; nodes /= 2u) {
        if (local_index < nodes) {
            let node = nodes + local_index;
            brent_kung_tree[node] = combine(brent_kung_tree[2u * node], brent_kung_tree[2u * node + 1u]);
        }
        workgroupBarrier();
    }
    // The exclusive scan of the two values at the top.
    if (local_index == 0u) {
        brent_kung_tree[3] = brent_kung_tree[2];
        brent_kung_tree[2] = identity();
    }
    workgroupBarrier();
    for (var nodes = 2u; nodes < TILE_ELEMENTS; nodes *= 2u) {
        if (local_index < nodes) {
            let node = nodes + local_index;
            let prefix = brent_kung_tree[node];
            brent_kung_tree[2u * node + 1u] = combine(prefix, brent_kung_tree[2u * node]);
            brent_kung_tree[2u * node] = prefix;
        }
        workgroupBarrier();
    }
}
