// Blelloch's work-efficient exclusive scan of one tile, in place in workgroup memory: sums go up a balanced tree, the
// identity replaces the root, and prefixes go down.
//
// Blelloch 1990; Harris, "Parallel Prefix Sum (Scan) with CUDA", 2007; the kernel of Mahmoud's lecture. E = 2 W elements for W
// invocations: E − 1 applications up and E − 1 down; 2 log2 E + 1 barriers; E elements of workgroup memory (and E / 32 more with
// PADDING). PADDING leaves one slot free after every BLELLOCH_BANKS slots, so that accesses of the upper levels fall on different
// banks. lib/tile_scan.wgsl scans longer inputs.

import package::lib::tile_scan::{add_to_level, add_to_prefixes, scan_level, scan_tiles};
import constants::{BLELLOCH_BANKS, BLELLOCH_SLOTS, PADDING, WORKGROUP_SIZE};
import element::{combine, identity, T};

var<workgroup> blelloch_tree: array<T, BLELLOCH_SLOTS>;
var<workgroup> blelloch_total: T;

fn blelloch_padded_slot(slot: u32) -> u32 {
    if (PADDING) { return slot + slot / BLELLOCH_BANKS; }
    return slot;
}

fn tile_put(slot: u32, value: T) { blelloch_tree[blelloch_padded_slot(slot)] = value; }
fn tile_prefix(slot: u32) -> T { return blelloch_tree[blelloch_padded_slot(slot)]; }
fn tile_total(last_value: T) -> T { return blelloch_total; }

fn tile_scan(local_index: u32) {
    up_sweep(local_index);
    if (local_index == 0u) {
        let root = blelloch_padded_slot(2u * WORKGROUP_SIZE - 1u);
        blelloch_total = blelloch_tree[root];
        blelloch_tree[root] = identity();
    }
    workgroupBarrier();
    down_sweep(local_index);
}

fn up_sweep(local_index: u32) {
    for (var stride = 1u; stride <= WORKGROUP_SIZE; stride *= 2u) {
        if (local_index * stride < WORKGROUP_SIZE) {
            let left = blelloch_padded_slot(stride * (2u * local_index + 1u) - 1u);
            let right = blelloch_padded_slot(stride * (2u * local_index + 2u) - 1u);
            blelloch_tree[right] = combine(blelloch_tree[left], blelloch_tree[right]);
        }
        workgroupBarrier();
    }
}

fn down_sweep(local_index: u32) {
    for (var stride = WORKGROUP_SIZE; stride > 0u; stride /= 2u) {
        if (local_index * stride < WORKGROUP_SIZE) {
            let left = blelloch_padded_slot(stride * (2u * local_index + 1u) - 1u);
            let right = blelloch_padded_slot(stride * (2u * local_index + 2u) - 1u);
            // The left child gets the parent's prefix, the right child the parent's prefix ⊕ the left sum, in this
            // order for non-commutative operators.
            let sum = blelloch_tree[left];
            blelloch_tree[left] = blelloch_tree[right];
            blelloch_tree[right] = combine(blelloch_tree[right], sum);
        }
        workgroupBarrier();
    }
}
