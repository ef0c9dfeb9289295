// Look-back in a fixed association without subgroup operations: GROUP_TILES invocations read one state each, and
// invocation 0 combines them in order. See lib/look_back_deterministic.wgsl. 2 barriers.

import package::lib::look_back_deterministic::{DeterministicTile, groups_before, groups_window, publish_group, StatesWindow, tiles_before, tiles_window};
import package::lib::wait_workgroup::aggregate_wait;
import constants::GROUP_TILES;
import element::{combine, identity, T};
import tile::position_local_index;

// The window of the tiles, then that of the groups.
var<workgroup> window_values: array<T, 2u * GROUP_TILES>;

fn window_read(window: StatesWindow, slot: u32, run: u32, to: u32) {
    if (slot < window.first || slot >= window.end) { return; }
    window_values[to] = aggregate_wait(window.start + slot, true, run);
}

fn window_sum(window: StatesWindow, base: u32) -> T {
    var sum = identity();
    for (var slot = window.first; slot < window.end; slot++) { sum = combine(sum, window_values[base + slot]); }
    return sum;
}

fn look_back(tile: DeterministicTile) {
    let local_index = position_local_index(tile.position);
    let tiles = tiles_window(tile.rank);
    let groups = groups_window(tile.rank);
    if (local_index < GROUP_TILES) { window_read(tiles, local_index, tile.run, local_index); }
    workgroupBarrier();
    if (local_index == 0u) {
        tiles_before = window_sum(tiles, 0u);
        publish_group(tile, tiles_before);
    }
    if (local_index >= GROUP_TILES && local_index < 2u * GROUP_TILES) { window_read(groups, local_index - GROUP_TILES, tile.run, local_index); }
    workgroupBarrier();
    if (local_index == 0u) { groups_before = window_sum(groups, GROUP_TILES); }
}
