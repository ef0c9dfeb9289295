// Shuffles of matrices.

import value::{Value, value_entries, value_of_entries};

fn value_shuffle_up(value: Value, distance: u32) -> Value {
    return value_of_entries(subgroupShuffleUp(value_entries(value), distance));
}

fn value_shuffle(value: Value, lane: u32) -> Value {
    return value_of_entries(subgroupShuffle(value_entries(value), lane));
}
