// Minimum. Identity: the highest value of the type.

import scalar::{scalar_highest, scalar_min};
import value::Value;

fn value_identity() -> Value { return scalar_highest(); }
fn value_combine(left: Value, right: Value) -> Value { return scalar_min(left, right); }
