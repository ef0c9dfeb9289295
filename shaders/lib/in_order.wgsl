// The frame of scans that read the input once, on devices that start workgroups in order, as a probe has shown: lib/single_pass.wgsl
// without tickets.
//
// The index of a tile is that of its workgroup, so the load of a tile waits for no ticket. The last tile counts the
// run: its exclusive prefix depends on the states of all other tiles, whose workgroups have read the run's number
// before they published. If every workgroup counted, all of them would access the counter at once. This cost 4 % of the
// speed on an NVIDIA H200.
//
// WGSL's atomics are relaxed, and its memory model does not order accesses to different locations. Only dependences
// between values order the count after the other workgroups' loads of the number. A state holds the number that its
// workgroup has loaded. The last tile counts after it has seen states with its own number that depend on all tiles. A
// workgroup that had loaded the next number would not have published such a state. This relies on one property, which
// the model leaves open and GPUs have: no store is visible before the loads that its value or its condition depends on
// have returned. The emulator runs one access after another, so it cannot find a device that lacks this property. After
// an abort, the count does not depend on all tiles, so the host clears the number and the states.
//
// The algorithm defines tile_exclusive_prefix as for lib/single_pass.wgsl, with two differences. The function uses only
// the first invocation's `run`, with which that invocation publishes. The result depends on all earlier tiles, even if a
// segment starts in one of them.

import package::lib::packs::packs;
import package::lib::tile::TILE_PACKS;
import package::lib::tile_states::control;
import algorithm::tile_exclusive_prefix;
import constants::WORKGROUP_SIZE;
import element::combine;
import tile::{Invocation, position_local_index, tile_load, tile_offsets, tile_position, tile_prefixes, tile_store};

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_tiles_in_order(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let position = tile_position(invocation);
    let rank = workgroup.y * workgroups.x + workgroup.x;
    if (rank * TILE_PACKS >= packs()) { return; }
    let run = atomicLoad(&control[0]);
    let tile = tile_load(rank, position);
    let offsets = tile_offsets(tile, position);
    // Computed before the look-back, so that only the prefixes occupy registers during the look-back.
    let prefixes_within = tile_prefixes(tile, offsets);
    let tile_prefix = tile_exclusive_prefix(rank, run, offsets.total, position);
    if ((rank + 1u) * TILE_PACKS >= packs() && position_local_index(position) == 0u) { atomicStore(&control[0], run + 1u); }
    tile_store(rank, position, prefixes_within, combine(tile_prefix, offsets.before));
}
