//! The slots and targets of instructions, to be given their places.

use super::{AtomicOp, Instruction, Slot, SubgroupOp};

impl Instruction {
    /// Calls `visit` with every slot and the number of its words.
    pub fn slots(&mut self, visit: &mut dyn FnMut(&mut Slot, u32)) {
        use Instruction::*;
        match self {
            Copy { dst, src, words } => each([dst, src], *words, visit),
            ReadIndexed { dst, base, index, words } => {
                visit(dst, *words);
                each([base, index], 1, visit)
            }
            WriteIndexed { base, index, src, words } => {
                visit(src, *words);
                each([base, index], 1, visit)
            }
            AddressOf { dst, base, index } => each([dst, base, index], 1, visit),
            Unary { dst, a, .. } => each([dst, a], 1, visit),
            Binary { dst, a, b, .. } => each([dst, a, b], 1, visit),
            Ternary { dst, a, b, c, .. } => each([dst, a, b, c], 1, visit),
            Select { dst, condition, accept, reject, words } => {
                visit(condition, 1);
                each([dst, accept, reject], *words, visit)
            }
            Several { dst, src, dst_words, src_words, .. } => {
                visit(dst, *dst_words);
                visit(src, *src_words);
            }
            Bound { dst, index, add, .. } => each([dst, index, add], 1, visit),
            ArrayLength { dst, .. } | Builtin { dst, .. } => visit(dst, 1),
            JumpUnless { condition, .. } => visit(condition, 1),
            JumpIfEqual { a, .. } => visit(a, 1),
            LoopEnter { save, count } | LoopNext { save, count } => each([save, count], 1, visit),
            LoopExit { save } => visit(save, 1),
            Argument { src, words, .. } | Note { src, words, .. } => visit(src, *words),
            Outcome { dst, words, .. } => visit(dst, *words),
            Call { link, .. } | Return { link, .. } => visit(link, 2),
            Load { dst, from, words } | UniformLoad { dst, from, words } | Uniform { dst, from, words } => {
                visit(dst, *words);
                visit(&mut from.index, 1);
            }
            Store { to, src, words } => {
                visit(src, *words);
                visit(&mut to.index, 1);
            }
            AtomicLoad { dst, from } => each([dst, &mut from.index], 1, visit),
            AtomicStore { to, src } => each([src, &mut to.index], 1, visit),
            Atomic { op, dst, at, value, compare } => {
                visit(dst, if *op == AtomicOp::CompareExchange { 2 } else { 1 });
                each([value, compare, &mut at.index], 1, visit)
            }
            Collective { op, dst, src, lane, words } => {
                visit(dst, if *op == SubgroupOp::Ballot { 4 } else { *words });
                visit(src, *words);
                visit(lane, 1);
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

fn each<const N: usize>(slots: [&mut Slot; N], words: u32, visit: &mut dyn FnMut(&mut Slot, u32)) {
    for slot in slots {
        visit(slot, words);
    }
}
