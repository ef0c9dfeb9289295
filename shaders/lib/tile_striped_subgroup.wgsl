// The rows of lib/tile_striped.wgsl over subgroups, scanned by shuffles; lib/tile_subgroup.wgsl. All rows are scanned at the same
// time, log2 S steps of ROWS shuffles that do not wait for each other; 1 barrier.

import package::lib::subgroup_scan::{subgroup_exclusive, subgroup_sums};
import package::lib::tile_striped::{Offsets, Rows, Tile, tile_rows};
import package::lib::tile_subgroup::{Place, place_row};
import constants::ROWS;
import element::combine;
import element_shuffle::{element_shuffle, element_shuffle_up};

fn place_first(place: Place) -> u32 { return place_row(place); }
fn place_stride(place: Place) -> u32 { return place.size; }

fn rows_scan_step(rows: Rows, distance: u32, sublane: u32) -> Rows {
    @repeat(ROWS) let before_# = element_shuffle_up(rows.row_#, distance);
    if (sublane < distance) { return rows; }
    return Rows(
        @repeat(ROWS) combine(before_#, rows.row_#),
    );
}

fn tile_offsets(tile: Tile, place: Place) -> Offsets {
    var rows = tile_rows(tile);
    @repeat(7) if (place.size > 1u << #u) { rows = rows_scan_step(rows, 1u << #u, place.sublane); }
    @repeat(ROWS) let total_# = element_shuffle(rows.row_#, place.size - 1u);
    @repeat(ROWS) rows.row_# = subgroup_exclusive(rows.row_#, place.sublane);
    var sum = total_0;
    @repeat(1..ROWS) rows.row_# = combine(sum, rows.row_#); sum = combine(sum, total_#);
    let sums = subgroup_sums(sum, place, place.size);
    return Offsets(rows, sums.before, sums.total);
}
