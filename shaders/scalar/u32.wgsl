// u32 elements. Arithmetic wraps modulo 2^32.

alias Scalar = u32;

fn scalar_lowest() -> u32 { return 0u; }
fn scalar_highest() -> u32 { return 0xffffffffu; }
fn scalar_min(left: u32, right: u32) -> u32 { return min(left, right); }
fn scalar_max(left: u32, right: u32) -> u32 { return max(left, right); }
