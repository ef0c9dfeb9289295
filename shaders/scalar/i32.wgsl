// i32 elements. Arithmetic wraps modulo 2^32.

alias Scalar = i32;

fn scalar_lowest() -> i32 { return i32(-2147483647 - 1); }
fn scalar_highest() -> i32 { return 2147483647; }
fn scalar_min(left: i32, right: i32) -> i32 { return min(left, right); }
fn scalar_max(left: i32, right: i32) -> i32 { return max(left, right); }
