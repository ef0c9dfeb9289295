// Look-back over few tiles. The first subgroup reads the aggregates of all predecessors at once, PREDECESSORS per
// invocation, and no tile publishes an inclusive prefix. 1 barrier besides those of the tile.

import package::lib::in_order::scan_tiles_in_order;
import package::lib::tile_states::{abort_run, control, run_aborted, STATE_AGGREGATE, STATE_EMPTY, state_publish, state_read, TileState};
import package::lib::tile_states::state_withheld;
import constants::{MAX_SPINS, OTHER_SUBGROUP_SIZE, PREDECESSORS};
import element::{combine, identity, T};
import subgroup_sum::element_sum;
import tile::Position;

var<workgroup> few_tiles_prefix: T;

fn tile_exclusive_prefix(rank: u32, first_run: u32, total: T, position: Position) -> T {
    if (position.local_index == 0u && !state_withheld(rank)) { state_publish(rank, first_run, STATE_AGGREGATE, total); }
    // The control flow depends only on the subgroup's own votes, as in lib/look_back_subgroup.wgsl.
    if (position.subgroup == 0u && rank > 0u) {
        let run = subgroupShuffle(first_run, 0u);
        // Before the first tile, the aggregate is the identity. Neighbouring invocations read neighbouring states.
        @repeat(PREDECESSORS) let distance_# = #u * position.size + position.lane + 1u; var state_# = TileState(STATE_AGGREGATE, identity());
        @repeat(PREDECESSORS) if (distance_# <= rank) { state_# = state_read(rank - distance_#, run); }
        var empty = false;
        @repeat(PREDECESSORS) empty = empty || state_#.flag == STATE_EMPTY;
        for (var spins = 1u; spins <= MAX_SPINS && subgroupAny(empty); spins++) {
            @repeat(PREDECESSORS) if (state_#.flag == STATE_EMPTY) { state_# = state_read(rank - distance_#, run); }
            empty = false;
            @repeat(PREDECESSORS) empty = empty || state_#.flag == STATE_EMPTY;
            if (spins % 64u == 0u && subgroupAny(run_aborted())) { break; }
        }
        // Subgroups may be smaller than the adapter reports.
        if (position.size * PREDECESSORS < rank) { atomicStore(&control[1], OTHER_SUBGROUP_SIZE); } else if (empty) { abort_run(); }
        // In element_sum, the first invocation has the last operand.
        var sum = element_sum(state_0.value, position.lane, position.size);
        @repeat(1..PREDECESSORS) sum = combine(element_sum(state_#.value, position.lane, position.size), sum);
        if (position.local_index == 0u) { few_tiles_prefix = sum; }
    }
    workgroupBarrier();
    if (rank == 0u) { return identity(); }
    return few_tiles_prefix;
}
