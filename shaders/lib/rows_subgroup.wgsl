// Rows over subgroups of S invocations, scanned by shuffles. log2 S steps of ROWS independent shuffles; 1 barrier.

import package::lib::position_subgroup::{first_row_pack, Invocation, Position, position_local_index, tile_position, workgroup_sum};
import package::lib::rows::{Offsets, Rows};
import package::lib::subgroup_scan::{subgroup_exclusive, subgroup_sums};
import constants::ROWS;
import element::combine;
import element_shuffle::{element_reach, element_scan_step, element_scanned, element_shuffle, Reach};

fn first_pack(position: Position) -> u32 { return first_row_pack(position); }
fn row_stride(position: Position) -> u32 { return position.size; }

// The reach of each row's scan: the limit of the lanes that contribute to it (slot `element_shuffle`).
struct Reaches {
    @repeat(ROWS) row_#: Reach,
}

fn rows_scan_step(rows: Rows, reaches: Reaches, distance: u32, lane: u32) -> Rows {
    return Rows(
        @repeat(ROWS) element_scan_step(rows.row_#, reaches.row_#, distance, lane),
    );
}

fn rows_scan(rows: Rows, lane: u32, size: u32) -> Rows {
    let reaches = Reaches(
        @repeat(ROWS) element_reach(rows.row_#, lane, size),
    );
    var scanned = rows;
    @repeat(7) if (size > 1u << #u) { scanned = rows_scan_step(scanned, reaches, 1u << #u, lane); }
    return Rows(
        @repeat(ROWS) element_scanned(scanned.row_#, reaches.row_#),
    );
}

fn row_offsets(sums: Rows, position: Position) -> Offsets {
    var rows = rows_scan(sums, position.lane, position.size);
    @repeat(ROWS) let total_# = element_shuffle(rows.row_#, position.size - 1u);
    @repeat(ROWS) rows.row_# = subgroup_exclusive(rows.row_#, position.lane);
    var sum = total_0;
    @repeat(1..ROWS) rows.row_# = combine(sum, rows.row_#); sum = combine(sum, total_#);
    let offsets = subgroup_sums(sum, position, position.size);
    return Offsets(rows, offsets.before, offsets.total);
}
