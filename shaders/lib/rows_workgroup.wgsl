// Rows over the workgroup, scanned through workgroup memory.
//
// The sums of all packs go to workgroup memory. There, every invocation rakes ROWS neighbours, as in scan/raking.wgsl.
// 2 log2 W + 4 barriers for W = WORKGROUP_SIZE, W (ROWS + 1) elements of workgroup memory.

import package::lib::rows::{Offsets, Rows};
import package::lib::workgroup_scan::{workgroup_scan_exclusive, workgroup_scan_total};
import constants::{ROWS, WORKGROUP_SIZE};
import element::{combine, identity, T};

struct Invocation {
    @builtin(local_invocation_index) index: u32,
}

struct Position {
    local_index: u32,
}

var<workgroup> row_sums: array<T, WORKGROUP_SIZE * ROWS>;

fn tile_position(invocation: Invocation) -> Position { return Position(invocation.index); }
fn position_local_index(position: Position) -> u32 { return position.local_index; }
fn first_pack(position: Position) -> u32 { return position.local_index; }
fn row_stride(position: Position) -> u32 { return WORKGROUP_SIZE; }

// The sum of the invocation's ROWS neighbours in workgroup memory.
fn neighbouring_row_sum(local_index: u32) -> T {
    var sum = row_sums[local_index * ROWS];
    for (var row = 1u; row < ROWS; row++) { sum = combine(sum, row_sums[local_index * ROWS + row]); }
    return sum;
}

fn row_offsets(rows: Rows, position: Position) -> Offsets {
    @repeat(ROWS) row_sums[#u * WORKGROUP_SIZE + position.local_index] = rows.row_#;
    workgroupBarrier();
    var before = workgroup_scan_exclusive(neighbouring_row_sum(position.local_index), position.local_index);
    for (var row = 0u; row < ROWS; row++) {
        let slot = position.local_index * ROWS + row;
        let sum = row_sums[slot];
        row_sums[slot] = before;
        before = combine(before, sum);
    }
    workgroupBarrier();
    let before_rows = Rows(
        @repeat(ROWS) row_sums[#u * WORKGROUP_SIZE + position.local_index],
    );
    return Offsets(before_rows, identity(), workgroup_scan_total());
}

fn workgroup_sum(value: T, position: Position) -> T {
    _ = workgroup_scan_exclusive(value, position.local_index);
    return workgroup_scan_total();
}
