// Exclusive scan of one value an invocation over the workgroup, by subgroup operations, whatever size the subgroups turn out to
// have: a power of two from 4 to 128 that divides WORKGROUP_SIZE.
//
// S = subgroup size, W = WORKGROUP_SIZE: log2 S steps within the subgroups and as many for every S of the W / S subgroups'
// totals, which every subgroup scans for itself; 1 barrier; W / 4 elements of workgroup memory.

import constants::WORKGROUP_SIZE;
import element::{combine, identity, T};
import element_shuffle::{element_shuffle, element_shuffle_up};

// The smallest size makes the most subgroups.
const SUBGROUP_MIN_SIZE: u32 = 4u;

var<workgroup> subgroup_totals: array<T, WORKGROUP_SIZE / SUBGROUP_MIN_SIZE>;

// The position of an invocation. A subgroup has to consist of neighbours, in any order, so `lane` follows the subgroup's order and
// replaces local_invocation_index.
struct SubgroupPlace {
    // Rank in the workgroup.
    lane: u32,
    // Rank in the subgroup.
    sublane: u32,
    // Rank of the subgroup.
    subgroup: u32,
    // Invocations of a subgroup.
    size: u32,
}

fn subgroup_place(local_index: u32, sublane: u32, size: u32) -> SubgroupPlace {
    let subgroup = local_index / size;
    return SubgroupPlace(subgroup * size + sublane, sublane, subgroup, size);
}

fn subgroup_scan_step(inclusive: T, distance: u32, sublane: u32) -> T {
    let before = element_shuffle_up(inclusive, distance);
    if (sublane >= distance) { return combine(before, inclusive); }
    return inclusive;
}

// Inclusive scan over the subgroup, its steps unrolled for every size: loops take longer than their shuffles. To be called in uniform
// control flow, like all functions here.
fn subgroup_scan_inclusive(value: T, sublane: u32, size: u32) -> T {
    var inclusive = value;
    @repeat(7) if (size > 1u << #u) { inclusive = subgroup_scan_step(inclusive, 1u << #u, sublane); }
    return inclusive;
}

// The same, exclusive, of a scan that is inclusive.
fn subgroup_exclusive(inclusive: T, sublane: u32) -> T {
    let before = element_shuffle_up(inclusive, 1u);
    if (sublane == 0u) { return identity(); }
    return before;
}

struct SubgroupSums {
    // The exclusive prefix of the subgroup.
    before: T,
    // All of the workgroup.
    total: T,
}

// Sums over subgroups, given the total of each. A further call needs a barrier before it.
fn subgroup_sums(subgroup_total: T, place: SubgroupPlace, size: u32) -> SubgroupSums {
    if (place.sublane == 0u) { subgroup_totals[place.subgroup] = subgroup_total; }
    workgroupBarrier();
    var sums = SubgroupSums(identity(), identity());
    for (var first = 0u; first < WORKGROUP_SIZE / size; first += size) {
        var total = identity();
        if (first + place.sublane < WORKGROUP_SIZE / size) { total = subgroup_totals[first + place.sublane]; }
        let inclusive = subgroup_scan_inclusive(total, place.sublane, size);
        let exclusive = subgroup_exclusive(inclusive, place.sublane);
        let before = element_shuffle(exclusive, place.subgroup % size);
        if (place.subgroup / size * size == first) { sums.before = combine(sums.total, before); }
        sums.total = combine(sums.total, element_shuffle(inclusive, size - 1u));
    }
    return sums;
}

// As workgroup_scan_exclusive of lib/workgroup_scan.wgsl, and the sum of all values with it.
fn subgroup_workgroup_scan(value: T, place: SubgroupPlace, size: u32) -> SubgroupSums {
    let inclusive = subgroup_scan_inclusive(value, place.sublane, size);
    var sums = subgroup_sums(element_shuffle(inclusive, size - 1u), place, size);
    sums.before = combine(sums.before, subgroup_exclusive(inclusive, place.sublane));
    return sums;
}
