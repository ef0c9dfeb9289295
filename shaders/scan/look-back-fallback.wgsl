// Decoupled look-back with fallback, which needs no forward-progress guarantee. If a tile has no published state after
// MAX_SPINS spins, the waiting workgroup reduces that tile from the input and publishes its aggregate.
//
// Smith, Levien & Owens, "Decoupled Fallback", SPAA 2025. See lib/look_back.wgsl. States are written word by word, so
// two writers of a state must write the same bits. If sums round (ROUNDS), two reductions of a tile may differ, so only
// the tile's own workgroup publishes its state.

import package::lib::look_back::{missing_aggregate, tile_exclusive_prefix};
import package::lib::only_tile::scan_only_tile;
import package::lib::single_pass::scan_tiles;
import package::lib::tile_states::{control, STATE_AGGREGATE, STATE_INCLUSIVE_PREFIX, state_publish};
import constants::ROUNDS;
import tile::{Position, position_local_index, tile_total, tile_total_by_rows};

// A run has many fallbacks if it has more than MIN_FALLBACKS, plus one per TILES_PER_FALLBACK tiles. An undisturbed run
// has some, too.
const MIN_FALLBACKS: u32 = 64u;
const TILES_PER_FALLBACK: u32 = 16u;

fn handle_missing_tile(rank: u32, run: u32, position: Position) -> bool {
    let sum = tile_total_by_rows(rank, position);
    if (position_local_index(position) == 0u) {
        atomicAdd(&control[2], 1u);
        missing_aggregate = sum;
        if (!ROUNDS) { state_publish(rank, run, select(STATE_AGGREGATE, STATE_INCLUSIVE_PREFIX, rank == 0u), sum); }
    }
    return true;
}

// Fallbacks come in bursts. In a run with many fallbacks, every workgroup reduces its predecessor's tile first. If it did
// so during its look-back, all tiles in flight would wait for it.
fn should_reduce_predecessor(rank: u32) -> bool {
    if (ROUNDS) { return false; }
    let fallbacks = atomicLoad(&control[2]);
    let fallbacks_before = atomicLoad(&control[3]);
    if (rank == 0u) { atomicStore(&control[3], fallbacks); }
    // The first tile may have stored its count between the two loads, and relaxed loads have no order, so the second
    // count may be larger. Either answer is right, since any tile may be reduced.
    return rank > 0u && fallbacks > fallbacks_before + MIN_FALLBACKS + rank / TILES_PER_FALLBACK;
}

fn reduce_predecessor(rank: u32, run: u32, position: Position) {
    let sum = tile_total(rank - 1u, position);
    if (position_local_index(position) == 0u) { state_publish(rank - 1u, run, select(STATE_AGGREGATE, STATE_INCLUSIVE_PREFIX, rank == 1u), sum); }
    workgroupBarrier();
}
