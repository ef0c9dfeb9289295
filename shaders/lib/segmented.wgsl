// What a segmented scan works on: values with a flag that says whether a segment starts within the elements combined. It is
// a monoid again (Blelloch 1990, section 1.5), and not commutative; every algorithm that takes structs scans segments by it.

struct Flagged {
    starts: u32,
    value: Value,
}

alias T = Flagged;

fn identity() -> T { return T(0u, value_identity()); }

fn combine(left: T, right: T) -> T {
    if (right.starts == 1u) { return right; }
    if (BACKWARD) { return T(left.starts, value_combine(right.value, left.value)); }
    return T(left.starts, value_combine(left.value, right.value));
}
