// A tile that subgroups scan: each subgroup of S invocations holds S × ROWS neighbouring packs; lib/tile.wgsl, lib/subgroup_scan.wgsl.

import package::lib::packs::{pack_scan, pack_sum, source_pack};
import package::lib::subgroup_scan::{subgroup_place, subgroup_scan_inclusive, subgroup_sums, subgroup_workgroup_scan, SubgroupPlace};
import package::lib::tile::TILE_PACKS;
import constants::ROWS;
import element::{combine, T};
import element_shuffle::element_shuffle;

struct Invocation {
    @builtin(local_invocation_index) index: u32,
    @builtin(subgroup_invocation_id) sublane: u32,
    @builtin(subgroup_size) size: u32,
}

alias Place = SubgroupPlace;

fn tile_place(invocation: Invocation) -> Place {
    return subgroup_place(invocation.index, invocation.sublane, invocation.size);
}

fn place_lane(place: Place) -> u32 { return place.lane; }

// The invocation's pack in the first of its subgroup's rows of S packs.
fn place_row(place: Place) -> u32 { return place.subgroup * place.size * ROWS + place.sublane; }

fn tile_sum(rank: u32, place: Place) -> T {
    let first = rank * TILE_PACKS + place_row(place);
    let end = first + ROWS * place.size;
    var sum: T;
    // One row at a time: a tile is held already. It is full, since another comes after it.
    for (var index = first; index < end; index += place.size) {
        let pack = pack_scan(source_pack(index));
        let inclusive = subgroup_scan_inclusive(pack_sum(pack), place.sublane, place.size);
        let total = element_shuffle(inclusive, place.size - 1u);
        if (index == first) { sum = total; } else { sum = combine(sum, total); }
    }
    return subgroup_sums(sum, place, place.size).total;
}

fn lanes_sum(value: T, place: Place) -> T { return subgroup_workgroup_scan(value, place, place.size).total; }
