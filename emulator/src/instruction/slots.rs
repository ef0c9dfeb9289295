//! The slots and targets of instructions.

use super::{AtomicOp, Instruction, Slot, SubgroupOp};

/// How an instruction uses a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Read,
    Write,
    /// As the first of the registers that an index chooses from.
    Base,
}

use Use::{Base, Read, Write};

impl Instruction {
    /// Calls `visit` with every slot, the number of its words, and its use.
    pub fn slots(&mut self, visit: &mut dyn FnMut(&mut Slot, u32, Use)) {
        use Instruction::*;
        match self {
            Copy { dst, src, words } => {
                visit(dst, *words, Write);
                visit(src, *words, Read);
            }
            ReadIndexed { dst, base, index, words } => {
                visit(dst, *words, Write);
                visit(base, 1, Base);
                visit(index, 1, Read);
            }
            WriteIndexed { base, index, src, words } => {
                visit(src, *words, Read);
                visit(base, 1, Base);
                visit(index, 1, Read);
            }
            AddressOf { dst, base, index } => {
                visit(dst, 1, Write);
                visit(base, 1, Base);
                visit(index, 1, Read);
            }
            Unary { dst, a, .. } => {
                visit(dst, 1, Write);
                visit(a, 1, Read);
            }
            Binary { dst, a, b, .. } => {
                visit(dst, 1, Write);
                each([a, b], visit);
            }
            Ternary { dst, a, b, c, .. } => {
                visit(dst, 1, Write);
                each([a, b, c], visit);
            }
            Select { dst, condition, accept, reject, words } => {
                visit(dst, *words, Write);
                visit(condition, 1, Read);
                visit(accept, *words, Read);
                visit(reject, *words, Read);
            }
            Several { dst, src, dst_words, src_words, .. } => {
                visit(dst, *dst_words, Write);
                visit(src, *src_words, Read);
            }
            Bound { dst, index, add, .. } => {
                visit(dst, 1, Write);
                each([index, add], visit);
            }
            ArrayLength { dst, .. } | Builtin { dst, .. } => visit(dst, 1, Write),
            JumpUnless { condition, .. } => visit(condition, 1, Read),
            JumpIfEqual { a, .. } => visit(a, 1, Read),
            LoopEnter { save, count } => {
                visit(save, 1, Write);
                visit(count, 1, Write);
            }
            LoopNext { save, count } => {
                visit(save, 1, Read);
                // The instruction also reads the count. One visit per slot is enough, since no copy uses a count.
                visit(count, 1, Write);
            }
            LoopExit { save } => visit(save, 1, Read),
            Note { src, words, .. } => visit(src, *words, Read),
            Call { link, .. } => visit(link, 2, Write),
            Return { link, .. } => visit(link, 2, Read),
            Load { dst, from, words } | UniformLoad { dst, from, words } | Uniform { dst, from, words } => {
                visit(dst, *words, Write);
                visit(&mut from.index, 1, Read);
            }
            Store { to, src, words } => {
                visit(src, *words, Read);
                visit(&mut to.index, 1, Read);
            }
            AtomicLoad { dst, from } => {
                visit(dst, 1, Write);
                visit(&mut from.index, 1, Read);
            }
            AtomicStore { to, src } => each([src, &mut to.index], visit),
            Atomic { op, dst, at, value, compare } => {
                visit(dst, if *op == AtomicOp::CompareExchange { 2 } else { 1 }, Write);
                each([value, compare, &mut at.index], visit)
            }
            Collective { op, dst, src, lane, words } => {
                visit(dst, if *op == SubgroupOp::Ballot { 4 } else { *words }, Write);
                visit(src, *words, Read);
                visit(lane, 1, Read);
            }
            Jump { .. } | Barrier { .. } | SubgroupBarrier | End => {}
        }
    }

    /// The target of a jump within the function.
    pub fn target(&mut self) -> Option<&mut u32> {
        use Instruction::*;
        match self {
            Jump { target } | JumpUnless { target, .. } | JumpIfEqual { target, .. } => Some(target),
            _ => None,
        }
    }
}

fn each<const N: usize>(slots: [&mut Slot; N], visit: &mut dyn FnMut(&mut Slot, u32, Use)) {
    for slot in slots {
        visit(slot, 1, Read);
    }
}
