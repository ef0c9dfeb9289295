// Combines a prefix with the initial value of the scan.

import constants::BACKWARD;
import monoid::{Value, value_combine};

// In index order, the initial value of a backward scan follows the elements.
fn prefix_from_initial(initial: Value, prefix: Value) -> Value {
    if (BACKWARD) { return value_combine(prefix, initial); }
    return value_combine(initial, prefix);
}
