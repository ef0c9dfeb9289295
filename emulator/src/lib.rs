//! Runs WGSL compute kernels invocation by invocation, without a GPU.

mod access;
mod barrier;
mod collective;
mod cost;
mod dispatch;
mod environment;
mod error;
mod instruction;
mod layout;
mod lower;
mod machine;
mod options;
mod position;
mod program;
mod races;
mod random;
mod recording;
mod report;
mod run;
mod scalar;
mod schedule;
pub mod trace;
mod workgroup;

pub use cost::{Costs, LineCost, address_groups, conflict_degree};
pub use error::Error;
pub use machine::{BufferId, Machine};
pub use options::{MemoryMachine, Options, Progress, Schedule, Stall, StartOrder};
pub use program::{BufferBinding, Program, ProgramOptions};
pub use recording::{Played, Programs, RecordedBuffer, RecordedPass, Recording};
pub use report::{Counted, Counter, Finding, FindingKind, Outcome, PassReport, Place, Report};
pub use trace::{Event, EventKind, Player, Trace};
