// Look-back over no more tiles than a subgroup has invocations: the first subgroup reads the aggregates of all predecessors at once.
//
// A tile's rank is its workgroup's, not its ticket's, so that its load need not wait for the ticket, which gives the number of the run.
// Requires that the device starts so few workgroups together or in order, as a probe has shown. 1 barrier beside the tile's own.

import package::lib::tile_states::{abort_run, control, run_aborted, STATE_AGGREGATE, STATE_EMPTY, state_publish, state_read};
import package::lib::tile_states::state_withheld;
import constants::{MAX_SPINS, WORKGROUP_SIZE};
import element::{combine, identity, T};
import subgroup_sum::element_sum;
import tile::{Invocation, Position, tile_load, tile_offsets, tile_position, tile_prefixes, tile_store};

var<workgroup> few_tiles_prefix: T;

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_few_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let position = tile_position(invocation);
    let rank = workgroup.x;
    var ticket = 0u;
    if (position.lane == 0u) { ticket = atomicAdd(&control[0], 1u); }
    let tile = tile_load(rank, position);
    let offsets = tile_offsets(tile, position);
    let run = ticket / workgroups.x;
    if (position.lane == 0u && !state_withheld(rank)) { state_publish(rank, run, STATE_AGGREGATE, offsets.total); }
    let prefixes_within = tile_prefixes(tile, offsets);
    let tile_prefix = sum_predecessors(rank, run, position);
    tile_store(rank, position, prefixes_within, combine(tile_prefix, offsets.before));
}

// The exclusive prefix of the tile. Only the first invocation's `first_run` is used.
fn sum_predecessors(rank: u32, first_run: u32, position: Position) -> T {
    // Its control flow depends on its own votes alone, as in lib/look_back_subgroup.wgsl.
    if (position.subgroup == 0u && rank > 0u) {
        let run = subgroupShuffle(first_run, 0u);
        let other = rank - 1u - min(position.sublane, rank - 1u);
        var state = state_read(other, run);
        for (var spins = 1u; spins <= MAX_SPINS && subgroupAny(state.flag == STATE_EMPTY); spins++) {
            state = state_read(other, run);
            if (spins % 64u == 0u && subgroupAny(run_aborted())) { break; }
        }
        // Subgroups may be smaller than the adapter reports.
        if (state.flag == STATE_EMPTY || position.size < rank) { abort_run(); }
        if (position.sublane >= rank) { state.value = identity(); }
        // The last operand comes from the first invocation.
        let sum = element_sum(state.value, position.sublane, position.size);
        if (position.lane == 0u) { few_tiles_prefix = sum; }
    }
    workgroupBarrier();
    if (rank == 0u) { return identity(); }
    return few_tiles_prefix;
}
