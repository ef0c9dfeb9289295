// Decoupled look-back that needs no progress of other workgroups: after MAX_SPINS spins the aggregate of a tile without a published
// state is reduced from the input, and published for it.
//
// Smith, Levien & Owens, "Decoupled Fallback", SPAA 2025; lib/look_back.wgsl. A state is written word by word, so two writers must
// write the same bits, which an operator that is not associative past its range does not give. Compilers may round two copies of a
// sum differently: where sums are rounded, a tile alone publishes its state.

import package::lib::look_back::{missing_aggregate, prefix_before};
import package::lib::single_pass::{scan_only_tile, scan_tiles};
import package::lib::tile_states::{control, STATE_AGGREGATE, STATE_INCLUSIVE_PREFIX, state_publish};
import constants::ROUNDS;
import tile::{Place, place_lane, tile_sum, tile_total};

// How many fallbacks there have to be, and in how many tiles one more: an undisturbed run has some, too.
const LEAST_FALLBACKS: u32 = 64u;
const TILES_A_FALLBACK: u32 = 16u;

fn tile_missing(rank: u32, run: u32, place: Place) -> bool {
    let sum = tile_sum(rank, place);
    if (place_lane(place) == 0u) {
        atomicAdd(&control[2], 1u);
        missing_aggregate = sum;
        if (!ROUNDS) { state_publish(rank, run, select(STATE_AGGREGATE, STATE_INCLUSIVE_PREFIX, rank == 0u), sum); }
    }
    return true;
}

// Fallbacks come in bursts: where a run has had many, every tile reduces its predecessor first, not in the middle of a look-back,
// when all tiles in flight wait for it.
fn should_reduce_predecessor(rank: u32) -> bool {
    if (ROUNDS) { return false; }
    let fallbacks = atomicLoad(&control[2]);
    let fallbacks_before = atomicLoad(&control[3]);
    if (rank == 0u) { atomicStore(&control[3], fallbacks); }
    // Where the first tile has stored its count in between, the later one may be the smaller.
    return rank > 0u && fallbacks > fallbacks_before + LEAST_FALLBACKS + rank / TILES_A_FALLBACK;
}

fn reduce_predecessor(rank: u32, run: u32, place: Place) {
    let sum = tile_total(rank - 1u, place);
    if (place_lane(place) == 0u) { state_publish(rank - 1u, run, select(STATE_AGGREGATE, STATE_INCLUSIVE_PREFIX, rank == 1u), sum); }
    workgroupBarrier();
}
