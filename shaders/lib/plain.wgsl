// What algorithms work on: the operator's own values. A backward scan runs over reversed indices, so its operands are swapped
// to stand in index order again.

alias T = Value;

fn identity() -> T { return value_identity(); }

fn combine(left: T, right: T) -> T {
    if (BACKWARD) { return value_combine(right, left); }
    return value_combine(left, right);
}
