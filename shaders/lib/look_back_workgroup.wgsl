// Look-back without subgroup operations: LOOK_BACK_WINDOW invocations read one predecessor each, and invocation 0
// combines their states in order. See lib/look_back.wgsl.

import package::lib::look_back::{end_look_back, exclusive_prefix, LookBackTile, predecessor_end};
import package::lib::tile_states::{STATE_AGGREGATE, STATE_EMPTY, STATE_INCLUSIVE_PREFIX, state_wait, TileState};
import constants::LOOK_BACK_WINDOW;
import element::{combine, T};
import tile::position_local_index;

var<workgroup> look_back_window: array<TileState, LOOK_BACK_WINDOW>;
var<workgroup> look_back_continues: u32;

// Adds the states of the window, down to an inclusive prefix or a tile without a published state.
fn look_back_add(tile: LookBackTile) {
    var before = exclusive_prefix;
    var end = predecessor_end;
    var continues = true;
    for (var slot = 0u; slot < LOOK_BACK_WINDOW && continues && end > 0u; slot++) {
        let state = look_back_window[slot];
        continues = state.flag == STATE_AGGREGATE;
        if (state.flag != STATE_EMPTY) {
            before = combine(state.value, before);
            end -= 1u;
        }
        if (state.flag == STATE_INCLUSIVE_PREFIX) { end = 0u; }
    }
    exclusive_prefix = before;
    predecessor_end = end;
    look_back_continues = select(0u, 1u, continues);
    if (end == 0u) { end_look_back(tile, before); }
}

fn look_back(tile: LookBackTile, first_end: u32, first_before: T) {
    let local_index = position_local_index(tile.position);
    if (local_index == 0u) { exclusive_prefix = first_before; }
    var end = first_end;
    var continues = 1u;
    while (continues == 1u) {
        if (local_index == 0u) { predecessor_end = end; }
        if (local_index < LOOK_BACK_WINDOW && local_index < end) {
            look_back_window[local_index] = state_wait(end - 1u - local_index, tile.run, STATE_AGGREGATE);
        }
        workgroupBarrier();
        if (local_index == 0u) { look_back_add(tile); }
        continues = workgroupUniformLoad(&look_back_continues);
        end = workgroupUniformLoad(&predecessor_end);
    }
}
