//! Subgroup operations.
//!
//! A subgroup operation waits until no invocation of the subgroup can continue by itself. If all invocations are at one
//! dynamic instance of one operation, all take part. If some are at another operation, at a barrier, or have ended,
//! WGSL leaves the result open. The emulator then adds a finding, and only the invocations that are furthest behind
//! take part. A read from any other invocation returns [`UNDEFINED`].

use crate::environment::Environment;
use crate::error::Error;
use crate::instruction::{Instruction, SubgroupOp};
use crate::report::FindingKind;
use crate::scalar;
use crate::scalar::Binary;
use crate::trace::EventKind;
use crate::workgroup::{Status, Workgroup};

/// The value that stands for an invocation that does not take part: a pattern that no kernel expects.
pub(crate) const UNDEFINED: u32 = 0xa5a5_a5a5;

impl Environment<'_> {
    /// Executes a subgroup operation if no invocation of the subgroup can continue.
    pub fn settle_subgroup(&mut self, workgroup: &mut Workgroup, subgroup: usize) -> Result<bool, Error> {
        let state = workgroup.subgroups[subgroup];
        if state.ready > 0 || state.at_collective == 0 {
            return Ok(false);
        }
        let size = self.options.subgroup_size as usize;
        let all = subgroup * size..((subgroup + 1) * size).min(workgroup.invocations.len());
        let invocations = self.furthest_behind(workgroup, all.clone(), Status::AtCollective);
        if invocations.len() < all.len() {
            self.find_elsewhere(workgroup, all, &invocations, FindingKind::NonUniformCollective);
        }
        let pc = workgroup.invocations[invocations[0]].pc;
        self.counts[pc as usize] += invocations.len() as u64;
        self.idle += 1;
        self.instructions += invocations.len() as u64;
        if let Instruction::Collective { .. } = self.program.instructions[pc as usize] {
            self.collective(workgroup, &invocations, pc)?;
        }
        for &local_index in &invocations {
            workgroup.invocations[local_index].pc = pc + 1;
            self.advance(workgroup, local_index, Some(Status::AtCollective))?;
        }
        self.step += u32::from(self.trace.is_some());
        Ok(true)
    }

    /// The invocations with this status that are furthest behind. All of them are at one dynamic instance.
    pub fn furthest_behind(
        &self,
        workgroup: &Workgroup,
        invocations: std::ops::Range<usize>,
        status: Status,
    ) -> Vec<usize> {
        let mut chosen: Vec<usize> = Vec::with_capacity(invocations.len());
        for local_index in invocations {
            let here = workgroup.invocations[local_index];
            if here.status != status {
                continue;
            }
            let Some(&first) = chosen.first() else {
                chosen.push(local_index);
                continue;
            };
            let there = workgroup.invocations[first];
            if (here.pc, here.path) == (there.pc, there.path) {
                chosen.push(local_index);
            } else if self.position(workgroup, local_index) < self.position(workgroup, first) {
                chosen.clear();
                chosen.push(local_index);
            }
        }
        chosen
    }

    /// Adds the finding that only `invocations` take part, and not `all`. It names one of them and one that is
    /// elsewhere.
    pub fn find_elsewhere(
        &mut self,
        workgroup: &Workgroup,
        mut all: std::ops::Range<usize>,
        invocations: &[usize],
        kind: FindingKind,
    ) {
        let Some(&first) = invocations.first() else { return };
        let waits = self.place(workgroup.rank, first as u32, workgroup.invocations[first].pc, "wait");
        let other = all.find(|local_index| !invocations.contains(local_index));
        let other = other.map(|local_index| {
            let there = workgroup.invocations[local_index];
            let action = if there.status == Status::Ended { "end" } else { "wait" };
            self.place(workgroup.rank, local_index as u32, there.pc, action)
        });
        self.find(kind, String::new(), 0, std::iter::once(waits).chain(other).collect());
    }

    fn collective(&mut self, workgroup: &mut Workgroup, invocations: &[usize], pc: u32) -> Result<(), Error> {
        let Instruction::Collective { op, dst, src, lane: lane_slot, words } = self.program.instructions[pc as usize]
        else {
            return Ok(());
        };
        let size = self.options.subgroup_size;
        // The values of the participants, by lane.
        let mut values = [None; 128];
        let mut results = vec![0; invocations.len() * if op == SubgroupOp::Ballot { 4 } else { words as usize }];
        let result_words = results.len() / invocations.len();
        for word in 0..words {
            for &local_index in invocations {
                values[local_index % size as usize] = Some(self.get(workgroup, local_index, src + word));
            }
            if op == SubgroupOp::Ballot {
                let ballot = ballot(&values);
                results.chunks_exact_mut(4).for_each(|result| result.copy_from_slice(&ballot));
                continue;
            }
            let mut running = None;
            let all = reduced(op, &values);
            for (rank, &local_index) in invocations.iter().enumerate() {
                let own = self.get(workgroup, local_index, src + word);
                let argument = self.get(workgroup, local_index, lane_slot);
                let from = |other: u32| values.get(other as usize).copied().flatten().unwrap_or(UNDEFINED);
                let lane = local_index as u32 % size;
                results[rank * result_words + word as usize] = match op {
                    SubgroupOp::InclusiveScan(op) => {
                        let sum = running.map_or(own, |sum| scalar::binary(op, sum, own));
                        running = Some(sum);
                        sum
                    }
                    SubgroupOp::ExclusiveScan(op, identity) => {
                        let before = running.unwrap_or(identity);
                        running = Some(running.map_or(own, |sum| scalar::binary(op, sum, own)));
                        before
                    }
                    SubgroupOp::BroadcastFirst => self.get(workgroup, invocations[0], src + word),
                    SubgroupOp::Broadcast | SubgroupOp::Shuffle => from(argument),
                    SubgroupOp::ShuffleDown => from(lane.saturating_add(argument)),
                    SubgroupOp::ShuffleUp => lane.checked_sub(argument).map_or(UNDEFINED, from),
                    SubgroupOp::ShuffleXor => from(lane ^ argument),
                    SubgroupOp::QuadBroadcast => from(lane / 4 * 4 + argument.min(3)),
                    SubgroupOp::QuadSwap(mask) => from(lane ^ u32::from(mask)),
                    _ => all,
                };
            }
        }
        self.store_results(workgroup, invocations, (dst, src, pc), &results)
    }

    fn store_results(
        &mut self,
        workgroup: &mut Workgroup,
        invocations: &[usize],
        (dst, src, pc): (u32, u32, u32),
        results: &[u32],
    ) -> Result<(), Error> {
        for (&local_index, result) in invocations.iter().zip(results.chunks_exact(results.len() / invocations.len())) {
            if self.trace.is_some() {
                let invocation = workgroup.rank * self.size() + local_index as u32;
                let argument = self.get(workgroup, local_index, src);
                self.event(EventKind::Collective, invocation, pc, (0, 0), [0, argument, result[0]])?;
            }
            for (word, &value) in (0..).zip(result) {
                self.set(workgroup, local_index, dst + word, value);
            }
        }
        Ok(())
    }
}

/// One bit per lane, set if the invocation takes part and its value is true.
fn ballot(values: &[Option<u32>; 128]) -> [u32; 4] {
    let mut words = [0; 4];
    for (rank, value) in values.iter().enumerate() {
        words[rank / 32] |= u32::from(value.is_some_and(|value| value != 0)) << (rank % 32);
    }
    words
}

/// The combination of all values, in the order of their invocations.
fn reduced(op: SubgroupOp, values: &[Option<u32>; 128]) -> u32 {
    let op = match op {
        SubgroupOp::All => Binary::And,
        SubgroupOp::Any => Binary::Or,
        SubgroupOp::Reduce(op) => op,
        _ => return 0,
    };
    values.iter().flatten().copied().reduce(|sum, value| scalar::binary(op, sum, value)).unwrap_or(0)
}
