// Values of the operators on single numbers.

import scalar::Scalar;

alias Value = Scalar;

const VALUE_WORDS: u32 = 1u;

fn value_to_words(value: Value) -> array<u32, VALUE_WORDS> {
    return array<u32, VALUE_WORDS>(bitcast<u32>(value));
}

fn value_from_words(words: array<u32, VALUE_WORDS>) -> Value { return bitcast<Value>(words[0]); }
