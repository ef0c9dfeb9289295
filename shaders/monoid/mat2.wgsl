// Product of 2 x 2 matrices of integers modulo 2^32, row by row. It does not commute. Identity: the unit matrix.

struct Value {
    m00: u32,
    m01: u32,
    m10: u32,
    m11: u32,
}

const VALUE_WORDS: u32 = 4u;

fn value_to_words(value: Value) -> array<u32, VALUE_WORDS> {
    return array<u32, VALUE_WORDS>(value.m00, value.m01, value.m10, value.m11);
}

fn value_from_words(words: array<u32, VALUE_WORDS>) -> Value {
    return Value(words[0], words[1], words[2], words[3]);
}

fn value_identity() -> Value { return Value(1u, 0u, 0u, 1u); }

fn value_combine(left: Value, right: Value) -> Value {
    return Value(
        left.m00 * right.m00 + left.m01 * right.m10,
        left.m00 * right.m01 + left.m01 * right.m11,
        left.m10 * right.m00 + left.m11 * right.m10,
        left.m10 * right.m01 + left.m11 * right.m11,
    );
}
