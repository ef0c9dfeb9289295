//! Detects data races by the happens-before relation.
//!
//! Within a dispatch, only barriers order the accesses of different invocations, and only within a workgroup. A
//! `workgroupBarrier` orders accesses to workgroup memory, and a `storageBarrier` orders accesses to storage. WGSL's
//! atomics are relaxed and order only themselves. Atomic variables have no other accesses, so they do not race. Two
//! accesses to one word race if one is a write, their invocations differ, and either their workgroups differ or no
//! barrier for this memory separates them. Each word remembers its last write and two reads, of different workgroups if
//! possible. A later write that races with any read also races with one of these two.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Access {
    /// 1 + the number of barriers for this memory that the workgroup has passed; 0 if there was no access.
    pub epoch: u32,
    pub workgroup: u32,
    /// Local invocation index.
    pub invocation: u32,
    pub pc: u32,
}

impl Access {
    /// Whether `later` is ordered after this access. True if there was no access.
    fn is_before(self, later: Access) -> bool {
        self.epoch == 0
            || self.workgroup == later.workgroup && (self.invocation == later.invocation || self.epoch < later.epoch)
    }

    /// Whether every access that races with this one also races with `later`, an access of the same kind.
    fn is_covered_by(self, later: Access) -> bool {
        self.epoch == 0
            || self.workgroup == later.workgroup && (self.epoch < later.epoch || self.invocation == later.invocation)
    }
}

/// The last accesses of a word.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shadow {
    write: Access,
    reads: [Access; 2],
}

impl Shadow {
    /// Records a read. Returns the last write if it races with the read.
    pub fn read(&mut self, access: Access) -> Option<Access> {
        let race = (!self.write.is_before(access)).then_some(self.write);
        let [first, second] = &mut self.reads;
        if first.is_covered_by(access) {
            *first = access;
        } else if second.is_covered_by(access)
            || first.workgroup == second.workgroup && access.workgroup != first.workgroup
        {
            *second = access;
        }
        race
    }

    /// Records a write. Returns an earlier access that races with it.
    pub fn write(&mut self, access: Access) -> Option<Access> {
        let before = [self.write, self.reads[0], self.reads[1]];
        let race = before.into_iter().find(|earlier| !earlier.is_before(access));
        self.write = access;
        race
    }

    /// Whether an access is the last write of the word.
    pub fn is_write(&self, access: Access) -> bool {
        self.write == access
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(workgroup: u32, invocation: u32, epoch: u32) -> Access {
        Access { epoch, workgroup, invocation, pc: 0 }
    }

    #[test]
    fn barriers_order_the_accesses_of_a_workgroup() {
        let mut shadow = Shadow::default();
        assert_eq!(shadow.write(access(0, 0, 1)), None);
        assert_eq!(shadow.read(access(0, 0, 1)), None);
        assert!(shadow.read(access(0, 1, 1)).is_some());
        assert_eq!(shadow.read(access(0, 1, 2)), None);
        assert!(shadow.write(access(0, 0, 2)).is_some());
        assert_eq!(shadow.write(access(0, 0, 3)), None);
    }

    #[test]
    fn nothing_orders_the_accesses_of_different_workgroups() {
        let mut shadow = Shadow::default();
        for invocation in 0..3 {
            assert_eq!(shadow.read(access(0, invocation, 1)), None);
        }
        assert_eq!(shadow.read(access(1, 0, 1)), None);
        assert!(shadow.write(access(0, 0, 9)).is_some_and(|earlier| earlier.workgroup == 1));
        assert!(shadow.read(access(1, 0, 9)).is_some());
    }
}
