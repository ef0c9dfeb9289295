//! The shared state of the workgroups of a dispatch: the program, the buffers, and the observers.

use std::collections::BTreeMap;

use crate::cost::Meter;
use crate::error::Error;
use crate::instruction::Space;
use crate::options::Options;
use crate::program::Program;
use crate::races::{Access, Shadow};
use crate::report::{Finding, FindingKind, Place};
use crate::source::SourcePosition;
use crate::trace::{Event, EventKind, Trace};
use crate::workgroup::Workgroup;

/// A buffer of a machine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buffer {
    pub words: Vec<u32>,
    /// The value of [`Environment::changes`] at the last access to each word in this dispatch.
    pub touched: Vec<u64>,
    /// The last accesses to each word in this dispatch. Empty if the program cannot write the buffer, or if races are
    /// not looked for.
    pub shadow: Vec<Shadow>,
    /// The workgroup that last wrote each word by an atomic operation, plus 1; 0 for a word without such a write. Empty
    /// before the first atomic operation.
    pub atomic_writers: Vec<u32>,
}

/// Findings, one per kind, pass and instructions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    pub list: Vec<Finding>,
    known: BTreeMap<(FindingKind, u32, Vec<u32>), usize>,
}

impl Findings {
    /// Adds a finding, or increments the count of an earlier finding of the same kind, pass and instructions.
    pub fn add(&mut self, finding: Finding) {
        let key = (finding.kind, finding.pass, finding.places.iter().map(|place| place.pc).collect());
        if let Some(&index) = self.known.get(&key) {
            self.list[index].count += 1;
            return;
        }
        self.known.insert(key, self.list.len());
        self.list.push(finding);
    }
}

pub(crate) struct Environment<'m> {
    pub program: &'m Program,
    pub options: &'m Options,
    pub pass: u32,
    /// Workgroups in each dimension.
    pub grid: [u32; 3],
    /// The index of the buffer of each binding of the program.
    pub bound: Vec<usize>,
    pub buffers: &'m mut [Buffer],
    pub findings: &'m mut Findings,
    pub trace: Option<&'m mut Trace>,
    /// Whether the calls of each function are traced.
    pub traces_calls: Vec<bool>,
    pub meter: Option<Meter>,
    /// The number of executions of each access, barrier, subgroup operation and call; 0 for other instructions.
    pub counts: Vec<u64>,
    /// Whether each instruction was executed.
    pub covered: Vec<bool>,
    /// Steps so far, as [`Options::step_limit`] counts them.
    pub instructions: u64,
    /// The maximum number of these steps.
    pub budget: u64,
    /// The index of the current step of the trace.
    pub step: u32,
    /// Accesses, barriers and subgroup operations since the last progress: see [`Options::idle_limit`].
    pub idle: u64,
    /// Changes so far, plus 1: a word of `touched` is 0 before the first access.
    pub changes: u64,
    /// Whether progress was made in this round of the schedule.
    pub progressed: bool,
    /// Addresses that a warp requests. The vector is reused, so that an access allocates no memory.
    pub addresses: Vec<u32>,
}

impl Environment<'_> {
    /// Records a change that a wait may wait for: a changed word, a started workgroup, or an ended invocation.
    pub fn change(&mut self) {
        self.changes += 1;
        self.progress();
    }

    /// Records progress: waits may end.
    pub fn progress(&mut self) {
        self.idle = 0;
        self.progressed = true;
    }

    /// The number of invocations of a workgroup.
    pub fn size(&self) -> u32 {
        self.program.invocations()
    }

    pub fn buffer(&mut self, binding: u8) -> &mut Buffer {
        &mut self.buffers[self.bound[usize::from(binding)]]
    }

    /// Adds an event to the trace, if one is recorded.
    pub fn event(
        &mut self,
        kind: EventKind,
        invocation: u32,
        pc: u32,
        (space, part): (u8, u8),
        [address, old, new]: [u32; 3],
    ) -> Result<(), Error> {
        let step = self.step;
        match &mut self.trace {
            Some(trace) => trace.push(Event { kind, space, part, step, invocation, pc, address, old, new }),
            None => Ok(()),
        }
    }

    /// Records the beginning of a round of the schedule, if a trace is recorded. Rounds without a step are left out.
    pub fn begin_round(&mut self) {
        let step = self.step;
        if let Some(pass) = self.trace.as_mut().and_then(|trace| trace.passes.last_mut())
            && pass.rounds.last() != Some(&step)
        {
            pass.rounds.push(step);
        }
    }

    /// The place of an invocation, as findings report it.
    pub fn place(&self, workgroup: u32, local_index: u32, pc: u32, action: &'static str) -> Place {
        let function = self.program.function_of.get(pc as usize).map_or(0, |index| *index as usize);
        let SourcePosition { line, column } = self.program.position(pc);
        Place {
            line,
            column,
            function: self.program.functions.get(function).map_or(String::new(), |frame| frame.name.clone()),
            pc,
            workgroup,
            invocation: local_index,
            action,
        }
    }

    pub fn find(&mut self, kind: FindingKind, variable: String, address: u32, places: Vec<Place>) {
        let (pass, entry_point) = (self.pass, self.program.entry_point.clone());
        self.findings.add(Finding { kind, pass, entry_point, variable, address, places, count: 1 });
    }

    pub fn find_race(
        &mut self,
        workgroup: &Workgroup,
        (space, address): (Space, u32),
        (earlier, earlier_writes): (Access, bool),
        (later, later_writes): (Access, bool),
    ) {
        let action = |writes| if writes { "write" } else { "read" };
        let places = [(earlier, earlier_writes), (later, later_writes)];
        let places =
            places.map(|(access, writes)| self.place(access.workgroup, access.invocation, access.pc, action(writes)));
        let is_payload = !later_writes && earlier.workgroup != later.workgroup && workgroup.has_seen(earlier.workgroup);
        let kind = if is_payload { FindingKind::PayloadBehindFlag } else { FindingKind::DataRace };
        let (variable, address) = self.program.variable(space, address);
        self.find(kind, variable, address, places.into());
    }
}
