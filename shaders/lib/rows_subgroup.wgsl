// Rows over subgroups of S, scanned by shuffles; lib/rows.wgsl. log2 S steps of ROWS independent shuffles; 1 barrier.

import package::lib::position_subgroup::{first_row_pack, Invocation, Position, position_lane, tile_position, workgroup_sum};
import package::lib::rows::{Offsets, Rows};
import package::lib::subgroup_scan::{subgroup_exclusive, subgroup_sums};
import constants::ROWS;
import element::combine;
import element_shuffle::{element_shuffle, element_shuffle_up};

fn first_pack(position: Position) -> u32 { return first_row_pack(position); }
fn row_stride(position: Position) -> u32 { return position.size; }

fn rows_scan_step(rows: Rows, distance: u32, sublane: u32) -> Rows {
    @repeat(ROWS) let before_# = element_shuffle_up(rows.row_#, distance);
    if (sublane < distance) { return rows; }
    return Rows(
        @repeat(ROWS) combine(before_#, rows.row_#),
    );
}

fn row_offsets(sums: Rows, position: Position) -> Offsets {
    var rows = sums;
    @repeat(7) if (position.size > 1u << #u) { rows = rows_scan_step(rows, 1u << #u, position.sublane); }
    @repeat(ROWS) let total_# = element_shuffle(rows.row_#, position.size - 1u);
    @repeat(ROWS) rows.row_# = subgroup_exclusive(rows.row_#, position.sublane);
    var sum = total_0;
    @repeat(1..ROWS) rows.row_# = combine(sum, rows.row_#); sum = combine(sum, total_#);
    let offsets = subgroup_sums(sum, position, position.size);
    return Offsets(rows, offsets.before, offsets.total);
}
