//! The trace of a run: all actions of the invocations, in the order of execution.
//!
//! A trace is a list of [`Event`]s. An access to workgroup memory or storage is one event per word, with the word
//! before and after. A [`Player`] therefore steps forwards and backwards without executing instructions. The events of
//! one *step* happen together: the words of one access, or in the lockstep schedule the accesses of all invocations of
//! a subgroup that execute one instruction.
//!
//! | kind | `invocation` | `address` | `old`, `new` |
//! |---|---|---|---|
//! | `Dispatch` | 0 | the pass, from 0 | workgroups, invocations of a workgroup |
//! | `WorkgroupStart`, `WorkgroupEnd` | the workgroup | 0 | 0 |
//! | `Read` | invocation | word | the value, twice |
//! | `Write` | invocation | word | value before, value after |
//! | `Atomic` | invocation | word | value before, value after |
//! | `Barrier` | the workgroup | 0 | memory that it orders (1 workgroup, 2 storage, 3 both), invocations that it releases |
//! | `Collective` | invocation | 0 | its argument and its result (for a vector, the first word) |
//! | `Call`, `Return` | invocation | the function's index in [`TracedPass::functions`] | place and number of words in [`Trace::words`]: arguments, result |
//! | `Variable` | invocation | the variable's index in [`TracedPass::variables`] | place and number of its words in [`Trace::words`] |
//! | `End` | invocation | 0 | 0 |
//!
//! `invocation` is the index in the dispatch: workgroup × size + local index. `space` is 0 for workgroup memory, else
//! 1 + the index of the buffer in the machine. Workgroup memory is that of the invocation's workgroup. `pc` is the
//! program counter; [`TracedPass::lines`] has its line.
//!
//! A trace is plain data. [`Trace::packed`] has the events as words for a typed array. The same run gives the same
//! trace.

mod moment;
mod named;
mod player;
mod states;
mod timeline;

use serde::Serialize;

pub use moment::{Access, Call, Collective, Iteration, Moment, PassedBarrier, VariableValues};
pub use named::NamedEvent;
pub use player::{Player, Unit};
pub use states::{Published, StateForm, TileState};
pub use timeline::{Clock, Column, Request, Round, RoundUnit, Timeline, Warp, Window};

use crate::cost::WarpAccess;
use crate::error::Error;
use crate::options::{MemoryMachine, Options};

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum EventKind {
    /// A pass begins.
    Dispatch = 0,
    /// A workgroup starts; its memory is zero.
    WorkgroupStart = 1,
    /// All invocations of a workgroup have ended.
    WorkgroupEnd = 2,
    /// A word is read; also by an atomic operation that writes nothing, such as `atomicLoad`.
    Read = 3,
    /// A word is written.
    Write = 4,
    /// A word is written by an atomic operation.
    Atomic = 5,
    /// A workgroup passes a barrier.
    Barrier = 6,
    /// An invocation takes part in a subgroup operation.
    Collective = 7,
    /// An invocation calls a traced function.
    Call = 8,
    /// A traced function returns.
    Return = 9,
    /// A variable of an invocation has a new value.
    Variable = 10,
    /// An invocation ends.
    End = 11,
}

impl EventKind {
    /// Every kind, by its number.
    pub const ALL: [EventKind; 12] = [
        EventKind::Dispatch,
        EventKind::WorkgroupStart,
        EventKind::WorkgroupEnd,
        EventKind::Read,
        EventKind::Write,
        EventKind::Atomic,
        EventKind::Barrier,
        EventKind::Collective,
        EventKind::Call,
        EventKind::Return,
        EventKind::Variable,
        EventKind::End,
    ];

    /// Whether it is an access to memory.
    pub fn is_access(self) -> bool {
        matches!(self, EventKind::Read | EventKind::Write | EventKind::Atomic)
    }
}

/// One event; the table in [`trace`](self) has the meaning of its fields by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// Its kind.
    pub kind: EventKind,
    /// The memory: 0 workgroup memory, else 1 + the index of a buffer.
    pub space: u8,
    /// The index of the word among the words of its access, from 0.
    pub part: u8,
    /// The step, from 0. Events of one step happen together.
    pub step: u32,
    /// The invocation, or the workgroup.
    pub invocation: u32,
    /// The program counter.
    pub pc: u32,
    /// The address: see the table.
    pub address: u32,
    /// The value before.
    pub old: u32,
    /// The value after.
    pub new: u32,
}

/// A loop with a barrier in its body: its iterations are the levels or rounds of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Level {
    /// The program counter of its first instruction.
    pub start: u32,
    /// The program counter after its last instruction.
    pub end: u32,
    /// The loop counter: the last variable that the loop's code changes.
    pub variable: u32,
    /// The variable that counts its iterations from 1. If the loop ends by its condition, the last count is that of the
    /// failing test.
    pub iteration: u32,
}

/// A variable of a function. The name of the function is empty for the variable of a loop.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TracedVariable {
    /// Its name.
    pub name: String,
    /// Its function.
    pub function: String,
    /// Its type as WGSL writes it; for a structure, its name.
    pub ty: String,
}

/// The objects that the events of a pass refer to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TracedPass {
    /// The entry point.
    pub entry_point: String,
    /// Invocations of a workgroup in each dimension.
    pub workgroup_size: [u32; 3],
    /// Workgroups in each dimension.
    pub workgroups: [u32; 3],
    /// The line of each program counter, from 1; 0 for code without a line.
    pub lines: Vec<u32>,
    /// The function of each program counter, by its index.
    pub function_of: Vec<u32>,
    /// Names of the functions.
    pub functions: Vec<String>,
    /// Variables.
    pub variables: Vec<TracedVariable>,
    /// Loops with barriers, outer ones first; empty if variables are not traced.
    pub levels: Vec<Level>,
    /// Variables of workgroup memory: name, first word, words.
    pub workgroup_memory: Vec<(String, u32, u32)>,
    /// Bound buffers: name of the variable, index of the buffer.
    pub buffers: Vec<(String, u32)>,
    /// The index of its first event.
    pub first_event: usize,
    /// The steps at which the rounds of the schedule begin. A round is one access of every ready invocation. Only
    /// lockstep and the two round-robin schedules have rounds. On a device, the accesses of a round overlap.
    pub rounds: Vec<u32>,
}

impl TracedPass {
    /// Invocations of a workgroup.
    pub fn invocations(&self) -> u32 {
        self.workgroup_size.iter().product::<u32>().max(1)
    }

    /// The line of a program counter, from 1; 0 if it has no line.
    pub fn line(&self, pc: u32) -> u32 {
        self.lines.get(pc as usize).copied().unwrap_or(0)
    }
}

/// The events of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// The passes, in order.
    pub passes: Vec<TracedPass>,
    /// The events, in order.
    pub events: Vec<Event>,
    /// Values of calls and variables.
    pub words: Vec<u32>,
    /// The buffers before the first event.
    pub initial: Vec<Vec<u32>>,
    /// The accesses of warps in the lockstep schedule, in order.
    pub accesses: Vec<WarpAccess>,
    /// Invocations of a subgroup.
    pub subgroup_size: u32,
    /// The memory machine. Its width is never 0: it is the size of the subgroups if the options leave it open.
    pub memory_machine: MemoryMachine,
    /// The maximum number of events.
    #[serde(skip)]
    limit: usize,
}

/// Words of an event in [`Trace::packed`].
pub const EVENT_WORDS: usize = 7;

impl Trace {
    pub(crate) fn new(options: &Options) -> Self {
        let memory_machine = MemoryMachine { width: options.width(), ..options.memory_machine };
        let (subgroup_size, limit) = (options.subgroup_size, options.trace_limit);
        Trace { subgroup_size, memory_machine, limit, ..Trace::default() }
    }

    pub(crate) fn push(&mut self, event: Event) -> Result<(), Error> {
        if self.events.len() >= self.limit {
            return Err(Error::TraceFull { limit: self.limit });
        }
        self.events.push(event);
        Ok(())
    }

    /// Adds the values of an event and returns their place. The values of all events together have at most `limit` ×
    /// `EVENT_WORDS` words.
    pub(crate) fn push_words(&mut self, values: &[u32]) -> Result<u32, Error> {
        let place = self.words.len();
        if place + values.len() > EVENT_WORDS * self.limit {
            return Err(Error::TraceFull { limit: self.limit });
        }
        self.words.extend_from_slice(values);
        Ok(place as u32)
    }

    /// The events as words, [`EVENT_WORDS`] each: `kind | space << 8 | part << 16`, step, invocation, pc, address, old, new.
    pub fn packed(&self) -> Vec<u32> {
        let pack = |event: &Event| {
            let head = event.kind as u32 | u32::from(event.space) << 8 | u32::from(event.part) << 16;
            [head, event.step, event.invocation, event.pc, event.address, event.old, event.new]
        };
        self.events.iter().flat_map(pack).collect()
    }

    /// Number of steps.
    pub fn steps(&self) -> u32 {
        self.events.last().map_or(0, |event| event.step + 1)
    }

    /// The pass of an event.
    pub fn pass_of(&self, event: usize) -> Option<&TracedPass> {
        self.passes.get(self.pass_index(event))
    }

    /// The index of the pass of an event.
    pub fn pass_index(&self, event: usize) -> usize {
        self.passes.partition_point(|pass| pass.first_event <= event).saturating_sub(1)
    }

    /// The words that an event of a call or a variable holds.
    pub fn words_of(&self, event: &Event) -> &[u32] {
        let first = event.old as usize;
        self.words.get(first..first + event.new as usize).unwrap_or(&[])
    }

    /// The line of an event, from 1; 0 for an event without a line.
    pub fn line_of(&self, event: usize) -> u32 {
        let pc = self.events.get(event).map_or(0, |event| event.pc);
        self.pass_of(event).map_or(0, |pass| pass.line(pc))
    }
}
