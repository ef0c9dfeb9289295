//! Runs WGSL compute kernels invocation by invocation, without a GPU, on any schedule and with subgroups of any size.
//! It reports the cost of each access, data races, and the invocations that wait for each other.
//!
//! ```
//! use scanlab_emulator::{FindingKind, Machine, Options, Program, ProgramOptions, Schedule};
//!
//! // A reduction whose second barrier is missing: an invocation may read a sum that another has not written.
//! let source = "
//!     var<workgroup> sums: array<u32, 64>;
//!     @group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
//!     @compute @workgroup_size(64)
//!     fn reduce(@builtin(local_invocation_index) local_index: u32) {
//!         sums[local_index] = numbers[local_index];
//!         workgroupBarrier();
//!         for (var half = 32u; half > 0u; half /= 2u) {
//!             if (local_index < half) { sums[local_index] += sums[local_index + half]; }
//!         }
//!         if (local_index == 0u) { numbers[0] = sums[0]; }
//!     }";
//! let program = Program::new(source, "reduce", &ProgramOptions::default())?;
//! for schedule in Schedule::ALL {
//!     let mut machine = Machine::new(Options { schedule, ..Options::default() })?;
//!     let numbers = machine.buffer(vec![1; 64]);
//!     machine.dispatch(&program, [1, 1, 1], &[(0, 0, numbers)])?;
//!     // The race is found in every schedule, whether or not the sum is right.
//!     let report = machine.into_report();
//!     assert!(report.findings.iter().all(|finding| finding.kind == FindingKind::DataRace && finding.variable == "sums"));
//!     assert!(!report.findings.is_empty());
//! }
//! # Ok::<(), scanlab_emulator::Error>(())
//! ```
//!
//! `examples/reduction.rs` shows costs, schedules and a trace.
//!
//! # How it works
//!
//! naga parses and validates a module, and resolves its `override`s. Each function that an entry point reaches is
//! lowered to instructions on registers, without needless copies. An invocation is a program counter and registers. It
//! runs by itself up to the next instruction that others can see: an access to workgroup memory or storage, a barrier,
//! or a subgroup operation. There a [`Schedule`] decides which invocation is next. Observers see every such
//! instruction: races ([`FindingKind`]), costs ([`Costs`]), counters ([`Counter`]), and the [`trace`].
//!
//! | to | see |
//! |---|---|
//! | run kernels on buffers | [`Program`], [`Machine`] |
//! | run a planned computation | [`Recording`], as values or JSON |
//! | choose subgroups, schedules, occupancy, progress | [`Options`] |
//! | read what was found, counted and measured | [`Report`] |
//! | step through a run forwards and backwards | [`Player`] |
//! | mutate kernels, to check tests | [`mutate`] |
//! | compare costs with formulas | [`formulas`] |
//!
//! # Semantics
//!
//! Integers wrap. Floats are IEEE with rounding to nearest. `min` and `max` of a number and NaN return the number. An
//! index out of bounds is clamped and is a finding. Subgroups are neighbouring invocations. A subgroup operation or
//! barrier waits for all invocations at one dynamic instance of it: the same calls, and the same iterations of the
//! loops around it. If some invocations wait at another place, that is a finding, and the invocations that are furthest
//! behind continue. A shuffle from an invocation that takes no part returns `0xa5a5a5a5`. A subgroup adds floats in the
//! order of its invocations. A `workgroupBarrier` orders workgroup memory, and a `storageBarrier` orders storage.
//! Atomics are relaxed and order nothing. A kernel that relies on a stronger order causes a finding, although most GPUs
//! provide that order.
//!
//! # Limits
//!
//! - Compute entry points only; no textures, samplers, `f16`, 64-bit types or pointers to workgroup memory or storage
//!   as parameters.
//! - A [`Recording`] has bindings in group 0 only; a [`Machine`] takes any group.
//! - Atomic operations happen in the order of execution. A run does not show the reorderings that relaxed memory allows.
//!   If reorderings can change a result, there is a data race, unless all accesses involved are atomic.
//! - A race is found if a run executes both accesses, in any order. Branches that the run does not take are not
//!   examined.
//! - `subgroupBarrier` waits for the subgroup and orders no memory.
//! - Costs are counted in [`Schedule::Lockstep`] only.
//! - A workgroup has at most 1,024 invocations, and at most 1,024, 1,024 and 64 along its dimensions. WebGPU's default
//!   limit is 256 invocations.
//! - A dispatch has at most 65,535 workgroups in each dimension, as in WebGPU, and at most 2³² − 1 invocations. A grid
//!   with a dimension of 0 completes without effect.
//! - An invocation holds at most 131,072 words of variables and values. Workgroup memory has the same limit.
//! - A binding is a whole buffer. As in WebGPU, a buffer that a dispatch writes has only one binding.
//! - A run ends with an error after [`Options::step_limit`] steps.
//! - Whether a wait ends is undecidable. A wait counts as endless after [`Options::idle_limit`] accesses in which
//!   nothing changes and only the same words are accessed. A long sum is therefore not a wait. A loop that reads the
//!   same words again and again is a wait, even if it counts its iterations.

mod access;
mod barrier;
mod collective;
mod cost;
mod dispatch;
mod environment;
mod error;
pub mod formulas;
mod instruction;
mod layout;
mod lower;
mod machine;
pub mod mutate;
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
mod source;
pub mod trace;
mod workgroup;

pub use cost::{Costs, LineCost, WarpAccess, address_groups, conflict_degree};
pub use error::Error;
pub use lower::entry_points;
pub use machine::{BufferId, Machine};
pub use options::{MemoryMachine, Options, Progress, Schedule, Stall, StartOrder};
pub use program::{BufferBinding, Program, ProgramOptions};
pub use recording::{Played, Programs, RecordedBuffer, RecordedPass, Recording};
pub use report::{Counted, Counter, Finding, FindingKind, Outcome, PassReport, Place, Report};
pub use trace::{Event, EventKind, Player, Trace};
