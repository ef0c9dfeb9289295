// The frame of scans that read the input once, on devices that start workgroups in order, as a probe has shown: lib/single_pass.wgsl
// without tickets.
//
// A tile's rank is its workgroup's, so that its load waits for nothing. The last tile counts the run: its exclusive prefix depends on the
// states of all other tiles, which have read the run's number before they published. A count by every workgroup would be read and written
// by all of them at once, which took 4 % of the speed on an NVIDIA H200.
//
// WGSL's atomics are relaxed, and its memory model gives accesses of different locations no order, so the count is kept after the other
// workgroups' loads of the number by values alone: a state holds the number that its workgroup has loaded, and the last tile counts once
// it has seen states of its own number that depend on all tiles. A workgroup that loaded the next number would not have published such a
// state. This relies on hardware in one respect, which the model leaves open and GPUs provide: no store is visible before the loads that
// its value or its condition depends on have returned.
// The emulator runs one access after another, so it cannot find a device without that. After an abort, which is no such condition, the
// host clears the number and the states.
//
// The algorithm defines tile_exclusive_prefix as for lib/single_pass.wgsl, but uses only the first invocation's `run`, by which that
// publishes, and depends on all tiles before, also where a segment starts in one of them.

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
    // Before the look-back, so that only the prefixes occupy registers meanwhile.
    let prefixes_within = tile_prefixes(tile, offsets);
    let tile_prefix = tile_exclusive_prefix(rank, run, offsets.total, position);
    if ((rank + 1u) * TILE_PACKS >= packs() && position_local_index(position) == 0u) { atomicStore(&control[0], run + 1u); }
    tile_store(rank, position, prefixes_within, combine(tile_prefix, offsets.before));
}
