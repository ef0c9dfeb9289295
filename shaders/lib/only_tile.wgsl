// The frame of a scan of one tile, which waits for no other tile.

import constants::WORKGROUP_SIZE;
import tile::{Invocation, tile_load, tile_offsets, tile_position, tile_prefixes, tile_store};

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_only_tile(invocation: Invocation) {
    let position = tile_position(invocation);
    let tile = tile_load(0u, position);
    let offsets = tile_offsets(tile, position);
    tile_store(0u, position, tile_prefixes(tile, offsets), offsets.before);
}
