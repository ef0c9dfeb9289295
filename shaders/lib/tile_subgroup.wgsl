// A tile scanned by subgroups: each subgroup of S invocations holds S × ROWS neighbouring packs.

import package::lib::packs::source_pack;
import package::lib::position_subgroup::{first_row_pack, Position};
import package::lib::subgroup_scan::{subgroup_scan_inclusive, subgroup_sums};
import package::lib::tile::TILE_PACKS;
import constants::ROWS;
import element::{combine, T};
import element_shuffle::element_shuffle;
import pack::{pack_scan, pack_sum};

fn tile_total_by_rows(rank: u32, position: Position) -> T {
    let first = rank * TILE_PACKS + first_row_pack(position);
    let end = first + ROWS * position.size;
    var sum: T;
    // One row at a time, because another tile occupies registers. The tile is full, since it precedes another tile.
    for (var index = first; index < end; index += position.size) {
        let pack = pack_scan(source_pack(index));
        let inclusive = subgroup_scan_inclusive(pack_sum(pack), position.lane, position.size);
        let total = element_shuffle(inclusive, position.size - 1u);
        if (index == first) { sum = total; } else { sum = combine(sum, total); }
    }
    return subgroup_sums(sum, position, position.size).total;
}
