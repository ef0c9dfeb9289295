// Merge path: a stable merge of two sorted arrays.
//
// Green, McColl & Bader, "GPU Merge Path: A GPU Merging Algorithm", 2012. A merge is a path in a grid whose columns are
// the keys of one array and whose rows are those of the other. A diagonal crosses the path at the point that splits both
// arrays at an index of the output. The first pass finds the splits at the starts of all tiles of the output. A workgroup
// of the second pass merges a tile in workgroup memory, where each invocation finds the split at its own items.
//
// parameters.elements: number of keys of the first array. parameters.argument: number of keys of the second array.

import package::lib::bits::highest_bit;
import package::lib::grid::{grid_invocation, grid_workgroup, parameters};
import package::operation::sort_key::key_order;
import constants::{INDEX_ITEMS, ITEMS, WORKGROUP_SIZE};

@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read> sorted: array<u32>;
@group(0) @binding(3) var<storage, read_write> merged: array<u32>;
// Statements with indices are repeated INDEX_ITEMS times, which is ITEMS or 0.
@group(0) @binding(4) var<storage, read_write> merged_indices: array<u32>;
@group(0) @binding(5) var<storage, read_write> splits: array<u32>;
@group(0) @binding(6) var<storage, read> known_splits: array<u32>;

const TILE: u32 = ITEMS * WORKGROUP_SIZE;

fn tile_start(tile: u32) -> u32 { return min(tile * TILE, parameters.elements + parameters.argument); }

// The number of keys of the first array among the first `diagonal` keys of the output. Each step adds its length if the
// last of these further keys is among them too: if it does not follow the key of the second array that it would replace.
// Both keys are loaded in every case, so that the number of loads depends only on the lengths of the arrays.
fn split_at(diagonal: u32) -> u32 {
    let most = min(diagonal, parameters.elements);
    var split = diagonal - min(diagonal, parameters.argument);
    let shorter = min(parameters.elements, parameters.argument);
    var step = select(0u, 1u << highest_bit(shorter), shorter > 0u);
    while (step > 0u) {
        let further = split + step;
        let in_range = min(further, parameters.elements);
        let order = key_order(keys[in_range - 1u]);
        let replaced = key_order(sorted[min(diagonal - min(in_range, diagonal), parameters.argument - 1u)]);
        split = select(split, further, further <= most && order <= replaced);
        step /= 2u;
    }
    return split;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn split_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let tile = grid_invocation(workgroup, workgroups, local_index);
    // The last split is the end of the last tile.
    if (tile > 0u && tile_start(tile - 1u) == tile_start(tile)) { return; }
    splits[tile] = split_at(tile_start(tile));
}

var<workgroup> tile_splits: array<u32, 2>;
// The keys of the first array, then those of the second; later the merged keys, and then their indices.
var<workgroup> tile_words: array<u32, TILE>;

// The keys of a tile: `first_keys` keys of the first array, which begin at `first_start`, then keys of the second array.
struct Tile {
    start: u32,
    length: u32,
    first_start: u32,
    first_keys: u32,
    second_start: u32,
}

// The loads are under separate conditions. If one condition follows the other, the device does not issue the loads of several
// items together.
fn tile_key(tile: Tile, index: u32) -> u32 {
    var first = 0u;
    if (index < tile.first_keys) { first = keys[tile.first_start + index]; }
    var second = 0u;
    if (index >= tile.first_keys && index < tile.length) { second = sorted[tile.second_start + index - tile.first_keys]; }
    return first | second;
}

// The split of the tile at a diagonal, by a binary search in workgroup memory.
fn tile_split_at(tile: Tile, diagonal: u32) -> u32 {
    var low = diagonal - min(diagonal, tile.length - tile.first_keys);
    var high = min(diagonal, tile.first_keys);
    while (low < high) {
        let middle = (low + high) / 2u;
        let replaced = tile_words[tile.first_keys + diagonal - middle - 1u];
        if (key_order(tile_words[middle]) <= key_order(replaced)) { low = middle + 1u; } else { high = middle; }
    }
    return low;
}

// An item is an index in the tile, and the key there.
fn item_at(index: u32) -> vec2<u32> { return vec2(index, tile_words[min(index, TILE - 1u)]); }

// The next item of the output, from the next items of both arrays.
fn next_item(tile: Tile, first: ptr<function, vec2<u32>>, second: ptr<function, vec2<u32>>) -> vec2<u32> {
    let precedes = (*first).x < tile.first_keys && key_order((*first).y) <= key_order((*second).y);
    let is_first = precedes || (*second).x >= tile.length;
    let item = select(*second, *first, is_first);
    let next = item_at(item.x + 1u);
    *first = select(*first, next, is_first);
    *second = select(next, *second, is_first);
    return item;
}

// The index of an item in the first array followed by the second one.
fn index_of(tile: Tile, item: vec2<u32>) -> u32 {
    return item.x + select(parameters.elements + tile.second_start - tile.first_keys, tile.first_start, item.x < tile.first_keys);
}

fn key_store(tile: Tile, at: u32) { if (at < tile.length) { merged[tile.start + at] = tile_words[at]; } }

fn index_store(tile: Tile, at: u32) { if (at < tile.length) { merged_indices[tile.start + at] = tile_words[at]; } }

@compute @workgroup_size(WORKGROUP_SIZE)
fn merge_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let rank = grid_workgroup(workgroup, workgroups);
    let start = tile_start(rank);
    let length = tile_start(rank + 1u) - start;
    if (length == 0u) { return; }
    if (local_index < 2u) { tile_splits[local_index] = known_splits[rank + local_index]; }
    workgroupBarrier();
    let tile = Tile(start, length, tile_splits[0], tile_splits[1] - tile_splits[0], start - tile_splits[0]);
    @repeat(ITEMS) let loaded_# = tile_key(tile, local_index + #u * WORKGROUP_SIZE);
    @repeat(ITEMS) tile_words[local_index + #u * WORKGROUP_SIZE] = loaded_#;
    workgroupBarrier();
    let diagonal = min(local_index * ITEMS, length);
    let split = tile_split_at(tile, diagonal);
    var first = item_at(split);
    var second = item_at(tile.first_keys + diagonal - split);
    @repeat(ITEMS) let item_# = next_item(tile, &first, &second);
    workgroupBarrier();
    @repeat(ITEMS) tile_words[local_index * ITEMS + #u] = item_#.y;
    workgroupBarrier();
    @repeat(ITEMS) key_store(tile, local_index + #u * WORKGROUP_SIZE);
    if (INDEX_ITEMS > 0u) { workgroupBarrier(); }
    @repeat(INDEX_ITEMS) tile_words[local_index * ITEMS + #u] = index_of(tile, item_#);
    if (INDEX_ITEMS > 0u) { workgroupBarrier(); }
    @repeat(INDEX_ITEMS) index_store(tile, local_index + #u * WORKGROUP_SIZE);
}
