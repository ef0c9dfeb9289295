// f32 elements as keys: unsigned integers in the order of the floats, so that minimum and maximum, NaN included, take one instruction.
// Only loads of elements and stores of prefixes convert.
//
// With the magnitude bits of negative floats inverted, bit patterns form a cycle modulo 2^32: from 0 up to infinity,
// NaN of either sign, then from minus infinity up to -0. A key is the distance from KEY_FIRST in this cycle.
// key/min.wgsl and key/max.wgsl choose KEY_FIRST such that NaN comes first for a minimum and last for a maximum.

import key::KEY_FIRST;

alias Value = u32;

const VALUE_WORDS: u32 = 1u;

// The bits of a float; if it is negative, the magnitude bits are inverted. The function is its own inverse.
fn key_inverted(bits: u32) -> u32 {
    return bits ^ (bitcast<u32>(bitcast<i32>(bits) >> 31u) & 0x7fffffffu);
}

fn value_from_words(words: array<u32, VALUE_WORDS>) -> Value { return key_inverted(words[0]) - KEY_FIRST; }

fn value_to_words(value: Value) -> array<u32, VALUE_WORDS> {
    return array<u32, VALUE_WORDS>(key_inverted(value + KEY_FIRST));
}
