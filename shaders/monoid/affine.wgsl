// Composition of the maps x -> a x + b. The left map applies first, so a scan solves x[i] = a[i] x[i - 1] + b[i]. The
// operator is not commutative. Identity: x -> x, for maps of finite numbers.

struct Value {
    a: f32,
    b: f32,
}

const VALUE_WORDS: u32 = 2u;

fn value_to_words(value: Value) -> array<u32, VALUE_WORDS> {
    return array<u32, VALUE_WORDS>(bitcast<u32>(value.a), bitcast<u32>(value.b));
}

fn value_from_words(words: array<u32, VALUE_WORDS>) -> Value {
    return Value(bitcast<f32>(words[0]), bitcast<f32>(words[1]));
}

fn value_identity() -> Value { return Value(1.0, 0.0); }

fn value_combine(left: Value, right: Value) -> Value {
    return Value(left.a * right.a, right.a * left.b + right.b);
}
