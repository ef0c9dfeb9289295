// Reduces each block, scans the blocks' sums recursively, and scans each block from its exclusive prefix.
//
// Merry, "Prefix sums on GPUs", 2014, "Reduce-then-Scan strategy". A block is a tile of WORKGROUP_SIZE × ITEMS elements
// (lib/runs.wgsl). A tile of W invocations takes log2 W + 2 barriers to reduce, 2 log2 W + 3 to scan, and W × (ITEMS + 1)
// elements of workgroup memory.

import package::lib::grid::{grid_workgroup, parameters};
import package::lib::runs::{run_scan, run_sum, tile, TILE_ELEMENTS, tile_load, tile_store};
import package::lib::workgroup_reduce::workgroup_reduce;
import package::lib::workgroup_scan::workgroup_scan_exclusive;
import constants::{EXCLUSIVE, WORKGROUP_SIZE};
import element::{combine, identity, T};

@group(0) @binding(4) var<storage, read> level_below: array<T>;
@group(0) @binding(3) var<storage, read_write> totals: array<T>;
@group(0) @binding(5) var<storage, read> tile_prefixes: array<T>;
@group(0) @binding(6) var<storage, read_write> level: array<T>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn reduce_source(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let rank = grid_workgroup(workgroup, workgroups);
    if (rank * TILE_ELEMENTS >= parameters.elements) { return; }
    tile_load(rank * TILE_ELEMENTS, local_index);
    let sum = workgroup_reduce(run_sum(local_index), local_index);
    if (local_index == 0u) { totals[rank] = sum; }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn reduce_level(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let rank = grid_workgroup(workgroup, workgroups);
    let start = rank * TILE_ELEMENTS;
    if (start >= parameters.elements) { return; }
    for (var slot = local_index; slot < TILE_ELEMENTS; slot += WORKGROUP_SIZE) {
        if (start + slot < parameters.elements) { tile[slot] = level_below[start + slot]; } else { tile[slot] = identity(); }
    }
    workgroupBarrier();
    let sum = workgroup_reduce(run_sum(local_index), local_index);
    if (local_index == 0u) { totals[rank] = sum; }
}

// The exclusive prefix of a tile in the first invocation, the identity in the others.
fn tile_prefix(rank: u32, local_index: u32) -> T {
    if (local_index == 0u) { return tile_prefixes[rank]; }
    return identity();
}

// Replaces every element of the tile by its prefix. Only the first invocation's `before`, the exclusive prefix of the tile, is used.
fn scan_runs(local_index: u32, before: T, exclusive: bool) {
    var sum = run_sum(local_index);
    if (local_index == 0u) { sum = combine(before, sum); }
    var offset = workgroup_scan_exclusive(sum, local_index);
    if (local_index == 0u) { offset = before; }
    run_scan(local_index, offset, exclusive);
}

// Scans one tile of `level` in place, exclusively: sums of tiles become their exclusive prefixes.
fn scan_level_tile(rank: u32, before: T, local_index: u32) {
    let start = rank * TILE_ELEMENTS;
    for (var slot = local_index; slot < TILE_ELEMENTS; slot += WORKGROUP_SIZE) {
        if (start + slot < parameters.elements) { tile[slot] = level[start + slot]; } else { tile[slot] = identity(); }
    }
    workgroupBarrier();
    scan_runs(local_index, before, true);
    workgroupBarrier();
    for (var slot = local_index; slot < TILE_ELEMENTS; slot += WORKGROUP_SIZE) {
        if (start + slot < parameters.elements) { level[start + slot] = tile[slot]; }
    }
}

// The last level of the recursion, a single tile.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_last_level(@builtin(local_invocation_index) local_index: u32) {
    scan_level_tile(0u, identity(), local_index);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_level(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let rank = grid_workgroup(workgroup, workgroups);
    if (rank * TILE_ELEMENTS >= parameters.elements) { return; }
    scan_level_tile(rank, tile_prefix(rank, local_index), local_index);
}

fn scan_source_tile(rank: u32, before: T, local_index: u32) {
    let start = rank * TILE_ELEMENTS;
    tile_load(start, local_index);
    scan_runs(local_index, before, EXCLUSIVE);
    tile_store(start, local_index);
}

// The only tile of an input has no predecessors.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_only_tile(@builtin(local_invocation_index) local_index: u32) {
    scan_source_tile(0u, identity(), local_index);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let rank = grid_workgroup(workgroup, workgroups);
    if (rank * TILE_ELEMENTS >= parameters.elements) { return; }
    scan_source_tile(rank, tile_prefix(rank, local_index), local_index);
}
