// Sums of tiles, level by level until one sum is left. See lib/tile.wgsl.
//
// Merry, "Prefix sums on GPUs", 2014, "Reduce". The operator need not be commutative. parameters.elements: elements of
// the level; parameters.argument: its tiles. If the device computes the number of elements, it may be smaller. The sums
// of tiles past the last element are identities.

import package::lib::grid::{grid_workgroup, parameters};
import constants::WORKGROUP_SIZE;
import monoid::{value_to_words, VALUE_WORDS};
import tile::{Invocation, position_local_index, tile_position, tile_total};

@group(0) @binding(3) var<storage, read_write> totals: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn reduce_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let rank = grid_workgroup(workgroup, workgroups);
    if (rank >= parameters.argument) { return; }
    let position = tile_position(invocation);
    let words = value_to_words(tile_total(rank, position));
    if (position_local_index(position) == 0u) {
        @repeat(VALUE_WORDS) totals[rank * VALUE_WORDS + #u] = words[#];
    }
}
