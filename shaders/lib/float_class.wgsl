// Classes of f32 by their bits, for conditions and custom operators. WGSL lets compilers assume that no value is NaN or
// infinite, so comparisons of floats cannot find such values. The functions compare integers instead.

fn is_nan(value: f32) -> bool { return (bitcast<u32>(value) & 0x7fffffffu) > 0x7f800000u; }

fn is_finite(value: f32) -> bool { return (bitcast<u32>(value) & 0x7f800000u) != 0x7f800000u; }
