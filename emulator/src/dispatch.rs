//! One dispatch: the order in which workgroups start, how it ends, and its report.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::cost::{Costs, LineCost};
use crate::environment::Environment;
use crate::error::Error;
use crate::instruction::{Address, Instruction, Space};
use crate::options::{Options, Progress, Schedule, StartOrder};
use crate::program::Program;
use crate::random::Random;
use crate::report::{Counted, Counter, FindingKind, Outcome, PassReport};
use crate::trace::{EventKind, TracedPass};
use crate::workgroup::{Status, Workgroup, reserve};

/// The maximum number of waiting invocations that a finding names.
const MAX_WAITING: usize = 8;

/// The maximum number of workgroups in each dimension of a dispatch: WebGPU's `maxComputeWorkgroupsPerDimension`, which
/// no device raises.
const MAX_WORKGROUPS: u32 = 65_535;

pub(crate) struct Dispatch<'m> {
    pub environment: Environment<'m>,
    /// Workgroups that have started and not ended, without the stalled ones.
    pub workgroups: Vec<Workgroup>,
    pub random: Random,
    /// Stalled workgroups.
    stalled: Vec<u32>,
    waiting: Waiting,
    costs: Costs,
}

/// Runs a dispatch. Returns its report and the next step of the trace.
pub(crate) fn dispatch(mut environment: Environment<'_>) -> Result<(PassReport, u32), Error> {
    begin_trace(&mut environment)?;
    let random = Random::new(environment.options.seed ^ u64::from(environment.pass) << 32);
    let waiting = Waiting::new(environment.options, workgroups(environment.grid) as u32, random.clone());
    let mut dispatch =
        Dispatch { environment, workgroups: Vec::new(), random, stalled: Vec::new(), waiting, costs: Costs::default() };
    let mut outcome = Outcome::Completed;
    loop {
        dispatch.environment.progressed = false;
        dispatch.start()?;
        if dispatch.workgroups.is_empty() {
            break;
        }
        let schedule = dispatch.environment.options.schedule;
        if matches!(schedule, Schedule::Lockstep | Schedule::RoundRobin | Schedule::Reversed) {
            dispatch.environment.begin_round();
        }
        match schedule {
            Schedule::Lockstep => dispatch.lockstep()?,
            Schedule::RoundRobin => dispatch.round_robin(false)?,
            Schedule::Reversed => dispatch.round_robin(true)?,
            Schedule::Random => dispatch.random()?,
            Schedule::Serial => dispatch.serial()?,
        }
        dispatch.pass_barriers()?;
        dispatch.retire()?;
        // After a round with progress, the waiting invocations may not have seen its effect yet.
        let Environment { progressed, idle, options, .. } = &dispatch.environment;
        if !progressed && *idle > options.idle_limit {
            dispatch.find_endless();
            outcome = Outcome::Endless;
            break;
        }
    }
    if outcome == Outcome::Completed && !dispatch.stalled.is_empty() {
        outcome = Outcome::Stalled;
    }
    dispatch.finish(outcome)
}

fn begin_trace(environment: &mut Environment<'_>) -> Result<(), Error> {
    let (program, grid) = (environment.program, environment.grid);
    let Some(trace) = &mut environment.trace else { return Ok(()) };
    let buffers = program.bindings.iter().zip(&environment.bound);
    trace.passes.push(TracedPass {
        entry_point: program.entry_point.clone(),
        workgroup_size: program.workgroup_size,
        workgroups: grid,
        lines: program.positions.iter().map(|at| at.line).collect(),
        function_of: program.function_of.clone(),
        functions: program.functions.iter().map(|function| function.name.clone()).collect(),
        variables: program.variables.clone(),
        levels: program.levels.clone(),
        workgroup_memory: program.workgroup_variables.clone(),
        buffers: buffers.map(|(binding, &buffer)| (binding.name.clone(), buffer as u32)).collect(),
        first_event: trace.events.len(),
        rounds: Vec::new(),
    });
    let words = [environment.pass, workgroups(grid) as u32, program.invocations()];
    environment.event(EventKind::Dispatch, 0, program.entry, (0, 0), words)?;
    environment.step += 1;
    Ok(())
}

/// The number of workgroups in a grid.
fn workgroups(grid: [u32; 3]) -> u128 {
    grid.map(u128::from).iter().product()
}

/// The number of invocations in a dispatch.
///
/// # Errors
/// [`Error::Size`] if WebGPU refuses the grid, or if the grid has more than 2³² − 1 invocations.
pub(crate) fn invocations(program: &Program, grid: [u32; 3]) -> Result<u64, Error> {
    if grid.iter().any(|&dimension| dimension > MAX_WORKGROUPS) {
        let [x, y, z] = grid;
        let required = format!("at most {MAX_WORKGROUPS} in each dimension");
        return Err(Error::size("workgroups", required, format!("{x} × {y} × {z}")));
    }
    let invocations = workgroups(grid) * u128::from(program.invocations());
    match u32::try_from(invocations) {
        Ok(invocations) => Ok(invocations.into()),
        Err(_) => Err(Error::size("invocations", format!("at most {} in a dispatch", u32::MAX), invocations)),
    }
}

/// The workgroups that have not started, in the order in which they will start. The memory of this list grows with the
/// number of started workgroups, not with the grid.
enum Waiting {
    Ascending(Range<u32>),
    Descending(Range<u32>),
    /// A Fisher–Yates shuffle of 0, 1, …; the map holds only the moved entries.
    Random {
        moved: BTreeMap<u32, u32>,
        left: u32,
        random: Random,
    },
}

impl Waiting {
    fn new(options: &Options, workgroups: u32, random: Random) -> Self {
        let is_linear = options.progress == Progress::LinearOccupancyBound;
        match options.start_order {
            StartOrder::Descending if !is_linear => Waiting::Descending(0..workgroups),
            StartOrder::Random if !is_linear => Waiting::Random { moved: BTreeMap::new(), left: workgroups, random },
            _ => Waiting::Ascending(0..workgroups),
        }
    }

    /// Removes and returns the next workgroup to start.
    fn next(&mut self) -> Option<u32> {
        match self {
            Waiting::Ascending(ranks) => ranks.next(),
            Waiting::Descending(ranks) => ranks.next_back(),
            Waiting::Random { moved, left, random } => {
                *left = left.checked_sub(1)?;
                let last = moved.remove(left).unwrap_or(*left);
                let place = random.below(*left + 1);
                if place == *left { Some(last) } else { Some(moved.insert(place, last).unwrap_or(place)) }
            }
        }
    }

    /// The workgroups that have not started, in any order.
    fn ranks(&self) -> Box<dyn ExactSizeIterator<Item = u32> + '_> {
        match self {
            Waiting::Ascending(ranks) | Waiting::Descending(ranks) => Box::new(ranks.clone()),
            Waiting::Random { moved, left, .. } => {
                Box::new((0..*left).map(|place| moved.get(&place).copied().unwrap_or(place)))
            }
        }
    }
}

impl Dispatch<'_> {
    /// Starts workgroups until [`Options::workgroups_in_flight`] are in flight. If progress is fair, starts all.
    fn start(&mut self) -> Result<(), Error> {
        let options = self.environment.options;
        let most = if options.progress == Progress::Fair { usize::MAX } else { options.workgroups_in_flight as usize };
        while self.workgroups.len() < most {
            let Some(rank) = self.waiting.next() else { break };
            let [x, y, _] = self.environment.grid;
            let id = [rank % x, rank / x % y, rank / (x * y)];
            let (size, width) = (options.subgroup_size, options.width());
            let mut workgroup = Workgroup::new(self.environment.program, rank, id, size, width, options.races)?;
            if Random::new(options.seed ^ u64::from(rank) << 20).below(100) < options.stall.percent {
                workgroup.stalls_after = Some(options.stall.after_accesses);
            }
            self.environment.event(EventKind::WorkgroupStart, rank, self.environment.program.entry, (0, 0), [0; 3])?;
            self.environment.change();
            for local_index in 0..workgroup.invocations.len() {
                self.environment.advance(&mut workgroup, local_index, None)?;
            }
            self.environment.settle(&mut workgroup)?;
            self.environment.step += u32::from(self.environment.trace.is_some());
            self.workgroups.push(workgroup);
        }
        Ok(())
    }

    /// Executes the barriers and subgroup operations of workgroups in which all invocations wait.
    fn pass_barriers(&mut self) -> Result<(), Error> {
        for workgroup in &mut self.workgroups {
            if workgroup.ready == 0 && !workgroup.is_ended() && !workgroup.is_stalled() {
                self.environment.settle(workgroup)?;
            }
        }
        Ok(())
    }

    /// Removes workgroups that have ended or stalled.
    fn retire(&mut self) -> Result<(), Error> {
        let mut slot = 0;
        while slot < self.workgroups.len() {
            let workgroup = &self.workgroups[slot];
            if workgroup.is_ended() {
                let workgroup = self.workgroups.remove(slot);
                self.environment.event(EventKind::WorkgroupEnd, workgroup.rank, 0, (0, 0), [0; 3])?;
                if let Some(meter) = &self.environment.meter {
                    let time = workgroup.rounds.time(meter.latency());
                    self.costs.dmm = self.costs.dmm.max(time);
                    self.costs.dmm_of_all_workgroups += time;
                }
            } else if workgroup.is_stalled() {
                self.stalled.push(self.workgroups.remove(slot).rank);
            } else {
                slot += 1;
            }
        }
        Ok(())
    }

    /// Adds the finding of endless waits, with at most [`MAX_WAITING`] of the waiting invocations.
    fn find_endless(&mut self) {
        let mut places = Vec::new();
        let (mut variable, mut address) = (String::new(), 0);
        // If some invocations wait at an access, only these are reported, since the others wait for them.
        let has_accesses = self.workgroups.iter().any(|workgroup| workgroup.ready > 0);
        let waits = |status| if has_accesses { status == Status::Ready } else { status != Status::Ended };
        for workgroup in &self.workgroups {
            let invocations = workgroup.invocations.iter().enumerate();
            for (local_index, at) in invocations.filter(|(_, invocation)| waits(invocation.status)).take(MAX_WAITING) {
                if places.is_empty()
                    && let Some(Address { space, .. }) =
                        address_of(&self.environment.program.instructions[at.pc as usize])
                    && let Some(Address { base, index, .. }) =
                        address_of(&self.environment.program.instructions[at.pc as usize])
                {
                    let word = base + self.environment.get(workgroup, local_index, index);
                    (variable, address) = self.environment.program.variable(space, word);
                }
                places.push(self.environment.place(workgroup.rank, local_index as u32, at.pc, "wait"));
            }
        }
        places.truncate(MAX_WAITING);
        self.environment.find(FindingKind::EndlessWait, variable, address, places);
    }

    fn finish(mut self, outcome: Outcome) -> Result<(PassReport, u32), Error> {
        let environment = self.environment;
        let program = environment.program;
        if let Some(meter) = &environment.meter {
            self.costs.umm = meter.umm();
            self.costs.lines = line_costs(&environment);
        }
        let mut unfinished = self.stalled;
        unfinished.extend(self.workgroups.iter().map(|workgroup| workgroup.rank));
        let waiting = self.waiting.ranks();
        reserve(&mut unfinished, waiting.len())?;
        unfinished.extend(waiting);
        unfinished.sort_unstable();
        let report = PassReport {
            entry_point: program.entry_point.clone(),
            outcome,
            unfinished,
            costs: self.costs,
            counters: counters(&environment),
            lines: covered_lines(&environment),
            instructions: environment.instructions,
        };
        Ok((report, environment.step))
    }
}

/// The memory that an instruction accesses.
fn address_of(instruction: &Instruction) -> Option<Address> {
    match *instruction {
        Instruction::UniformLoad { from, .. } => Some(from),
        _ => instruction.access().map(|(address, _)| address),
    }
}

/// The cost of each executed instruction that accesses memory.
fn line_costs(environment: &Environment<'_>) -> Vec<LineCost> {
    let Some(meter) = &environment.meter else { return Vec::new() };
    let program = environment.program;
    let measured = (0u32..).zip(meter.by_pc()).filter(|(_, (accesses, ..))| *accesses > 0);
    let cost = |(pc, &(accesses, units, most_units)): (u32, &(u64, u64, u32))| {
        let Address { space, base, .. } = address_of(&program.instructions[pc as usize])?;
        let (variable, _) = program.variable(space, base);
        let is_workgroup_memory = space == Space::Workgroup;
        Some(LineCost { line: program.line(pc), pc, is_workgroup_memory, variable, accesses, units, most_units })
    };
    measured.filter_map(cost).collect()
}

/// Lines with an executed instruction.
fn covered_lines(environment: &Environment<'_>) -> Vec<u32> {
    let Environment { program, covered, .. } = environment;
    let executed = program.executed_lines().filter(|&(pc, _)| covered[pc as usize]);
    let lines: BTreeSet<u32> = executed.map(|(_, line)| line).collect();
    lines.into_iter().collect()
}

/// Counters of the executed instructions.
fn counters(environment: &Environment<'_>) -> Vec<Counter> {
    let program = environment.program;
    let executed = (0u32..).zip(&environment.counts).filter(|(_, count)| **count > 0);
    let counter = |(pc, &count): (u32, &u64)| {
        let instruction = &program.instructions[pc as usize];
        let is_workgroup = address_of(instruction).is_some_and(|address| address.space == Space::Workgroup);
        let pick = |workgroup, storage| if is_workgroup { workgroup } else { storage };
        let (counted, words) = match *instruction {
            Instruction::Load { words, .. } => (pick(Counted::WorkgroupRead, Counted::StorageRead), words),
            Instruction::Store { words, .. } => (pick(Counted::WorkgroupWrite, Counted::StorageWrite), words),
            Instruction::AtomicLoad { .. } | Instruction::AtomicStore { .. } | Instruction::Atomic { .. } => {
                (Counted::Atomic, 1)
            }
            Instruction::Barrier { .. } => (Counted::Barrier, 0),
            Instruction::UniformLoad { words, .. } => (Counted::UniformLoad, words),
            Instruction::Collective { words, .. } => (Counted::Collective, words),
            Instruction::Call { .. } => (Counted::Call, 0),
            _ => return None,
        };
        let name = match (instruction, address_of(instruction)) {
            (Instruction::Call { function, .. }, _) => program.functions[*function as usize].name.clone(),
            (_, Some(Address { space, base, .. })) => program.variable(space, base).0,
            _ => String::new(),
        };
        let function = program.functions[program.function_of[pc as usize] as usize].name.clone();
        Some(Counter { counted, name, line: program.line(pc), function, words, count })
    };
    executed.filter_map(counter).collect()
}
