// Look-back by the first subgroup, a tile an invocation, nearest first; lib/look_back.wgsl.
//
// The other subgroups wait for it at the next barrier. Its control flow depends on its own shuffles alone, so all of its
// invocations go the same way, which compilers cannot see.

import package::lib::look_back::{look_back_before, look_back_end, look_back_ends, Looking};
import package::lib::tile_states::{STATE_EMPTY, STATE_PREFIX, state_read, state_run_is_lost, state_spend_round, STATE_SUM, TileState};
import constants::MAX_SPINS;
import element::{combine, identity, T};
import subgroup_sum::element_sum;

fn look_back(tile: Looking, first_end: u32, first_before: T) {
    let place = tile.place;
    if (place.subgroup != 0u) { return; }
    var end = first_end;
    var before = first_before;
    var spins = 0u;
    loop {
        // Before the first tile there is nothing, which is as good as a prefix.
        var state = TileState(STATE_PREFIX, identity());
        if (place.sublane < end) { state = state_read(end - 1u - place.sublane, tile.run); }
        let stop = subgroupMin(select(place.size, place.sublane, state.flag != STATE_SUM));
        let stop_flag = subgroupShuffle(state.flag, min(stop, place.size - 1u));
        let ends = stop < place.size && stop_flag == STATE_PREFIX;
        if (ends || stop > 0u) {
            if (place.sublane > stop || state.flag == STATE_EMPTY) { state.value = identity(); }
            before = combine(element_sum(state.value, place.sublane, place.size), before);
            end -= min(stop, end);
            spins = 0u;
        } else {
            spins += 1u;
            state_spend_round();
        }
        // Rarely, since what asks all delays all.
        let lost = spins % 64u == 63u && subgroupAny(state_run_is_lost());
        if (ends || spins > MAX_SPINS || (spins > 0u && state_patience == 0u) || lost) {
            if (place.lane == 0u && ends) { look_back_ends(tile, before); }
            if (place.lane == 0u && !ends) {
                look_back_before = before;
                look_back_end = end;
            }
            return;
        }
    }
}
