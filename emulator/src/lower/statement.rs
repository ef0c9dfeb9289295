//! Statements.

use naga::{AtomicFunction, Block, Expression, Handle, ScalarKind, Statement, SwitchCase, SwitchValue};

use super::function::{Context, Exits, Item, Memory};
use crate::error::Error;
use crate::instruction::{AtomicOp, Instruction, SubgroupOp, ZERO, has_slots, outgoing};
use crate::scalar::Binary;

impl Context<'_, '_> {
    pub fn block(&mut self, block: &Block) -> Result<(), Error> {
        let at = self.at;
        for (statement, span) in block.span_iter() {
            self.locate(*span);
            self.statement(statement)?;
        }
        // The code that follows does not belong to the last statement.
        self.at = at;
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Error> {
        match statement {
            Statement::Emit(range) => {
                let at = self.at;
                for expression in range.clone() {
                    self.locate(self.function.expressions.get_span(expression));
                    self.expression(expression)?;
                    self.note_named(expression)?;
                }
                self.at = at;
                Ok(())
            }
            Statement::Block(block) => self.block(block),
            Statement::If { condition, accept, reject } => self.if_else(*condition, accept, reject),
            Statement::Switch { selector, cases } => self.switch(*selector, cases),
            Statement::Loop { body, continuing, break_if } => self.loop_(body, continuing, *break_if),
            Statement::Break => self.jump_out(|exits| Some(exits.break_to)),
            Statement::Continue => self.jump_out(|exits| exits.continue_to),
            Statement::Return { value } => self.return_(*value),
            Statement::Store { pointer, value } => {
                let (src, words) = (self.value(*value)?, self.words(*value)?);
                self.store(*pointer, src, words)?;
                self.local_of(*pointer).map_or(Ok(()), |local| self.note_local(local))
            }
            Statement::Call { function, arguments, result } => self.call(*function, arguments, *result),
            _ => self.synchronisation(statement),
        }
    }

    /// Barriers, atomic and subgroup operations.
    fn synchronisation(&mut self, statement: &Statement) -> Result<(), Error> {
        match statement {
            Statement::ControlBarrier(barrier) | Statement::MemoryBarrier(barrier) => {
                let has = |flag| barrier.contains(flag);
                if has(naga::Barrier::TEXTURE) {
                    return self.unsupported("textureBarrier");
                }
                self.emit(if has(naga::Barrier::SUB_GROUP) {
                    Instruction::SubgroupBarrier
                } else {
                    let (workgroup, storage) = (has(naga::Barrier::WORK_GROUP), has(naga::Barrier::STORAGE));
                    Instruction::Barrier { workgroup, storage }
                });
                Ok(())
            }
            Statement::WorkGroupUniformLoad { pointer, result } => {
                let (from, words) = (self.shared_address(*pointer)?, self.words(*result)?);
                let dst = self.result(*result, words);
                self.emit(Instruction::UniformLoad { dst, from, words });
                self.note_named(*result)
            }
            Statement::Atomic { pointer, fun, value, result } => self.atomic(*pointer, fun, *value, *result),
            Statement::SubgroupBallot { result, predicate } => {
                let src = match predicate {
                    Some(predicate) => self.value(*predicate)?,
                    None => self.constant(&[1]),
                };
                let dst = self.result(*result, 4);
                self.emit(Instruction::Collective { op: SubgroupOp::Ballot, dst, src, lane: ZERO, words: 1 });
                self.note_named(*result)
            }
            Statement::SubgroupGather { mode, argument, result } => self.gather(*mode, *argument, *result),
            Statement::SubgroupCollectiveOperation { op, collective_op, argument, result } => {
                self.collective(*op, *collective_op, *argument, *result)
            }
            _ => self.unsupported("a statement of this kind"),
        }
    }

    /// New registers for the result of a statement.
    pub fn result(&mut self, expression: Handle<Expression>, words: u32) -> u32 {
        let dst = self.fresh(words);
        self.items[expression.index()] = Some(Item::Value(dst));
        dst
    }

    fn if_else(&mut self, condition: Handle<Expression>, accept: &Block, reject: &Block) -> Result<(), Error> {
        let (otherwise, end) = (self.label(), self.label());
        let condition = self.value(condition)?;
        self.emit(Instruction::JumpUnless { condition, target: otherwise });
        self.block(accept)?;
        if !reject.is_empty() {
            self.emit(Instruction::Jump { target: end });
        }
        self.bind(otherwise);
        self.block(reject)?;
        self.bind(end);
        Ok(())
    }

    fn switch(&mut self, selector: Handle<Expression>, cases: &[SwitchCase]) -> Result<(), Error> {
        let (a, end) = (self.value(selector)?, self.label());
        let labels: Vec<u32> = cases.iter().map(|_| self.label()).collect();
        let mut default = end;
        for (case, &target) in cases.iter().zip(&labels) {
            match case.value {
                SwitchValue::I32(value) => self.emit(Instruction::JumpIfEqual { a, value: value as u32, target }),
                SwitchValue::U32(value) => self.emit(Instruction::JumpIfEqual { a, value, target }),
                SwitchValue::Default => default = target,
            }
        }
        self.emit(Instruction::Jump { target: default });
        self.exits.push(Exits { break_to: end, continue_to: None });
        for (case, label) in cases.iter().zip(labels) {
            self.bind(label);
            self.block(&case.body)?;
            if !case.fall_through {
                self.emit(Instruction::Jump { target: end });
            }
        }
        self.exits.pop();
        self.bind(end);
        Ok(())
    }

    fn loop_(&mut self, body: &Block, continuing: &Block, break_if: Option<Handle<Expression>>) -> Result<(), Error> {
        let (top, next, end) = (self.label(), self.label(), self.label());
        let (save, count) = (self.fresh(1), self.fresh(1));
        self.emit(Instruction::LoopEnter { save, count });
        let start = self.code.len();
        self.bind(top);
        self.emit(Instruction::LoopNext { save, count });
        self.exits.push(Exits { break_to: end, continue_to: Some(next) });
        self.block(body)?;
        self.bind(next);
        self.block(continuing)?;
        self.exits.pop();
        match break_if {
            Some(condition) => {
                let condition = self.value(condition)?;
                self.emit(Instruction::JumpUnless { condition, target: top });
            }
            None => self.emit(Instruction::Jump { target: top }),
        }
        self.loops.push((start, self.code.len()));
        self.bind(end);
        self.emit(Instruction::LoopExit { save });
        Ok(())
    }

    fn jump_out(&mut self, target: impl Fn(&Exits) -> Option<u32>) -> Result<(), Error> {
        match self.exits.iter().rev().find_map(target) {
            Some(target) => self.emit(Instruction::Jump { target }),
            None => return self.unsupported("break or continue outside a loop"),
        }
        Ok(())
    }

    fn return_(&mut self, value: Option<Handle<Expression>>) -> Result<(), Error> {
        if let Some(value) = value {
            let (src, words) = (self.value(value)?, self.words(value)?);
            self.emit(Instruction::Copy { dst: 2, src, words });
        }
        self.end_of_function();
        Ok(())
    }

    /// Emits the end of an invocation, or the return of a function.
    pub fn end_of_function(&mut self) {
        self.emit(if self.is_entry { Instruction::End } else { Instruction::Return { function: 0, link: 0 } });
    }

    fn call(
        &mut self,
        function: Handle<naga::Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
    ) -> Result<(), Error> {
        let module = self.shared.module;
        let callee = &module.functions[function];
        let index = function.index() as u32;
        let mut offset = 2 + callee.result.as_ref().map_or(Ok(0), |result| self.words_of_type(result.ty))?;
        for &argument in arguments {
            let words = if self.is_pointer(argument) { 1 } else { self.words(argument)? };
            let src = if self.is_pointer(argument) { self.pointer_value(argument)? } else { self.value(argument)? };
            self.emit(Instruction::Copy { dst: outgoing(index, offset), src, words });
            offset += words;
        }
        if !has_slots(index, offset) {
            return self.unsupported(format!(
                "a function of index {index} with {} words of result and arguments (indices below 8,192, at most 65,534 words)",
                offset - 2
            ));
        }
        self.calls.push(function.index());
        self.emit(Instruction::Call { function: index, target: 0, link: crate::instruction::FIXED });
        if let Some(result) = result {
            let words = self.words(result)?;
            let dst = self.result(result, words);
            self.emit(Instruction::Copy { dst, src: outgoing(index, 2), words });
            self.note_named(result)?;
        }
        for &argument in arguments {
            if let Some(local) = self.local_of(argument).filter(|_| self.is_pointer(argument)) {
                self.note_local(local)?;
            }
        }
        Ok(())
    }

    /// The register that a pointer points to, as a value.
    fn pointer_value(&mut self, pointer: Handle<Expression>) -> Result<u32, Error> {
        let place = self.place(pointer)?;
        if place.memory != Memory::Registers {
            return self.unsupported("a pointer to workgroup memory or storage as an argument");
        }
        let dst = self.fresh(1);
        self.emit(Instruction::AddressOf { dst, base: place.base, index: place.index });
        Ok(dst)
    }

    fn atomic(
        &mut self,
        pointer: Handle<Expression>,
        function: &AtomicFunction,
        value: Handle<Expression>,
        result: Option<Handle<Expression>>,
    ) -> Result<(), Error> {
        let at = self.shared_address(pointer)?;
        let is_signed = self.kind(value) == ScalarKind::Sint;
        let mut compare = ZERO;
        let op = match function {
            AtomicFunction::Add => AtomicOp::Combine(Binary::Add),
            AtomicFunction::Subtract => AtomicOp::Combine(Binary::Subtract),
            AtomicFunction::And => AtomicOp::Combine(Binary::And),
            AtomicFunction::ExclusiveOr => AtomicOp::Combine(Binary::Xor),
            AtomicFunction::InclusiveOr => AtomicOp::Combine(Binary::Or),
            AtomicFunction::Min => AtomicOp::Combine(if is_signed { Binary::MinI } else { Binary::MinU }),
            AtomicFunction::Max => AtomicOp::Combine(if is_signed { Binary::MaxI } else { Binary::MaxU }),
            AtomicFunction::Exchange { compare: None } => AtomicOp::Exchange,
            AtomicFunction::Exchange { compare: Some(expected) } => {
                compare = self.value(*expected)?;
                AtomicOp::CompareExchange
            }
        };
        let value = self.value(value)?;
        let words = if op == AtomicOp::CompareExchange { 2 } else { 1 };
        let dst = match result {
            Some(result) => self.result(result, words),
            None => self.fresh(words),
        };
        self.emit(Instruction::Atomic { op, dst, at, value, compare });
        result.map_or(Ok(()), |result| self.note_named(result))
    }
}
