// Look-back in a fixed association by two subgroups. The first reads the states of the tiles of the group, the second
// those of the earlier groups. Each invocation reads one state at a time. See lib/look_back_deterministic.wgsl. Windows
// longer than a subgroup are summed part by part, first to last.
//
// The control flow depends only on a subgroup's own votes, as in lib/look_back_subgroup.wgsl.

import package::lib::look_back_deterministic::{DeterministicTile, groups_before, groups_window, publish_group, StatesWindow, tiles_before, tiles_window};
import package::lib::wait_subgroup::aggregate_wait;
import constants::GROUP_TILES;
import element::{combine, identity, T};
import subgroup_sum::element_sum;
import tile::Position;

fn window_sum(window: StatesWindow, run: u32, position: Position) -> T {
    let part = min(position.size, GROUP_TILES);
    var sum = identity();
    for (var end = part; end <= GROUP_TILES; end += part) {
        // In element_sum, the first invocation has the last operand. Invocations past the part wrap around to slots
        // that do not exist.
        let slot = end - 1u - position.lane;
        let value = aggregate_wait(window.start + slot, slot >= window.first && slot < window.end, run);
        sum = combine(sum, element_sum(value, position.lane, position.size));
    }
    return sum;
}

fn look_back(tile: DeterministicTile) {
    let position = tile.position;
    if (position.subgroup == 0u) {
        let sum = window_sum(tiles_window(tile.rank), tile.run, position);
        if (position.lane == 0u) {
            publish_group(tile, sum);
            tiles_before = sum;
        }
    }
    if (position.subgroup == 1u) {
        let sum = window_sum(groups_window(tile.rank), tile.run, position);
        if (position.lane == 0u) { groups_before = sum; }
    }
}
