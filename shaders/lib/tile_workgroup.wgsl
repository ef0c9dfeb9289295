// A tile whose rows go over the whole workgroup, scanned through workgroup memory; lib/tile.wgsl, lib/workgroup_scan.wgsl.
//
// The sums of all packs are put into workgroup memory, where every invocation takes ROWS neighbours: a serial scan around one
// workgroup scan. 2 log2 W + 4 barriers for W = WORKGROUP_SIZE, W (ROWS + 1) elements of workgroup memory.

import package::lib::packs::{pack_scan, pack_sum, source_pack};
import package::lib::tile::TILE_PACKS;
import package::lib::tile_striped::{Offsets, Rows, Tile, tile_rows};
import package::lib::workgroup_scan::{workgroup_scan_exclusive, workgroup_scan_total};
import constants::{ROWS, WORKGROUP_SIZE};
import element::{combine, identity, T};

struct Invocation {
    @builtin(local_invocation_index) index: u32,
}

struct Place {
    lane: u32,
}

var<workgroup> tile_shared: array<T, TILE_PACKS>;

fn tile_place(invocation: Invocation) -> Place { return Place(invocation.index); }
fn place_lane(place: Place) -> u32 { return place.lane; }
fn place_first(place: Place) -> u32 { return place.lane; }
fn place_stride(place: Place) -> u32 { return WORKGROUP_SIZE; }

// The sum of the packs that stand in workgroup memory from the invocation's first on.
fn tile_shared_sum(lane: u32) -> T {
    var sum = tile_shared[lane * ROWS];
    for (var row = 1u; row < ROWS; row++) { sum = combine(sum, tile_shared[lane * ROWS + row]); }
    return sum;
}

fn tile_offsets(tile: Tile, place: Place) -> Offsets {
    let rows = tile_rows(tile);
    @repeat(ROWS) tile_shared[#u * WORKGROUP_SIZE + place.lane] = rows.row_#;
    workgroupBarrier();
    var before = workgroup_scan_exclusive(tile_shared_sum(place.lane), place.lane);
    for (var row = 0u; row < ROWS; row++) {
        let slot = place.lane * ROWS + row;
        let sum = tile_shared[slot];
        tile_shared[slot] = before;
        before = combine(before, sum);
    }
    workgroupBarrier();
    let before_rows = Rows(
        @repeat(ROWS) tile_shared[#u * WORKGROUP_SIZE + place.lane],
    );
    return Offsets(before_rows, identity(), workgroup_scan_total());
}

// The tile is full, since another comes after it.
fn tile_sum(rank: u32, place: Place) -> T {
    let first = rank * TILE_PACKS + place.lane;
    // Other invocations may still read the rows of another tile.
    workgroupBarrier();
    for (var row = 0u; row < ROWS; row++) {
        let pack = pack_scan(source_pack(first + row * WORKGROUP_SIZE));
        tile_shared[row * WORKGROUP_SIZE + place.lane] = pack_sum(pack);
    }
    workgroupBarrier();
    _ = workgroup_scan_exclusive(tile_shared_sum(place.lane), place.lane);
    return workgroup_scan_total();
}

fn lanes_sum(value: T, place: Place) -> T {
    _ = workgroup_scan_exclusive(value, place.lane);
    return workgroup_scan_total();
}
