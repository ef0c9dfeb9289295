// Look-back by the first subgroup, one predecessor per invocation, nearest first. See lib/look_back.wgsl.
//
// The other subgroups wait at the next barrier. The control flow depends only on the subgroup's own votes and shuffles.
// It is therefore uniform within the subgroup, which compilers cannot prove.

import package::lib::look_back::{end_look_back, exclusive_prefix, LookBackTile, predecessor_end};
import package::lib::tile_states::{count_spin, run_aborted, STATE_AGGREGATE, STATE_EMPTY, STATE_INCLUSIVE_PREFIX, state_read, TileState};
import constants::MAX_SPINS;
import element::{combine, identity, T};
import subgroup_sum::element_sum;

fn look_back(tile: LookBackTile, first_end: u32, first_before: T) {
    let position = tile.position;
    if (position.subgroup != 0u) { return; }
    let run = subgroupShuffle(tile.run, 0u);
    var end = first_end;
    var before = first_before;
    var spins = 0u;
    loop {
        // An invocation without a predecessor has the identity, as an inclusive prefix.
        var state = TileState(STATE_INCLUSIVE_PREFIX, identity());
        if (position.lane < end) { state = state_read(end - 1u - position.lane, run); }
        let stop = subgroupMin(select(position.size, position.lane, state.flag != STATE_AGGREGATE));
        let stop_flag = subgroupShuffle(state.flag, min(stop, position.size - 1u));
        let ends = stop < position.size && stop_flag == STATE_INCLUSIVE_PREFIX;
        if (ends || stop > 0u) {
            if (position.lane > stop || state.flag == STATE_EMPTY) { state.value = identity(); }
            before = combine(element_sum(state.value, position.lane, position.size), before);
            end -= min(stop, end);
            spins = 0u;
        } else {
            spins += 1u;
            count_spin();
        }
        // A vote stalls the subgroup, so poll every 64 spins.
        let aborted = spins % 64u == 63u && subgroupAny(run_aborted());
        if (ends || spins > MAX_SPINS || (spins > 0u && spins_left == 0u) || aborted) {
            if (position.local_index == 0u && ends) { end_look_back(tile, before); }
            if (position.local_index == 0u && !ends) {
                exclusive_prefix = before;
                predecessor_end = end;
            }
            return;
        }
    }
}
