// Maximum. Identity: the lowest value of the type.

alias T = Scalar;

fn identity() -> T { return scalar_lowest(); }
fn combine(left: T, right: T) -> T { return scalar_max(left, right); }
