//! Time on the memory machines, Nakano's models of GPU memory: [`formulas`](crate::formulas) cites the paper.
//!
//! The machines have w banks and a pipeline of l stages. p threads access memory in warps of w threads, with one
//! request per thread. Warps are dispatched in turn. Address i is in bank i mod w and in address group ⌊i / w⌋. On the
//! *discrete* memory machine (DMM), a model of workgroup memory, the access of a warp takes one time unit per address
//! in its fullest bank. On the *unified* memory machine (UMM), a model of storage, it takes one time unit per address
//! group. After the last request, l − 1 more units pass.
//!
//! Round k consists of the k-th access of each warp since the last barrier. Its time is the sum of the units of all
//! warps, plus l − 1. Contiguous access to n words by p threads therefore takes (n / p)(p / w + l − 1) units, as in the
//! paper. Each workgroup has its own DMM; all workgroups share the UMM. A thread that accesses several words requests
//! each of them. Atomic operations are accesses like others. With broadcast, one request serves all threads of a warp
//! that access one address. Without broadcast, each thread makes its own request.

use serde::Serialize;

use crate::options::MemoryMachine;

/// The cost of one instruction that accesses memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LineCost {
    /// Line, from 1.
    pub line: u32,
    /// Program counter.
    pub pc: u32,
    /// Whether it accesses workgroup memory; otherwise storage.
    pub is_workgroup_memory: bool,
    /// The variable.
    pub variable: String,
    /// Number of accesses by warps.
    pub accesses: u64,
    /// Time units of these accesses, without the latency of the pipeline.
    pub units: u64,
    /// The maximum time units of one access: its degree of bank conflicts, or its number of address groups.
    pub most_units: u32,
}

/// The cost of a dispatch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Costs {
    /// Time units of the slowest workgroup on its DMM.
    pub dmm: u64,
    /// Time units of all workgroups on their DMMs.
    pub dmm_of_all_workgroups: u64,
    /// Time units on the UMM.
    pub umm: u64,
    /// Costs per instruction, in program order.
    pub lines: Vec<LineCost>,
}

/// An access of a warp, as the machines count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WarpAccess {
    /// The index of the first event of its step.
    pub event: usize,
    /// Index of the workgroup.
    pub workgroup: u32,
    /// The warp, from 0 in the workgroup.
    pub warp: u32,
    /// Program counter.
    pub pc: u32,
    /// Whether it accesses workgroup memory; otherwise storage.
    pub is_workgroup_memory: bool,
    /// Its round: the number of barriers that its workgroup has passed, and the number of earlier accesses of its warp
    /// to that memory since the last barrier.
    pub round: (usize, usize),
    /// Time units, without the latency of the pipeline.
    pub units: u32,
}

/// Time units per round, indexed by the number of barriers passed, then by the number of accesses since the last
/// barrier.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rounds {
    units: Vec<Vec<u64>>,
}

impl Rounds {
    fn add(&mut self, epoch: usize, round: usize, units: u32) {
        if self.units.len() <= epoch {
            self.units.resize(epoch + 1, Vec::new());
        }
        let rounds = &mut self.units[epoch];
        if rounds.len() <= round {
            rounds.resize(round + 1, 0);
        }
        rounds[round] += u64::from(units);
    }

    /// The total time of all rounds.
    pub fn time(&self, latency: u32) -> u64 {
        self.units.iter().flatten().map(|units| units + u64::from(latency) - 1).sum()
    }
}

/// The rounds of one workgroup: the position of each warp, and the time units on its DMM.
#[derive(Clone, Debug, Default)]
pub(crate) struct WarpRounds {
    /// Barriers passed.
    epoch: usize,
    /// Accesses of each warp since the last barrier, to workgroup memory and to storage.
    next: Vec<[usize; 2]>,
    dmm: Rounds,
}

impl WarpRounds {
    pub fn new(warps: usize) -> Self {
        WarpRounds { next: vec![[0; 2]; warps], ..WarpRounds::default() }
    }

    /// Moves all warps past a barrier.
    pub fn barrier(&mut self) {
        self.epoch += 1;
        self.next.fill([0; 2]);
    }

    /// The time of the workgroup on its DMM.
    pub fn time(&self, latency: u32) -> u64 {
        self.dmm.time(latency)
    }
}

/// Counts the cost of a dispatch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meter {
    machine: MemoryMachine,
    width: u32,
    umm: Rounds,
    /// By program counter: number of accesses, their time units, and the maximum of one access.
    by_pc: Vec<(u64, u64, u32)>,
}

impl Meter {
    pub fn new(machine: MemoryMachine, width: u32, instructions: usize) -> Self {
        Meter { machine, width, umm: Rounds::default(), by_pc: vec![(0, 0, 0); instructions] }
    }

    pub fn latency(&self) -> u32 {
        self.machine.latency
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn by_pc(&self) -> &[(u64, u64, u32)] {
        &self.by_pc
    }

    pub fn umm(&self) -> u64 {
        self.umm.time(self.machine.latency)
    }

    /// Counts one access of a warp, given all addresses that its threads request. Returns its round and its time units.
    pub fn access(
        &mut self,
        rounds: &mut WarpRounds,
        warp: usize,
        is_workgroup_memory: bool,
        pc: u32,
        addresses: &mut Vec<u32>,
    ) -> ((usize, usize), u32) {
        let units = if is_workgroup_memory {
            conflict_degree(addresses, self.width, self.machine.broadcast)
        } else {
            address_groups(addresses, self.width, self.machine.broadcast)
        };
        let rank = usize::from(!is_workgroup_memory);
        let round = rounds.next[warp][rank];
        rounds.next[warp][rank] += 1;
        let all = if is_workgroup_memory { &mut rounds.dmm } else { &mut self.umm };
        all.add(rounds.epoch, round, units);
        let (accesses, sum, most) = &mut self.by_pc[pc as usize];
        *accesses += 1;
        *sum += u64::from(units);
        *most = (*most).max(units);
        ((rounds.epoch, round), units)
    }
}

/// Time units of a warp's access on the DMM: the number of addresses in its fullest bank.
pub fn conflict_degree(addresses: &mut Vec<u32>, width: u32, broadcast: bool) -> u32 {
    if broadcast {
        addresses.sort_unstable();
        addresses.dedup();
    }
    addresses.sort_unstable_by_key(|address| address % width);
    addresses.chunk_by(|a, b| a % width == b % width).map(|bank| bank.len() as u32).max().unwrap_or(0)
}

/// Time units of a warp's access on the UMM. With broadcast, each address group takes one time unit. Without broadcast,
/// an address group takes one time unit per request for its most requested address.
pub fn address_groups(addresses: &mut [u32], width: u32, broadcast: bool) -> u32 {
    addresses.sort_unstable();
    let groups = addresses.chunk_by(|a, b| a / width == b / width);
    if broadcast {
        return groups.count() as u32;
    }
    groups.map(|group| group.chunk_by(|a, b| a == b).map(<[u32]>::len).max().unwrap_or(0) as u32).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_paper_takes_5_and_7_units() {
        let warps = [vec![0, 1, 6, 10], vec![8, 9, 14, 15]];
        for (is_workgroup_memory, units) in [(true, 5), (false, 7)] {
            let machine = MemoryMachine { width: 4, latency: 3, broadcast: true };
            let (mut meter, mut rounds) = (Meter::new(machine, 4, 1), WarpRounds::new(2));
            for (warp, addresses) in warps.iter().enumerate() {
                meter.access(&mut rounds, warp, is_workgroup_memory, 0, &mut addresses.clone());
            }
            assert_eq!(rounds.time(3) + meter.umm(), units);
        }
    }

    #[test]
    fn one_address_is_one_request_with_broadcast() {
        assert_eq!(conflict_degree(&mut vec![5; 8], 4, true), 1);
        assert_eq!(conflict_degree(&mut vec![5; 8], 4, false), 8);
        assert_eq!(address_groups(&mut [5; 8], 4, true), 1);
        assert_eq!(address_groups(&mut [5; 8], 4, false), 8);
        assert_eq!(conflict_degree(&mut (0..8).map(|i| 2 * i).collect(), 8, true), 2);
    }
}
