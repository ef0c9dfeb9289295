// The frame of scans that read the input once: tiles in the order of their tickets, each from what lies before it.
//
// A workgroup draws a ticket, so a tile is only waited for by tiles whose workgroups started later. Tickets are never reset:
// the run's number is the ticket's quotient by the workgroups of a dispatch, its tile the rest.
//
// Another module defines
//   fn prefix_before(rank, run, total, place) -> T    what lies before the tile, given its sum; the same in every invocation
// which is called in uniform control flow.

var<workgroup> single_pass_ticket: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_tiles(@builtin(num_workgroups) workgroups: vec3<u32>, invocation: Invocation) {
    let place = tile_place(invocation);
    if (place_lane(place) == 0u) { single_pass_ticket = atomicAdd(&control[0], 1u); }
    let ticket = workgroupUniformLoad(&single_pass_ticket);
    let rank = ticket % (workgroups.x * workgroups.y);
    let run = ticket / (workgroups.x * workgroups.y);
    if (rank * TILE_PACKS >= packs()) { return; }
    let tile = tile_load(rank, place);
    let offsets = tile_offsets(tile, place);
    if (PREFIXES_BEFORE_WAIT) {
        // Nothing but the prefixes is kept in registers meanwhile.
        let prefixes_within = tile_prefixes(tile, offsets.rows);
        let before = prefix_before(rank, run, offsets.total, place);
        tile_store(rank, place, tile_after(combine(before, offsets.before), prefixes_within));
    } else {
        let before = prefix_before(rank, run, offsets.total, place);
        tile_store(rank, place, tile_prefixes(tile, rows_after(combine(before, offsets.before), offsets.rows)));
    }
}

// The only tile of a short scan waits for nobody.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_only_tile(invocation: Invocation) {
    let place = tile_place(invocation);
    let tile = tile_load(0u, place);
    let offsets = tile_offsets(tile, place);
    tile_store(0u, place, tile_prefixes(tile, rows_after(offsets.before, offsets.rows)));
}
