// Values of four numbers as a vector.

import scalar::Scalar;

alias Value = vec4<Scalar>;

const VALUE_WORDS: u32 = 4u;

fn value_to_words(value: Value) -> array<u32, VALUE_WORDS> {
    let words = bitcast<vec4<u32>>(value);
    return array<u32, VALUE_WORDS>(words.x, words.y, words.z, words.w);
}

fn value_from_words(words: array<u32, VALUE_WORDS>) -> Value {
    return bitcast<Value>(vec4<u32>(words[0], words[1], words[2], words[3]));
}

fn value_vector(value: Value) -> vec4<Scalar> { return value; }
fn value_of_vector(vector: vec4<Scalar>) -> Value { return vector; }
