//! One run of a kernel on the emulator.

use scanlab_emulator::{Error, Options, Programs, RecordedBuffer, RecordedPass, Recording, Report, entry_points};

use crate::catalogue::{Contents, Exercise, Pass, Passes};
use crate::operator::Operator;

/// The initial value of words that a kernel must write.
pub const POISON: u32 = 0xdead_beef;
/// Elements past the end of the result, which no kernel may write.
const GUARD: usize = 4;
/// The maximum number of steps of a run. A solution takes far fewer. An endless loop ends after a fraction of a second.
const STEP_LIMIT: u64 = 1 << 22;
const IDLE_LIMIT: u64 = 1 << 14;
/// The index of the result among the buffers of a recording.
pub const RESULT: usize = 1;
/// The index of the first buffer that an exercise adds.
const FIRST_EXTRA: usize = 3;

/// The result of a run.
pub struct Ran {
    /// The elements of the result.
    pub result: Vec<u32>,
    /// Whether the elements past the end are unchanged.
    pub guard_is_intact: bool,
    /// The buffers that the exercise adds.
    pub extras: Vec<Vec<u32>>,
    pub report: Report,
}

/// A kernel with an operator.
pub struct Kernel<'a> {
    exercise: &'a Exercise<'a>,
    operator: &'a Operator,
    shader: String,
    /// The number of lines of the code.
    lines: u32,
    /// The entry points that run, each with its elements per workgroup: those of the exercise, or all of the code.
    entries: Vec<(String, u32)>,
    programs: Programs,
}

impl<'a> Kernel<'a> {
    pub fn new(exercise: &'a Exercise<'a>, operator: &'a Operator, code: &str) -> Self {
        // The operator follows the code, so that lines of the code keep their numbers. A kernel that has subgroups
        // needs `shuffle_up`; others do not get subgroup operations.
        let shuffle = if code.contains("shuffle_up") { operator.shuffle } else { "" };
        let shader = format!("{code}\n{}{}{shuffle}", operator.code, operator.codes);
        let entries = match exercise.passes {
            Passes::Listed(passes) => passes.iter().map(|pass| (pass.entry_point.into(), pass.elements)).collect(),
            Passes::EveryEntryPoint(elements) => {
                let mut names = entry_points(&shader).unwrap_or_default();
                // A run reports the missing entry point, or why the code does not compile.
                if names.is_empty() {
                    names.push("scan".into());
                }
                names.into_iter().map(|name| (name, elements)).collect()
            }
        };
        Kernel {
            exercise,
            operator,
            shader,
            lines: code.lines().count() as u32,
            entries,
            programs: Programs::default(),
        }
    }

    /// A line and a column of the code; `None` for those of the operator, which follows the code.
    pub fn place(&self, line: u32, column: u32) -> Option<(u32, u32)> {
        (1..=self.lines).contains(&line).then_some((line, column))
    }

    /// The passes and the buffers of a run on these elements. A pass binds the buffers that its entry point uses.
    pub fn recording(&mut self, input: &[u32]) -> Recording {
        let Operator { words, .. } = *self.operator;
        let n = input.len() / words;
        let buffer = |name: &str, words: Vec<u32>| RecordedBuffer { name: name.into(), words };
        // A binding has at least one element.
        let source = if n > 0 { input.to_vec() } else { vec![POISON; words] };
        let mut buffers = vec![
            buffer("source", source),
            buffer("result", vec![POISON; (n + GUARD) * words]),
            buffer("params", vec![n as u32]),
        ];
        buffers.extend(self.exercise.extras.iter().map(|extra| {
            let contents = match extra.contents {
                Contents::Elements(elements) => vec![POISON; elements as usize * words],
                Contents::Zeros(words) => vec![0; words as usize],
            };
            buffer(extra.name, contents)
        }));
        let Kernel { programs, shader, entries, .. } = self;
        let mut pass = |(entry_point, elements): &(String, u32)| {
            let program = programs.program(shader, entry_point).ok();
            let used = program.iter().flat_map(|program| program.bindings()).map(|binding| binding.binding);
            RecordedPass {
                shader: 0,
                entry_point: entry_point.clone(),
                workgroups: [Pass { entry_point, elements: *elements }.workgroups(n as u32), 1, 1],
                // A binding that the exercise does not have is an error of the run.
                bindings: used.filter(|&at| (at as usize) < buffers.len()).map(|at| (at, at as usize)).collect(),
            }
        };
        let passes = entries.iter().map(&mut pass).collect();
        Recording { shaders: vec![shader.clone()], passes, buffers }
    }

    /// Runs all passes on these elements.
    pub fn run(&mut self, input: &[u32], options: &Options) -> Result<Ran, Error> {
        let recording = self.recording(input);
        self.play(&recording, options)
    }

    /// Runs one workgroup of the first pass, on blocks that other workgroups have begun: `extras` holds the first words
    /// of the extra buffers.
    pub fn resume(&mut self, input: &[u32], extras: &[Vec<u32>], options: &Options) -> Result<Ran, Error> {
        let mut recording = self.recording(input);
        recording.passes.truncate(1);
        if let Some(pass) = recording.passes.first_mut() {
            pass.workgroups = [1, 1, 1];
        }
        for (buffer, words) in recording.buffers[FIRST_EXTRA..].iter_mut().zip(extras) {
            buffer.words[..words.len()].copy_from_slice(words);
        }
        self.play(&recording, options)
    }

    fn play(&mut self, recording: &Recording, options: &Options) -> Result<Ran, Error> {
        let options = Options { step_limit: STEP_LIMIT, idle_limit: IDLE_LIMIT, ..options.clone() };
        let mut played = recording.play(&options, &mut self.programs)?;
        let extras = played.buffers.split_off(FIRST_EXTRA);
        let mut result = played.buffers.swap_remove(RESULT);
        let guard = result.split_off(result.len() - GUARD * self.operator.words);
        let guard_is_intact = guard.iter().all(|&word| word == POISON);
        Ok(Ran { result, guard_is_intact, extras, report: played.report })
    }
}
