// Look-back in a fixed association: the exclusive prefix of a tile is the sum of the groups before its own, combined with the sum of the
// tiles before it in its group. Both sums add one window of GROUP_TILES states each, in an order that does not depend on timing.
//
// The states of the tiles hold aggregates. The states of the groups follow, from index parameters.argument. The last
// tile of group g publishes state g + 1 of the groups: the aggregate of its group. If GROUP_TILES divides g + 1, this
// state is an anchor instead: the inclusive prefix of that tile. So every aligned window of GROUP_TILES states except the
// first begins with an anchor. The states from the anchor to state g cover all tiles before group g. A state is published
// once and never replaced.
//
// lib/look_back_deterministic_subgroup.wgsl and lib/look_back_deterministic_workgroup.wgsl define
//   fn look_back(tile)   sets tiles_before, calls publish_group, and sets groups_before; called in uniform control flow

import package::lib::grid::parameters;
import package::lib::tile_states::{STATE_AGGREGATE, state_publish, state_withheld};
import constants::GROUP_TILES;
import element::{combine, T};
import look_back::look_back;
import tile::{Position, position_local_index};

// The tile that seeks its exclusive prefix.
struct DeterministicTile {
    rank: u32,
    run: u32,
    total: T,
    position: Position,
}

// States of an aligned window: the slots from `first` up to `end`. Slot 0 has the index `start`.
struct StatesWindow {
    start: u32,
    first: u32,
    end: u32,
}

// The sum of the tiles before this tile in its group, and the sum of all earlier groups.
var<workgroup> tiles_before: T;
var<workgroup> groups_before: T;

fn tiles_window(rank: u32) -> StatesWindow {
    let slot = rank % GROUP_TILES;
    return StatesWindow(rank - slot, 0u, slot);
}

fn groups_window(rank: u32) -> StatesWindow {
    let group = rank / GROUP_TILES;
    let slot = group % GROUP_TILES;
    // State 0 is never published: nothing precedes the first group.
    return StatesWindow(parameters.argument + group - slot, select(0u, 1u, group == slot), slot + 1u);
}

fn is_last_of_group(rank: u32) -> bool { return (rank + 1u) % GROUP_TILES == 0u; }
fn is_anchor(rank: u32) -> bool { return (rank + 1u) % (GROUP_TILES * GROUP_TILES) == 0u; }

fn publish_after_group(tile: DeterministicTile, value: T) {
    state_publish(parameters.argument + tile.rank / GROUP_TILES + 1u, tile.run, STATE_AGGREGATE, value);
}

// Publishes the aggregate of the group that this tile ends, before the sum of the earlier groups is known; called by
// one invocation.
fn publish_group(tile: DeterministicTile, before: T) {
    if (is_last_of_group(tile.rank) && !is_anchor(tile.rank)) { publish_after_group(tile, combine(before, tile.total)); }
}

fn tile_exclusive_prefix(rank: u32, run: u32, total: T, position: Position) -> T {
    let first = position_local_index(position) == 0u;
    if (first && !state_withheld(rank)) { state_publish(rank, run, STATE_AGGREGATE, total); }
    let tile = DeterministicTile(rank, run, total, position);
    look_back(tile);
    workgroupBarrier();
    let before = combine(groups_before, tiles_before);
    if (first && is_anchor(rank)) { publish_after_group(tile, combine(groups_before, combine(tiles_before, total))); }
    return before;
}
