// Values of four numbers as a struct, which needs no padding beside a flag, unlike a vector.

import scalar::Scalar;

struct Value {
    x: Scalar,
    y: Scalar,
    z: Scalar,
    w: Scalar,
}

const VALUE_WORDS: u32 = 4u;

fn value_to_words(value: Value) -> array<u32, VALUE_WORDS> {
    return array<u32, VALUE_WORDS>(bitcast<u32>(value.x), bitcast<u32>(value.y), bitcast<u32>(value.z), bitcast<u32>(value.w));
}

fn value_from_words(words: array<u32, VALUE_WORDS>) -> Value {
    return Value(bitcast<Scalar>(words[0]), bitcast<Scalar>(words[1]), bitcast<Scalar>(words[2]), bitcast<Scalar>(words[3]));
}

fn value_vector(value: Value) -> vec4<Scalar> { return vec4<Scalar>(value.x, value.y, value.z, value.w); }
fn value_of_vector(vector: vec4<Scalar>) -> Value { return Value(vector.x, vector.y, vector.z, vector.w); }
