// Decoupled look-back that needs no progress of other workgroups: after MAX_SPINS rounds the sum of a missing tile is computed
// from the input, and published for others.
//
// Smith, Levien & Owens, "Decoupled Fallback", SPAA 2025; lib/look_back.wgsl. Whoever sums a tile does it by the same steps, so
// that a tile has one sum, whoever publishes it.

fn tile_missing(rank: u32, run: u32, lane: u32) -> bool {
    _ = sum_tile(rank * TILE_ELEMENTS, lane);
    if (lane == 0u) {
        single_pass_reload = 1u;
        state_publish(rank, run, select(STATE_SUM, STATE_PREFIX, rank == 0u), single_pass_total);
    }
    return true;
}
