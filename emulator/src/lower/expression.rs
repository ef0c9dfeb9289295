//! Expressions.

use naga::{BinaryOperator, Expression, Handle, RelationalFunction, ScalarKind, TypeInner, UnaryOperator};

use super::constants;
use super::function::{Context, Item};
use crate::error::Error;
use crate::instruction::{CONSTANT, Instruction, Limit, Slot, ZERO};
use crate::layout;
use crate::scalar::{Binary, Unary};

impl Context<'_, '_> {
    pub fn expression(&mut self, handle: Handle<Expression>) -> Result<(), Error> {
        if self.is_pointer(handle) { self.place(handle).map(drop) } else { self.value(handle).map(drop) }
    }

    /// The value of an expression. Its code is emitted on first use.
    pub fn value(&mut self, handle: Handle<Expression>) -> Result<Slot, Error> {
        match self.items[handle.index()] {
            Some(Item::Value(slot)) => return Ok(slot),
            Some(Item::Place(_)) => return self.unsupported("a pointer as a value"),
            None => {}
        }
        let slot = self.emit_value(handle)?;
        self.items[handle.index()] = Some(Item::Value(slot));
        Ok(slot)
    }

    fn emit_value(&mut self, handle: Handle<Expression>) -> Result<Slot, Error> {
        let function = self.function;
        match &function.expressions[handle] {
            Expression::Literal(_) | Expression::Constant(_) | Expression::ZeroValue(_) => {
                let words = constants::evaluate(self.shared.module, &function.expressions, handle, self.at)?;
                Ok(self.constant(&words))
            }
            Expression::FunctionArgument(index) => Ok(self.arguments[*index as usize]),
            Expression::Compose { components, .. } => self.compose(handle, components),
            Expression::Access { base, index } => self.access_value(*base, *index, self.words(handle)?),
            Expression::AccessIndex { base, index } => {
                let slot = self.value(*base)?;
                let offset = layout::offset(self.shared.module, self.inner(*base), *index, self.at)?;
                Ok(slot + offset)
            }
            Expression::Splat { size, value } => {
                let (src, dst) = (self.value(*value)?, self.fresh(u32::from(*size)));
                for word in 0..u32::from(*size) {
                    self.emit(Instruction::Copy { dst: dst + word, src, words: 1 });
                }
                Ok(dst)
            }
            Expression::Swizzle { size, vector, pattern } => {
                let (src, dst) = (self.value(*vector)?, self.fresh(u32::from(*size)));
                for (word, component) in (0..u32::from(*size)).zip(pattern) {
                    self.emit(Instruction::Copy { dst: dst + word, src: src + *component as u32, words: 1 });
                }
                Ok(dst)
            }
            Expression::Load { pointer } => self.load(*pointer, self.words(handle)?),
            Expression::Unary { op, expr } => self.unary(*op, *expr),
            Expression::Binary { op, left, right } => self.binary(*op, *left, *right),
            Expression::Select { condition, accept, reject } => self.select(*condition, *accept, *reject),
            Expression::Relational { fun, argument } => self.relational(*fun, *argument),
            Expression::Math { fun, arg, arg1, arg2, arg3 } => {
                let arguments: Vec<_> = [Some(*arg), *arg1, *arg2, *arg3].into_iter().flatten().collect();
                self.math(handle, *fun, &arguments)
            }
            Expression::As { expr, kind, convert } => self.convert(*expr, *kind, *convert),
            Expression::ArrayLength(array) => self.array_length(*array),
            _ => self.unsupported("an expression of this kind"),
        }
    }

    fn compose(&mut self, handle: Handle<Expression>, components: &[Handle<Expression>]) -> Result<Slot, Error> {
        let inner = self.inner(handle).clone();
        let is_vector = matches!(inner, TypeInner::Vector { .. });
        let parts = components.iter().map(|&part| Ok((self.value(part)?, self.words(part)?)));
        let parts = parts.collect::<Result<Vec<_>, Error>>()?;
        let dst = self.fresh(self.words(handle)?);
        let mut next = 0;
        for (index, (src, words)) in parts.into_iter().enumerate() {
            let offset =
                if is_vector { next } else { layout::offset(self.shared.module, &inner, index as u32, self.at)? };
            self.emit(Instruction::Copy { dst: dst + offset, src, words });
            next = offset + words;
        }
        Ok(dst)
    }

    fn access_value(&mut self, base: Handle<Expression>, index: Handle<Expression>, words: u32) -> Result<Slot, Error> {
        let inner = self.inner(base).clone();
        let stride = layout::stride(self.shared.module, &inner, self.at)?;
        let Some(count) = layout::components(self.shared.module, &inner) else {
            return self.unsupported("an index into this type");
        };
        let (mut base_slot, index) = (self.value(base)?, self.value(index)?);
        if base_slot & CONSTANT != 0 {
            // An index chooses from registers only, so a constant is copied to registers.
            let (dst, all) = (self.fresh(count * stride), count * stride);
            self.emit(Instruction::Copy { dst, src: base_slot, words: all });
            base_slot = dst;
        }
        let offset = self.fresh(1);
        self.emit(Instruction::Bound { dst: offset, index, add: ZERO, stride, limit: Limit::Elements(count) });
        let dst = self.fresh(words);
        self.emit(Instruction::ReadIndexed { dst, base: base_slot, index: offset, words });
        Ok(dst)
    }

    fn unary(&mut self, op: UnaryOperator, operand: Handle<Expression>) -> Result<Slot, Error> {
        let op = match (op, self.kind(operand)) {
            (UnaryOperator::Negate, ScalarKind::Float) => Unary::NegateF,
            (UnaryOperator::Negate, _) => Unary::NegateI,
            (UnaryOperator::LogicalNot, _) => Unary::Not,
            (UnaryOperator::BitwiseNot, _) => Unary::Invert,
        };
        self.map(op, operand)
    }

    /// Emits an operation on each word of a value.
    pub fn map(&mut self, op: Unary, operand: Handle<Expression>) -> Result<Slot, Error> {
        let (a, words) = (self.value(operand)?, self.words(operand)?);
        let dst = self.fresh(words);
        for word in 0..words {
            self.emit(Instruction::Unary { op, dst: dst + word, a: a + word });
        }
        Ok(dst)
    }

    fn binary(
        &mut self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<Slot, Error> {
        let is_matrix = |inner: &TypeInner| matches!(inner, TypeInner::Matrix { .. });
        if op == BinaryOperator::Multiply && (is_matrix(self.inner(left)) || is_matrix(self.inner(right))) {
            return self.matrix_product(left, right);
        }
        let kind = self.kind(left);
        let (op, swaps) = operation(op, kind);
        let (left, right) = if swaps { (right, left) } else { (left, right) };
        let (a, a_words) = (self.value(left)?, self.words(left)?);
        let (b, b_words) = (self.value(right)?, self.words(right)?);
        Ok(self.zip(op, (a, a_words), (b, b_words)))
    }

    /// Emits an operation on the words of two values; one may be a scalar.
    pub fn zip(&mut self, op: Binary, (a, a_words): (Slot, u32), (b, b_words): (Slot, u32)) -> Slot {
        let words = a_words.max(b_words);
        let dst = self.fresh(words);
        for word in 0..words {
            let (a, b) = (a + word.min(a_words - 1), b + word.min(b_words - 1));
            self.emit(Instruction::Binary { op, dst: dst + word, a, b });
        }
        dst
    }

    fn select(
        &mut self,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
    ) -> Result<Slot, Error> {
        let (words, conditions) = (self.words(accept)?, self.words(condition)?);
        let (condition, accept, reject) = (self.value(condition)?, self.value(accept)?, self.value(reject)?);
        let dst = self.fresh(words);
        if conditions == 1 {
            self.emit(Instruction::Select { dst, condition, accept, reject, words });
            return Ok(dst);
        }
        for word in 0..words {
            let (condition, accept, reject) = (condition + word, accept + word, reject + word);
            self.emit(Instruction::Select { dst: dst + word, condition, accept, reject, words: 1 });
        }
        Ok(dst)
    }

    fn relational(&mut self, function: RelationalFunction, argument: Handle<Expression>) -> Result<Slot, Error> {
        let op = match function {
            RelationalFunction::IsNan => return self.map(Unary::IsNan, argument),
            RelationalFunction::IsInf => return self.map(Unary::IsInf, argument),
            RelationalFunction::All => Binary::And,
            RelationalFunction::Any => Binary::Or,
        };
        let (value, words) = (self.value(argument)?, self.words(argument)?);
        Ok(self.fold(op, value, words))
    }

    /// Combines the words of a value, from the first to the last.
    pub fn fold(&mut self, op: Binary, value: Slot, words: u32) -> Slot {
        let mut sum = value;
        for word in 1..words {
            let dst = self.fresh(1);
            self.emit(Instruction::Binary { op, dst, a: sum, b: value + word });
            sum = dst;
        }
        sum
    }

    fn convert(&mut self, operand: Handle<Expression>, kind: ScalarKind, width: Option<u8>) -> Result<Slot, Error> {
        let Some(width) = width else {
            // A bitcast.
            return self.value(operand);
        };
        layout::check_scalar(naga::Scalar { kind, width }, self.at)?;
        let op = match (self.kind(operand), kind) {
            (ScalarKind::Float, ScalarKind::Sint) => Unary::FloatToI,
            (ScalarKind::Float, ScalarKind::Uint) => Unary::FloatToU,
            (ScalarKind::Float, ScalarKind::Bool) => Unary::FloatIntoBool,
            (ScalarKind::Sint, ScalarKind::Float) => Unary::IToFloat,
            (ScalarKind::Uint, ScalarKind::Float) => Unary::UToFloat,
            (ScalarKind::Bool, ScalarKind::Float) => Unary::BoolToFloat,
            (ScalarKind::Sint | ScalarKind::Uint, ScalarKind::Bool) => Unary::IntoBool,
            _ => return self.value(operand),
        };
        self.map(op, operand)
    }

    fn array_length(&mut self, array: Handle<Expression>) -> Result<Slot, Error> {
        let place = self.place(array)?;
        let inner = self.pointee(array);
        let stride = layout::stride(self.shared.module, &inner, self.at)?;
        let dst = self.fresh(1);
        match place.memory {
            super::function::Memory::Shared(crate::instruction::Space::Buffer(buffer)) => {
                let limit = Limit::Runtime { buffer, first: place.base, stride };
                self.emit(Instruction::ArrayLength { dst, limit });
                Ok(dst)
            }
            // This is in a function that the entry point does not reach.
            _ => Ok(ZERO),
        }
    }
}

/// The operation of an operator, and whether its operands are swapped.
fn operation(op: BinaryOperator, kind: ScalarKind) -> (Binary, bool) {
    use BinaryOperator as Op;
    let pick = |unsigned, signed, float| match kind {
        ScalarKind::Float => float,
        ScalarKind::Sint => signed,
        _ => unsigned,
    };
    match op {
        Op::Add => (pick(Binary::Add, Binary::Add, Binary::AddF), false),
        Op::Subtract => (pick(Binary::Subtract, Binary::Subtract, Binary::SubtractF), false),
        Op::Multiply => (pick(Binary::Multiply, Binary::Multiply, Binary::MultiplyF), false),
        Op::Divide => (pick(Binary::DivideU, Binary::DivideI, Binary::DivideF), false),
        Op::Modulo => (pick(Binary::RemainderU, Binary::RemainderI, Binary::RemainderF), false),
        Op::Equal => (pick(Binary::Equal, Binary::Equal, Binary::EqualF), false),
        Op::NotEqual => (pick(Binary::NotEqual, Binary::NotEqual, Binary::NotEqualF), false),
        Op::Less => (pick(Binary::LessU, Binary::LessI, Binary::LessF), false),
        Op::LessEqual => (pick(Binary::LessEqualU, Binary::LessEqualI, Binary::LessEqualF), false),
        Op::Greater => (pick(Binary::LessU, Binary::LessI, Binary::LessF), true),
        Op::GreaterEqual => (pick(Binary::LessEqualU, Binary::LessEqualI, Binary::LessEqualF), true),
        Op::And | Op::LogicalAnd => (Binary::And, false),
        Op::InclusiveOr | Op::LogicalOr => (Binary::Or, false),
        Op::ExclusiveOr => (Binary::Xor, false),
        Op::ShiftLeft => (Binary::ShiftLeft, false),
        Op::ShiftRight => (pick(Binary::ShiftRightU, Binary::ShiftRightI, Binary::ShiftRightU), false),
    }
}
