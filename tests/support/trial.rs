//! One scan on which mutants are tried.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::OnceLock;

use scanlab::monoid::{CustomOperator, ElementType, Monoid};
use scanlab::plan::{Mode, Plan};
use scanlab::shader::{Shader, compose};
use scanlab_emulator::mutate::{Mutation, MutationKind, mutations};
use scanlab_emulator::{Error, Finding, Options, Program, ProgramOptions, Programs};
use scanlab_lab::recording::Recording;
use scanlab_lab::reference;

use crate::emulate::{Case, emulated};
use crate::refused::takes;

/// A mutation of one line of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mutant {
    /// The file below `shaders/`.
    pub path: String,
    /// Its line, from 1.
    pub line: usize,
    pub kind: MutationKind,
    /// The position in the line.
    pub place: usize,
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} {:?} {}", self.path, self.line, self.kind, self.place)
    }
}

/// The outcome of a mutant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// A finding detects it, here as text.
    Found(String),
    /// Its output is wrong, it does not end, or it writes other words than the original.
    Wrong,
    /// It is right in all trials.
    Survived,
    /// It is part of the kernel, but no trial executes its line.
    Unexecuted,
    /// It is not valid WGSL, or its function is not called in this kernel.
    NoMutant,
}

/// A file and a line from 1.
type Origin = (String, usize);

/// A scan on which mutants are tried.
pub struct Trial {
    pub case: Case,
    options: Options,
    plan: Plan,
    recording: Recording,
    /// The shaders of the recording with the origins of their lines.
    shaders: Vec<Shader>,
    words: Vec<u32>,
    heads: Vec<u32>,
    unchanged: OnceLock<Unchanged>,
}

/// The results of the original kernels.
struct Unchanged {
    /// Lines that are executed.
    executed: BTreeSet<Origin>,
    buffers: Vec<Vec<u32>>,
}

/// The identity of [`affine`].
const IDENTITY: u32 = 1 << 16;

/// A non-commutative operator on single words, since those of the table have several: the composition of maps x ↦ ax +
/// b modulo 2¹⁶ with odd a. These maps are a group, so an operand that is left out, repeated or reordered shows in the
/// result.
pub fn affine() -> Monoid {
    let combine = "let b = (right >> 16u) * left + right;
        return (((left >> 16u) * (right >> 16u)) << 16u) | (b & 0xffffu);";
    let (element_type, words, identity) = (ElementType::U32, 1, vec![IDENTITY]);
    CustomOperator { element_type, words, identity, combine: combine.into() }.monoid().expect("an operator")
}

fn affine_combine(left: u32, right: u32) -> u32 {
    let b = (right >> 16).wrapping_mul(left).wrapping_add(right);
    (left >> 16).wrapping_mul(right >> 16) << 16 | b & 0xffff
}

/// The scan by [`affine`], in which segments start at heads.
fn scan_of_affine(mode: Mode, words: &[u32], heads: &[u32]) -> Vec<u32> {
    let mut sum = IDENTITY;
    let mut output = Vec::new();
    for (index, &word) in words.iter().enumerate() {
        if heads.get(index).is_some_and(|&head| head != 0) {
            sum = IDENTITY;
        }
        let before = sum;
        sum = affine_combine(sum, word);
        output.push(if mode == Mode::Inclusive { sum } else { before });
    }
    output
}

impl Trial {
    pub fn new(case: Case, options: &Options) -> Option<Self> {
        if !takes(case.algorithm, &case.form) {
            return None;
        }
        let job = case.job(options.subgroup_size);
        case.algorithm.check_needs(&job.limits).ok()?;
        let plan = case.algorithm.plan(&job);
        let (mut words, heads) = case.input();
        if case.form.monoid.is_custom() {
            // Random bits in the whole word, with an odd a.
            words.iter_mut().for_each(|word| *word = word.wrapping_add(1).wrapping_mul(0x9e37_79b9) | IDENTITY);
        }
        let recording = Recording::new(&job, &plan, &words, &heads);
        let composed = |source: &String| {
            plan.passes.iter().map(|pass| compose(&pass.kernel)).find(|shader| shader.source == *source)
        };
        let shaders = recording.shaders.iter().filter_map(composed).collect();
        let (options, unchanged) = (options.clone(), OnceLock::new());
        Some(Trial { case, options, plan, recording, shaders, words, heads, unchanged })
    }

    /// Runs the original kernels, which must be right.
    fn unchanged(&self) -> &Unchanged {
        self.unchanged.get_or_init(|| {
            let played = emulated(&self.recording).play(&self.options, &mut Programs::default()).expect("a run");
            assert_eq!(played.report.findings, [], "{}", self.case.name());
            assert!(self.is_right(&played.buffers), "{}", self.case.name());
            let lines = self.recording.passes.iter().zip(&played.report.passes).flat_map(|(pass, report)| {
                let shader = &self.shaders[pass.shader];
                report.lines.iter().map(|&line| {
                    let (path, line) = shader.origin(line as usize);
                    (path.to_owned(), line)
                })
            });
            Unchanged { executed: lines.collect(), buffers: played.buffers }
        })
    }

    fn is_right(&self, buffers: &[Vec<u32>]) -> bool {
        let form = &self.case.form;
        let output = &buffers[self.recording.output][..self.words.len()];
        if form.monoid.is_custom() {
            return output == scan_of_affine(form.mode, &self.words, &self.heads);
        }
        reference::compare(form, self.plan.operator_depth, &self.words, &self.heads, output).is_none()
    }

    /// Whether the mutant has written a word that the original kernels leave alone (padding, or words that no later
    /// pass reads), or has left a word alone that they write, such as the number of the next run.
    fn has_strayed(&self, buffers: &[Vec<u32>]) -> bool {
        let initial = self.recording.buffers.iter().map(|buffer| &buffer.words);
        initial.zip(&self.unchanged().buffers).zip(buffers).any(|((initial, unchanged), changed)| {
            initial.iter().zip(unchanged).zip(changed).any(|((first, right), last)| (first == right) != (first == last))
        })
    }

    /// Calls `visit` with each mutant of the trial's shaders, and the text of its line and the next two.
    pub fn mutants(&self, visit: &mut dyn FnMut(Mutant, &str)) {
        for shader in &self.shaders {
            let lines: Vec<&str> = shader.source.lines().chain(["", ""]).collect();
            for (rank, context) in lines.windows(3).enumerate() {
                let (path, line) = shader.origin(rank + 1);
                if ["lib/", "scan/", "pack/"].iter().any(|folder| path.starts_with(folder)) {
                    for (place, Mutation { kind, .. }) in mutations(context[0]).into_iter().enumerate() {
                        visit(Mutant { path: path.to_owned(), line, kind, place }, &context.join("\n"));
                    }
                }
            }
        }
    }

    /// Whether an entry point of the original kernels has an instruction on the mutant's line.
    pub fn reaches(&self, mutant: &Mutant) -> bool {
        self.recording.passes.iter().any(|pass| {
            let source = &self.recording.shaders[pass.shader];
            let program = Program::new(source, pass.entry_point, &ProgramOptions::default()).expect("a program");
            let mut origins = program.lines().into_iter().map(|line| self.shaders[pass.shader].origin(line as usize));
            origins.any(|origin| origin == (&mutant.path, mutant.line))
        })
    }

    /// The recording with a mutant; `None` if it has no such position.
    fn mutated(&self, mutant: &Mutant) -> Option<scanlab_emulator::Recording> {
        let mut recording = emulated(&self.recording);
        let mut is_changed = false;
        for (shader, source) in self.shaders.iter().zip(&mut recording.shaders) {
            let mut lines: Vec<String> = shader.source.lines().map(str::to_owned).collect();
            for (rank, line) in lines.iter_mut().enumerate() {
                if shader.origin(rank + 1) == (&mutant.path, mutant.line)
                    && let Some(change) = mutations(line).into_iter().nth(mutant.place)
                {
                    *line = change.text;
                    is_changed = true;
                }
            }
            *source = lines.join("\n") + "\n";
        }
        is_changed.then_some(recording)
    }

    pub fn fate(&self, mutant: &Mutant) -> Fate {
        if !self.shaders.iter().any(|shader| shader.parts().iter().any(|part| part.path == mutant.path)) {
            return Fate::NoMutant;
        }
        if !self.unchanged().executed.contains(&(mutant.path.clone(), mutant.line)) {
            return Fate::Unexecuted;
        }
        let Some(mutated) = self.mutated(mutant) else { return Fate::NoMutant };
        let played = match mutated.play(&self.options, &mut Programs::default()) {
            Ok(played) => played,
            Err(Error::Steps { .. }) => return Fate::Wrong,
            // Not valid WGSL.
            Err(_) => return Fate::NoMutant,
        };
        if let Some(finding) = played.report.findings.first() {
            return Fate::Found(self.located(finding));
        }
        let aborted = self.recording.abort_flag.is_some_and(|rank| played.buffers[rank][1] != 0);
        match aborted || !self.is_right(&played.buffers) || self.has_strayed(&played.buffers) {
            true => Fate::Wrong,
            false => Fate::Survived,
        }
    }

    /// A finding with the files and lines of its places.
    fn located(&self, finding: &Finding) -> String {
        let shader = &self.shaders[self.recording.passes[finding.pass as usize].shader];
        let places = finding.places.iter().filter(|place| place.line > 0).map(|place| {
            let (path, line) = shader.origin(place.line as usize);
            format!("{path}:{line}")
        });
        let places: Vec<String> = places.collect();
        format!("{:?} {} {}", finding.kind, finding.variable, places.join(" "))
    }
}
