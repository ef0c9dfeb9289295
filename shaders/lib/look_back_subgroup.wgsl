// Look-back by the first subgroup, one predecessor an invocation, nearest first; lib/look_back.wgsl.
//
// The other subgroups wait for it at the next barrier. Its control flow depends on its own shuffles alone, so all of its
// invocations go the same way, which compilers cannot see.

import package::lib::look_back::{end_look_back, exclusive_prefix, Looking, predecessor_end};
import package::lib::tile_states::{count_spin, run_aborted, STATE_AGGREGATE, STATE_EMPTY, STATE_INCLUSIVE_PREFIX, state_read, TileState};
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
        // Before the first tile there is nothing, like an inclusive prefix of the identity.
        var state = TileState(STATE_INCLUSIVE_PREFIX, identity());
        if (place.sublane < end) { state = state_read(end - 1u - place.sublane, tile.run); }
        let stop = subgroupMin(select(place.size, place.sublane, state.flag != STATE_AGGREGATE));
        let stop_flag = subgroupShuffle(state.flag, min(stop, place.size - 1u));
        let ends = stop < place.size && stop_flag == STATE_INCLUSIVE_PREFIX;
        if (ends || stop > 0u) {
            if (place.sublane > stop || state.flag == STATE_EMPTY) { state.value = identity(); }
            before = combine(element_sum(state.value, place.sublane, place.size), before);
            end -= min(stop, end);
            spins = 0u;
        } else {
            spins += 1u;
            count_spin();
        }
        // Rarely: a vote stalls the subgroup, so poll every 64 spins.
        let aborted = spins % 64u == 63u && subgroupAny(run_aborted());
        if (ends || spins > MAX_SPINS || (spins > 0u && spins_left == 0u) || aborted) {
            if (place.lane == 0u && ends) { end_look_back(tile, before); }
            if (place.lane == 0u && !ends) {
                exclusive_prefix = before;
                predecessor_end = end;
            }
            return;
        }
    }
}
