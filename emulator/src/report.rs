//! The report of a run.

use serde::Serialize;

use crate::cost::Costs;
use crate::trace::Trace;

/// The kind of a finding.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// Two unordered accesses to one address, of which at least one is a write.
    DataRace,
    /// A data race in which the reader has read an atomic value that the writer wrote. WGSL's atomics are relaxed and
    /// do not order other memory.
    PayloadBehindFlag,
    /// A barrier that not all invocations of the workgroup reach together.
    NonUniformBarrier,
    /// A subgroup operation that not all invocations of the subgroup reach together.
    NonUniformCollective,
    /// `workgroupUniformLoad` with different addresses.
    NonUniformPointer,
    /// An index out of bounds.
    OutOfBounds,
    /// A wait that never ends: see [`Options::idle_limit`](crate::Options::idle_limit).
    EndlessWait,
}

/// An access, or the location of an invocation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Place {
    /// Line, from 1; 0 where it is unknown.
    pub line: u32,
    /// Column, from 1, in UTF-16 code units; 0 where it is unknown.
    pub column: u32,
    /// The function.
    pub function: String,
    /// Program counter.
    pub pc: u32,
    /// Index of the workgroup.
    pub workgroup: u32,
    /// Local index of the invocation.
    pub invocation: u32,
    /// Its action: `read`, `write`, `wait`, `index` (a checked index) or `end`.
    pub action: &'static str,
}

/// A fault of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Finding {
    /// Its kind.
    pub kind: FindingKind,
    /// Index of the pass.
    pub pass: u32,
    /// The entry point.
    pub entry_point: String,
    /// The variable; empty for a finding without a variable.
    pub variable: String,
    /// The word in the variable, or the index that is out of bounds.
    pub address: u32,
    /// The first occurrence: both accesses of a race, the earlier first; or an invocation that waits and one that is
    /// elsewhere.
    pub places: Vec<Place>,
    /// The number of occurrences.
    pub count: u64,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} in {} (pass {})", self.kind, self.entry_point, self.pass)?;
        if !self.variable.is_empty() {
            write!(f, ", {}[{}]", self.variable, self.address)?;
        }
        for place in &self.places {
            let Place { line, column, function, workgroup, invocation, action, .. } = place;
            write!(f, "; {action} by {workgroup}/{invocation} at line {line}, column {column} ({function})")?;
        }
        if self.count > 1 { write!(f, "; {} times", self.count) } else { Ok(()) }
    }
}

/// The effect of an instruction on workgroup memory or storage, or a call.
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
    /// A barrier, counted once per workgroup.
    Barrier,
    /// A `workgroupUniformLoad`, counted once per workgroup. It contains two barriers.
    UniformLoad,
    /// A subgroup operation, counted once per invocation.
    Collective,
    /// A call of the function in `name`.
    Call,
}

/// The number of executions of an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Counter {
    /// Its effect.
    pub counted: Counted,
    /// The variable or the called function.
    pub name: String,
    /// Line, from 1.
    pub line: u32,
    /// The function that holds it.
    pub function: String,
    /// Words of one access.
    pub words: u32,
    /// The number of executions.
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
    /// All workgroups ended, except stalled ones.
    Stalled,
    /// The emulator stopped it because its waits never end.
    Endless,
}

/// The report of one dispatch.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PassReport {
    /// The entry point.
    pub entry_point: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Indices of the workgroups that did not end.
    pub unfinished: Vec<u32>,
    /// Costs on the memory machines, in the lockstep schedule.
    pub costs: Costs,
    /// Counters of operations.
    pub counters: Vec<Counter>,
    /// Lines with an executed instruction, in order.
    pub lines: Vec<u32>,
    /// Steps: see [`Options::step_limit`](crate::Options::step_limit).
    pub instructions: u64,
}

impl PassReport {
    /// The sum of the counters that satisfy a predicate.
    pub fn count(&self, takes: impl Fn(&Counter) -> bool) -> u64 {
        self.counters.iter().filter(|counter| takes(counter)).map(|counter| counter.count).sum()
    }

    /// The number of calls of a function.
    pub fn calls(&self, function: &str) -> u64 {
        self.count(|counter| counter.counted == Counted::Call && counter.name == function)
    }

    /// The number of barriers of all workgroups.
    pub fn barriers(&self) -> u64 {
        let barriers = self.count(|counter| counter.counted == Counted::Barrier);
        barriers + 2 * self.count(|counter| counter.counted == Counted::UniformLoad)
    }
}

/// The report of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Faults of the kernels.
    pub findings: Vec<Finding>,
    /// One report per dispatch.
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
