// Shuffles of values as vectors, because WGSL cannot shuffle structs.

import value::{Value, value_of_vector, value_vector};

fn value_shuffle_up(value: Value, distance: u32) -> Value {
    return value_of_vector(subgroupShuffleUp(value_vector(value), distance));
}

fn value_shuffle(value: Value, lane: u32) -> Value {
    return value_of_vector(subgroupShuffle(value_vector(value), lane));
}
