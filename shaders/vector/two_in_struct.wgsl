// Values of two numbers as a struct, which needs no padding beside a flag, unlike a vector.

import scalar::Scalar;

struct Value {
    x: Scalar,
    y: Scalar,
}

const VALUE_WORDS: u32 = 2u;

fn value_to_words(value: Value) -> array<u32, VALUE_WORDS> {
    return array<u32, VALUE_WORDS>(bitcast<u32>(value.x), bitcast<u32>(value.y));
}

fn value_from_words(words: array<u32, VALUE_WORDS>) -> Value {
    return Value(bitcast<Scalar>(words[0]), bitcast<Scalar>(words[1]));
}

fn value_vector(value: Value) -> vec2<Scalar> { return vec2<Scalar>(value.x, value.y); }
fn value_of_vector(vector: vec2<Scalar>) -> Value { return Value(vector.x, vector.y); }
