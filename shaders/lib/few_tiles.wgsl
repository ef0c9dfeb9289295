// Tiles so few that a subgroup has an invocation for each: the first subgroup reads the sums of all tiles before its own at once.
//
// A tile's rank is its workgroup's, not its ticket's, so that it is loaded at once; the ticket, which tells the number of the run, is on
// its way meanwhile. Devices start so few workgroups together, or in their order, as a probe has to show. 3 barriers beside the
// tile's own.

var<workgroup> few_tiles_before: T;

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
    let prefixes_within = tile_prefixes(tile, offsets);
    if (place.lane == 0u) { single_pass_drawn = ticket; }
    let run = workgroupUniformLoad(&single_pass_drawn) / workgroups.x;
    let before = sums_before(rank, run, offsets.total, place);
    tile_store(rank, place, prefixes_within, combine(before, offsets.before));
}

// Waits for a tile's sum, but for no more than MAX_SPINS rounds.
fn sum_of(rank: u32, run: u32) -> TileState {
    var state = state_read(rank, run);
    for (var spin = 0u; spin < MAX_SPINS && state.flag == STATE_EMPTY; spin++) { state = state_read(rank, run); }
    return state;
}

// What lies before the tile, given its sum.
fn sums_before(rank: u32, run: u32, total: T, place: Place) -> T {
    if (place.lane == 0u && !state_withheld(rank)) { state_publish(rank, run, STATE_SUM, total); }
    if (place.subgroup == 0u) {
        var state = TileState(STATE_SUM, identity());
        if (place.sublane < rank) { state = sum_of(rank - 1u - place.sublane, run); }
        // A subgroup may turn out smaller than its adapter says.
        if (state.flag == STATE_EMPTY || place.size < rank) { give_up(); }
        // The last operand comes from the first invocation.
        let sum = element_sum(state.value, place.sublane, place.size);
        if (place.lane == 0u) { few_tiles_before = sum; }
    }
    workgroupBarrier();
    return few_tiles_before;
}
