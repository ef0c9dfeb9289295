// Shuffles of maps, as vectors, because WGSL cannot shuffle structs.

import package::monoid::affine::Value;

fn value_shuffle_up(value: Value, distance: u32) -> Value {
    let words = subgroupShuffleUp(vec2<f32>(value.a, value.b), distance);
    return Value(words.x, words.y);
}

fn value_shuffle(value: Value, lane: u32) -> Value {
    let words = subgroupShuffle(vec2<f32>(value.a, value.b), lane);
    return Value(words.x, words.y);
}
