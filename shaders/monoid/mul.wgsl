// Product. Identity 1.

alias T = Scalar;

fn identity() -> T { return T(1); }
fn combine(left: T, right: T) -> T { return left * right; }
