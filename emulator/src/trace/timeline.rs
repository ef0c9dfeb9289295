//! The accesses of a run in lockstep on the time lines of the memory machines. Each workgroup has a DMM for workgroup
//! memory, and each pass a UMM for storage. `cost.rs` defines both.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{EventKind, Trace};
use crate::cost::WarpAccess;

/// One request of a warp. With broadcast, it is for all invocations that access one address. Otherwise it is for one
/// invocation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// The index of the word.
    pub address: u32,
    /// Its bank.
    pub bank: u32,
    /// Its address group.
    pub group: u32,
    /// The time unit of its access in which it enters the pipeline, from 0.
    pub unit: u32,
    /// On the DMM, whether another request of the same access is for the same bank.
    pub is_conflict: bool,
    /// The local indices of the invocations that request it.
    pub invocations: Vec<u32>,
}

/// An access of a warp with its requests, by ascending address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Warp {
    /// The warp, from 0 in its workgroup.
    pub warp: u32,
    /// 0 for workgroup memory, else 1 + the index of the buffer.
    pub space: u8,
    /// The kind of access.
    #[cfg_attr(feature = "typescript", ts(type = "\"read\" | \"write\" | \"atomic\""))]
    pub kind: EventKind,
    /// Time units: the number of addresses in the fullest bank of workgroup memory, or of address groups of storage.
    pub units: u32,
    /// Its requests.
    pub requests: Vec<Request>,
}

/// Time units, in the pass and in total, on the DMM of the slowest workgroup and on the UMM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Clock {
    /// On the DMM, in this pass.
    pub dmm: u64,
    /// On the UMM, in this pass.
    pub umm: u64,
    /// On the DMM, in all passes so far.
    pub all_dmm: u64,
    /// On the UMM, in all passes so far.
    pub all_umm: u64,
}

/// A column of a time line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Column {
    /// The requests that enter the pipeline in one time unit.
    Unit {
        /// The time unit, from 0.
        time: u64,
        /// The warp.
        warp: u32,
        /// Whether it belongs to the last executed step.
        is_now: bool,
        /// Whether it belongs to a step that is not yet executed.
        is_future: bool,
        /// Its round.
        round: usize,
        /// The requests.
        requests: Vec<Request>,
    },
    /// The units in which the pipeline empties between two rounds.
    Pipeline {
        /// The number of units.
        units: u32,
    },
    /// A barrier.
    Barrier,
}

/// A part of a time line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Window {
    /// The workgroup that owns the memory; `None` for storage.
    pub workgroup: Option<u32>,
    /// The columns, in order.
    pub columns: Vec<Column>,
    /// The warp in each stage of the pipeline at the last request of the last executed step. The latest is in
    /// the first stage.
    pub stages: Vec<Option<u32>>,
}

/// A round of a machine: the k-th access of each warp since the last barrier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Round {
    /// Whether it is on the UMM; otherwise on a workgroup's DMM.
    pub is_storage: bool,
    /// Its time units, in order. The pipeline adds latency − 1 units.
    pub units: Vec<RoundUnit>,
}

/// The requests that enter the pipeline in one time unit of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RoundUnit {
    /// The warp, from 0 in the pass.
    pub warp: u32,
    /// The addresses of the requests.
    pub addresses: Vec<u32>,
}

/// An access or a barrier on the time line of a machine.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The first event of its step.
    event: usize,
    /// The access, by its index in the trace; `None` for a barrier.
    access: Option<usize>,
    /// The time unit in which its first request enters the pipeline.
    start: u64,
    /// Its round, from 0.
    round: usize,
}

/// The time line of a machine while accesses are added to it.
#[derive(Debug, Default)]
struct Line {
    slots: Vec<Slot>,
    /// The index of each round that has begun.
    rounds: BTreeMap<(usize, usize), usize>,
    /// The time of all rounds so far.
    time: u64,
    /// The time unit after the one in which the last request enters the pipeline.
    end: u64,
}

impl Line {
    /// Adds an access. Call it in the order in which requests enter the pipeline. The pipeline empties between two
    /// accesses if the second begins a round.
    fn add(&mut self, event: usize, rank: usize, access: &WarpAccess, latency: u32) {
        let (known, drain) = (self.rounds.len(), u64::from(latency) - 1);
        let round = *self.rounds.entry(access.round).or_insert(known);
        if round == known {
            self.time += drain;
            if known > 0 {
                self.end += drain;
            }
        }
        self.slots.push(Slot { event, access: Some(rank), start: self.end, round });
        self.end += u64::from(access.units);
        self.time += u64::from(access.units);
    }

    fn barrier(&mut self, event: usize) {
        let round = self.slots.last().map_or(0, |slot| slot.round);
        self.slots.push(Slot { event, access: None, start: self.end, round });
    }
}

/// A machine: the index of its pass, and the workgroup that owns the memory; `None` for storage.
type Machine = (usize, Option<u32>);

/// All time lines of a trace.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    lines: BTreeMap<Machine, Vec<Slot>>,
    /// The time after each access in its pass, by the index of the access in the trace.
    clocks: Vec<Clock>,
}

impl Timeline {
    /// The time lines of a trace; empty if its schedule is not lockstep.
    pub fn new(trace: &Trace) -> Self {
        let mut lines: BTreeMap<Machine, Line> = BTreeMap::new();
        let (mut clocks, mut clock, mut last) = (Vec::with_capacity(trace.accesses.len()), Clock::default(), 0);
        let mut barriers = (0..).zip(&trace.events).filter(|(_, event)| event.kind == EventKind::Barrier).peekable();
        for (rank, access) in trace.accesses.iter().enumerate() {
            while let Some((event, barrier)) = barriers.next_if(|(event, _)| *event < access.event) {
                pass_barrier(trace, &mut lines, event, barrier.invocation);
            }
            let pass = trace.pass_index(access.event);
            if pass != last {
                (clock.dmm, clock.umm, last) = (0, 0, pass);
            }
            let workgroup = access.is_workgroup_memory.then_some(access.workgroup);
            let line = lines.entry((pass, workgroup)).or_default();
            line.add(access.event, rank, access, trace.memory_machine.latency);
            let (time, all) = match workgroup {
                Some(_) => (&mut clock.dmm, &mut clock.all_dmm),
                None => (&mut clock.umm, &mut clock.all_umm),
            };
            *all += line.time.saturating_sub(*time);
            *time = line.time.max(*time);
            clocks.push(clock);
        }
        for (event, barrier) in barriers {
            if !clocks.is_empty() {
                pass_barrier(trace, &mut lines, event, barrier.invocation);
            }
        }
        Timeline { lines: lines.into_iter().map(|(machine, line)| (machine, line.slots)).collect(), clocks }
    }

    /// The time after this number of events of a trace.
    pub fn clock(&self, trace: &Trace, events: usize) -> Clock {
        let accesses = trace.accesses.partition_point(|access| access.event < events);
        let Some(&clock) = accesses.checked_sub(1).and_then(|rank| self.clocks.get(rank)) else {
            return Clock::default();
        };
        let is_of_pass =
            trace.pass_index(trace.accesses[accesses - 1].event) == trace.pass_index(events.saturating_sub(1));
        if is_of_pass { clock } else { Clock { dmm: 0, umm: 0, ..clock } }
    }

    /// The accesses of warps in the step of these events, with their requests.
    pub fn warps(&self, trace: &Trace, events: std::ops::Range<usize>) -> Vec<Warp> {
        let first = trace.accesses.partition_point(|access| access.event < events.start);
        let of_step = trace.accesses[first..].iter().take_while(|access| access.event < events.end);
        of_step.filter_map(|access| warp(trace, access)).collect()
    }

    /// The part of a time line around the moment after `events`: at most `before` columns before that moment, and at
    /// most `after` columns after it. If the `wanted` machine has no accesses in that pass, the result is the time line
    /// of storage. If storage has no accesses either, the result is the time line of the workgroup `at_work`.
    pub fn window(
        &self,
        trace: &Trace,
        events: std::ops::Range<usize>,
        (wanted, at_work): (Option<u32>, u32),
        (before, after): (usize, usize),
    ) -> Window {
        let pass = trace.pass_index(events.end.saturating_sub(1));
        let has = |workgroup: Option<u32>| self.lines.contains_key(&(pass, workgroup));
        let other = if has(None) { None } else { Some(at_work) };
        let workgroup = if has(wanted) { wanted } else { other };
        let slots = self.lines.get(&(pass, workgroup)).map_or(&[][..], Vec::as_slice);
        let next = slots.partition_point(|slot| slot.event < events.end);
        let columns = |rank: usize| columns(trace, slots, rank, &events);
        let mut past: Vec<Column> = Vec::new();
        for rank in (0..next).rev() {
            if past.len() >= before {
                break;
            }
            past.splice(0..0, columns(rank));
        }
        let mut shown = past.split_off(past.len().saturating_sub(before.max(1)));
        let most = shown.len() + after;
        for rank in next..slots.len() {
            if shown.len() >= most {
                break;
            }
            shown.extend(columns(rank));
        }
        shown.truncate(most);
        let stages = stages(&shown, trace.memory_machine.latency);
        Window { workgroup, columns: shown, stages }
    }

    /// All rounds of a trace, in the order in which they begin.
    pub fn rounds(&self, trace: &Trace) -> Vec<Round> {
        let mut ranks: BTreeMap<(Machine, (usize, usize)), usize> = BTreeMap::new();
        let mut rounds: Vec<Round> = Vec::new();
        for access in &trace.accesses {
            let pass = trace.pass_index(access.event);
            let machine = (pass, access.is_workgroup_memory.then_some(access.workgroup));
            let rank = *ranks.entry((machine, access.round)).or_insert(rounds.len());
            if rank == rounds.len() {
                rounds.push(Round { is_storage: !access.is_workgroup_memory, units: Vec::new() });
            }
            let Some(requested) = warp(trace, access) else { continue };
            let warps = trace.passes[pass].invocations().div_ceil(trace.memory_machine.width);
            let units = (0..requested.units).map(|unit| RoundUnit {
                warp: access.workgroup * warps + access.warp,
                addresses: entering(&requested, unit).map(|request| request.address).collect(),
            });
            rounds[rank].units.extend(units);
        }
        rounds
    }
}

/// Adds a barrier to the time line of its workgroup. The time line of storage shows the barrier only if the pass has a
/// single workgroup.
fn pass_barrier(trace: &Trace, lines: &mut BTreeMap<Machine, Line>, event: usize, workgroup: u32) {
    let rank = trace.pass_index(event);
    let is_alone = trace.passes[rank].workgroups == [1, 1, 1];
    for machine in [Some(workgroup), None].into_iter().take(1 + usize::from(is_alone)) {
        lines.entry((rank, machine)).or_default().barrier(event);
    }
}

/// The requests of an access, from the events of its step.
fn warp(trace: &Trace, access: &WarpAccess) -> Option<Warp> {
    let step = trace.events.get(access.event)?.step;
    let size = trace.pass_of(access.event)?.invocations();
    let (width, broadcast) = (trace.memory_machine.width, trace.memory_machine.broadcast);
    let mut found = None;
    let mut words: Vec<(u32, u32)> = Vec::new();
    for event in trace.events[access.event..].iter().take_while(|event| event.step == step) {
        let (workgroup, local_index) = (event.invocation / size, event.invocation % size);
        let is_of_warp = workgroup == access.workgroup && local_index / width == access.warp;
        if event.kind.is_access() && is_of_warp && (event.space == 0) == access.is_workgroup_memory {
            found.get_or_insert((event.space, event.kind));
            words.push((event.address, local_index));
        }
    }
    let (space, kind) = found?;
    words.sort_unstable();
    let mut requests: Vec<Request> = Vec::new();
    for (address, local_index) in words {
        match requests.last_mut() {
            Some(last) if broadcast && last.address == address => last.invocations.push(local_index),
            _ => {
                let (bank, group) = (address % width, address / width);
                let invocations = vec![local_index];
                requests.push(Request { address, bank, group, unit: 0, is_conflict: false, invocations });
            }
        }
    }
    enter(&mut requests, access.is_workgroup_memory);
    Some(Warp { warp: access.warp, space, kind, units: access.units, requests })
}

/// Assigns requests, by ascending address, to the time units of their access. A bank takes one request per unit.
/// Storage takes the requests of one address group per unit. Without broadcast, requests for one address take one unit
/// each.
fn enter(requests: &mut [Request], is_workgroup_memory: bool) {
    if is_workgroup_memory {
        let mut in_bank: BTreeMap<u32, u32> = BTreeMap::new();
        for request in requests.iter_mut() {
            let waiting = in_bank.entry(request.bank).or_default();
            request.unit = *waiting;
            *waiting += 1;
        }
        for request in requests {
            request.is_conflict = in_bank[&request.bank] > 1;
        }
        return;
    }
    let mut next = 0;
    for group in requests.chunk_by_mut(|a, b| a.group == b.group) {
        let first = next;
        for word in group.chunk_by_mut(|a, b| a.address == b.address) {
            for (unit, request) in (first..).zip(word) {
                request.unit = unit;
                next = next.max(unit + 1);
            }
        }
    }
}

fn entering(warp: &Warp, unit: u32) -> impl Iterator<Item = &Request> {
    warp.requests.iter().filter(move |request| request.unit == unit)
}

/// The columns of a slot; `events` are those of the last executed step.
fn columns(trace: &Trace, slots: &[Slot], rank: usize, events: &std::ops::Range<usize>) -> Vec<Column> {
    let slot = slots[rank];
    let Some(access) = slot.access.map(|rank| &trace.accesses[rank]) else { return vec![Column::Barrier] };
    let Some(warp) = warp(trace, access) else { return Vec::new() };
    let previous = slots[..rank].iter().rev().find_map(|before| Some((before, before.access?)));
    let is_gap =
        previous.is_some_and(|(before, rank)| slot.start > before.start + u64::from(trace.accesses[rank].units));
    let drain = is_gap.then_some(Column::Pipeline { units: trace.memory_machine.latency - 1 });
    let units = (0..warp.units).map(|unit| Column::Unit {
        time: slot.start + u64::from(unit),
        warp: warp.warp,
        is_now: events.contains(&slot.event),
        is_future: slot.event >= events.end,
        round: slot.round,
        requests: entering(&warp, unit).cloned().collect(),
    });
    drain.into_iter().chain(units).collect()
}

/// The warps in the stages of the pipeline, the latest first, at the last unit of the last executed step.
fn stages(columns: &[Column], latency: u32) -> Vec<Option<u32>> {
    let units = || {
        columns.iter().filter_map(|column| match column {
            Column::Unit { warp, is_now, round, .. } => Some((*warp, *is_now, *round)),
            _ => None,
        })
    };
    let until = units().collect::<Vec<_>>();
    let now = until.iter().rposition(|(_, is_now, _)| *is_now);
    let of_stage = |stage: usize| {
        let now = now?;
        let (warp, _, round) = until[now.checked_sub(stage)?];
        (round == until[now].2).then_some(warp)
    };
    (0..latency as usize).map(of_stage).collect()
}
