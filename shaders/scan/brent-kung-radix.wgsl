// Merry's Brent–Kung scan of one tile with a tree of any radix: an exclusive scan, out of place. The levels are stored
// one after another, from the elements up to the first level of RADIX values or fewer.
//
// Brent & Kung 1982; Merry, "Prefix sums on GPUs", 2014, "Generalizing Brent-Kung". A node has RADIX children. If the
// length of a level is not a multiple of RADIX, the last node above it has fewer children. E = RADIX × W elements for W
// invocations, one per node of the level above the elements; R values at the top: E − R applications up, R at the top, E −
// R down; 2 s + 1 barriers for s levels above the elements; E + ⌈E / RADIX⌉ + … + R + 1 elements of workgroup memory.
// lib/tile_scan.wgsl scans longer inputs.

import package::lib::tile_scan::{add_to_level, add_to_prefixes, scan_level, scan_tiles, TILE_ELEMENTS};
import constants::{RADIX, RADIX_SLOTS};
import element::{combine, identity, T};

// The levels, and after them the sum of the tile.
var<workgroup> radix_tree: array<T, RADIX_SLOTS + 1u>;

fn tile_put(slot: u32, value: T) { radix_tree[slot] = value; }
fn tile_prefix(slot: u32) -> T { return radix_tree[slot]; }
fn tile_total(last_value: T) -> T { return radix_tree[RADIX_SLOTS]; }

// Length of the level that has a value for every `span` elements.
fn radix_length(span: u32) -> u32 { return (TILE_ELEMENTS + span - 1u) / span; }

// The sum of the values in slots `first` … `end` − 1.
fn radix_sum(first: u32, end: u32) -> T {
    var sum = radix_tree[first];
    for (var slot = first + 1u; slot < end; slot++) { sum = combine(sum, radix_tree[slot]); }
    return sum;
}

// Replaces the values in slots `first` … `end` − 1 by their exclusive scan, seeded with `before`.
fn radix_scan(first: u32, end: u32, before: T) {
    var prefix = before;
    var value = radix_tree[first];
    radix_tree[first] = prefix;
    for (var slot = first + 1u; slot < end; slot++) {
        prefix = combine(prefix, value);
        value = radix_tree[slot];
        radix_tree[slot] = prefix;
    }
}

fn tile_scan(local_index: u32) {
    var start = 0u;
    var span = 1u;
    var length = TILE_ELEMENTS;
    while (length > RADIX) {
        let above = start + length;
        span *= RADIX;
        let nodes = radix_length(span);
        if (local_index < nodes) {
            let first = start + local_index * RADIX;
            radix_tree[above + local_index] = radix_sum(first, min(first + RADIX, above));
        }
        workgroupBarrier();
        start = above;
        length = nodes;
    }
    if (local_index == 0u) {
        let last = radix_tree[RADIX_SLOTS - 1u];
        radix_scan(start, RADIX_SLOTS, identity());
        radix_tree[RADIX_SLOTS] = combine(radix_tree[RADIX_SLOTS - 1u], last);
    }
    workgroupBarrier();
    while (span > 1u) {
        span /= RADIX;
        let nodes = length;
        let above = start;
        length = radix_length(span);
        start = above - length;
        if (local_index < nodes) {
            let first = start + local_index * RADIX;
            radix_scan(first, min(first + RADIX, above), radix_tree[above + local_index]);
        }
        workgroupBarrier();
    }
}
