//! Options: how kernels run, and what is observed.

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// The order in which invocations of the workgroups in flight execute their accesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// As in hardware: one subgroup after another executes one instruction, for those of its invocations that are
    /// furthest behind. Therefore a subgroup reconverges. Costs are counted only with this schedule.
    #[default]
    Lockstep,
    /// One access of each invocation, in ascending order.
    RoundRobin,
    /// One access of each invocation, in descending order.
    Reversed,
    /// One access of an invocation that is drawn at random.
    Random,
    /// Runs each invocation until it waits at a barrier or a subgroup operation, or has made 4,096 accesses.
    Serial,
}

impl Schedule {
    /// Every schedule.
    pub const ALL: [Schedule; 5] =
        [Schedule::Lockstep, Schedule::RoundRobin, Schedule::Reversed, Schedule::Random, Schedule::Serial];
}

/// The progress that a device guarantees to workgroups: Sorensen, Evrard and Donaldson, "GPU schedulers: how fair is
/// fair enough?", 2018.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Progress {
    /// No guarantee: the workgroups of [`Options::stall`] are never resumed.
    None,
    /// A workgroup that has started is resumed. At most [`Options::workgroups_in_flight`] have started and not ended.
    /// They start in any order.
    #[default]
    OccupancyBound,
    /// As `OccupancyBound`, and workgroups start in the order of their indices.
    LinearOccupancyBound,
    /// All workgroups start and are resumed.
    Fair,
}

/// The order in which workgroups start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum StartOrder {
    /// By ascending index.
    #[default]
    Ascending,
    /// By descending index.
    Descending,
    /// Drawn at random.
    Random,
}

/// Workgroups that are never resumed, if nothing guarantees their progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Stall {
    /// The percentage of workgroups, chosen by [`Options::seed`].
    pub percent: u32,
    /// The number of accesses after which such a workgroup stops.
    pub after_accesses: u64,
}

/// The memory machine whose time is counted: Nakano, "An Optimal Parallel Prefix-sums Algorithm on the Memory Machine Models for GPUs",
/// 2012.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct MemoryMachine {
    /// Banks, and threads of a warp; 0 for the size of the subgroups.
    pub width: u32,
    /// Stages of the pipeline.
    pub latency: u32,
    /// Whether one request serves all threads of a warp that access one address.
    pub broadcast: bool,
}

impl Default for MemoryMachine {
    fn default() -> Self {
        MemoryMachine { width: 0, latency: 1, broadcast: true }
    }
}

/// How a machine runs its kernels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// Invocations of a subgroup, 1 … 128, a power of two.
    pub subgroup_size: u32,
    /// The order of accesses.
    pub schedule: Schedule,
    /// The seed of everything that is drawn at random.
    pub seed: u64,
    /// The progress guarantee.
    pub progress: Progress,
    /// The maximum number of workgroups that have started and not ended, without stalled ones.
    pub workgroups_in_flight: u32,
    /// The order in which workgroups start.
    pub start_order: StartOrder,
    /// Workgroups that are never resumed; only with [`Progress::None`].
    #[cfg_attr(feature = "typescript", ts(type = "Partial<Stall>"))]
    pub stall: Stall,
    /// The memory machine.
    #[cfg_attr(feature = "typescript", ts(type = "Partial<MemoryMachine>"))]
    pub memory_machine: MemoryMachine,
    /// Whether data races are looked for.
    pub races: bool,
    /// Whether a trace is recorded.
    pub trace: bool,
    /// The maximum number of events of a trace.
    pub trace_limit: usize,
    /// Functions whose calls are traced, with arguments and results.
    pub traced_functions: Vec<String>,
    /// The maximum number of steps of a run: instructions, plus one step for each 16 words that an instruction moves.
    /// With the default, an endless run takes some seconds.
    pub step_limit: u64,
    /// The number of accesses, barriers and subgroup operations without progress after which the waits of a dispatch
    /// count as endless. Progress is a changed word, a started workgroup, an ended invocation, or the first access to a
    /// word after a change. The schedule gives turns in rounds, and the limit is checked after each round. After a round with
    /// progress, the dispatch continues, because waiting invocations may not have seen the effect yet.
    pub idle_limit: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            subgroup_size: 32,
            schedule: Schedule::default(),
            seed: 1,
            progress: Progress::default(),
            workgroups_in_flight: 16,
            start_order: StartOrder::default(),
            stall: Stall::default(),
            memory_machine: MemoryMachine::default(),
            races: true,
            trace: false,
            trace_limit: 1 << 21,
            traced_functions: Vec::new(),
            step_limit: 1 << 28,
            idle_limit: 1 << 22,
        }
    }
}

impl Options {
    /// Checks the ranges of the options.
    ///
    /// # Errors
    /// [`Error::Options`].
    pub fn check(&self) -> Result<(), Error> {
        if !self.subgroup_size.is_power_of_two() || self.subgroup_size > 128 {
            return Err(Error::options("subgroup size", "a power of two from 1 to 128", self.subgroup_size));
        }
        let width = self.memory_machine.width;
        if width != 0 && (!width.is_power_of_two() || width > 1024) {
            return Err(Error::options("width", "0, or a power of two up to 1024", width));
        }
        if self.memory_machine.latency == 0 {
            return Err(Error::options("latency", "at least 1", 0));
        }
        if self.workgroups_in_flight == 0 {
            return Err(Error::options("workgroups in flight", "at least 1", 0));
        }
        if self.stall.percent > 0 && self.progress != Progress::None {
            let found = format!("{} %", self.stall.percent);
            return Err(Error::options("stalled workgroups", "0 % under a progress guarantee", found));
        }
        Ok(())
    }

    /// Banks of a memory, and threads of a warp.
    pub fn width(&self) -> u32 {
        if self.memory_machine.width == 0 { self.subgroup_size } else { self.memory_machine.width }
    }
}
