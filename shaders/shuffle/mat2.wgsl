// Matrices of other invocations of the subgroup: WGSL shuffles no structs.

fn value_shuffle_up(value: Value, distance: u32) -> Value {
    let words = subgroupShuffleUp(vec4<u32>(value.m00, value.m01, value.m10, value.m11), distance);
    return Value(words.x, words.y, words.z, words.w);
}

fn value_shuffle(value: Value, lane: u32) -> Value {
    let words = subgroupShuffle(vec4<u32>(value.m00, value.m01, value.m10, value.m11), lane);
    return Value(words.x, words.y, words.z, words.w);
}
