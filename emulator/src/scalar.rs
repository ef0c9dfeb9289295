//! Operations on words: WGSL's arithmetic on `u32`, `i32`, `f32` and `bool`.
//!
//! Integers wrap. A division by zero returns the dividend, and its remainder is zero. A shift takes its amount modulo
//! 32. A conversion of a float to an integer saturates. `f32` is IEEE with rounding to nearest. `min` and `max` of a
//! number and NaN return the number.

mod several;

use libm::Libm;

pub(crate) use several::{Several, several};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    NegateI,
    NegateF,
    Not,
    Invert,
    AbsI,
    AbsF,
    SignI,
    SignF,
    Saturate,
    CountOnes,
    ReverseBits,
    LeadingZeros,
    TrailingZeros,
    FirstLeadingU,
    FirstLeadingI,
    FirstTrailing,
    IntoBool,
    FloatIntoBool,
    FloatToI,
    FloatToU,
    IToFloat,
    UToFloat,
    BoolToFloat,
    IsNan,
    IsInf,
    Quantize,
    Cos,
    Cosh,
    Sin,
    Sinh,
    Tan,
    Tanh,
    Acos,
    Asin,
    Atan,
    Asinh,
    Acosh,
    Atanh,
    Radians,
    Degrees,
    Ceil,
    Floor,
    Round,
    Fract,
    Trunc,
    Exp,
    Exp2,
    Log,
    Log2,
    Sqrt,
    InverseSqrt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    DivideU,
    DivideI,
    RemainderU,
    RemainderI,
    AddF,
    SubtractF,
    MultiplyF,
    DivideF,
    RemainderF,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRightU,
    ShiftRightI,
    Equal,
    NotEqual,
    LessU,
    LessEqualU,
    LessI,
    LessEqualI,
    EqualF,
    NotEqualF,
    LessF,
    LessEqualF,
    MinU,
    MinI,
    MinF,
    MaxU,
    MaxI,
    MaxF,
    Pow,
    Atan2,
    Step,
    Ldexp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ternary {
    Fma,
    ExtractU,
    ExtractI,
}

pub(crate) fn unary(op: Unary, a: u32) -> u32 {
    use Unary::*;
    let f = f32::from_bits(a);
    let float = |value: f32| value.to_bits();
    match op {
        NegateI => a.wrapping_neg(),
        NegateF => float(-f),
        Not => u32::from(a == 0),
        Invert => !a,
        AbsI => (a as i32).unsigned_abs(),
        AbsF => float(f.abs()),
        SignI => (a as i32).signum() as u32,
        SignF => float(if f > 0.0 {
            1.0
        } else if f < 0.0 {
            -1.0
        } else {
            0.0
        }),
        Saturate => float(f32::from_bits(binary(Binary::MinF, binary(Binary::MaxF, a, 0), float(1.0)))),
        CountOnes => a.count_ones(),
        ReverseBits => a.reverse_bits(),
        LeadingZeros => a.leading_zeros(),
        TrailingZeros => a.trailing_zeros(),
        FirstLeadingU => a.checked_ilog2().unwrap_or(u32::MAX),
        FirstLeadingI => (if (a as i32) < 0 { !a } else { a }).checked_ilog2().unwrap_or(u32::MAX),
        FirstTrailing => {
            if a == 0 {
                u32::MAX
            } else {
                a.trailing_zeros()
            }
        }
        IntoBool => u32::from(a != 0),
        FloatIntoBool => u32::from(f != 0.0),
        FloatToI => f as i32 as u32,
        FloatToU => f as u32,
        IToFloat => float(a as i32 as f32),
        UToFloat => float(a as f32),
        BoolToFloat => float(a as f32),
        IsNan => u32::from(f.is_nan()),
        IsInf => u32::from(f.is_infinite()),
        Quantize => float(half::f16::from_f32(f).to_f32()),
        _ => float(function(op, f)),
    }
}

/// Functions of floats.
fn function(op: Unary, f: f32) -> f32 {
    use Unary::*;
    match op {
        Cos => Libm::<f32>::cos(f),
        Cosh => Libm::<f32>::cosh(f),
        Sin => Libm::<f32>::sin(f),
        Sinh => Libm::<f32>::sinh(f),
        Tan => Libm::<f32>::tan(f),
        Tanh => Libm::<f32>::tanh(f),
        Acos => Libm::<f32>::acos(f),
        Asin => Libm::<f32>::asin(f),
        Atan => Libm::<f32>::atan(f),
        Asinh => Libm::<f32>::asinh(f),
        Acosh => Libm::<f32>::acosh(f),
        Atanh => Libm::<f32>::atanh(f),
        Radians => f * (core::f32::consts::PI / 180.0),
        Degrees => f * (180.0 / core::f32::consts::PI),
        Ceil => Libm::<f32>::ceil(f),
        Floor => Libm::<f32>::floor(f),
        Round => f.round_ties_even(),
        Fract => f - Libm::<f32>::floor(f),
        Trunc => Libm::<f32>::trunc(f),
        Exp => Libm::<f32>::exp(f),
        Exp2 => Libm::<f32>::exp2(f),
        Log => Libm::<f32>::log(f),
        Log2 => Libm::<f32>::log2(f),
        Sqrt => Libm::<f32>::sqrt(f),
        InverseSqrt => 1.0 / Libm::<f32>::sqrt(f),
        // The other operations act on words.
        _ => f,
    }
}

pub(crate) fn binary(op: Binary, a: u32, b: u32) -> u32 {
    use Binary::*;
    let (i, j) = (a as i32, b as i32);
    let (f, g) = (f32::from_bits(a), f32::from_bits(b));
    let float = |value: f32| value.to_bits();
    match op {
        Add => a.wrapping_add(b),
        Subtract => a.wrapping_sub(b),
        Multiply => a.wrapping_mul(b),
        DivideU => a.checked_div(b).unwrap_or(a),
        DivideI => i.checked_div(j).unwrap_or(i) as u32,
        RemainderU => a.checked_rem(b).unwrap_or(0),
        RemainderI => i.checked_rem(j).unwrap_or(0) as u32,
        AddF => float(f + g),
        SubtractF => float(f - g),
        MultiplyF => float(f * g),
        DivideF => float(f / g),
        RemainderF => float(Libm::<f32>::fmod(f, g)),
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        ShiftLeft => a.wrapping_shl(b),
        ShiftRightU => a.wrapping_shr(b),
        ShiftRightI => i.wrapping_shr(b) as u32,
        Equal => u32::from(a == b),
        NotEqual => u32::from(a != b),
        LessU => u32::from(a < b),
        LessEqualU => u32::from(a <= b),
        LessI => u32::from(i < j),
        LessEqualI => u32::from(i <= j),
        EqualF => u32::from(f == g),
        NotEqualF => u32::from(f != g),
        LessF => u32::from(f < g),
        LessEqualF => u32::from(f <= g),
        MinU => a.min(b),
        MinI => i.min(j) as u32,
        MinF => {
            if g < f || f.is_nan() {
                b
            } else {
                a
            }
        }
        MaxU => a.max(b),
        MaxI => i.max(j) as u32,
        MaxF => {
            if f < g || f.is_nan() {
                b
            } else {
                a
            }
        }
        Pow => float(Libm::<f32>::pow(f, g)),
        Atan2 => float(Libm::<f32>::atan2(f, g)),
        Step => float(if f <= g { 1.0 } else { 0.0 }),
        Ldexp => float(Libm::<f32>::ldexp(f, j)),
    }
}

pub(crate) fn ternary(op: Ternary, a: u32, b: u32, c: u32) -> u32 {
    match op {
        Ternary::Fma => libm::fmaf(f32::from_bits(a), f32::from_bits(b), f32::from_bits(c)).to_bits(),
        Ternary::ExtractU | Ternary::ExtractI => {
            let offset = b.min(32);
            let count = c.min(32 - offset);
            if count == 0 {
                return 0;
            }
            let up = a << (32 - offset - count);
            match op {
                Ternary::ExtractI => ((up as i32) >> (32 - count)) as u32,
                _ => up >> (32 - count),
            }
        }
    }
}

/// Replaces `count` bits of `a` at `offset` by the bits of `new`.
pub(crate) fn insert_bits(a: u32, new: u32, offset: u32, count: u32) -> u32 {
    let offset = offset.min(32);
    let count = count.min(32 - offset);
    if count == 0 {
        return a;
    }
    let mask = (u32::MAX >> (32 - count)) << offset;
    a & !mask | (new << offset) & mask
}

#[cfg(test)]
mod tests;
