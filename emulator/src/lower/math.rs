//! Built-in functions.

use naga::{Expression, Handle, MathFunction as Math, ScalarKind};

use super::function::Context;
use crate::error::Error;
use crate::instruction::{Instruction, Slot, ZERO};
use crate::layout;
use crate::scalar::{Binary, Several, Ternary, Unary};

/// A value and its words.
type Value = (Slot, u32);

impl Context<'_, '_> {
    pub fn math(
        &mut self,
        handle: Handle<Expression>,
        function: Math,
        arguments: &[Handle<Expression>],
    ) -> Result<Slot, Error> {
        let kind = self.kind(arguments[0]);
        if let Some(op) = unary(function, kind) {
            return self.map(op, arguments[0]);
        }
        if let Some((op, dst_words)) = packing(function) {
            return self.pack(op, arguments[0], dst_words);
        }
        let values = arguments.iter().map(|&argument| Ok((self.value(argument)?, self.words(argument)?)));
        let values = values.collect::<Result<Vec<Value>, Error>>()?;
        if let Some(op) = binary(function, kind) {
            return Ok(self.zip(op, values[0], values[1]));
        }
        match (function, values.as_slice()) {
            (Math::Abs, &[(value, _)]) => Ok(value),
            (Math::Clamp, &[value, low, high]) => {
                let (max, min) = (binary(Math::Max, kind), binary(Math::Min, kind));
                let lower = self.zip(max.unwrap_or(Binary::MaxU), value, low);
                Ok(self.zip(min.unwrap_or(Binary::MinU), (lower, value.1), high))
            }
            (Math::Fma, &[a, b, c]) => Ok(self.zip3(Ternary::Fma, a, b, c)),
            (Math::ExtractBits, &[a, b, c]) => {
                let op = if kind == ScalarKind::Sint { Ternary::ExtractI } else { Ternary::ExtractU };
                Ok(self.zip3(op, a, b, c))
            }
            (Math::InsertBits, &[a, b, c, d]) => Ok(self.insert_bits([a, b, c, d])),
            (Math::Dot4I8Packed | Math::Dot4U8Packed, &[a, b]) => {
                let src = self.join(&[a.0, b.0]);
                let op = if function == Math::Dot4I8Packed { Several::Dot4I8 } else { Several::Dot4U8 };
                let dst = self.fresh(1);
                self.emit(Instruction::Several { op, dst, src, dst_words: 1, src_words: 2 });
                Ok(dst)
            }
            (Math::Modf | Math::Frexp, &[value]) => self.split(handle, function, value),
            (Math::Transpose | Math::Determinant | Math::Outer, _) => self.matrix_function(handle, function, arguments),
            _ => self.geometry(function, kind, &values),
        }
    }

    /// Functions of vectors of floats, and interpolation.
    fn geometry(&mut self, function: Math, kind: ScalarKind, values: &[Value]) -> Result<Slot, Error> {
        let one = self.constant(&[1f32.to_bits()]);
        match (function, values) {
            (Math::Mix, &[a, b, t]) => {
                let rest = self.zip(Binary::SubtractF, (one, 1), t);
                let (left, right) = (self.zip(Binary::MultiplyF, a, (rest, t.1)), self.zip(Binary::MultiplyF, b, t));
                Ok(self.zip(Binary::AddF, (left, a.1), (right, b.1)))
            }
            (Math::SmoothStep, &[low, high, x]) => {
                let (above, range) = (self.zip(Binary::SubtractF, x, low), self.zip(Binary::SubtractF, high, low));
                let ratio = self.zip(Binary::DivideF, (above, x.1), (range, x.1));
                let t = (self.map_slot(Unary::Saturate, (ratio, x.1)), x.1);
                let [two, three] = [2f32, 3f32].map(|number| self.constant(&[number.to_bits()]));
                let double = self.zip(Binary::MultiplyF, (two, 1), t);
                let factor = self.zip(Binary::SubtractF, (three, 1), (double, t.1));
                let square = self.zip(Binary::MultiplyF, t, t);
                Ok(self.zip(Binary::MultiplyF, (square, t.1), (factor, t.1)))
            }
            (Math::Dot, &[a, b]) => Ok(self.dot(kind, a, b)),
            (Math::Cross, &[a, b]) => Ok(self.cross(a.0, b.0)),
            (Math::Length, &[a]) => Ok(self.length(a)),
            (Math::Distance, &[a, b]) => {
                let difference = self.zip(Binary::SubtractF, a, b);
                Ok(self.length((difference, a.1)))
            }
            (Math::Normalize, &[a]) => {
                let length = self.length(a);
                Ok(self.zip(Binary::DivideF, a, (length, 1)))
            }
            (Math::FaceForward, &[normal, incident, reference]) => {
                let dot = self.dot(kind, incident, reference);
                let (condition, reject) = (self.fresh(1), self.map_slot(Unary::NegateF, normal));
                self.emit(Instruction::Binary { op: Binary::LessF, dst: condition, a: dot, b: ZERO });
                let dst = self.fresh(normal.1);
                self.emit(Instruction::Select { dst, condition, accept: normal.0, reject, words: normal.1 });
                Ok(dst)
            }
            (Math::Reflect, &[incident, normal]) => {
                let dot = self.dot(kind, normal, incident);
                let two = self.constant(&[2f32.to_bits()]);
                let twice = self.zip(Binary::MultiplyF, (two, 1), (dot, 1));
                let part = self.zip(Binary::MultiplyF, (twice, 1), normal);
                Ok(self.zip(Binary::SubtractF, incident, (part, normal.1)))
            }
            _ => self.unsupported(format!("the function {function:?}")),
        }
    }

    /// Emits an operation on each word of a value.
    fn map_slot(&mut self, op: Unary, (a, words): Value) -> Slot {
        let dst = self.fresh(words);
        for word in 0..words {
            self.emit(Instruction::Unary { op, dst: dst + word, a: a + word });
        }
        dst
    }

    /// Emits an operation on the words of three values; the last two may be scalars.
    fn zip3(&mut self, op: Ternary, a: Value, b: Value, c: Value) -> Slot {
        let dst = self.fresh(a.1);
        for word in 0..a.1 {
            let at = |(slot, words): Value| slot + word.min(words - 1);
            self.emit(Instruction::Ternary { op, dst: dst + word, a: at(a), b: at(b), c: at(c) });
        }
        dst
    }

    fn insert_bits(&mut self, values: [Value; 4]) -> Slot {
        let words = values[0].1;
        let dst = self.fresh(words);
        for word in 0..words {
            let parts = values.map(|(slot, words)| slot + word.min(words - 1));
            let src = self.join(&parts);
            let op = Several::InsertBits;
            self.emit(Instruction::Several { op, dst: dst + word, src, dst_words: 1, src_words: 4 });
        }
        dst
    }

    /// Copies words to consecutive registers.
    fn join(&mut self, slots: &[Slot]) -> Slot {
        let dst = self.fresh(slots.len() as u32);
        for (word, &src) in (0..).zip(slots) {
            self.emit(Instruction::Copy { dst: dst + word, src, words: 1 });
        }
        dst
    }

    fn pack(&mut self, op: Several, argument: Handle<Expression>, dst_words: u32) -> Result<Slot, Error> {
        let (src, src_words) = (self.value(argument)?, self.words(argument)?);
        let dst = self.fresh(dst_words);
        self.emit(Instruction::Several { op, dst, src, dst_words, src_words });
        Ok(dst)
    }

    /// `modf` and `frexp`, whose result is a struct of two values.
    fn split(&mut self, handle: Handle<Expression>, function: Math, (value, words): Value) -> Result<Slot, Error> {
        let op = if function == Math::Modf { Several::Modf } else { Several::Frexp };
        let second = layout::offset(self.shared.module, self.inner(handle), 1, self.at)?;
        let dst = self.fresh(self.words(handle)?);
        for word in 0..words {
            let pair = self.fresh(2);
            self.emit(Instruction::Several { op, dst: pair, src: value + word, dst_words: 2, src_words: 1 });
            self.emit(Instruction::Copy { dst: dst + word, src: pair, words: 1 });
            self.emit(Instruction::Copy { dst: dst + second + word, src: pair + 1, words: 1 });
        }
        Ok(dst)
    }

    fn dot(&mut self, kind: ScalarKind, a: Value, b: Value) -> Slot {
        let is_float = kind == ScalarKind::Float;
        let product = self.zip(if is_float { Binary::MultiplyF } else { Binary::Multiply }, a, b);
        self.fold(if is_float { Binary::AddF } else { Binary::Add }, product, a.1)
    }

    fn length(&mut self, a: Value) -> Slot {
        if a.1 == 1 {
            return self.map_slot(Unary::AbsF, a);
        }
        let square = self.dot(ScalarKind::Float, a, a);
        self.map_slot(Unary::Sqrt, (square, 1))
    }

    fn cross(&mut self, a: Slot, b: Slot) -> Slot {
        let dst = self.fresh(3);
        for word in 0..3 {
            let (next, last) = ((word + 1) % 3, (word + 2) % 3);
            let left = self.zip(Binary::MultiplyF, (a + next, 1), (b + last, 1));
            let right = self.zip(Binary::MultiplyF, (a + last, 1), (b + next, 1));
            self.emit(Instruction::Binary { op: Binary::SubtractF, dst: dst + word, a: left, b: right });
        }
        dst
    }
}

/// Functions of one scalar; `None` for the absolute value of unsigned integers, which is the value itself.
fn unary(function: Math, kind: ScalarKind) -> Option<Unary> {
    let is_float = kind == ScalarKind::Float;
    let is_signed = kind == ScalarKind::Sint;
    Some(match function {
        Math::Abs if is_float => Unary::AbsF,
        Math::Abs if is_signed => Unary::AbsI,
        Math::Sign if is_float => Unary::SignF,
        Math::Sign => Unary::SignI,
        Math::Saturate => Unary::Saturate,
        Math::Cos => Unary::Cos,
        Math::Cosh => Unary::Cosh,
        Math::Sin => Unary::Sin,
        Math::Sinh => Unary::Sinh,
        Math::Tan => Unary::Tan,
        Math::Tanh => Unary::Tanh,
        Math::Acos => Unary::Acos,
        Math::Asin => Unary::Asin,
        Math::Atan => Unary::Atan,
        Math::Asinh => Unary::Asinh,
        Math::Acosh => Unary::Acosh,
        Math::Atanh => Unary::Atanh,
        Math::Radians => Unary::Radians,
        Math::Degrees => Unary::Degrees,
        Math::Ceil => Unary::Ceil,
        Math::Floor => Unary::Floor,
        Math::Round => Unary::Round,
        Math::Fract => Unary::Fract,
        Math::Trunc => Unary::Trunc,
        Math::Exp => Unary::Exp,
        Math::Exp2 => Unary::Exp2,
        Math::Log => Unary::Log,
        Math::Log2 => Unary::Log2,
        Math::Sqrt => Unary::Sqrt,
        Math::InverseSqrt => Unary::InverseSqrt,
        Math::QuantizeToF16 => Unary::Quantize,
        Math::CountOneBits => Unary::CountOnes,
        Math::ReverseBits => Unary::ReverseBits,
        Math::CountLeadingZeros => Unary::LeadingZeros,
        Math::CountTrailingZeros => Unary::TrailingZeros,
        Math::FirstLeadingBit if is_signed => Unary::FirstLeadingI,
        Math::FirstLeadingBit => Unary::FirstLeadingU,
        Math::FirstTrailingBit => Unary::FirstTrailing,
        _ => return None,
    })
}

/// Functions of two scalars.
fn binary(function: Math, kind: ScalarKind) -> Option<Binary> {
    let pick = |unsigned, signed, float| match kind {
        ScalarKind::Float => float,
        ScalarKind::Sint => signed,
        _ => unsigned,
    };
    Some(match function {
        Math::Min => pick(Binary::MinU, Binary::MinI, Binary::MinF),
        Math::Max => pick(Binary::MaxU, Binary::MaxI, Binary::MaxF),
        Math::Pow => Binary::Pow,
        Math::Atan2 => Binary::Atan2,
        Math::Step => Binary::Step,
        Math::Ldexp => Binary::Ldexp,
        _ => return None,
    })
}

/// Functions that pack vectors into words or unpack them, with the number of result words.
fn packing(function: Math) -> Option<(Several, u32)> {
    Some(match function {
        Math::Pack4x8snorm => (Several::Pack4x8Snorm, 1),
        Math::Pack4x8unorm => (Several::Pack4x8Unorm, 1),
        Math::Pack2x16snorm => (Several::Pack2x16Snorm, 1),
        Math::Pack2x16unorm => (Several::Pack2x16Unorm, 1),
        Math::Pack2x16float => (Several::Pack2x16Float, 1),
        Math::Pack4xI8 => (Several::Pack4xI8, 1),
        Math::Pack4xU8 => (Several::Pack4xU8, 1),
        Math::Pack4xI8Clamp => (Several::Pack4xI8Clamp, 1),
        Math::Pack4xU8Clamp => (Several::Pack4xU8Clamp, 1),
        Math::Unpack4x8snorm => (Several::Unpack4x8Snorm, 4),
        Math::Unpack4x8unorm => (Several::Unpack4x8Unorm, 4),
        Math::Unpack2x16snorm => (Several::Unpack2x16Snorm, 2),
        Math::Unpack2x16unorm => (Several::Unpack2x16Unorm, 2),
        Math::Unpack2x16float => (Several::Unpack2x16Float, 2),
        Math::Unpack4xI8 => (Several::Unpack4xI8, 4),
        Math::Unpack4xU8 => (Several::Unpack4xU8, 4),
        _ => return None,
    })
}
