// Product. Identity 1.

import value::Value;

fn value_identity() -> Value { return Value(1); }
fn value_combine(left: Value, right: Value) -> Value { return left * right; }
