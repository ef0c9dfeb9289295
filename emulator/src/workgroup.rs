//! A workgroup that has started: its memory and its invocations.

use crate::cost::WarpRounds;
use crate::error::Error;
use crate::program::Program;
use crate::races::Shadow;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// At an access to workgroup memory or storage.
    Ready,
    /// At a barrier of the workgroup.
    AtBarrier,
    /// At a subgroup operation.
    AtCollective,
    Ended,
}

/// An invocation. Its registers are in `registers` of its workgroup.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Invocation {
    pub pc: u32,
    /// A hash of its calls and iterations. Invocations at one instruction with equal paths are at one dynamic instance.
    pub path: u32,
    pub status: Status,
}

/// Reserves memory for more items.
pub(crate) fn reserve<T>(items: &mut Vec<T>, more: usize) -> Result<(), Error> {
    let bytes = (more as u64).saturating_mul(size_of::<T>() as u64);
    items.try_reserve_exact(more).map_err(|_| Error::Memory { bytes })
}

/// A vector of copies of an item.
fn filled<T: Clone>(item: T, count: usize) -> Result<Vec<T>, Error> {
    let mut items = Vec::new();
    reserve(&mut items, count)?;
    items.resize(count, item);
    Ok(items)
}

/// The number of invocations of a subgroup that are ready, and of those that are at a subgroup operation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SubgroupState {
    pub ready: u32,
    pub at_collective: u32,
}

#[derive(Debug)]
pub(crate) struct Workgroup {
    /// Index in the dispatch.
    pub rank: u32,
    pub id: [u32; 3],
    pub invocations: Vec<Invocation>,
    /// Registers of all invocations, invocation by invocation.
    pub registers: Vec<u32>,
    pub memory: Vec<u32>,
    /// The value of `changes` at the last access to each word: see
    /// [`Environment::touch`](crate::environment::Environment::touch).
    pub touched: Vec<u64>,
    pub shadow: Vec<Shadow>,
    /// 1 + the number of barriers passed that order workgroup memory, and the same for storage.
    pub epochs: [u32; 2],
    pub subgroups: Vec<SubgroupState>,
    pub ready: u32,
    pub ended: u32,
    /// Accesses so far.
    pub accesses: u64,
    /// The number of accesses after which the workgroup is never resumed.
    pub stalls_after: Option<u64>,
    pub rounds: WarpRounds,
    /// One bit per workgroup, set if this workgroup has read an atomic value that the other one wrote.
    pub seen: Vec<u64>,
}

impl Workgroup {
    /// A workgroup before its first instruction. The counts of invocations by status are 0.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn new(
        program: &Program,
        rank: u32,
        id: [u32; 3],
        subgroup_size: u32,
        warp: u32,
        races: bool,
    ) -> Result<Self, Error> {
        let invocations = program.invocations();
        let words = program.workgroup_words as usize;
        // Both factors have limits, so that the product fits 32 bits.
        let registers = invocations as usize * program.registers as usize;
        let invocation = Invocation { pc: program.entry, path: 0, status: Status::Ready };
        Ok(Workgroup {
            rank,
            id,
            invocations: filled(invocation, invocations as usize)?,
            registers: filled(0, registers)?,
            memory: filled(0, words)?,
            touched: filled(0, words)?,
            shadow: filled(Shadow::default(), if races { words } else { 0 })?,
            epochs: [1; 2],
            subgroups: vec![SubgroupState::default(); invocations.div_ceil(subgroup_size) as usize],
            ready: 0,
            ended: 0,
            accesses: 0,
            stalls_after: None,
            rounds: WarpRounds::new(invocations.div_ceil(warp) as usize),
            seen: Vec::new(),
        })
    }

    pub fn is_ended(&self) -> bool {
        self.ended as usize == self.invocations.len()
    }

    pub fn is_stalled(&self) -> bool {
        self.stalls_after.is_some_and(|limit| self.accesses >= limit)
    }

    /// Sets the status of an invocation. `before` is its previous status; `None` at the start of the workgroup.
    pub fn set_status(&mut self, local_index: usize, subgroup_size: u32, before: Option<Status>, after: Status) {
        let subgroup = &mut self.subgroups[local_index / subgroup_size as usize];
        match before {
            Some(Status::Ready) => {
                self.ready -= 1;
                subgroup.ready -= 1;
            }
            Some(Status::AtCollective) => subgroup.at_collective -= 1,
            _ => {}
        }
        match after {
            Status::Ready => {
                self.ready += 1;
                subgroup.ready += 1;
            }
            Status::AtCollective => subgroup.at_collective += 1,
            Status::Ended => self.ended += 1,
            Status::AtBarrier => {}
        }
        self.invocations[local_index].status = after;
    }

    /// Records a read of an atomic value that another workgroup wrote.
    pub fn see(&mut self, other: u32) {
        let word = other as usize / 64;
        if self.seen.len() <= word {
            self.seen.resize(word + 1, 0);
        }
        self.seen[word] |= 1 << (other % 64);
    }

    /// Whether this workgroup has read an atomic value that another workgroup wrote.
    pub fn has_seen(&self, other: u32) -> bool {
        self.seen.get(other as usize / 64).is_some_and(|word| word >> (other % 64) & 1 == 1)
    }
}
