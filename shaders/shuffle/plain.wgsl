// Shuffles of elements, and the steps of their scan over a subgroup. See lib/subgroup_scan.wgsl. To be called in
// uniform control flow.

import element::{combine, T};
import value_shuffle::{value_shuffle, value_shuffle_up};

// The first lane that contributes to an invocation's scan. Without segments it is 0.
alias Reach = u32;

fn element_shuffle_up(element: T, distance: u32) -> T { return value_shuffle_up(element, distance); }
fn element_shuffle(element: T, lane: u32) -> T { return value_shuffle(element, lane); }

fn element_reach(element: T, lane: u32, size: u32) -> Reach { return 0u; }

fn element_scan_step(element: T, reach: Reach, distance: u32, lane: u32) -> T {
    let before = value_shuffle_up(element, distance);
    if (lane < distance) { return element; }
    return combine(before, element);
}

fn element_scanned(element: T, reach: Reach) -> T { return element; }
