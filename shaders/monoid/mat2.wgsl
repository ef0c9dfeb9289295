// Product of 2 x 2 matrices, stored row by row, of integers modulo 2^32 or floats. The operator is not commutative.
// Identity: the unit matrix, for matrices of finite numbers.
//
// The slot `value`, matrix/vector.wgsl or matrix/struct.wgsl, defines Value and
//   fn value_entries(value) -> vec4<Scalar>
//   fn value_of_entries(entries) -> Value

import scalar::Scalar;
import value::{Value, value_entries, value_of_entries};

const VALUE_WORDS: u32 = 4u;

fn value_to_words(value: Value) -> array<u32, VALUE_WORDS> {
    let words = bitcast<vec4<u32>>(value_entries(value));
    return array<u32, VALUE_WORDS>(words.x, words.y, words.z, words.w);
}

fn value_from_words(words: array<u32, VALUE_WORDS>) -> Value {
    return value_of_entries(bitcast<vec4<Scalar>>(vec4<u32>(words[0], words[1], words[2], words[3])));
}

fn value_identity() -> Value { return value_of_entries(vec4<Scalar>(1, 0, 0, 1)); }

fn value_combine(left: Value, right: Value) -> Value {
    let a = value_entries(left);
    let b = value_entries(right);
    return value_of_entries(vec4<Scalar>(
        a.x * b.x + a.y * b.z,
        a.x * b.y + a.y * b.w,
        a.z * b.x + a.w * b.z,
        a.z * b.y + a.w * b.w,
    ));
}
