// Composition of the maps x -> a x + b, the left operand's first: what solves x[i] = a[i] x[i - 1] + b[i]. It does not commute.
// Identity: x -> x, neutral to maps of finite numbers.

struct Value {
    a: f32,
    b: f32,
}

fn value_identity() -> Value { return Value(1.0, 0.0); }

fn value_combine(left: Value, right: Value) -> Value {
    return Value(left.a * right.a, right.a * left.b + right.b);
}
