// Shuffles of flagged elements, and the steps of their scan over a subgroup. See lib/subgroup_scan.wgsl. To be called
// in uniform control flow.
//
// A ballot gives each invocation the flags of the invocations before it. A step then shuffles only the value, and its
// condition is one comparison (Harris & Garland, "Optimizing parallel prefix operations for the Fermi architecture",
// 2012, section 3.3).

import element::{combine, T};
import value_shuffle::{value_shuffle, value_shuffle_up};

struct Reach {
    // The starts of segments in the 32 invocations up to this invocation, whose bit is the highest, and in the 32
    // invocations before them. A start is set for the first invocation of the subgroup, so that no scan reaches further.
    near: u32,
    far: u32,
    // 1 if this invocation or an earlier one of the subgroup has a set flag.
    starts: u32,
}

fn element_shuffle_up(element: T, distance: u32) -> T {
    return T(value_shuffle_up(element.value, distance), subgroupShuffleUp(element.starts, distance));
}

fn element_shuffle(element: T, lane: u32) -> T {
    return T(value_shuffle(element.value, lane), subgroupShuffle(element.starts, lane));
}

fn element_reach(element: T, lane: u32, size: u32) -> Reach {
    let starts = subgroupBallot(element.starts == 1u);
    if (size > 32u) { return wide_reach(starts, lane); }
    let near = starts.x << (31u - lane);
    return Reach(near | (1u << (31u - lane)), 0u, min(near, 1u));
}

// As element_reach, in subgroups of more than 32 invocations, whose ballots have several words.
fn wide_reach(starts: vec4<u32>, lane: u32) -> Reach {
    let word = lane / 32u;
    let shift = 31u - lane % 32u;
    var flags = starts[word] << shift;
    @repeat(3) if (word > #u) { flags |= starts[#]; }
    let marked = starts | vec4(1u, 0u, 0u, 0u);
    var near = marked[word] << shift;
    var far = 0u;
    if (word > 0u) {
        near |= (marked[word - 1u] >> 1u) >> (31u - shift);
        far = marked[word - 1u] << shift;
    }
    if (word > 1u) { far |= (marked[word - 2u] >> 1u) >> (31u - shift); }
    return Reach(near, far, min(flags, 1u));
}

fn element_scan_step(element: T, reach: Reach, distance: u32, lane: u32) -> T {
    let before = value_shuffle_up(element.value, distance);
    if (reach.near >= (0x80000000u >> ((distance - 1u) & 31u)) || (distance > 32u && reach.far != 0u)) { return element; }
    return combine(T(before, 0u), T(element.value, 0u));
}

fn element_scanned(element: T, reach: Reach) -> T { return T(element.value, reach.starts); }
