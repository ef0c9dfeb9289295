//! The judge: whether a kernel is right on every size, operator, schedule and subgroup size that matters, and whether it meets its goals.

use scanlab_emulator::{Counted, Error, Finding, FindingKind, Options, PassReport, Schedule};
use serde::{Deserialize, Serialize};

use crate::catalogue::{Exercise, Measure};
use crate::operator::{OPERATORS, Operator};
use crate::run::{Kernel, Ran};

/// Failures that a verdict has at most: the first ones explain the rest.
const MOST_FAILURES: usize = 4;
/// The largest size that is judged on every schedule.
const MOST_QUICK: u32 = 1_000;
const SUBGROUP_SIZES: [u32; 6] = [4, 8, 16, 32, 64, 128];
/// The subgroups of the schedules other than lockstep, and of the memory machine that goals are counted on.
const COMMON_SUBGROUP: u32 = 32;

/// A limit on what a kernel does, and what it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Goal {
    /// What is counted.
    pub name: String,
    /// The most.
    pub required: u64,
    /// The count.
    pub found: u64,
    /// Whether it is at most the limit.
    pub met: bool,
}

/// A run in which a kernel was wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// `compile`, `binding`, `too-long`, `wrong-output`, or the kind of a finding of the emulator such as `data-race`.
    pub kind: String,
    /// What is required and what was found.
    pub message: String,
    /// Line of the kernel, from 1; none where the failure has no line.
    pub line: Option<u32>,
    /// Number of elements.
    pub n: u32,
    /// The operator.
    pub operator: String,
    /// The order of accesses.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub schedule: String,
    /// Invocations of a subgroup.
    pub subgroup_size: u32,
}

/// What the judge says of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Verdict {
    /// The exercise.
    pub exercise: String,
    /// Whether it was right in every run, and met every goal.
    pub passed: bool,
    /// Its goals; none for a kernel that was wrong.
    pub goals: Vec<Goal>,
    /// The first failures, each of another kind or at another line.
    pub failures: Vec<Failure>,
    /// The mistake that explains every wrong element, if the exercise knows it.
    pub hint: Option<String>,
    /// The seed of the inputs.
    pub seed: u32,
}

/// Judges a kernel on inputs of a seed.
pub fn judge(exercise: &Exercise, code: &str, seed: u32) -> Verdict {
    let mut verdict = Verdict {
        exercise: exercise.id.into(),
        passed: false,
        goals: Vec::new(),
        failures: Vec::new(),
        hint: None,
        seed,
    };
    let mut first_wrong = None;
    for operator in &OPERATORS {
        let mut trial = Trial { exercise, operator, code, seed, failures: &mut verdict.failures };
        let wrong = trial.all_sizes();
        first_wrong = first_wrong.or(wrong);
        if verdict.failures.iter().any(ends_trial) {
            break;
        }
    }
    if let Some(options) = first_wrong {
        verdict.hint = hint(exercise, code, seed, &options);
    }
    if verdict.failures.is_empty() {
        verdict.goals = goals(exercise, code, seed);
        verdict.passed = verdict.goals.iter().all(|goal| goal.met);
    }
    verdict
}

/// Whether a failure would repeat in all other runs: of a kernel that does not compile, or that takes the whole time of a run.
fn ends_trial(failure: &Failure) -> bool {
    ["compile", "too-long", "endless-wait"].contains(&failure.kind.as_str())
}

/// The runs of a kernel with one operator.
struct Trial<'a> {
    exercise: &'a Exercise,
    operator: &'a Operator,
    code: &'a str,
    seed: u32,
    failures: &'a mut Vec<Failure>,
}

impl Trial<'_> {
    /// Runs every size. Returns the options of the first run with a wrong element.
    fn all_sizes(&mut self) -> Option<Options> {
        let mut kernel = Kernel::new(self.exercise, self.operator, self.code);
        let mut first_wrong = None;
        for &n in self.exercise.sizes {
            let input = self.operator.input(n as usize, self.seed);
            let expected = expected(self.exercise, self.operator, &input);
            for options in self.options(n) {
                let failed = match kernel.run(&input, &options) {
                    Err(error) => self.add(of_error(&error, &kernel), n, &options),
                    Ok(ran) => {
                        let found = self.findings(&ran, n, &options);
                        // A run without an end has no result.
                        let wrong = ran.report.is_complete() && self.compare(&expected, &ran, n, &options);
                        if wrong {
                            first_wrong.get_or_insert_with(|| options.clone());
                        }
                        found | wrong
                    }
                };
                if failed && (self.failures.len() >= MOST_FAILURES || self.failures.iter().any(ends_trial)) {
                    return first_wrong;
                }
                // Other schedules of a size would repeat the failure.
                if failed {
                    break;
                }
            }
        }
        first_wrong
    }

    /// Every schedule, and in lockstep every subgroup size: on each size where the kernel knows its subgroups, else on the largest of the quick
    /// ones. Long runs are in lockstep alone.
    fn options(&self, n: u32) -> Vec<Options> {
        let common = Options { subgroup_size: COMMON_SUBGROUP, seed: self.seed.into(), ..Options::default() };
        if n > MOST_QUICK {
            return vec![common];
        }
        let in_turn = |schedule| Options { schedule, ..common.clone() };
        let mut options: Vec<_> = Schedule::ALL.into_iter().map(in_turn).collect();
        let quick = self.exercise.sizes.iter().filter(|&&size| size <= MOST_QUICK);
        if self.code.contains("subgroup") || quick.max() == Some(&n) {
            let others = SUBGROUP_SIZES.into_iter().filter(|&size| size != COMMON_SUBGROUP);
            options.extend(others.map(|subgroup_size| Options { subgroup_size, ..common.clone() }));
        }
        options
    }

    fn findings(&mut self, ran: &Ran, n: u32, options: &Options) -> bool {
        let mut found = false;
        for finding in &ran.report.findings {
            found |= self.add(of_finding(finding), n, options);
        }
        found
    }

    fn compare(&mut self, expected: &[u32], ran: &Ran, n: u32, options: &Options) -> bool {
        let Operator { words, .. } = *self.operator;
        let differs = expected.iter().zip(&ran.result).position(|(expected, found)| expected != found);
        if let Some(at) = differs {
            let element = at / words;
            let of = |all: &[u32]| written(&all[element * words..][..words]);
            let message = format!("result[{element}] must be {}, found {}", of(expected), of(&ran.result));
            self.add(("wrong-output".into(), message, None), n, options);
        } else if !ran.guard_is_intact {
            let message = format!("result has {n} elements, and the kernel wrote behind them");
            self.add(("wrong-output".into(), message, None), n, options);
        }
        differs.is_some()
    }

    /// Adds a failure unless one of its kind and line is known.
    fn add(&mut self, (kind, message, line): (String, String, Option<u32>), n: u32, options: &Options) -> bool {
        let is_known = self.failures.iter().any(|other| other.kind == kind && other.line == line);
        if !is_known && self.failures.len() < MOST_FAILURES {
            let schedule = serde_json::to_value(options.schedule).ok();
            self.failures.push(Failure {
                kind,
                message,
                line,
                n,
                operator: self.operator.id.into(),
                schedule: schedule.and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default(),
                subgroup_size: options.subgroup_size,
            });
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

fn of_error(error: &Error, kernel: &Kernel) -> (String, String, Option<u32>) {
    if let Error::Wgsl { line, message } = error
        && kernel.line(*line).is_none()
    {
        let message = format!("the judge adds T, identity and combine, which the kernel must not declare: {message}");
        return ("compile".into(), message, None);
    }
    let (kind, line) = match error {
        Error::Wgsl { line, .. } | Error::Unsupported { line, .. } => ("compile", kernel.line(*line)),
        Error::EntryPoint { .. } | Error::Override { .. } | Error::Size { .. } => ("compile", None),
        Error::Steps { .. } => ("too-long", None),
        _ => ("binding", None),
    };
    (kind.into(), error.to_string(), line)
}

fn of_finding(finding: &Finding) -> (String, String, Option<u32>) {
    let kind = serde_json::to_value(finding.kind).ok();
    let kind = kind.and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default();
    let lines: Vec<_> = finding.places.iter().map(|place| place.line).collect();
    let variable = &finding.variable;
    let places = match lines[..] {
        [first, second, ..] if first != second => format!("lines {first} and {second}"),
        [line, ..] => format!("line {line}"),
        [] => finding.entry_point.clone(),
    };
    let message = match finding.kind {
        FindingKind::DataRace => {
            format!(
                "{places} access {variable}[{}] from two invocations, one writes, and no barrier orders them",
                finding.address
            )
        }
        FindingKind::OutOfBounds => {
            let array = if variable.is_empty() { "the array" } else { variable };
            format!("{places}: index {} is out of bounds of {array}", finding.address)
        }
        FindingKind::NonUniformBarrier => format!("{places}: every invocation of the workgroup must reach the barrier"),
        FindingKind::EndlessWait => format!("{places}: the wait never ends"),
        _ => finding.to_string(),
    };
    (kind, message, lines.first().copied().filter(|&line| line > 0))
}

/// The scan of an input by the solution of `serial`, shifted for an exclusive scan.
fn expected(exercise: &Exercise, operator: &Operator, input: &[u32]) -> Vec<u32> {
    let mut reference = Kernel::new(Exercise::SERIAL, operator, Exercise::SERIAL.solution);
    let Ok(ran) = reference.run(input, &Options::default()) else { return Vec::new() };
    let mut result = ran.result;
    if exercise.is_exclusive && !result.is_empty() {
        result.truncate(result.len() - operator.words);
        result.splice(0..0, operator.identity.iter().copied());
    }
    result
}

/// The hint of the mistake that explains every element of the kernel's results with every operator, right and wrong, in runs with the
/// options of a wrong one.
fn hint(exercise: &Exercise, code: &str, seed: u32, options: &Options) -> Option<String> {
    let results = |code: &str, operator: &Operator| -> Option<Vec<Vec<u32>>> {
        let mut kernel = Kernel::new(exercise, operator, code);
        let run = |&n: &u32| {
            let ran = kernel.run(&operator.input(n as usize, seed), options);
            ran.ok().map(|ran| ran.result)
        };
        exercise.sizes.iter().filter(|&&n| n <= MOST_QUICK).map(run).collect()
    };
    let found: Vec<_> = OPERATORS.iter().map(|operator| results(code, operator)).collect::<Option<_>>()?;
    let explains = |mistake: &&crate::Mistake| {
        let code = mistake.apply(exercise.solution);
        OPERATORS.iter().zip(&found).all(|(operator, found)| results(&code, operator).as_ref() == Some(found))
    };
    exercise.mistakes.iter().find(explains).map(|mistake| mistake.hint.into())
}

/// What a kernel that is right does on a full input, beside the exercise's limits.
fn goals(exercise: &Exercise, code: &str, seed: u32) -> Vec<Goal> {
    let operator = &OPERATORS[0];
    let n = exercise.sizes.iter().copied().max().unwrap_or_default();
    let options = Options { subgroup_size: COMMON_SUBGROUP, ..Options::default() };
    let ran = Kernel::new(exercise, operator, code).run(&operator.input(n as usize, seed), &options);
    let passes = ran.map(|ran| ran.report.passes).unwrap_or_default();
    let goal = |&(measure, required): &(Measure, u64)| {
        let found = count(measure, &passes);
        Goal { name: measure.name().into(), required, found, met: found <= required }
    };
    exercise.goals.iter().map(goal).collect()
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
