// The sum over a subgroup by a tree of shuffles. The first invocation's value is the last operand.

import element::{combine, T};
import element_shuffle::element_shuffle;

fn element_sum_step(sum: T, distance: u32, lane: u32, size: u32) -> T {
    let before = element_shuffle(sum, min(lane + distance, size - 1u));
    if (lane + distance < size) { return combine(before, sum); }
    return sum;
}

fn element_sum(value: T, lane: u32, size: u32) -> T {
    var sum = value;
    @repeat(7) if (size > 1u << #u) { sum = element_sum_step(sum, 1u << #u, lane, size); }
    return element_shuffle(sum, 0u);
}
