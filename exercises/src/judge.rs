//! The judge: whether a kernel is right on every size, operator, schedule and subgroup size that matters, and whether it meets its goals.

use scanlab_emulator::{
    Counted, Error, Finding, FindingKind, Options, PassReport, Programs, Recording, Schedule, StartOrder,
};
use serde::{Deserialize, Serialize};

use crate::catalogue::{BLOCK, Exercise, Measure};
use crate::operator::Operator;
use crate::run::{Kernel, RESULT, Ran};

/// The maximum number of failures of a verdict. The first ones explain the rest.
const MOST_FAILURES: usize = 4;
/// The largest size that runs in every schedule with each operator.
const MOST_QUICK: u32 = 1_000;
/// The kind of a failure that a barrier may mend.
const RACE: &str = "data-race";
const BARRIER: &str = "workgroupBarrier(); ";
/// The maximum number of lines before which the judge tries a barrier.
const MOST_LINES: usize = 200;
/// The maximum number of places at which the judge tries a barrier in all runs.
const MOST_TRIALS: usize = 4;
/// The hint of a kernel that lacks one barrier.
const MISSING_BARRIER: &str =
    "A barrier is missing: one more workgroupBarrier(), between the accesses of the data race, makes every run right.";
const SUBGROUP_SIZES: [u32; 6] = [4, 8, 16, 32, 64, 128];
/// The maximum number of workgroups in flight in the run with descending starts: fewer than most runs have.
const FEW_IN_FLIGHT: u32 = 2;
/// The maximum number of steps of all runs together, so that a verdict takes some seconds. The slowest solution takes
/// half of them.
const MOST_STEPS: u64 = 1 << 26;
/// The subgroup size of the schedules other than lockstep, and the width of the memory machine of the goals.
const COMMON_SUBGROUP: u32 = 32;

/// The flags of states with an aggregate and with a prefix. The other bits of a state are the code of the element.
const AGGREGATE: u32 = 1 << 30;
const PREFIX: u32 = 2 << 30;
/// The block that a resumed run computes. Block 0 has published its prefix, and the blocks between have published their
/// aggregates.
const RESUMED_BLOCK: usize = 3;

/// A count of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Count {
    /// The name of the count.
    pub name: String,
    /// The count.
    pub found: u64,
}

/// A limit on a count of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Goal {
    /// The name of the count.
    pub name: String,
    /// The limit.
    pub required: u64,
    /// The count.
    pub found: u64,
    /// Whether the count is at most the limit.
    pub met: bool,
}

/// A run in which a kernel was wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// `compile`, `binding`, `too-long`, `wrong-output`, or the kind of a finding of the emulator such as `data-race`.
    pub kind: String,
    /// The required and the found value or behaviour.
    pub message: String,
    /// Line of the kernel, from 1; `None` if the failure has no line.
    pub line: Option<u32>,
    /// Column in that line, from 1, in UTF-16 code units.
    pub column: Option<u32>,
    /// The first wrong element of the result; `None` for a failure of another kind.
    pub element: Option<u32>,
    /// The run.
    #[serde(flatten)]
    pub run: Run,
}

/// A run of the judge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// Number of elements.
    pub n: u32,
    /// The operator.
    pub operator: String,
    /// The order of accesses.
    pub schedule: Schedule,
    /// Invocations per subgroup.
    pub subgroup_size: u32,
    /// The order in which workgroups start.
    pub start_order: StartOrder,
    /// The maximum number of workgroups in flight: started and not ended.
    pub workgroups_in_flight: u32,
}

/// The verdict on a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Verdict {
    /// The exercise.
    pub exercise: String,
    /// Whether the kernel was right in every run and met every goal.
    pub passed: bool,
    /// The goals; empty for a kernel that was wrong.
    pub goals: Vec<Goal>,
    /// The counts of the kernel on the largest size; empty for a kernel that was wrong.
    pub counts: Vec<Count>,
    /// The first failures. Each has another kind or another line.
    pub failures: Vec<Failure>,
    /// The hint of the one mistake that explains the failures: a known mistake, or a missing barrier.
    pub hint: Option<String>,
    /// The seed of the inputs.
    pub seed: u32,
}

impl Verdict {
    /// Why the kernel did not pass: the first failure, or the first goal that it misses. `None` for a pass.
    pub fn reason(&self) -> Option<String> {
        let missed = self.goals.iter().find(|goal| !goal.met);
        let missed =
            missed.map(|goal| format!("{} must be at most {}, found {}", goal.name, goal.required, goal.found));
        let failure = self.failures.first().map(|failure| format!("{}: {}", failure.kind, failure.message));
        failure.or(missed).or_else(|| (!self.passed).then(|| "no run was counted".into()))
    }
}

/// Judges a kernel on inputs of a seed.
pub fn judge(exercise: &Exercise, code: &str, seed: u32) -> Verdict {
    let trial = Trial::of(exercise, code, seed);
    // The search for a hint would only repeat a failure that ends every run.
    let hint = if trial.has_ended() { None } else { hint_of(&trial) };
    let counted = trial.counted.filter(|_| trial.failures.is_empty());
    let goals = counted.as_ref().map_or(Vec::new(), |passes| goals(exercise, passes));
    let counts = counted.as_ref().map_or(Vec::new(), |passes| counts_of_passes(passes));
    Verdict {
        exercise: exercise.id.into(),
        passed: counted.is_some() && goals.iter().all(|goal| goal.met),
        goals,
        counts,
        failures: trial.failures,
        hint,
        seed,
    }
}

/// The counts of a recording with the options of the run that a verdict counts, for comparison with a kernel.
///
/// # Errors
/// An error of a shader, or of a binding.
pub fn counts(recording: &Recording) -> Result<Vec<Count>, Error> {
    let played = recording.play(&common_options(0), &mut Programs::default())?;
    Ok(counts_of_passes(&played.report.passes))
}

/// A run as a recording, with its options, to step through it. `None` if the exercise does not have the run's operator.
pub fn replay(exercise: &Exercise, code: &str, seed: u32, run: &Run) -> Option<Replay> {
    let operator = exercise.operators.iter().find(|operator| operator.id == run.operator)?;
    let mut kernel = Kernel::new(exercise, operator, code);
    let recording = kernel.recording(&operator.input(run.n as usize, seed));
    let Run { schedule, subgroup_size, start_order, workgroups_in_flight, .. } = *run;
    Some(Replay {
        recording,
        output: RESULT as u32,
        words: operator.words as u32,
        identity: operator.identity.to_vec(),
        options: Options {
            schedule,
            subgroup_size,
            start_order,
            workgroups_in_flight,
            seed: seed.into(),
            ..Options::default()
        },
    })
}

/// The recording of a run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Replay {
    /// The passes and the buffers.
    pub recording: Recording,
    /// The index of the result among the buffers.
    pub output: u32,
    /// Words per element.
    pub words: u32,
    /// The identity of the operator.
    pub identity: Vec<u32>,
    /// The options of the emulator.
    pub options: Options,
}

struct Trial<'a> {
    exercise: &'a Exercise<'a>,
    code: &'a str,
    seed: u32,
    failures: Vec<Failure>,
    /// The options of the first run with a wrong element.
    first_wrong: Option<Options>,
    /// The reports of the run whose counts the goals limit: the first operator, the largest size, in lockstep.
    counted: Option<Vec<PassReport>>,
    /// The steps of all runs.
    steps: u64,
}

struct Circumstances<'a> {
    operator: &'a Operator,
    n: u32,
    options: &'a Options,
}

/// A failure without the run in which it occurs.
struct Fault {
    kind: String,
    message: String,
    /// Line and column.
    place: Option<(u32, u32)>,
    element: Option<u32>,
}

impl Fault {
    fn new(kind: &str, message: impl Into<String>) -> Self {
        Self { kind: kind.into(), message: message.into(), place: None, element: None }
    }

    fn at(self, place: Option<(u32, u32)>) -> Self {
        Self { place, ..self }
    }
}

impl<'a> Trial<'a> {
    /// Runs a kernel with every operator.
    fn of(exercise: &'a Exercise<'a>, code: &'a str, seed: u32) -> Self {
        Self::after(exercise, code, seed, 0)
    }

    /// Runs a kernel with every operator, after this many steps of other kernels.
    fn after(exercise: &'a Exercise<'a>, code: &'a str, seed: u32, steps: u64) -> Self {
        let mut trial = Self { exercise, code, seed, failures: Vec::new(), first_wrong: None, counted: None, steps };
        for (turn, operator) in exercise.operators.iter().enumerate() {
            trial.run_sizes(operator, turn);
            if trial.has_ended() {
                break;
            }
        }
        trial
    }

    /// Whether a failure would repeat in all other runs: the kernel does not compile, or takes the whole time of a run.
    fn has_ended(&self) -> bool {
        self.failures.iter().any(|failure| ["compile", "too-long", "endless-wait"].contains(&failure.kind.as_str()))
    }

    /// Runs the kernel with an operator on every size. `turn` is the index of the operator in the exercise.
    fn run_sizes(&mut self, operator: &Operator, turn: usize) {
        let mut kernel = Kernel::new(self.exercise, operator, self.code);
        let mut reference = Kernel::new(Exercise::SERIAL, operator, Exercise::SERIAL.solution);
        for &n in self.exercise.sizes {
            let input = operator.input(n as usize, self.seed);
            let expected = expected(&mut reference, operator, self.exercise.is_exclusive, &input);
            for options in self.options(n, turn) {
                let of = Circumstances { operator, n, options: &options };
                if self.steps > MOST_STEPS {
                    let message = format!("all runs together must take at most {MOST_STEPS} steps, found more");
                    self.add(Fault::new("too-long", message), &of);
                    return;
                }
                let has_failed = match (&expected, kernel.run(&input, &options)) {
                    (Ok(expected), Ok(ran)) => self.examine(expected, ran, &of),
                    (Err(error), _) => self.add(Fault::new("reference", error.to_string()), &of),
                    (_, Err(error)) => self.add(of_error(&error, &kernel), &of),
                };
                if has_failed && (self.failures.len() >= MOST_FAILURES || self.has_ended()) {
                    return;
                }
                // Other schedules of a size would repeat the failure.
                if has_failed {
                    break;
                }
            }
        }
        if self.exercise.looks_back && self.failures.is_empty() {
            self.resume(operator, &mut kernel, &mut reference);
        }
    }

    /// Runs one workgroup among blocks whose states are given: it must publish its aggregate before it waits, and must
    /// look back over aggregates. No other run detects a kernel that does neither: its results are right, and its
    /// blocks only wait longer.
    fn resume(&mut self, operator: &Operator, kernel: &mut Kernel, reference: &mut Kernel) {
        let n = BLOCK * (RESUMED_BLOCK as u32 + 1);
        let input = operator.input(n as usize, self.seed);
        let options = common_options(self.seed);
        let of = Circumstances { operator, n, options: &options };
        match resumed(&input, kernel, (operator, reference), &options) {
            Ok(None) => {}
            Ok(Some(message)) => {
                self.add(Fault::new("look-back", message), &of);
            }
            Err(error) => {
                self.add(of_error(&error, kernel), &of);
            }
        }
    }

    /// The options of all runs of a size: lockstep, every other schedule, and, for several workgroups, descending
    /// starts with few workgroups in flight. Lockstep also runs with every subgroup size: on each quick size if the
    /// kernel reads its subgroup, else on the largest quick size only. A long size runs in lockstep and with only two
    /// of the other options. These two differ between operators, so that the three operators together run with all
    /// options.
    fn options(&self, n: u32, turn: usize) -> Vec<Options> {
        let common = common_options(self.seed);
        let in_turn = |schedule| Options { schedule, ..common.clone() };
        let others = Schedule::ALL.into_iter().filter(|&schedule| schedule != common.schedule).map(in_turn);
        let descending =
            Options { start_order: StartOrder::Descending, workgroups_in_flight: FEW_IN_FLIGHT, ..common.clone() };
        let others = others.chain((!self.exercise.is_one_workgroup()).then_some(descending));
        let mut options = vec![common.clone()];
        if n > MOST_QUICK {
            let others: Vec<_> = others.collect();
            options.extend(others.into_iter().cycle().skip(2 * turn).take(2));
            return options;
        }
        options.extend(others);
        let quick = self.exercise.sizes.iter().filter(|&&size| size <= MOST_QUICK);
        if self.code.contains("subgroup") || quick.max() == Some(&n) {
            let others = SUBGROUP_SIZES.into_iter().filter(|&size| size != COMMON_SUBGROUP);
            options.extend(others.map(|subgroup_size| Options { subgroup_size, ..common.clone() }));
        }
        options
    }

    /// Adds the failures of a run. Returns whether there are any.
    fn examine(&mut self, expected: &[u32], ran: Ran, of: &Circumstances) -> bool {
        let mut has_failed = false;
        for finding in &ran.report.findings {
            has_failed |= self.add(of_finding(finding, of.options), of);
        }
        // A run that does not complete has no result.
        if !ran.report.is_complete() {
            return has_failed;
        }
        self.steps += ran.report.passes.iter().map(|pass| pass.instructions).sum::<u64>();
        let Operator { words, .. } = *of.operator;
        if let Some(at) = (0..expected.len()).find(|&at| expected[at] != ran.result[at]) {
            let element = at / words;
            let text = |all: &[u32]| written(&all[element * words..][..words]);
            let message = format!("result[{element}] must be {}, found {}", text(expected), text(&ran.result));
            self.first_wrong.get_or_insert_with(|| of.options.clone());
            has_failed |= self.add(Fault { element: Some(element as u32), ..Fault::new("wrong-output", message) }, of);
        } else if !ran.guard_is_intact {
            let message = format!("result has {} elements, and the kernel wrote past them", of.n);
            has_failed |= self.add(Fault::new("wrong-output", message), of);
        }
        let is_largest = self.exercise.sizes.iter().all(|&other| other <= of.n);
        if is_largest && self.counted.is_none() && of.options.schedule == Schedule::Lockstep {
            self.counted = Some(ran.report.passes);
        }
        has_failed
    }

    /// Adds a failure. It replaces a failure of the same kind and line if its run is shorter, since short runs are
    /// easier to follow. Returns true.
    fn add(&mut self, Fault { kind, message, place, element }: Fault, of: &Circumstances) -> bool {
        let failure = Failure {
            kind,
            message,
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            element,
            run: Run {
                n: of.n,
                operator: of.operator.id.into(),
                schedule: of.options.schedule,
                subgroup_size: of.options.subgroup_size,
                start_order: of.options.start_order,
                workgroups_in_flight: of.options.workgroups_in_flight,
            },
        };
        let known = self.failures.iter().position(|other| other.kind == failure.kind && other.line == failure.line);
        match known {
            // A run of fewer than two elements combines nothing, so it explains less.
            Some(at) if failure.run.n >= 2 && failure.run.n < self.failures[at].run.n => self.failures[at] = failure,
            Some(_) => {}
            None if self.failures.len() < MOST_FAILURES => self.failures.push(failure),
            None => {}
        }
        true
    }
}

fn written(words: &[u32]) -> String {
    match words {
        [word] => word.to_string(),
        words => format!("({})", words.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")),
    }
}

fn of_error(error: &Error, kernel: &Kernel) -> Fault {
    if let Error::Wgsl { line, column, message } = error
        && *line > 0
        && kernel.place(*line, *column).is_none()
    {
        let message = format!("the judge adds T, identity and combine, which the kernel must not declare: {message}");
        return Fault::new("compile", message);
    }
    let (kind, place) = match error {
        Error::Wgsl { line, column, .. } | Error::Unsupported { line, column, .. } => {
            ("compile", kernel.place(*line, *column))
        }
        Error::EntryPoint { .. } | Error::Override { .. } | Error::Size { .. } => ("compile", None),
        Error::Steps { .. } => ("too-long", None),
        _ => ("binding", None),
    };
    Fault::new(kind, error.to_string()).at(place)
}

fn of_finding(finding: &Finding, options: &Options) -> Fault {
    let kind = serde_json::to_value(finding.kind).ok();
    let kind = kind.and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default();
    let lines: Vec<_> = finding.places.iter().map(|place| place.line).collect();
    let variable = &finding.variable;
    let (places, access) = match lines[..] {
        [first, second, ..] if first != second => (format!("lines {first} and {second}"), "access"),
        [line, ..] => (format!("line {line}"), "accesses"),
        [] => (finding.entry_point.clone(), "accesses"),
    };
    let message = match finding.kind {
        FindingKind::DataRace => {
            format!(
                "{places} {access} {variable}[{}] from two invocations, one writes, and no barrier orders them",
                finding.address
            )
        }
        FindingKind::OutOfBounds => {
            let array = if variable.is_empty() { "the array" } else { variable };
            format!("{places}: index {} is out of bounds of {array}", finding.address)
        }
        FindingKind::PayloadBehindFlag => format!(
            "{places}: an atomic flag publishes {variable}[{}], and orders no other access: put the element into the atomic word",
            finding.address
        ),
        FindingKind::NonUniformBarrier => format!("{places}: every invocation of the workgroup must reach the barrier"),
        FindingKind::NonUniformCollective => {
            format!("{places}: every invocation of the subgroup must reach the subgroup operation")
        }
        FindingKind::NonUniformPointer => {
            format!("{places}: workgroupUniformLoad must get one address from all invocations")
        }
        FindingKind::EndlessWait if options.start_order == StartOrder::Descending => {
            format!(
                "{places}: the wait never ends. Workgroups start in any order, and here {} at a time: a workgroup may wait only for workgroups that have started",
                options.workgroups_in_flight
            )
        }
        FindingKind::EndlessWait => format!("{places}: the wait never ends"),
        _ => finding.to_string(),
    };
    let first = finding.places.first().filter(|place| place.line > 0);
    Fault::new(&kind, message).at(first.map(|place| (place.line, place.column)))
}

/// The scan of an input by the solution of `serial`. An exclusive scan has the identity first, and leaves out the last sum.
fn expected(reference: &mut Kernel, operator: &Operator, is_exclusive: bool, input: &[u32]) -> Result<Vec<u32>, Error> {
    let mut result = reference.run(input, &Options::default())?.result;
    if is_exclusive && !result.is_empty() {
        result.truncate(result.len() - operator.words);
        result.splice(0..0, operator.identity.iter().copied());
    }
    Ok(result)
}

/// The fault in the states that one workgroup of a look-back publishes, or in its elements.
fn resumed(
    input: &[u32],
    kernel: &mut Kernel,
    (operator, reference): (&Operator, &mut Kernel),
    options: &Options,
) -> Result<Option<String>, Error> {
    let block = BLOCK as usize * operator.words;
    let mut code = |elements: &[u32]| -> Result<u32, Error> {
        let sums = expected(reference, operator, false, elements)?;
        Ok(operator.encode(&sums[sums.len() - operator.words..]))
    };
    let aggregates = input.chunks(block).map(&mut code).collect::<Result<Vec<_>, _>>()?;
    let prefix = PREFIX | code(input)?;
    // Block 1 never ends: block 0 publishes nothing.
    let ran = kernel.resume(input, &[vec![], vec![1]], options)?;
    let (required, found) = (AGGREGATE | aggregates[1], ran.extras[0][1]);
    if found != required {
        return Ok(Some(format!(
            "block 1 must publish its aggregate before it waits for block 0: the state {required:#x}, found {found:#x}"
        )));
    }
    let mut states: Vec<_> = aggregates[..RESUMED_BLOCK].iter().map(|code| AGGREGATE | code).collect();
    states[0] = PREFIX | aggregates[0];
    let ran = kernel.resume(input, &[states, vec![RESUMED_BLOCK as u32]], options)?;
    let required = "block 3 must look back over the aggregates of blocks 2 and 1 to the prefix of block 0";
    let (from, found) = (RESUMED_BLOCK * block, ran.extras[0][RESUMED_BLOCK]);
    Ok(if !ran.report.is_complete() {
        Some(format!("{required}; found a wait for the prefix of block 2"))
    } else if ran.result[from..] != expected(reference, operator, false, input)?[from..] {
        Some(format!("{required}; found other elements"))
    } else {
        (found != prefix).then(|| format!("{required}, and publish the state {prefix:#x}; found {found:#x}"))
    })
}

/// The hint of the one mistake that explains all failures.
fn hint_of(trial: &Trial) -> Option<String> {
    let mistaken = trial.first_wrong.as_ref().and_then(|options| mistake_of(trial, options));
    mistaken.or_else(|| lacks_one_barrier(trial).then(|| MISSING_BARRIER.into()))
}

/// Whether a barrier before one line of the kernel makes every run right.
fn lacks_one_barrier(trial: &Trial) -> bool {
    let &Trial { exercise, code, seed, .. } = trial;
    let Some(race) = trial.failures.iter().find(|failure| failure.kind == RACE) else { return false };
    let lines: Vec<&str> = code.lines().collect();
    // Lines on which a statement may begin.
    let is_code = |&at: &usize| !lines[at].trim().is_empty() && !lines[at].trim_start().starts_with("//");
    let first = lines.iter().position(|line| line.contains("fn ")).unwrap_or(lines.len());
    let mended = (first..lines.len()).filter(is_code).take(MOST_LINES).map(|at| {
        let mut lines = lines.clone();
        let line = format!("{BARRIER}{}", lines[at]);
        lines[at] = &line;
        lines.join("\n")
    });
    // The shortest run with the race excludes most of the wrong lines.
    let has_no_race = |code: &String| {
        let replayed = replay(exercise, code, seed, &race.run);
        let played = replayed.and_then(|one| one.recording.play(&one.options, &mut Programs::default()).ok());
        played.is_some_and(|played| played.report.findings.is_empty())
    };
    // All trials together have the limit of steps of one verdict.
    let mut steps = trial.steps;
    let is_right = |code: String| {
        let trial = Trial::after(exercise, &code, seed, steps);
        steps = trial.steps;
        trial.failures.is_empty()
    };
    mended.filter(has_no_race).take(MOST_TRIALS).any(is_right)
}

/// The hint of the known mistake that gives the same results as the kernel, with every operator, in runs of the quick
/// sizes with the options of the first wrong run.
fn mistake_of(&Trial { exercise, code, seed, .. }: &Trial, options: &Options) -> Option<String> {
    let results = |code: &str, operator: &Operator| -> Option<Vec<Vec<u32>>> {
        let mut kernel = Kernel::new(exercise, operator, code);
        let run = |&n: &u32| {
            let ran = kernel.run(&operator.input(n as usize, seed), options);
            ran.ok().map(|ran| ran.result)
        };
        exercise.sizes.iter().filter(|&&n| n <= MOST_QUICK).map(run).collect()
    };
    let found: Vec<_> = exercise.operators.iter().map(|operator| results(code, operator)).collect::<Option<_>>()?;
    let explains = |mistake: &&crate::Mistake<'_>| {
        let code = mistake.apply(exercise.solution);
        exercise.operators.iter().zip(&found).all(|(operator, found)| results(&code, operator).as_ref() == Some(found))
    };
    exercise.mistakes.iter().find(explains).map(|mistake| mistake.hint.into())
}

/// The counts of a right kernel beside the limits of the exercise.
fn goals(exercise: &Exercise, passes: &[PassReport]) -> Vec<Goal> {
    let goal = |&(measure, required): &(Measure, u64)| {
        let found = count(measure, passes);
        Goal { name: measure.name().into(), required, found, met: found <= required }
    };
    exercise.goals.iter().map(goal).collect()
}

fn counts_of_passes(passes: &[PassReport]) -> Vec<Count> {
    Measure::ALL.map(|measure| Count { name: measure.name().into(), found: count(measure, passes) }).to_vec()
}

/// The options of the runs whose costs count: in lockstep.
fn common_options(seed: u32) -> Options {
    Options { subgroup_size: COMMON_SUBGROUP, seed: seed.into(), ..Options::default() }
}

fn count(measure: Measure, passes: &[PassReport]) -> u64 {
    let sum = |of: &dyn Fn(&PassReport) -> u64| passes.iter().map(of).sum();
    match measure {
        Measure::Combinations => sum(&|pass| pass.calls("combine")),
        Measure::Barriers => sum(&PassReport::barriers),
        Measure::StorageAccesses => {
            sum(&|pass| pass.count(|counter| matches!(counter.counted, Counted::StorageRead | Counted::StorageWrite)))
        }
        Measure::WorkgroupReads => sum(&|pass| pass.count(|counter| counter.counted == Counted::WorkgroupRead)),
        Measure::BankConflicts => {
            let lines = passes.iter().flat_map(|pass| &pass.costs.lines);
            let most = lines.filter(|line| line.is_workgroup_memory).map(|line| line.most_units).max();
            most.unwrap_or_default().saturating_sub(1).into()
        }
    }
}
