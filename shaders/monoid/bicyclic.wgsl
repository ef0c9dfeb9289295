// Counts of a text's unmatched closing and opening brackets. The opening brackets of the left operand match the closing
// brackets of the right operand. The operator is not commutative. Identity: 0 and 0. Counts must stay below 2^32; with
// larger counts the operator is not associative.

struct Value {
    close: u32,
    open: u32,
}

const VALUE_WORDS: u32 = 2u;

fn value_to_words(value: Value) -> array<u32, VALUE_WORDS> {
    return array<u32, VALUE_WORDS>(value.close, value.open);
}

fn value_from_words(words: array<u32, VALUE_WORDS>) -> Value {
    return Value(words[0], words[1]);
}

fn value_identity() -> Value { return Value(0u, 0u); }

fn value_combine(left: Value, right: Value) -> Value {
    let matched = min(left.open, right.close);
    return Value(left.close + right.close - matched, left.open + right.open - matched);
}
