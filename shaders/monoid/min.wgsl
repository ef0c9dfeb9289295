// Minimum. Identity: the highest value of the type.

alias T = Scalar;

fn identity() -> T { return scalar_highest(); }
fn combine(left: T, right: T) -> T { return scalar_min(left, right); }
