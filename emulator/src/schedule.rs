//! Chooses the invocations that execute the next accesses.

use crate::dispatch::Dispatch;
use crate::error::Error;
use crate::workgroup::Status;

/// In the serial schedule, another invocation runs after this number of accesses, so that an invocation that spins
/// cannot starve the others.
const TURN: u32 = 1 << 12;

/// The number of draws of the random schedule between starts and removals of workgroups.
const DRAWS: u32 = 256;

impl Dispatch<'_> {
    /// One instruction of each warp, for the invocations that are furthest behind.
    pub fn lockstep(&mut self) -> Result<(), Error> {
        let options = self.environment.options;
        let warp = options.subgroup_size.max(options.width()) as usize;
        for workgroup in &mut self.workgroups {
            let invocations = workgroup.invocations.len();
            for first in (0..invocations).step_by(warp) {
                let all = first..(first + warp).min(invocations);
                let next = self.environment.furthest_behind(workgroup, all, Status::Ready);
                if !next.is_empty() && !workgroup.is_stalled() {
                    self.environment.access(workgroup, &next)?;
                    let size = options.subgroup_size as usize;
                    let subgroups = first / size..workgroup.subgroups.len().min((first + warp) / size);
                    if workgroup.subgroups[subgroups].iter().any(|subgroup| subgroup.ready == 0) {
                        self.environment.settle(workgroup)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// One access of each invocation.
    pub fn round_robin(&mut self, reversed: bool) -> Result<(), Error> {
        let count = self.workgroups.len();
        for turn in 0..count {
            let workgroup = &mut self.workgroups[if reversed { count - 1 - turn } else { turn }];
            let invocations = workgroup.invocations.len();
            for turn in 0..invocations {
                let local_index = if reversed { invocations - 1 - turn } else { turn };
                if workgroup.invocations[local_index].status == Status::Ready && !workgroup.is_stalled() {
                    self.environment.access(workgroup, &[local_index])?;
                    if workgroup.subgroups[local_index / self.environment.options.subgroup_size as usize].ready == 0 {
                        self.environment.settle(workgroup)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Accesses of invocations drawn at random.
    pub fn random(&mut self) -> Result<(), Error> {
        for _ in 0..DRAWS {
            let slot = self.random.below(self.workgroups.len() as u32) as usize;
            let workgroup = &mut self.workgroups[slot];
            let invocations = workgroup.invocations.len();
            if workgroup.ready == 0 || workgroup.is_stalled() {
                return Ok(());
            }
            let first = self.random.below(invocations as u32) as usize;
            let order = (first..invocations).chain(0..first);
            let ready = |&local_index: &usize| workgroup.invocations[local_index].status == Status::Ready;
            if let Some(local_index) = order.into_iter().find(ready) {
                self.environment.access(workgroup, &[local_index])?;
                if workgroup.subgroups[local_index / self.environment.options.subgroup_size as usize].ready == 0 {
                    self.environment.settle(workgroup)?;
                }
            }
        }
        Ok(())
    }

    /// Runs each invocation as far as possible.
    pub fn serial(&mut self) -> Result<(), Error> {
        for workgroup in &mut self.workgroups {
            for local_index in 0..workgroup.invocations.len() {
                let mut turns = 0;
                while workgroup.invocations[local_index].status == Status::Ready
                    && turns < TURN
                    && !workgroup.is_stalled()
                {
                    self.environment.access(workgroup, &[local_index])?;
                    turns += 1;
                }
                if workgroup.subgroups[local_index / self.environment.options.subgroup_size as usize].ready == 0 {
                    self.environment.settle(workgroup)?;
                }
            }
        }
        Ok(())
    }
}
