// The element type of plain scans: the operator's values. A backward scan runs over reversed indices, so `combine` swaps its operands
// back into index order.

import constants::BACKWARD;
import monoid::{Value, value_combine, value_identity};

alias T = Value;

fn element_of(value: Value, starts: bool) -> T { return value; }
fn element_value(element: T) -> Value { return element; }
fn element_starts(element: T) -> bool { return false; }

fn identity() -> T { return value_identity(); }

fn combine(left: T, right: T) -> T {
    if (BACKWARD) { return value_combine(right, left); }
    return value_combine(left, right);
}
