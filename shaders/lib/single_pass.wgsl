// The frame of scans that read the input once. A workgroup draws a ticket, scans the tile with that index, and adds the
// tile's exclusive prefix, which it gets from earlier tiles. lib/in_order.wgsl is the variant without tickets.
//
// Tickets are drawn in the order in which workgroups start, so a tile waits only for tiles whose workgroups have
// started. Tickets are never reset. The quotient of a ticket and the number of workgroups of a dispatch is the number
// of the run, and the remainder is the index of the tile.
//
// The algorithm defines
//   fn should_reduce_predecessor(rank) -> bool   whether the workgroup reduces its predecessor's tile first; called by one invocation
//   fn reduce_predecessor(rank, run, position)   reduces that tile and publishes its state
//   fn tile_exclusive_prefix(rank, run, total, position) -> T   the tile's exclusive prefix, given its aggregate; equal in all invocations
// The last two functions are called in uniform control flow.

import package::lib::packs::packs;
import package::lib::tile::TILE_PACKS;
import package::lib::tile_states::control;
import algorithm::{tile_exclusive_prefix, reduce_predecessor, should_reduce_predecessor};
import constants::WORKGROUP_SIZE;
import element::combine;
import tile::{Invocation, position_local_index, tile_load, tile_offsets, tile_position, tile_prefixes, tile_store};

// A flag in the ticket's highest bit. The host keeps tickets below this bit.
const REDUCE_PREDECESSOR: u32 = 1u << 31u;

var<workgroup> single_pass_ticket: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_tiles(@builtin(num_workgroups) workgroups: vec3<u32>, invocation: Invocation) {
    let position = tile_position(invocation);
    let tickets = workgroups.x * workgroups.y;
    if (position_local_index(position) == 0u) {
        let ticket = atomicAdd(&control[0], 1u);
        single_pass_ticket = ticket | select(0u, REDUCE_PREDECESSOR, should_reduce_predecessor(ticket % tickets));
    }
    let drawn = workgroupUniformLoad(&single_pass_ticket);
    let ticket = drawn & ~REDUCE_PREDECESSOR;
    let rank = ticket % tickets;
    let run = ticket / tickets;
    if (rank * TILE_PACKS >= packs()) { return; }
    if (drawn >= REDUCE_PREDECESSOR) { reduce_predecessor(rank, run, position); }
    let tile = tile_load(rank, position);
    let offsets = tile_offsets(tile, position);
    // Computed before the look-back, so that only the prefixes occupy registers during the look-back.
    let prefixes_within = tile_prefixes(tile, offsets);
    let tile_prefix = tile_exclusive_prefix(rank, run, offsets.total, position);
    tile_store(rank, position, prefixes_within, combine(tile_prefix, offsets.before));
}
