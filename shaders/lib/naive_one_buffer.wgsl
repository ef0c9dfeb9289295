// The naive scan of one tile in a single buffer: every element is combined with the element 1, 2, 4 … slots before it,
// between two barriers.
//
// The naive inclusive kernel of Mahmoud's lecture. For E elements, one per invocation: E log2 E − (E − 1) applications;
// 2 log2 E barriers, one after the reads of a step and one after its writes; E elements of workgroup memory.
// lib/tile_scan.wgsl scans longer inputs.

import package::lib::tile_scan::{add_to_level, add_to_prefixes, scan_level, scan_tiles, TILE_ELEMENTS};
import element::{combine, T};

var<workgroup> naive_buffer: array<T, TILE_ELEMENTS>;

fn tile_put(slot: u32, value: T) { naive_buffer[slot] = value; }
fn tile_prefix(slot: u32) -> T { return naive_buffer[slot]; }
fn tile_total(last_value: T) -> T { return tile_prefix(TILE_ELEMENTS - 1u); }

fn tile_scan(local_index: u32) {
    for (var distance = 1u; distance < TILE_ELEMENTS; distance *= 2u) {
        var value = naive_buffer[local_index];
        if (local_index >= distance) { value = combine(naive_buffer[local_index - distance], value); }
        // All reads of a step precede its writes.
        workgroupBarrier();
        naive_buffer[local_index] = value;
        workgroupBarrier();
    }
}
