//! What a run has shown.

use serde::Serialize;

use crate::cost::Costs;
use crate::trace::Trace;

/// The kind of a finding.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// Two accesses to one address, one of them a write, which nothing orders.
    DataRace,
    /// A data race whose reader has seen an atomic value of the writer: WGSL's atomics are relaxed, and order no other memory.
    PayloadBehindFlag,
    /// A barrier that not all invocations of the workgroup reach together.
    NonUniformBarrier,
    /// A subgroup operation that not all invocations of the subgroup reach together.
    NonUniformCollective,
    /// `workgroupUniformLoad` of different addresses.
    NonUniformPointer,
    /// An index out of bounds.
    OutOfBounds,
    /// A wait that never ends: see [`Options::idle_limit`](crate::Options::idle_limit).
    EndlessWait,
}

/// An access, or a place where an invocation is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Place {
    /// Line, from 1; 0 where it is unknown.
    pub line: u32,
    /// The function.
    pub function: String,
    /// Program counter.
    pub pc: u32,
    /// Rank of the workgroup.
    pub workgroup: u32,
    /// Local index of the invocation.
    pub invocation: u32,
    /// What it does: `read`, `write`, `wait`, `index`, `end`.
    pub action: &'static str,
}

/// Something that a kernel does wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Finding {
    /// What.
    pub kind: FindingKind,
    /// Rank of the pass.
    pub pass: u32,
    /// The entry point.
    pub entry_point: String,
    /// The variable, where there is one.
    pub variable: String,
    /// The word in the variable, or the index that is out of bounds.
    pub address: u32,
    /// The first time: both accesses of a race, the earlier first; an invocation that waits and one that is elsewhere.
    pub places: Vec<Place>,
    /// How often it happened.
    pub count: u64,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} in {} (pass {})", self.kind, self.entry_point, self.pass)?;
        if !self.variable.is_empty() {
            write!(f, ", {}[{}]", self.variable, self.address)?;
        }
        for place in &self.places {
            let Place { line, function, workgroup, invocation, action, .. } = place;
            write!(f, "; {action} by {workgroup}/{invocation} at line {line} ({function})")?;
        }
        if self.count > 1 { write!(f, "; {} times", self.count) } else { Ok(()) }
    }
}

/// What an instruction does to shared memory, or which function it calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// Reads workgroup memory.
    WorkgroupRead,
    /// Writes workgroup memory.
    WorkgroupWrite,
    /// Reads storage.
    StorageRead,
    /// Writes storage.
    StorageWrite,
    /// An atomic operation.
    Atomic,
    /// A barrier, counted once a workgroup.
    Barrier,
    /// `workgroupUniformLoad`: two barriers, counted once a workgroup.
    UniformLoad,
    /// A subgroup operation, counted once an invocation.
    Collective,
    /// A call of the function in `name`.
    Call,
}

/// How often an instruction was executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Counter {
    /// What it does.
    pub counted: Counted,
    /// The variable or the called function.
    pub name: String,
    /// Line, from 1.
    pub line: u32,
    /// The function that holds it.
    pub function: String,
    /// Words of one access.
    pub words: u32,
    /// How often.
    pub count: u64,
}

/// How a dispatch ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// All workgroups ended.
    #[default]
    Completed,
    /// Only stalled workgroups did not end.
    Stalled,
    /// It was stopped, because its waits never end.
    Endless,
}

/// What one dispatch has shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PassReport {
    /// The entry point.
    pub entry_point: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Workgroups that did not end, by rank.
    pub unfinished: Vec<u32>,
    /// Costs on the memory machines, in the lockstep schedule.
    pub costs: Costs,
    /// Counted operations.
    pub counters: Vec<Counter>,
    /// Lines of which an instruction was executed, in order.
    pub lines: Vec<u32>,
    /// Steps: see [`Options::step_limit`](crate::Options::step_limit).
    pub instructions: u64,
}

impl PassReport {
    /// The sum of the counters that a predicate takes.
    pub fn count(&self, takes: impl Fn(&Counter) -> bool) -> u64 {
        self.counters.iter().filter(|counter| takes(counter)).map(|counter| counter.count).sum()
    }

    /// Calls of a function.
    pub fn calls(&self, function: &str) -> u64 {
        self.count(|counter| counter.counted == Counted::Call && counter.name == function)
    }

    /// Barriers of all workgroups.
    pub fn barriers(&self) -> u64 {
        let barriers = self.count(|counter| counter.counted == Counted::Barrier);
        barriers + 2 * self.count(|counter| counter.counted == Counted::UniformLoad)
    }
}

/// What a run has shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// What the kernels do wrong.
    pub findings: Vec<Finding>,
    /// By dispatch.
    pub passes: Vec<PassReport>,
    /// The trace, if one was recorded.
    pub trace: Option<Trace>,
}

impl Report {
    /// Whether all dispatches ended.
    pub fn is_complete(&self) -> bool {
        self.passes.iter().all(|pass| pass.outcome == Outcome::Completed)
    }
}
