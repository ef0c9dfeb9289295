// Flagged elements of other invocations of the subgroup. To be called by all of its invocations together.

fn element_shuffle_up(element: T, distance: u32) -> T {
    return T(subgroupShuffleUp(element.starts, distance), value_shuffle_up(element.value, distance));
}

fn element_shuffle(element: T, lane: u32) -> T {
    return T(subgroupShuffle(element.starts, lane), value_shuffle(element.value, lane));
}
