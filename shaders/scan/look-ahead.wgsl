// Single-pass scan by workgroups that stay: each takes one tile after another, and carries a prefix from tile to tile.
// A tile publishes its aggregate and nothing else. The scan requires forward progress of started workgroups.
//
// Source: "lookahead", a scan of CUB's DeviceScan (NVIDIA, CCCL 3.4, 2026), whose deterministic form also adds up fixed windows. Some
// parts of it have no counterpart in WGSL, which has
// - no bulk copies (TMA) that fill workgroup memory while invocations compute: a tile stays in registers, which cannot
//   hold a second tile;
// - no barriers for a part of a workgroup: all invocations load, reduce, look ahead and store in turn, where CUB assigns each of these
//   steps to separate warps;
// - no launch control, with which a running workgroup takes the place of one that has not started: an atomic counter gives
//   the tiles.
//
// Tickets are drawn in order by workgroups that have started, so a tile waits only for tiles of such workgroups. A
// workgroup draws its next ticket before it waits. This cannot block. Take the first tile without a published
// aggregate: its workgroup waits in an earlier tile, and so only for published aggregates. All workgroups together draw
// the same number of tickets in every run, WORKGROUP_TILES each. The quotient of a ticket and this number is the number
// of the run, and the remainder is the index of the tile.
//
// The tiles are summed in windows of WORKGROUP_SIZE tiles, one state per invocation. The sums of windows are combined
// from left to right. The windows do not depend on which workgroup takes a tile, so the result does not depend on
// timing. A tile that runs out of spins aborts the run.

import package::lib::only_tile::scan_only_tile;
import package::lib::packs::packs;
import package::lib::tile::TILE_PACKS;
import package::lib::tile_states::{control, STATE_AGGREGATE, state_publish, state_withheld};
import constants::{WORKGROUP_SIZE, WORKGROUP_TILES};
import element::{combine, identity, T};
import tile::{Invocation, Position, position_local_index, tile_load, tile_offsets, tile_position, tile_prefixes, tile_store, workgroup_sum};
import wait::aggregate_wait;

var<workgroup> look_ahead_ticket: u32;

// The sum of the tiles `first` … `end` − 1: at most WORKGROUP_SIZE tiles.
fn window_sum(first: u32, end: u32, run: u32, position: Position) -> T {
    let rank = first + position_local_index(position);
    let aggregate = aggregate_wait(rank, rank < end, run);
    // Other invocations may still read the sums of the tile, or of the previous window.
    workgroupBarrier();
    return workgroup_sum(aggregate, position);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_tiles(@builtin(num_workgroups) workgroups: vec3<u32>, invocation: Invocation) {
    let position = tile_position(invocation);
    let is_first = position_local_index(position) == 0u;
    let tickets = workgroups.x * workgroups.y * WORKGROUP_TILES;
    if (is_first) { look_ahead_ticket = atomicAdd(&control[0], 1u); }
    // The sum of all tiles of the first `windows` windows.
    var carried = identity();
    var windows = 0u;
    for (var drawn = 1u; drawn <= WORKGROUP_TILES; drawn++) {
        let ticket = workgroupUniformLoad(&look_ahead_ticket);
        let rank = ticket % tickets;
        let run = ticket / tickets;
        if (rank * TILE_PACKS >= packs()) {
            if (is_first) { atomicAdd(&control[0], WORKGROUP_TILES - drawn); }
            break;
        }
        let tile = tile_load(rank, position);
        let offsets = tile_offsets(tile, position);
        // Computed before the wait, so that only the prefixes occupy registers during the wait.
        let prefixes_within = tile_prefixes(tile, offsets);
        if (is_first) {
            if (!state_withheld(rank)) { state_publish(rank, run, STATE_AGGREGATE, offsets.total); }
            if (drawn < WORKGROUP_TILES) { look_ahead_ticket = atomicAdd(&control[0], 1u); }
        }
        for (; windows < rank / WORKGROUP_SIZE; windows++) {
            let first = windows * WORKGROUP_SIZE;
            carried = combine(carried, window_sum(first, first + WORKGROUP_SIZE, run, position));
        }
        var before = carried;
        if (rank % WORKGROUP_SIZE > 0u) {
            before = combine(carried, window_sum(windows * WORKGROUP_SIZE, rank, run, position));
        }
        tile_store(rank, position, prefixes_within, combine(before, offsets.before));
    }
}
