// f32 elements as keys: unsigned integers whose order is that of the floats, so that minimum and maximum, NaN included, take one
// instruction. Only loads of elements and stores of prefixes convert them.
//
// The bits of a float are its sign and its size. With the sizes of the negative ones turned round, bits count upwards, modulo 2^32,
// from 0 to infinity, NaN of either sign, minus infinity and up to -0. A key counts from KEY_FIRST in this circle: there the
// operator's module cuts it, on the side of NaN where NaN wins.

import key::KEY_FIRST;

alias Value = u32;

const VALUE_WORDS: u32 = 1u;

// The bits of a float in the order of the circle, and the other way round.
fn key_turned(bits: u32) -> u32 {
    return bits ^ (bitcast<u32>(bitcast<i32>(bits) >> 31u) & 0x7fffffffu);
}

fn value_from_words(words: array<u32, VALUE_WORDS>) -> Value { return key_turned(words[0]) - KEY_FIRST; }

fn value_to_words(value: Value) -> array<u32, VALUE_WORDS> {
    return array<u32, VALUE_WORDS>(key_turned(value + KEY_FIRST));
}
