// Waits for the aggregates of tiles, one per invocation of a subgroup.
//
// The control flow depends only on the subgroup's own votes, as in lib/look_back_subgroup.wgsl.

import package::lib::tile_states::{abort_run, count_spin, run_aborted, STATE_AGGREGATE, STATE_EMPTY, state_read, TileState};
import element::{identity, T};

// The aggregate of tile `rank`, once it is published; the identity for an invocation that does not wait. Aborts the run if
// no spins are left.
fn aggregate_wait(rank: u32, waits: bool, run: u32) -> T {
    var state = TileState(STATE_AGGREGATE, identity());
    if (waits) { state = state_read(rank, run); }
    for (var spins = 1u; subgroupAny(state.flag == STATE_EMPTY); spins++) {
        count_spin();
        // A vote stalls the subgroup, so poll every 64 spins.
        if (spins_left == 0u || (spins % 64u == 0u && subgroupAny(run_aborted()))) {
            abort_run();
            break;
        }
        if (state.flag == STATE_EMPTY) { state = state_read(rank, run); }
    }
    return state.value;
}
