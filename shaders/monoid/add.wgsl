// Sum. Identity 0.

alias T = Scalar;

fn identity() -> T { return T(0); }
fn combine(left: T, right: T) -> T { return left + right; }
