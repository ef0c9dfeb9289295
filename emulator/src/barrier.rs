//! Barriers of a workgroup.

use crate::environment::Environment;
use crate::error::Error;
use crate::instruction::Instruction;
use crate::report::FindingKind;
use crate::trace::EventKind;
use crate::workgroup::{Status, Workgroup};

/// The maximum number of barriers and rounds of subgroup operations that a workgroup executes before another workgroup
/// runs. A loop of barriers therefore cannot starve the other workgroups.
const TURN: u32 = 16;

impl Environment<'_> {
    /// Executes the subgroup operations and barriers that a workgroup waits for, until an invocation can continue or
    /// all invocations have ended, but at most [`TURN`] of them.
    pub fn settle(&mut self, workgroup: &mut Workgroup) -> Result<(), Error> {
        for _ in 0..TURN {
            let mut has_settled = false;
            for subgroup in 0..workgroup.subgroups.len() {
                has_settled |= self.settle_subgroup(workgroup, subgroup)?;
            }
            if has_settled {
                continue;
            }
            if workgroup.ready > 0 || !self.barrier(workgroup)? {
                break;
            }
        }
        Ok(())
    }

    /// Releases the invocations that wait at one barrier: those that are furthest behind. If other invocations have
    /// ended or wait elsewhere, adds a finding. Returns false if no invocation waits at a barrier.
    fn barrier(&mut self, workgroup: &mut Workgroup) -> Result<bool, Error> {
        let all = 0..workgroup.invocations.len();
        let invocations = self.furthest_behind(workgroup, all.clone(), Status::AtBarrier);
        let Some(&first) = invocations.first() else { return Ok(false) };
        if invocations.len() < all.len() {
            self.find_elsewhere(workgroup, all, &invocations, FindingKind::NonUniformBarrier);
        }
        let pc = workgroup.invocations[first].pc;
        self.counts[pc as usize] += 1;
        self.idle += 1;
        let orders = match self.program.instructions[pc as usize] {
            Instruction::Barrier { workgroup: memory, storage } => {
                workgroup.epochs[0] += u32::from(memory);
                workgroup.epochs[1] += u32::from(storage);
                u32::from(memory) | u32::from(storage) << 1
            }
            Instruction::UniformLoad { .. } => {
                // `workgroupUniformLoad`: a barrier, the load, and a barrier.
                workgroup.epochs[0] += 2;
                self.uniform_load(workgroup, &invocations, pc)?;
                1
            }
            _ => 0,
        };
        workgroup.rounds.barrier();
        if self.trace.is_some() {
            self.event(EventKind::Barrier, workgroup.rank, pc, (0, 0), [0, orders, invocations.len() as u32])?;
        }
        for &local_index in &invocations {
            workgroup.invocations[local_index].pc = pc + 1;
            self.advance(workgroup, local_index, Some(Status::AtBarrier))?;
        }
        self.step += u32::from(self.trace.is_some());
        Ok(true)
    }

    fn uniform_load(&mut self, workgroup: &mut Workgroup, invocations: &[usize], pc: u32) -> Result<(), Error> {
        let Instruction::UniformLoad { dst, from, words } = self.program.instructions[pc as usize] else {
            return Ok(());
        };
        let address = |local_index: usize| self.first_word(workgroup, local_index, from, words);
        let first = address(invocations[0]);
        if let Some(&other) = invocations.iter().find(|&&local_index| address(local_index) != first) {
            let places =
                [invocations[0], other].map(|local_index| self.place(workgroup.rank, local_index as u32, pc, "read"));
            let (variable, word) = self.program.variable(from.space, first as u32);
            self.find(FindingKind::NonUniformPointer, variable, word, places.into());
        }
        for word in 0..words {
            let value = workgroup.memory[first + word as usize];
            for &local_index in invocations {
                self.set(workgroup, local_index, dst + word, value);
            }
            if self.trace.is_some() {
                let (invocation, part) = (workgroup.rank * self.size() + invocations[0] as u32, word.min(255) as u8);
                self.event(EventKind::Read, invocation, pc, (0, part), [first as u32 + word, value, value])?;
            }
        }
        Ok(())
    }
}
