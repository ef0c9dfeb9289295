// Values of two numbers as a vector.

import scalar::Scalar;

alias Value = vec2<Scalar>;

const VALUE_WORDS: u32 = 2u;

fn value_to_words(value: Value) -> array<u32, VALUE_WORDS> {
    let words = bitcast<vec2<u32>>(value);
    return array<u32, VALUE_WORDS>(words.x, words.y);
}

fn value_from_words(words: array<u32, VALUE_WORDS>) -> Value { return bitcast<Value>(vec2<u32>(words[0], words[1])); }

fn value_vector(value: Value) -> vec2<Scalar> { return value; }
fn value_of_vector(vector: vec2<Scalar>) -> Value { return vector; }
