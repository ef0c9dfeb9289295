// Bitwise exclusive or. Identity 0.

import value::Value;

fn value_identity() -> Value { return Value(0); }
fn value_combine(left: Value, right: Value) -> Value { return left ^ right; }
