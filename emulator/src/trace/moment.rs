//! One step of a trace as plain data.

use serde::Serialize;

use super::EventKind;
use super::states::TileState;
use super::timeline::{Clock, Warp};

/// One word of an access.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Access {
    /// The kind of access.
    #[cfg_attr(feature = "typescript", ts(type = "\"read\" | \"write\" | \"atomic\""))]
    pub kind: EventKind,
    /// 0 for workgroup memory, else 1 + the index of the buffer.
    pub space: u8,
    /// The index of the word in its buffer or in workgroup memory.
    pub address: u32,
    /// The value before.
    pub old: u32,
    /// The value after.
    pub new: u32,
    /// Index of the workgroup.
    pub workgroup: u32,
    /// The local invocation index.
    pub local_index: u32,
    /// Program counter.
    pub pc: u32,
}

/// A call of a traced function that has returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Call {
    /// Index of the workgroup.
    pub workgroup: u32,
    /// The local invocation index.
    pub local_index: u32,
    /// The words of all arguments.
    pub arguments: Vec<u32>,
    /// The words of the result.
    pub result: Vec<u32>,
    /// Whether its arguments are idle values: see [`Player::with_idle_value`](super::Player::with_idle_value).
    pub is_idle: bool,
}

/// A barrier that a workgroup passes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PassedBarrier {
    /// Index of the workgroup.
    pub workgroup: u32,
    /// The memory that it orders: 1 workgroup memory, 2 storage, 3 both.
    pub orders: u32,
    /// Program counter.
    pub pc: u32,
}

/// An invocation in a subgroup operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Collective {
    /// Index of the workgroup.
    pub workgroup: u32,
    /// The local invocation index.
    pub local_index: u32,
    /// Its argument; for a vector, the first word.
    pub argument: u32,
    /// Its result; for a vector, the first word.
    pub result: u32,
    /// Program counter.
    pub pc: u32,
    /// Whether its argument is idle: see [`Player::with_idle_value`](super::Player::with_idle_value).
    pub is_idle: bool,
}

/// A variable with its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VariableValues {
    /// Its name.
    pub name: String,
    /// Its type as WGSL writes it; for a structure, its name.
    pub ty: String,
    /// Its latest words, by invocation of a subgroup; `None` for an invocation without a value.
    pub words: Vec<Option<Vec<u32>>>,
}

/// An iteration of a loop with a barrier: a level or a round of an algorithm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Iteration {
    /// The number of the iteration, from 1.
    pub index: u32,
    /// The number of iterations of the loop.
    pub count: u32,
    /// The loop counter.
    pub variable: String,
    /// The value of the counter in this iteration.
    pub word: u32,
}

/// The last step, and the state of the workgroups after it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Moment {
    /// Index of the pass.
    pub pass: usize,
    /// The workgroup that acts or starts.
    pub workgroup: u32,
    /// Accesses to memory, word by word.
    pub accesses: Vec<Access>,
    /// Accesses to memory, warp by warp; empty with schedules other than `Lockstep`.
    pub warps: Vec<Warp>,
    /// Calls of traced functions.
    pub calls: Vec<Call>,
    /// The states of the tiles that the step accesses, as they are after the step, in the order of the accesses.
    pub states: Vec<TileState>,
    /// The barrier that is passed.
    pub barrier: Option<PassedBarrier>,
    /// Whether the pass begins.
    pub is_dispatch: bool,
    /// Workgroups that start.
    pub started: Vec<u32>,
    /// Subgroup operations.
    pub collectives: Vec<Collective>,
    /// The program counter of the step; `None` if no instruction is executed.
    pub pc: Option<u32>,
    /// The line that each subgroup of the workgroup executed last; `None` before its first instruction.
    pub lines: Vec<Option<u32>>,
    /// The subgroup that acts.
    pub subgroup: u32,
    /// The function that it executes; empty if no instruction is executed.
    pub function: String,
    /// The subgroup's iteration of the innermost loop that contains a barrier; `None` outside such loops.
    pub iteration: Option<Iteration>,
    /// The variables of that function with values in this subgroup.
    pub variables: Vec<VariableValues>,
    /// Time units on the memory machines so far; 0 with schedules other than `Lockstep`.
    pub clock: Clock,
}
