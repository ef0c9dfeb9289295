// The naive scan of one tile: every element is combined with the element 1, 2, 4 … slots before it, double-buffered in
// workgroup memory.
//
// The naive kernel of Mahmoud's lecture; Harris, "Parallel Prefix Sum (Scan) with CUDA", 2007, Algorithm 2 and Listing 1. E
// elements, one per invocation: E log2 E − (E − 1) applications; log2 E barriers, one per step because of the two
// buffers; 2 E elements of workgroup memory. lib/tile_scan.wgsl scans longer inputs.

import package::lib::tile_scan::{add_to_level, add_to_prefixes, scan_level, scan_tiles, TILE_ELEMENTS};
import constants::NAIVE_RESULT;
import element::{combine, T};

var<workgroup> naive_buffers: array<T, 2u * TILE_ELEMENTS>;

fn tile_put(slot: u32, value: T) { naive_buffers[slot] = value; }
fn tile_prefix(slot: u32) -> T { return naive_buffers[NAIVE_RESULT + slot]; }
fn tile_total(last_value: T) -> T { return tile_prefix(TILE_ELEMENTS - 1u); }

fn tile_scan(local_index: u32) {
    var before = 0u;
    for (var distance = 1u; distance < TILE_ELEMENTS; distance *= 2u) {
        let after = TILE_ELEMENTS - before;
        var value = naive_buffers[before + local_index];
        if (local_index >= distance) { value = combine(naive_buffers[before + local_index - distance], value); }
        naive_buffers[after + local_index] = value;
        workgroupBarrier();
        before = after;
    }
}
