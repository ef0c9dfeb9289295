// Merry's in-place Brent–Kung scan of one tile: an exclusive scan over a binary tree in which each sum replaces the second element
// of the pair that it sums.
//
// Brent & Kung 1982; Merry, "Prefix sums on GPUs", 2014, "Memory Arrangement". E = 2 W elements for W invocations: E − 2
// applications up, E − 2 down and one for the total; 2 log2 E − 1 barriers; E elements of workgroup memory (and E / 32 more
// with PADDING). The values of a level lie twice as far apart as those of the level below. Without padding, an instruction on an upper
// level accesses one bank. PADDING leaves one slot free after every BRENT_KUNG_BANKS slots. lib/tile_scan.wgsl scans longer inputs.

import package::lib::tile_scan::{add_to_level, add_to_prefixes, scan_level, scan_tiles, TILE_ELEMENTS};
import constants::{BRENT_KUNG_BANKS, BRENT_KUNG_SLOTS, PADDING};
import element::{combine, identity, T};

var<workgroup> brent_kung_tree: array<T, BRENT_KUNG_SLOTS>;

fn brent_kung_padded_slot(slot: u32) -> u32 {
    if (PADDING) { return slot + slot / BRENT_KUNG_BANKS; }
    return slot;
}

fn tile_put(slot: u32, value: T) { brent_kung_tree[brent_kung_padded_slot(slot)] = value; }
fn tile_prefix(slot: u32) -> T { return brent_kung_tree[brent_kung_padded_slot(slot)]; }
fn tile_total(last_value: T) -> T { return combine(tile_prefix(TILE_ELEMENTS - 1u), last_value); }

fn tile_scan(local_index: u32) {
    // The stride of the level whose pairs are summed.
    var distance = 1u;
    for (var pairs = TILE_ELEMENTS / 2u; pairs >= 2u; pairs /= 2u) {
        if (local_index < pairs) {
            let first = brent_kung_padded_slot(distance * (2u * local_index + 1u) - 1u);
            let second = brent_kung_padded_slot(distance * (2u * local_index + 2u) - 1u);
            brent_kung_tree[second] = combine(brent_kung_tree[first], brent_kung_tree[second]);
        }
        distance *= 2u;
        workgroupBarrier();
    }
    // The exclusive scan of the two values at the top; their sum is not needed.
    if (local_index == 0u) {
        let first = brent_kung_padded_slot(distance - 1u);
        brent_kung_tree[brent_kung_padded_slot(2u * distance - 1u)] = brent_kung_tree[first];
        brent_kung_tree[first] = identity();
    }
    workgroupBarrier();
    for (var pairs = 2u; pairs < TILE_ELEMENTS; pairs *= 2u) {
        distance /= 2u;
        if (local_index < pairs) {
            let first = brent_kung_padded_slot(distance * (2u * local_index + 1u) - 1u);
            let second = brent_kung_padded_slot(distance * (2u * local_index + 2u) - 1u);
            let prefix = brent_kung_tree[second];
            brent_kung_tree[second] = combine(prefix, brent_kung_tree[first]);
            brent_kung_tree[first] = prefix;
        }
        workgroupBarrier();
    }
}
