//! Subgroup operations.

use naga::{CollectiveOperation, Expression, GatherMode, Handle, ScalarKind, SubgroupOperation};

use super::function::Context;
use crate::error::Error;
use crate::instruction::{Instruction, SubgroupOp, ZERO};
use crate::scalar::Binary;

impl Context<'_, '_> {
    pub fn gather(
        &mut self,
        mode: GatherMode,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<(), Error> {
        let (op, lane) = match mode {
            GatherMode::BroadcastFirst => (SubgroupOp::BroadcastFirst, None),
            GatherMode::Broadcast(lane) => (SubgroupOp::Broadcast, Some(lane)),
            GatherMode::Shuffle(lane) => (SubgroupOp::Shuffle, Some(lane)),
            GatherMode::ShuffleDown(lane) => (SubgroupOp::ShuffleDown, Some(lane)),
            GatherMode::ShuffleUp(lane) => (SubgroupOp::ShuffleUp, Some(lane)),
            GatherMode::ShuffleXor(lane) => (SubgroupOp::ShuffleXor, Some(lane)),
            GatherMode::QuadBroadcast(lane) => (SubgroupOp::QuadBroadcast, Some(lane)),
            GatherMode::QuadSwap(direction) => (SubgroupOp::QuadSwap(direction as u8 + 1), None),
        };
        let lane = lane.map_or(Ok(ZERO), |lane| self.value(lane))?;
        let (src, words) = (self.value(argument)?, self.words(argument)?);
        let dst = self.result(result, words);
        self.emit(Instruction::Collective { op, dst, src, lane, words });
        self.note_named(result)
    }

    pub fn collective(
        &mut self,
        op: SubgroupOperation,
        kind: CollectiveOperation,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<(), Error> {
        let scalar = self.kind(argument);
        let is_float = scalar == ScalarKind::Float;
        let pick = |unsigned, signed, float| match scalar {
            ScalarKind::Float => float,
            ScalarKind::Sint => signed,
            _ => unsigned,
        };
        let op = match op {
            SubgroupOperation::All => return self.vote(SubgroupOp::All, argument, result),
            SubgroupOperation::Any => return self.vote(SubgroupOp::Any, argument, result),
            SubgroupOperation::Add => pick(Binary::Add, Binary::Add, Binary::AddF),
            SubgroupOperation::Mul => pick(Binary::Multiply, Binary::Multiply, Binary::MultiplyF),
            SubgroupOperation::Min => pick(Binary::MinU, Binary::MinI, Binary::MinF),
            SubgroupOperation::Max => pick(Binary::MaxU, Binary::MaxI, Binary::MaxF),
            SubgroupOperation::And => Binary::And,
            SubgroupOperation::Or => Binary::Or,
            SubgroupOperation::Xor => Binary::Xor,
        };
        // Only sums and products have exclusive forms.
        let identity = match (op, is_float) {
            (Binary::MultiplyF, _) => 1f32.to_bits(),
            (Binary::Multiply, _) => 1,
            _ => 0,
        };
        let op = match kind {
            CollectiveOperation::Reduce => SubgroupOp::Reduce(op),
            CollectiveOperation::InclusiveScan => SubgroupOp::InclusiveScan(op),
            CollectiveOperation::ExclusiveScan => SubgroupOp::ExclusiveScan(op, identity),
        };
        self.vote(op, argument, result)
    }

    fn vote(&mut self, op: SubgroupOp, argument: Handle<Expression>, result: Handle<Expression>) -> Result<(), Error> {
        let (src, words) = (self.value(argument)?, self.words(argument)?);
        let dst = self.result(result, words);
        self.emit(Instruction::Collective { op, dst, src, lane: ZERO, words });
        self.note_named(result)
    }
}
