// f32 elements.
//
// WGSL has no literal for infinity, so the bounds are bitcast at run time. WGSL leaves min and max of NaN undefined, so
// the functions of this file test for NaN and propagate it, which makes them associative on all values.

alias Scalar = f32;

var<private> scalar_infinity_bits: u32 = 0x7f800000u;

fn scalar_lowest() -> f32 { return bitcast<f32>(scalar_infinity_bits | 0x80000000u); }
fn scalar_highest() -> f32 { return bitcast<f32>(scalar_infinity_bits); }

fn scalar_magnitude_bits(value: f32) -> u32 { return bitcast<u32>(value) & 0x7fffffffu; }

fn scalar_has_nan(left: f32, right: f32) -> bool {
    return max(scalar_magnitude_bits(left), scalar_magnitude_bits(right)) > 0x7f800000u;
}

fn scalar_nan() -> f32 { return bitcast<f32>(scalar_infinity_bits | 0x400000u); }

fn scalar_min(left: f32, right: f32) -> f32 { return select(min(left, right), scalar_nan(), scalar_has_nan(left, right)); }
fn scalar_max(left: f32, right: f32) -> f32 { return select(max(left, right), scalar_nan(), scalar_has_nan(left, right)); }
