// A tile scanned by subgroups: each subgroup of S invocations holds S × ROWS neighbouring packs; lib/tile.wgsl, lib/subgroup_scan.wgsl.

import package::lib::packs::{pack_scan, pack_sum, source_pack};
import package::lib::subgroup_scan::{subgroup_position, subgroup_scan_inclusive, subgroup_sums, subgroup_workgroup_scan, SubgroupPosition};
import package::lib::tile::TILE_PACKS;
import constants::ROWS;
import element::{combine, T};
import element_shuffle::element_shuffle;

struct Invocation {
    @builtin(local_invocation_index) index: u32,
    @builtin(subgroup_invocation_id) sublane: u32,
    @builtin(subgroup_size) size: u32,
}

alias Position = SubgroupPosition;

fn tile_position(invocation: Invocation) -> Position {
    return subgroup_position(invocation.index, invocation.sublane, invocation.size);
}

fn position_lane(position: Position) -> u32 { return position.lane; }

// The invocation's pack in the first of its subgroup's rows of S packs.
fn first_row_pack(position: Position) -> u32 { return position.subgroup * position.size * ROWS + position.sublane; }

fn tile_total_by_rows(rank: u32, position: Position) -> T {
    let first = rank * TILE_PACKS + first_row_pack(position);
    let end = first + ROWS * position.size;
    var sum: T;
    // One row at a time, because another tile occupies registers. The tile is full, since it precedes another.
    for (var index = first; index < end; index += position.size) {
        let pack = pack_scan(source_pack(index));
        let inclusive = subgroup_scan_inclusive(pack_sum(pack), position.sublane, position.size);
        let total = element_shuffle(inclusive, position.size - 1u);
        if (index == first) { sum = total; } else { sum = combine(sum, total); }
    }
    return subgroup_sums(sum, position, position.size).total;
}

fn workgroup_sum(value: T, position: Position) -> T { return subgroup_workgroup_scan(value, position, position.size).total; }
