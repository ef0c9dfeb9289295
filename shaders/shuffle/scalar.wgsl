// Shuffles of scalars.

import value::Value;

fn value_shuffle_up(value: Value, distance: u32) -> Value { return subgroupShuffleUp(value, distance); }
fn value_shuffle(value: Value, lane: u32) -> Value { return subgroupShuffle(value, lane); }
