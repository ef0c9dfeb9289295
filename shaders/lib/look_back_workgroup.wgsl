// Look-back without subgroup operations: LOOK_BACK_WINDOW invocations read as many predecessors at a time, and invocation 0 adds
// up, in order, what they found; lib/look_back.wgsl.

import package::lib::look_back::{look_back_before, look_back_end, look_back_ends, Looking};
import package::lib::tile_states::{STATE_EMPTY, STATE_PREFIX, STATE_SUM, state_wait, TileState};
import constants::LOOK_BACK_WINDOW;
import element::{combine, T};
import tile::place_lane;

var<workgroup> look_back_window: array<TileState, LOOK_BACK_WINDOW>;
var<workgroup> look_back_goes_on: u32;

// Adds the states of the window, down to a prefix or a tile that has published nothing.
fn look_back_add(tile: Looking) {
    var before = look_back_before;
    var end = look_back_end;
    var goes_on = true;
    for (var slot = 0u; slot < LOOK_BACK_WINDOW && goes_on && end > 0u; slot++) {
        let state = look_back_window[slot];
        goes_on = state.flag == STATE_SUM;
        if (state.flag != STATE_EMPTY) {
            before = combine(state.value, before);
            end -= 1u;
        }
        if (state.flag == STATE_PREFIX) { end = 0u; }
    }
    look_back_before = before;
    look_back_end = end;
    look_back_goes_on = select(0u, 1u, goes_on);
    if (end == 0u) { look_back_ends(tile, before); }
}

fn look_back(tile: Looking, first_end: u32, first_before: T) {
    let lane = place_lane(tile.place);
    if (lane == 0u) { look_back_before = first_before; }
    var end = first_end;
    var goes_on = 1u;
    while (goes_on == 1u) {
        if (lane == 0u) { look_back_end = end; }
        if (lane < LOOK_BACK_WINDOW && lane < end) {
            look_back_window[lane] = state_wait(end - 1u - lane, tile.run, STATE_SUM);
        }
        workgroupBarrier();
        if (lane == 0u) { look_back_add(tile); }
        goes_on = workgroupUniformLoad(&look_back_goes_on);
        end = workgroupUniformLoad(&look_back_end);
    }
}
