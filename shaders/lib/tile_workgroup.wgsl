// A tile whose rows span the workgroup, scanned through workgroup memory; lib/tile.wgsl, lib/workgroup_scan.wgsl.
//
// The sums of all packs go to workgroup memory, where every invocation scans ROWS neighbours around one workgroup scan (raking).
// 2 log2 W + 4 barriers for W = WORKGROUP_SIZE, W (ROWS + 1) elements of workgroup memory.

import package::lib::packs::{pack_scan, pack_sum, source_pack};
import package::lib::tile::TILE_PACKS;
import package::lib::tile_striped::{Offsets, Rows, Tile, tile_rows};
import package::lib::workgroup_scan::{workgroup_scan_exclusive, workgroup_scan_total};
import constants::{ROWS, WORKGROUP_SIZE};
import element::{combine, identity, T};

struct Invocation {
    @builtin(local_invocation_index) index: u32,
}

struct Position {
    lane: u32,
}

var<workgroup> tile_shared: array<T, TILE_PACKS>;

fn tile_position(invocation: Invocation) -> Position { return Position(invocation.index); }
fn position_lane(position: Position) -> u32 { return position.lane; }
fn first_pack(position: Position) -> u32 { return position.lane; }
fn row_stride(position: Position) -> u32 { return WORKGROUP_SIZE; }

// The sum of the invocation's ROWS neighbours in workgroup memory.
fn tile_shared_sum(lane: u32) -> T {
    var sum = tile_shared[lane * ROWS];
    for (var row = 1u; row < ROWS; row++) { sum = combine(sum, tile_shared[lane * ROWS + row]); }
    return sum;
}

fn tile_offsets(tile: Tile, position: Position) -> Offsets {
    let rows = tile_rows(tile);
    @repeat(ROWS) tile_shared[#u * WORKGROUP_SIZE + position.lane] = rows.row_#;
    workgroupBarrier();
    var before = workgroup_scan_exclusive(tile_shared_sum(position.lane), position.lane);
    for (var row = 0u; row < ROWS; row++) {
        let slot = position.lane * ROWS + row;
        let sum = tile_shared[slot];
        tile_shared[slot] = before;
        before = combine(before, sum);
    }
    workgroupBarrier();
    let before_rows = Rows(
        @repeat(ROWS) tile_shared[#u * WORKGROUP_SIZE + position.lane],
    );
    return Offsets(before_rows, identity(), workgroup_scan_total());
}

// The tile is full, since it precedes another.
fn tile_total_by_rows(rank: u32, position: Position) -> T {
    let first = rank * TILE_PACKS + position.lane;
    // Other invocations may still read the rows of another tile.
    workgroupBarrier();
    for (var row = 0u; row < ROWS; row++) {
        let pack = pack_scan(source_pack(first + row * WORKGROUP_SIZE));
        tile_shared[row * WORKGROUP_SIZE + position.lane] = pack_sum(pack);
    }
    workgroupBarrier();
    _ = workgroup_scan_exclusive(tile_shared_sum(position.lane), position.lane);
    return workgroup_scan_total();
}

fn workgroup_sum(value: T, position: Position) -> T {
    _ = workgroup_scan_exclusive(value, position.lane);
    return workgroup_scan_total();
}
