// Combines values that are given in the order of the scan.

import constants::BACKWARD;
import monoid::{Value, value_combine};

// Combines in index order, given the operands in the order of the scan.
fn combine_in_index_order(earlier: Value, later: Value) -> Value {
    if (BACKWARD) { return value_combine(later, earlier); }
    return value_combine(earlier, later);
}
