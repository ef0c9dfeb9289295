// Tiles so few that a subgroup has an invocation for each: the first subgroup reads the aggregates of all predecessors at once.
//
// A tile's rank is its workgroup's, not its ticket's, so that it is loaded at once; the ticket, which gives the number of the run, arrives
// meanwhile. Devices start so few workgroups together, or in their order, which a probe has to show. 1 barrier beside the
// tile's own.

import package::lib::tile_states::{abort_run, control, run_aborted, STATE_AGGREGATE, STATE_EMPTY, state_publish, state_read};
import package::lib::tile_states::state_withheld;
import constants::{MAX_SPINS, WORKGROUP_SIZE};
import element::{combine, identity, T};
import subgroup_sum::element_sum;
import tile::{Invocation, Place, tile_load, tile_offsets, tile_place, tile_prefixes, tile_store};

var<workgroup> few_tiles_prefix: T;

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_few_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let place = tile_place(invocation);
    let rank = workgroup.x;
    var ticket = 0u;
    if (place.lane == 0u) { ticket = atomicAdd(&control[0], 1u); }
    let tile = tile_load(rank, place);
    let offsets = tile_offsets(tile, place);
    let run = ticket / workgroups.x;
    if (place.lane == 0u && !state_withheld(rank)) { state_publish(rank, run, STATE_AGGREGATE, offsets.total); }
    let prefixes_within = tile_prefixes(tile, offsets);
    let before = aggregates_before(rank, run, place);
    tile_store(rank, place, prefixes_within, combine(before, offsets.before));
}

// The exclusive prefix of the tile. `first_run` is right in the first invocation.
fn aggregates_before(rank: u32, first_run: u32, place: Place) -> T {
    // Its control flow depends on its own votes alone, as in lib/look_back_subgroup.wgsl.
    if (place.subgroup == 0u && rank > 0u) {
        let run = subgroupShuffle(first_run, 0u);
        let other = rank - 1u - min(place.sublane, rank - 1u);
        var state = state_read(other, run);
        for (var spins = 1u; spins <= MAX_SPINS && subgroupAny(state.flag == STATE_EMPTY); spins++) {
            state = state_read(other, run);
            if (spins % 64u == 0u && subgroupAny(run_aborted())) { break; }
        }
        // A subgroup may turn out smaller than its adapter says.
        if (state.flag == STATE_EMPTY || place.size < rank) { abort_run(); }
        if (place.sublane >= rank) { state.value = identity(); }
        // The last operand comes from the first invocation.
        let sum = element_sum(state.value, place.sublane, place.size);
        if (place.lane == 0u) { few_tiles_prefix = sum; }
    }
    workgroupBarrier();
    if (rank == 0u) { return identity(); }
    return few_tiles_prefix;
}
