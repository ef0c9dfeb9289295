// Decoupled look-back that needs no progress of other workgroups: after MAX_SPINS rounds the sum of a missing tile is computed
// from the input, and published for others.
//
// Smith, Levien & Owens, "Decoupled Fallback", SPAA 2025; lib/look_back.wgsl. A state is written word by word, so two writers must
// write the same bits. Where sums are rounded, compilers may round two copies of a sum differently: then nobody speaks for another.

fn tile_missing(rank: u32, run: u32, place: Place) -> bool {
    let sum = tile_sum(rank, place);
    if (place_lane(place) == 0u) {
        look_back_sum = sum;
        if (!ROUNDS) { state_publish(rank, run, select(STATE_SUM, STATE_PREFIX, rank == 0u), sum); }
    }
    return true;
}
