// Maximum. Identity: the lowest value of the type.

import scalar::{scalar_lowest, scalar_max};
import value::Value;

fn value_identity() -> Value { return scalar_lowest(); }
fn value_combine(left: Value, right: Value) -> Value { return scalar_max(left, right); }
