// Exclusive scan of one value per invocation over the workgroup, by subgroup operations, for any subgroup size that is
// a power of two from 4 to 128 and divides WORKGROUP_SIZE.
//
// With S = subgroup size and W = WORKGROUP_SIZE: log2 S steps within the subgroups, and log2 S steps for every S of the
// W / S subgroup totals, which every subgroup scans redundantly; 1 barrier; W / 4 elements of workgroup memory.

import constants::WORKGROUP_SIZE;
import element::{combine, identity, T};
import element_shuffle::{element_reach, element_scan_step, element_scanned, element_shuffle, element_shuffle_up};

// The smallest size makes the most subgroups.
const SUBGROUP_MIN_SIZE: u32 = 4u;

var<workgroup> subgroup_totals: array<T, WORKGROUP_SIZE / SUBGROUP_MIN_SIZE>;

// The position of an invocation. A subgroup consists of neighbouring invocations in any order, so `local_index`,
// which follows the order of the subgroup, replaces local_invocation_index.
struct SubgroupPosition {
    // Index in the workgroup.
    local_index: u32,
    // Index in the subgroup.
    lane: u32,
    // Index of the subgroup.
    subgroup: u32,
    // Invocations of a subgroup.
    size: u32,
}

fn subgroup_position(local_invocation_index: u32, lane: u32, size: u32) -> SubgroupPosition {
    let subgroup = local_invocation_index / size;
    return SubgroupPosition(subgroup * size + lane, lane, subgroup, size);
}

// Inclusive scan over the subgroup, unrolled for every size, because a loop costs more than its shuffles. All functions from here on must
// be called in uniform control flow.
fn subgroup_scan_inclusive(value: T, lane: u32, size: u32) -> T {
    let reach = element_reach(value, lane, size);
    var inclusive = value;
    @repeat(7) if (size > 1u << #u) { inclusive = element_scan_step(inclusive, reach, 1u << #u, lane); }
    return element_scanned(inclusive, reach);
}

// The exclusive scan over the subgroup, given the inclusive scan.
fn subgroup_exclusive(inclusive: T, lane: u32) -> T {
    let before = element_shuffle_up(inclusive, 1u);
    if (lane == 0u) { return identity(); }
    return before;
}

struct SubgroupSums {
    // The exclusive prefix of the subgroup.
    before: T,
    // The sum over the workgroup.
    total: T,
}

// Sums over subgroups, given the total of each. A second call needs a barrier before it.
fn subgroup_sums(subgroup_total: T, position: SubgroupPosition, size: u32) -> SubgroupSums {
    if (position.lane == 0u) { subgroup_totals[position.subgroup] = subgroup_total; }
    workgroupBarrier();
    var sums = SubgroupSums(identity(), identity());
    for (var first = 0u; first < WORKGROUP_SIZE / size; first += size) {
        var total = identity();
        if (first + position.lane < WORKGROUP_SIZE / size) { total = subgroup_totals[first + position.lane]; }
        let inclusive = subgroup_scan_inclusive(total, position.lane, size);
        let exclusive = subgroup_exclusive(inclusive, position.lane);
        let before = element_shuffle(exclusive, position.subgroup % size);
        if (position.subgroup / size * size == first) { sums.before = combine(sums.total, before); }
        sums.total = combine(sums.total, element_shuffle(inclusive, size - 1u));
    }
    return sums;
}

// As workgroup_scan_exclusive of lib/workgroup_scan.wgsl, together with the sum of all values.
fn subgroup_workgroup_scan(value: T, position: SubgroupPosition, size: u32) -> SubgroupSums {
    let inclusive = subgroup_scan_inclusive(value, position.lane, size);
    var sums = subgroup_sums(element_shuffle(inclusive, size - 1u), position, size);
    sums.before = combine(sums.before, subgroup_exclusive(inclusive, position.lane));
    return sums;
}
