//! A machine: buffers, and the dispatches that run on them.

use crate::cost::Meter;
use crate::dispatch;
use crate::environment::{Buffer, Environment, Findings};
use crate::error::Error;
use crate::options::{Options, Schedule};
use crate::program::{BufferBinding, Program};
use crate::report::{Outcome, Report};
use crate::trace::Trace;
use crate::workgroup::reserve;

/// The identifier of a buffer of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferId(pub(crate) usize);

impl BufferId {
    /// Its index in the machine, and in the trace.
    pub fn index(self) -> usize {
        self.0
    }
}

/// Buffers, and the results of the dispatches on them.
///
/// ```
/// use scanlab_emulator::{Machine, Options, Program, ProgramOptions};
///
/// let source = "
///     @group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
///     @compute @workgroup_size(4)
///     fn shift(@builtin(local_invocation_index) local_index: u32) {
///         if (local_index > 0u) { numbers[local_index] = numbers[local_index - 1u]; }
///     }";
/// let program = Program::new(source, "shift", &ProgramOptions::default())?;
/// let mut machine = Machine::new(Options::default())?;
/// let numbers = machine.buffer(vec![1, 2, 3, 4]);
/// machine.dispatch(&program, [1, 1, 1], &[(0, 0, numbers)])?;
/// // In lockstep all invocations read before any of them writes. The emulator finds the race all the same.
/// assert_eq!(machine.words(numbers), [1, 1, 2, 3]);
/// let report = machine.into_report();
/// assert_eq!(report.findings[0].to_string().split(';').next(), Some("DataRace in shift (pass 0), numbers[1]"));
/// # Ok::<(), scanlab_emulator::Error>(())
/// ```
#[derive(Debug)]
pub struct Machine {
    options: Options,
    buffers: Vec<Buffer>,
    findings: Findings,
    report: Report,
    trace: Option<Trace>,
    step: u32,
    /// Steps of all dispatches so far, as [`Options::step_limit`] counts them.
    instructions: u64,
}

impl Machine {
    /// A machine without buffers.
    ///
    /// # Errors
    /// [`Error::Options`] if an option is out of its range.
    pub fn new(options: Options) -> Result<Self, Error> {
        options.check()?;
        let trace = options.trace.then(|| Trace::new(&options));
        Ok(Machine {
            options,
            buffers: Vec::new(),
            findings: Findings::default(),
            report: Report::default(),
            trace,
            step: 0,
            instructions: 0,
        })
    }

    /// Adds a buffer.
    pub fn buffer(&mut self, words: Vec<u32>) -> BufferId {
        if let Some(trace) = &mut self.trace {
            trace.initial.push(words.clone());
        }
        self.buffers.push(Buffer { words, ..Buffer::default() });
        BufferId(self.buffers.len() - 1)
    }

    /// The words of a buffer; empty for a buffer of another machine.
    pub fn words(&self, buffer: BufferId) -> &[u32] {
        self.buffers.get(buffer.0).map_or(&[], |buffer| &buffer.words)
    }

    /// Runs a program on a grid of workgroups, with buffers given by group and binding. Buffers that the program does
    /// not use are ignored. A grid with a dimension of 0 completes without effect.
    ///
    /// Faults of the kernel, such as endless waits, are findings, not errors.
    ///
    /// # Errors
    /// [`Error::Binding`] for a missing or too small buffer, and for a written buffer with a second binding;
    /// [`Error::Size`] for more than 65,535 workgroups in a dimension, or more than 2³² − 1 invocations;
    /// [`Error::Steps`], [`Error::Memory`], [`Error::TraceFull`].
    pub fn dispatch(
        &mut self,
        program: &Program,
        workgroups: [u32; 3],
        bindings: &[(u32, u32, BufferId)],
    ) -> Result<(), Error> {
        let bound = self.bind(program, bindings)?;
        let budget = self.options.step_limit.saturating_sub(self.instructions);
        if dispatch::invocations(program, workgroups)? > budget {
            // Each invocation takes at least one step.
            return Err(Error::Steps { limit: self.options.step_limit });
        }
        for (binding, &buffer) in program.bindings.iter().zip(&bound) {
            let buffer = &mut self.buffers[buffer];
            buffer.atomic_writers.clear();
            buffer.shadow.clear();
            buffer.touched.clear();
            reserve(&mut buffer.touched, buffer.words.len())?;
            buffer.touched.resize(buffer.words.len(), 0);
            if binding.writable && self.options.races {
                reserve(&mut buffer.shadow, buffer.words.len())?;
                buffer.shadow.resize(buffer.words.len(), Default::default());
            }
        }
        let options = &self.options;
        let measures = options.schedule == Schedule::Lockstep;
        let traces = |name: &String| options.traced_functions.contains(name);
        let environment = Environment {
            program,
            options,
            pass: self.report.passes.len() as u32,
            grid: workgroups,
            bound,
            buffers: &mut self.buffers,
            findings: &mut self.findings,
            trace: self.trace.as_mut(),
            traces_calls: program.functions.iter().map(|function| traces(&function.name)).collect(),
            meter: measures.then(|| Meter::new(options.memory_machine, options.width(), program.instructions.len())),
            counts: vec![0; program.instructions.len()],
            covered: vec![false; program.instructions.len()],
            instructions: 0,
            budget,
            step: self.step,
            idle: 0,
            changes: 1,
            progressed: false,
            addresses: Vec::new(),
        };
        let (report, step) = dispatch::dispatch(environment)?;
        self.step = step;
        self.instructions += report.instructions;
        self.report.passes.push(report);
        Ok(())
    }

    /// The index of the buffer of each binding of a program.
    fn bind(&self, program: &Program, bindings: &[(u32, u32, BufferId)]) -> Result<Vec<usize>, Error> {
        let bind = |wanted: &BufferBinding| {
            let (group, binding) = (wanted.group, wanted.binding);
            let error = |message: String| Error::Binding { group, binding, message };
            let given = bindings.iter().find(|given| (given.0, given.1) == (group, binding));
            let buffer = given.ok_or_else(|| error(format!("{} has no buffer", wanted.name)))?.2;
            let words = self.words(buffer).len();
            if words < wanted.words as usize {
                return Err(error(format!("{} takes at least {} words, found {words}", wanted.name, wanted.words)));
            }
            Ok(buffer.0)
        };
        let bound = program.bindings.iter().map(bind).collect::<Result<Vec<_>, Error>>()?;
        check_aliases(&program.bindings, &bound)?;
        Ok(bound)
    }

    /// Whether the last dispatch was stopped because its waits never end.
    pub fn is_endless(&self) -> bool {
        self.report.passes.last().is_some_and(|pass| pass.outcome == Outcome::Endless)
    }

    /// The report on all dispatches.
    pub fn into_report(self) -> Report {
        Report { findings: self.findings.list, trace: self.trace, ..self.report }
    }
}

/// Checks, like WebGPU, that a buffer has only one binding if the program may write to it.
fn check_aliases(bindings: &[BufferBinding], bound: &[usize]) -> Result<(), Error> {
    for (index, later) in bindings.iter().enumerate() {
        let mut before = bindings[..index].iter().zip(bound);
        let aliases = |(earlier, buffer): &(&BufferBinding, &usize)| {
            **buffer == bound[index] && (earlier.writable || later.writable)
        };
        if let Some((earlier, _)) = before.find(aliases) {
            let message = format!(
                "{}: required a buffer of its own, since a dispatch that writes a buffer has no other binding of it; found the buffer of \
                 {}, at @group({}) @binding({})",
                later.name, earlier.name, earlier.group, earlier.binding
            );
            return Err(Error::Binding { group: later.group, binding: later.binding, message });
        }
    }
    Ok(())
}
