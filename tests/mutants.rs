//! Broken kernels on the emulator: each barrier left out, operands swapped, bounds off by one.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/emulate.rs"]
mod emulate;
#[path = "support/mutate.rs"]
mod mutate;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;

use emulate::{Case, emulated, in_parallel};
use mutate::{Kind, Mutant, mutations};
use scanlab::monoid::{ElementType, Monoid, OwnOperator};
use scanlab::plan::{Form, Mode, Plan, Segments};
use scanlab::reference;
use scanlab::request::Recording;
use scanlab::scan::{ALGORITHMS, Algorithm};
use scanlab::shader::{Shader, compose};
use scanlab_emulator::{Error, Options, Programs, Schedule};

/// Changes that change no result and no access, by a part of their line, with the reason; each was read.
const EQUIVALENT: &[(&str, &str, &str)] = &[
    (
        "scan/blelloch.wgsl",
        "workgroupBarrier();\n    for (var pairs = 1u",
        "invocation 0, which clears the root, alone reads it",
    ),
    ("lib/look_back.wgsl", "if (end > 0u) {\n", "a look-back over no tiles"),
    ("lib/look_back_subgroup.wgsl", "spins > MAX_SPINS", "one spin less"),
    ("scan/look-back-fallback.wgsl", "MIN_FALLBACKS + rank", "one fallback more or less"),
    (
        "scan/reduce-downsweep.wgsl",
        "if (2u * pair + 1u < parameters.elements)",
        "the sum of a pair without a second, which no prefix takes",
    ),
    (
        "lib/look_back_subgroup.wgsl",
        "let ends = stop < position.size",
        "a window without a stop ends in no inclusive prefix",
    ),
    (
        "lib/look_back_subgroup.wgsl",
        "if (ends || stop > 0u)",
        "a spin that is not counted: other workgroups end the wait",
    ),
    ("lib/rows_subgroup.wgsl", "if (size > 1u", "a step as long as the subgroup, which no invocation takes"),
    ("lib/single_pass.wgsl", "drawn >= REDUCE_PREDECESSOR", "the first tile has no predecessor to reduce"),
    ("lib/subgroup_scan.wgsl", "if (size > 1u", "a step as long as the subgroup, which no invocation takes"),
    (
        "lib/subgroup_scan.wgsl",
        "for (var first = 0u; first < WORKGROUP_SIZE",
        "an iteration whose totals are all the identity",
    ),
    ("lib/tile_states.wgsl", "spin < MAX_SPINS", "one spin more"),
    ("lib/tile_striped.wgsl", "fn tile_is_full", "a full tile is loaded like one that is not"),
    ("lib/workgroup_scan.wgsl", "distance < WORKGROUP_SIZE", "an iteration in which no invocation combines"),
    ("scan/naive-tiles.wgsl", "distance < TILE_ELEMENTS", "an iteration in which no invocation combines"),
    ("lib/naive_one_buffer.wgsl", "distance < TILE_ELEMENTS", "an iteration in which no invocation combines"),
];

/// Algorithms that take operators alone whose operands commute.
const COMMUTATIVE: [&str; 2] = ["matrix", "segmented-difference"];

/// The share of mutants in a run without `SCANLAB_FULL`: one in this many.
const INTERVAL: u64 = 24;

/// A scan on which mutants are tried.
struct Trial {
    case: Case,
    options: Options,
    plan: Plan,
    recording: Recording,
    /// The shaders of the recording with the origins of their lines.
    shaders: Vec<Shader>,
    words: Vec<u32>,
    heads: Vec<u32>,
    /// Files and lines that it executes.
    executed: BTreeSet<(&'static str, usize)>,
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// A finding names it.
    Found,
    /// Its output is wrong, or it does not end.
    Wrong,
    /// It is right in all trials.
    Survived,
    /// It is not valid WGSL, or no trial executes its line.
    NoMutant,
}

/// The identity of the operator [`last`].
const NO_VALUE: u32 = 7;

/// An operator on single words whose operands do not commute, as all of the table do: the last value that is not the identity.
fn last() -> Monoid {
    let combine = format!("if (right == {NO_VALUE}u) {{ return left; }} return right;");
    let (element_type, words, identity) = (ElementType::U32, 1, vec![NO_VALUE]);
    OwnOperator { element_type, words, identity, combine }.register().expect("an operator")
}

/// Its scan, in which segments start at heads.
fn scan_of_last(mode: Mode, words: &[u32], heads: &[u32]) -> Vec<u32> {
    let mut last = NO_VALUE;
    let mut output = Vec::new();
    for (index, &word) in words.iter().enumerate() {
        if heads.get(index).is_some_and(|&head| head != 0) {
            last = NO_VALUE;
        }
        let before = last;
        last = if word == NO_VALUE { last } else { word };
        output.push(if mode == Mode::Inclusive { last } else { before });
    }
    output
}

impl Trial {
    fn new(case: Case, options: &Options) -> Option<Self> {
        case.algorithm.check_form(case.form).ok()?;
        let job = case.job(options.subgroup_size);
        let plan = case.algorithm.plan(&job);
        let (mut words, heads) = case.input();
        if case.form.monoid.is_own() {
            words.iter_mut().for_each(|word| *word %= 2 * NO_VALUE);
        }
        let recording = Recording::new(&job, &plan, &words, &heads);
        let composed = |source: &String| {
            plan.passes.iter().map(|pass| compose(&pass.kernel, case.form)).find(|shader| shader.source == *source)
        };
        let shaders = recording.shaders.iter().filter_map(composed).collect();
        let mut trial =
            Trial { case, options: options.clone(), plan, recording, shaders, words, heads, executed: BTreeSet::new() };
        trial.run_unchanged();
        Some(trial)
    }

    /// Runs the kernels as they are, which must be right.
    fn run_unchanged(&mut self) {
        let played = emulated(&self.recording).play(&self.options, &mut Programs::default()).expect("a run");
        assert_eq!(played.report.findings, [], "{}", self.case.name());
        assert!(self.is_right(&played.buffers[self.recording.output][..self.words.len()]), "{}", self.case.name());
        for (pass, report) in self.recording.passes.iter().zip(&played.report.passes) {
            let shader = &self.shaders[pass.shader];
            self.executed.extend(report.lines.iter().map(|&line| shader.origin(line as usize)));
        }
    }

    fn is_right(&self, output: &[u32]) -> bool {
        let form = self.case.form;
        if form.monoid.is_own() {
            return output == scan_of_last(form.mode, &self.words, &self.heads);
        }
        reference::compare(form, self.plan.operator_depth, &self.words, &self.heads, output).is_none()
    }

    /// Calls `visit` with each mutant of the trial's shaders.
    fn mutants(&self, visit: &mut dyn FnMut(Mutant)) {
        for shader in &self.shaders {
            let lines: Vec<&str> = shader.source.lines().chain([""]).collect();
            for (rank, pair) in lines.windows(2).enumerate() {
                let (line, context) = (pair[0], pair.join("\n"));
                let (path, number) = shader.origin(rank + 1);
                if ["lib/", "scan/", "pack/"].iter().any(|folder| path.starts_with(folder)) {
                    let is_equivalent = |&(file, part, _): &(&str, &str, &str)| path == file && context.contains(part);
                    if EQUIVALENT.iter().any(is_equivalent) {
                        continue;
                    }
                    for (place, (kind, _)) in mutations(line).into_iter().enumerate() {
                        if kind == Kind::Operands && COMMUTATIVE.contains(&self.case.algorithm.id) {
                            continue;
                        }
                        visit(Mutant { path, line: number, kind, place });
                    }
                }
            }
        }
    }

    /// The recording with a mutant; none where it has no such place.
    fn mutated(&self, mutant: &Mutant) -> Option<scanlab_emulator::Recording> {
        let mut recording = emulated(&self.recording);
        let mut is_changed = false;
        for (shader, source) in self.shaders.iter().zip(&mut recording.shaders) {
            let mut lines: Vec<String> = shader.source.lines().map(str::to_owned).collect();
            for (rank, line) in lines.iter_mut().enumerate() {
                if shader.origin(rank + 1) == (mutant.path, mutant.line)
                    && let Some((_, changed)) = mutations(line).into_iter().nth(mutant.place)
                {
                    *line = changed;
                    is_changed = true;
                }
            }
            *source = lines.join("\n") + "\n";
        }
        is_changed.then_some(recording)
    }

    fn fate(&self, mutant: &Mutant) -> Fate {
        if !self.executed.contains(&(mutant.path, mutant.line)) {
            return Fate::NoMutant;
        }
        let Some(mutated) = self.mutated(mutant) else { return Fate::NoMutant };
        let played = match mutated.play(&self.options, &mut Programs::default()) {
            Ok(played) => played,
            Err(Error::Steps { .. }) => return Fate::Wrong,
            // Not valid WGSL.
            Err(_) => return Fate::NoMutant,
        };
        if !played.report.findings.is_empty() {
            return Fate::Found;
        }
        let aborted = self.recording.abort_flag.is_some_and(|rank| played.buffers[rank][1] != 0);
        let output = &played.buffers[self.recording.output][..self.words.len()];
        if aborted || !self.is_right(output) { Fate::Wrong } else { Fate::Survived }
    }
}

/// The scans on which an algorithm's mutants are tried: operators whose operands do not commute, of one word and of two, sizes at edges and
/// between, both modes, segments, small and large subgroups, both ends of every tuning parameter; so little workgroup memory that there
/// are many levels of tiles, and so short dimensions of dispatches that there are surplus workgroups.
fn trials(algorithm: &'static Algorithm) -> Vec<Trial> {
    let operator = |id| Monoid::find(id, ElementType::U32).expect("an operator on u32");
    let orders = [(8, Schedule::Random), (32, Schedule::Lockstep), (4, Schedule::Reversed)];
    let options = |(subgroup_size, schedule)| Options {
        subgroup_size,
        schedule,
        idle_limit: 1 << 20,
        step_limit: 1 << 28,
        ..Options::default()
    };
    let mut trials = Vec::new();
    for (turn, elements) in [1_000, 5_004, 512, 4_000, 100, 2_305, 5_003, 7, 9_216].into_iter().enumerate() {
        for order in orders {
            for (rank, monoid) in [last(), operator("bicyclic"), operator("add")].into_iter().enumerate() {
                let mode = [Mode::Exclusive, Mode::Inclusive][(turn + rank) % 2];
                let segments = [Segments::Whole, Segments::Heads][(turn + rank) / 2 % 2];
                let form = Form { segments, ..Form::new(monoid, mode) };
                let mut case = Case::new(algorithm, form, elements);
                if elements == 9_216 {
                    (case.workgroup_bytes, case.workgroups_per_dimension) = (1 << 10, 5);
                }
                trials.extend(Trial::new(case, &options(order)));
            }
        }
    }
    if algorithm.id == "two-level" {
        // More blocks than a workgroup has invocations, so that their sums are scanned in several steps.
        let case = Case::new(algorithm, Form::new(last(), Mode::Exclusive), 140_003);
        trials.extend(Trial::new(case, &options(orders[1])));
    }
    for parameter in algorithm.tuning {
        for (rank, value) in [parameter.min, parameter.max].into_iter().enumerate() {
            for (order, elements) in orders.into_iter().zip([3_000, 40_003, 5_003]) {
                let mode = [Mode::Exclusive, Mode::Inclusive][rank];
                for monoid in [last(), operator("add")] {
                    let case = Case::new(algorithm, Form::new(monoid, mode), elements).tuned(parameter.name, value);
                    trials.extend(Trial::new(case, &options(order)));
                }
            }
        }
    }
    trials
}

fn is_sampled(item: impl Hash) -> bool {
    let mut hasher = DefaultHasher::new();
    item.hash(&mut hasher);
    env::var_os("SCANLAB_FULL").is_some() || hasher.finish().is_multiple_of(INTERVAL)
}

#[test]
fn broken_kernels_are_found() {
    let fates = Mutex::new(BTreeMap::<(Mutant, &str), Fate>::new());
    in_parallel(ALGORITHMS, |&algorithm| {
        let trials = trials(algorithm);
        let mut mutants = BTreeSet::new();
        trials.iter().for_each(|trial| trial.mutants(&mut |mutant| mutants.extend([mutant])));
        for mutant in mutants.into_iter().filter(|mutant| is_sampled((mutant, algorithm.id))) {
            let mut fate = Fate::NoMutant;
            for trial in &trials {
                fate = fate.min(trial.fate(&mutant));
                // A wrong output shows any mutant, but a missing barrier must be found as such.
                if fate == Fate::Found
                    || fate == Fate::Wrong && !matches!(mutant.kind, Kind::Barrier | Kind::UniformLoad)
                {
                    break;
                }
            }
            fates.lock().expect("no failed trial").insert((mutant, algorithm.id), fate);
        }
    });
    let fates = fates.into_inner().expect("no failed trial");
    let count = |kinds: &[Kind], fate: Fate| {
        fates.iter().filter(|((mutant, _), it)| kinds.contains(&mutant.kind) && **it == fate).count()
    };
    for kind in Kind::ALL {
        let [found, wrong, survived, none] =
            [Fate::Found, Fate::Wrong, Fate::Survived, Fate::NoMutant].map(|fate| count(&[kind], fate));
        println!("{kind:?}: {found} found, {wrong} wrong, {survived} survived, {none} no mutants");
    }
    let barriers = [Kind::Barrier, Kind::UniformLoad];
    let survivors = fates.iter().filter(|((mutant, _), fate)| {
        **fate == Fate::Survived || **fate == Fate::Wrong && barriers.contains(&mutant.kind)
    });
    let survivors: Vec<String> = survivors.map(|((mutant, id), fate)| format!("{fate:?} {mutant} in {id}")).collect();
    println!("{}", survivors.join("\n"));
    for kind in [Kind::Barrier, Kind::Operands] {
        assert!(count(&[kind], Fate::Found) + count(&[kind], Fate::Wrong) > 0, "no {kind:?} was found");
    }
    // A barrier that is left out is a race, which no order of execution hides.
    assert_eq!(count(&barriers, Fate::Wrong) + count(&barriers, Fate::Survived), 0, "{survivors:#?}");
    let [found, wrong, survived] = [Fate::Found, Fate::Wrong, Fate::Survived].map(|fate| count(&Kind::ALL, fate));
    // Some survivors change nothing, and some need inputs that no trial has; all are printed.
    let all = found + wrong + survived;
    assert!(all < 300 || 10 * survived <= all, "{survived} of {all} survive");
}
