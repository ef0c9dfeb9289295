// Shuffles of flagged elements, and the steps of their scan over a subgroup; lib/subgroup_scan.wgsl. To be called in uniform control flow.
//
// A ballot gives each invocation the last one up to itself in which a segment starts, so that a step shuffles the value alone (Harris &
// Garland, "Optimizing parallel prefix operations for the Fermi architecture", 2012, section 3.3).

import element::{combine, T};
import value_shuffle::{value_shuffle, value_shuffle_up};

struct Reach {
    // The first invocation of the subgroup whose elements an invocation's scan comprises.
    first: u32,
    // 1 where a segment starts in it.
    starts: u32,
}

fn element_shuffle_up(element: T, distance: u32) -> T {
    return T(value_shuffle_up(element.value, distance), subgroupShuffleUp(element.starts, distance));
}

fn element_shuffle(element: T, lane: u32) -> T {
    return T(value_shuffle(element.value, lane), subgroupShuffle(element.starts, lane));
}

// The bits of a ballot's word from `first` on, up to that of an invocation.
fn bits_up_to(word: u32, first: u32, sublane: u32) -> u32 {
    if (sublane < first) { return 0u; }
    return word & (0xffffffffu >> (31u - min(sublane - first, 31u)));
}

fn element_reach(element: T, sublane: u32, size: u32) -> Reach {
    let starts = subgroupBallot(element.starts == 1u);
    let low = bits_up_to(starts.x, 0u, sublane);
    var reach = Reach(firstLeadingBit(low), low);
    if (size > 32u) {
        @repeat(1..4) let bits_# = bits_up_to(starts[#], 32u * #u, sublane); if (bits_# != 0u) { reach = Reach(32u * #u + firstLeadingBit(bits_#), 1u); }
    }
    if (reach.starts == 0u) { return Reach(0u, 0u); }
    return Reach(reach.first, 1u);
}

fn element_scan_step(element: T, reach: Reach, distance: u32, sublane: u32) -> T {
    let before = value_shuffle_up(element.value, distance);
    if (sublane < distance) { return element; }
    let sum = combine(T(before, 0u), T(element.value, 0u));
    if (sublane < reach.first + distance) { return element; }
    return sum;
}

fn element_scanned(element: T, reach: Reach) -> T { return T(element.value, reach.starts); }
