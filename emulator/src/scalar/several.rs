//! Operations with operands or results of several words.

use half::f16;
use libm::Libm;

use super::insert_bits;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Several {
    Pack4x8Snorm,
    Pack4x8Unorm,
    Pack2x16Snorm,
    Pack2x16Unorm,
    Pack2x16Float,
    Pack4xI8,
    Pack4xU8,
    Pack4xI8Clamp,
    Pack4xU8Clamp,
    Unpack4x8Snorm,
    Unpack4x8Unorm,
    Unpack2x16Snorm,
    Unpack2x16Unorm,
    Unpack2x16Float,
    Unpack4xI8,
    Unpack4xU8,
    Dot4I8,
    Dot4U8,
    InsertBits,
    /// The fractional part, and the whole part.
    Modf,
    /// The fraction, and the exponent.
    Frexp,
}

/// Applies the operation to the words of `a`. At most four words of the result are used.
pub(crate) fn several(op: Several, a: &[u32]) -> [u32; 4] {
    use Several::*;
    let at = |index: usize| a.get(index).copied().unwrap_or(0);
    let floats: [f32; 4] = core::array::from_fn(|index| f32::from_bits(at(index)));
    let bytes = |part: &dyn Fn(usize) -> u32| (0..4).fold(0, |word, index| word | (part(index) & 0xff) << (8 * index));
    let halves =
        |part: &dyn Fn(usize) -> u32| (0..2).fold(0, |word, index| word | (part(index) & 0xffff) << (16 * index));
    let byte = |word: u32, index: usize| (word >> (8 * index)) as u8;
    let half = |index: usize| (at(0) >> (16 * index)) as u16;
    let norm = |index: usize, low: f32, scale: f32| (floats[index].clamp(low, 1.0) * scale + 0.5).floor() as i32 as u32;
    let one = |word: u32| [word, 0, 0, 0];
    match op {
        Pack4x8Snorm => one(bytes(&|index| norm(index, -1.0, 127.0))),
        Pack4x8Unorm => one(bytes(&|index| norm(index, 0.0, 255.0))),
        Pack2x16Snorm => one(halves(&|index| norm(index, -1.0, 32767.0))),
        Pack2x16Unorm => one(halves(&|index| norm(index, 0.0, 65535.0))),
        Pack2x16Float => one(halves(&|index| f16::from_f32(floats[index]).to_bits().into())),
        Pack4xI8 | Pack4xU8 => one(bytes(&|index| at(index))),
        Pack4xI8Clamp => one(bytes(&|index| (at(index) as i32).clamp(-128, 127) as u32)),
        Pack4xU8Clamp => one(bytes(&|index| at(index).min(255))),
        Unpack4x8Snorm => {
            core::array::from_fn(|index| (f32::from(byte(at(0), index) as i8) / 127.0).max(-1.0).to_bits())
        }
        Unpack4x8Unorm => core::array::from_fn(|index| (f32::from(byte(at(0), index)) / 255.0).to_bits()),
        Unpack2x16Snorm => pair(|index| (f32::from(half(index) as i16) / 32767.0).max(-1.0).to_bits()),
        Unpack2x16Unorm => pair(|index| (f32::from(half(index)) / 65535.0).to_bits()),
        Unpack2x16Float => pair(|index| f16::from_bits(half(index)).to_f32().to_bits()),
        Unpack4xI8 => core::array::from_fn(|index| byte(at(0), index) as i8 as i32 as u32),
        Unpack4xU8 => core::array::from_fn(|index| byte(at(0), index).into()),
        Dot4I8 => one((0..4).fold(0u32, |sum, index| {
            sum.wrapping_add((i32::from(byte(at(0), index) as i8) * i32::from(byte(at(1), index) as i8)) as u32)
        })),
        Dot4U8 => one((0..4).map(|index| u32::from(byte(at(0), index)) * u32::from(byte(at(1), index))).sum()),
        InsertBits => one(insert_bits(at(0), at(1), at(2), at(3))),
        Modf => {
            let whole = Libm::<f32>::trunc(floats[0]);
            [(floats[0] - whole).to_bits(), whole.to_bits(), 0, 0]
        }
        Frexp => {
            let (fraction, exponent) = Libm::<f32>::frexp(floats[0]);
            [fraction.to_bits(), exponent as u32, 0, 0]
        }
    }
}

fn pair(part: impl Fn(usize) -> u32) -> [u32; 4] {
    [part(0), part(1), 0, 0]
}
