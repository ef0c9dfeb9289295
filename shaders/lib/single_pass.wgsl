// The frame of scans that read the input once: tiles in the order of their tickets, each from what lies before it. Few tiles of a
// look-back do without: lib/few_tiles.wgsl.
//
// A workgroup draws a ticket, so a tile is only waited for by tiles whose workgroups started later. Tickets are never reset:
// the run's number is the ticket's quotient by the workgroups of a dispatch, its tile the rest.
//
// The algorithm defines
//   fn should_reduce_predecessor(rank) -> bool        whether the workgroup reduces its predecessor's tile first; called by one invocation
//   fn reduce_predecessor(rank, run, place)           reduces it and publishes its state
//   fn prefix_before(rank, run, total, place) -> T    the tile's exclusive prefix, given its aggregate; the same in every invocation
// the last two called in uniform control flow.

import package::lib::packs::packs;
import package::lib::tile::TILE_PACKS;
import package::lib::tile_states::control;
import algorithm::{prefix_before, reduce_predecessor, should_reduce_predecessor};
import constants::WORKGROUP_SIZE;
import element::combine;
import tile::{Invocation, place_lane, tile_load, tile_offsets, tile_place, tile_prefixes, tile_store};

// A bit beside the ticket, which the host keeps below it.
const REDUCE_PREDECESSOR: u32 = 1u << 31u;

var<workgroup> single_pass_ticket: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_tiles(@builtin(num_workgroups) workgroups: vec3<u32>, invocation: Invocation) {
    let place = tile_place(invocation);
    let tickets = workgroups.x * workgroups.y;
    if (place_lane(place) == 0u) {
        let ticket = atomicAdd(&control[0], 1u);
        single_pass_ticket = ticket | select(0u, REDUCE_PREDECESSOR, should_reduce_predecessor(ticket % tickets));
    }
    let drawn = workgroupUniformLoad(&single_pass_ticket);
    let ticket = drawn & ~REDUCE_PREDECESSOR;
    let rank = ticket % tickets;
    let run = ticket / tickets;
    if (rank * TILE_PACKS >= packs()) { return; }
    if (drawn >= REDUCE_PREDECESSOR) { reduce_predecessor(rank, run, place); }
    let tile = tile_load(rank, place);
    let offsets = tile_offsets(tile, place);
    // Before the wait, so that nothing but the prefixes is kept in registers meanwhile.
    let prefixes_within = tile_prefixes(tile, offsets);
    let before = prefix_before(rank, run, offsets.total, place);
    tile_store(rank, place, prefixes_within, combine(before, offsets.before));
}

// The only tile of a short scan has no predecessor.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_only_tile(invocation: Invocation) {
    let place = tile_place(invocation);
    let tile = tile_load(0u, place);
    let offsets = tile_offsets(tile, place);
    tile_store(0u, place, tile_prefixes(tile, offsets), offsets.before);
}
