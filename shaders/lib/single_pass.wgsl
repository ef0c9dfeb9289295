// The frame of scans that read the input once: tiles in the order of their tickets, each from what lies before it.
//
// A workgroup draws a ticket, so a tile is only waited for by tiles whose workgroups started later. Tickets are never reset:
// the run's number is the ticket's quotient by the workgroups of a dispatch, its tile the rest.
//
// The algorithm's own file defines
//   fn prefix_before(rank, run, total, lane) -> T    what lies before the tile, given its sum; the same in every invocation
// which is called in uniform control flow and may overwrite the tile in workgroup memory if it says so by
//   single_pass_reload = 1u.

var<workgroup> single_pass_ticket: u32;
var<workgroup> single_pass_total: T;
var<workgroup> single_pass_reload: u32;

// The sum of the tile of the input that starts at `start`, left in workgroup memory too; gives what lies before the
// invocation's run within the tile. Everybody who sums a tile does so by these very steps: floats come out the same.
fn sum_tile(start: u32, lane: u32) -> T {
    tile_load(start, lane);
    let sum = run_sum(lane);
    let offset = workgroup_scan_exclusive(sum, lane);
    if (lane == WORKGROUP_SIZE - 1u) { single_pass_total = combine(offset, sum); }
    workgroupBarrier();
    return offset;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_tiles(@builtin(num_workgroups) workgroups: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    if (lane == 0u) { single_pass_ticket = atomicAdd(&control[0], 1u); }
    let ticket = workgroupUniformLoad(&single_pass_ticket);
    let rank = ticket % (workgroups.x * workgroups.y);
    let run = ticket / (workgroups.x * workgroups.y);
    let start = rank * TILE_ELEMENTS;
    if (start >= parameters.elements) { return; }
    let offset = sum_tile(start, lane);
    let before = prefix_before(rank, run, single_pass_total, lane);
    if (workgroupUniformLoad(&single_pass_reload) != 0u) { tile_load(start, lane); }
    run_scan(lane, combine(before, offset), EXCLUSIVE);
    tile_store(start, lane);
}
