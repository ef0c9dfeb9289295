// The element type of segmented scans: values with a flag, which is set if a segment starts within the combined
// elements. Such pairs form a monoid that is not commutative (Blelloch 1990, section 1.5), so every algorithm scans
// segments without a change.

import constants::BACKWARD;
import monoid::{Value, value_combine, value_identity};

struct Flagged {
    value: Value,
    starts: u32,
}

alias T = Flagged;

fn element_of(value: Value, starts: bool) -> T { return T(value, select(0u, 1u, starts)); }
fn element_value(element: T) -> Value { return element.value; }
fn element_starts(element: T) -> bool { return element.starts == 1u; }

fn identity() -> T { return T(value_identity(), 0u); }

// The flag does not depend on the branch, so compilers can replace the branch by a selection.
fn combine(left: T, right: T) -> T {
    var value = right.value;
    if (right.starts == 0u) {
        if (BACKWARD) { value = value_combine(right.value, left.value); } else { value = value_combine(left.value, right.value); }
    }
    return T(value, left.starts | right.starts);
}
