// f32 elements.
//
// WGSL has no constant for infinity, so the bounds are made from bits at run time, and it leaves min and max of a
// NaN open, so NaN is looked for in the bits and handed on: with that, min and max are associative on all values.

alias Scalar = f32;

var<private> scalar_infinity_bits: u32 = 0x7f800000u;

fn scalar_lowest() -> f32 { return bitcast<f32>(scalar_infinity_bits | 0x80000000u); }
fn scalar_highest() -> f32 { return bitcast<f32>(scalar_infinity_bits); }

fn scalar_is_nan(value: f32) -> bool { return (bitcast<u32>(value) & 0x7fffffffu) > 0x7f800000u; }

fn scalar_min(left: f32, right: f32) -> f32 {
    if (scalar_is_nan(left)) { return left; }
    if (scalar_is_nan(right)) { return right; }
    return min(left, right);
}

fn scalar_max(left: f32, right: f32) -> f32 {
    if (scalar_is_nan(left)) { return left; }
    if (scalar_is_nan(right)) { return right; }
    return max(left, right);
}
