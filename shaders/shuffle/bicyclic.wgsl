// Shuffles of bracket counts, as vectors, because WGSL cannot shuffle structs.

import package::monoid::bicyclic::Value;

fn value_shuffle_up(value: Value, distance: u32) -> Value {
    let words = subgroupShuffleUp(vec2<u32>(value.close, value.open), distance);
    return Value(words.x, words.y);
}

fn value_shuffle(value: Value, lane: u32) -> Value {
    let words = subgroupShuffle(vec2<u32>(value.close, value.open), lane);
    return Value(words.x, words.y);
}
