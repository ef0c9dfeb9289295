// Waits for the aggregates of tiles, one per invocation, without subgroup operations. See lib/wait_subgroup.wgsl.

import package::lib::tile_states::{abort_run, STATE_AGGREGATE, STATE_EMPTY, state_wait};
import element::{identity, T};

fn aggregate_wait(rank: u32, waits: bool, run: u32) -> T {
    if (!waits) { return identity(); }
    let state = state_wait(rank, run, STATE_AGGREGATE);
    if (state.flag == STATE_EMPTY) { abort_run(); }
    return state.value;
}
