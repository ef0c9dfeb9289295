//! One run of a kernel on the emulator.

use scanlab_emulator::{Error, Options, Programs, RecordedBuffer, RecordedPass, Recording, Report};

use crate::catalogue::Exercise;
use crate::operator::Operator;

/// The words of elements that no kernel has written.
const POISON: u32 = 0xdead_beef;
/// Elements past the end of the result, which no kernel may write.
const GUARD: usize = 4;
/// A solution takes fewer by far; a loop without an end takes a fraction of a second.
const STEP_LIMIT: u64 = 1 << 22;
const IDLE_LIMIT: u64 = 1 << 14;

/// The result of a run.
pub struct Ran {
    /// The elements.
    pub result: Vec<u32>,
    /// Whether the elements past the end are unchanged.
    pub guard_is_intact: bool,
    pub report: Report,
}

/// A kernel with an operator.
pub struct Kernel<'a> {
    exercise: &'a Exercise,
    operator: &'a Operator,
    shader: String,
    /// Lines of the code.
    lines: u32,
    programs: Programs,
}

impl<'a> Kernel<'a> {
    pub fn new(exercise: &'a Exercise, operator: &'a Operator, code: &str) -> Self {
        // The operator stands last, so that lines of the code keep their numbers.
        // A kernel that has subgroups needs `shuffle_up`; others do not get subgroup operations.
        let shuffle = if code.contains("shuffle_up") { operator.shuffle } else { "" };
        let shader = format!("{code}\n{}{shuffle}", operator.code);
        Kernel { exercise, operator, shader, lines: code.lines().count() as u32, programs: Programs::default() }
    }

    /// A line of the code; `None` for a line of the operator, which follows the code.
    pub fn line(&self, line: u32) -> Option<u32> {
        Some(line).filter(|line| (1..=self.lines).contains(line))
    }

    /// Runs all passes on these elements.
    pub fn run(&mut self, input: &[u32], options: &Options) -> Result<Ran, Error> {
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
        if self.exercise.sums > 0 {
            buffers.push(buffer("sums", vec![POISON; self.exercise.sums as usize * words]));
        }
        let bindings: Vec<_> = (0..buffers.len()).map(|rank| (rank as u32, rank)).collect();
        let pass = |pass: &crate::Pass| RecordedPass {
            shader: 0,
            entry_point: pass.entry_point.into(),
            workgroups: [pass.workgroups(n as u32), 1, 1],
            // A pass binds the buffers that its entry point uses, and may leave out others.
            bindings: bindings.clone(),
        };
        let recording = Recording {
            shaders: vec![self.shader.clone()],
            passes: self.exercise.passes.iter().map(pass).collect(),
            buffers,
        };
        let options = Options { step_limit: STEP_LIMIT, idle_limit: IDLE_LIMIT, ..options.clone() };
        let mut played = recording.play(&options, &mut self.programs)?;
        let mut result = played.buffers.swap_remove(1);
        let guard = result.split_off(n * words);
        Ok(Ran { result, guard_is_intact: guard.iter().all(|&word| word == POISON), report: played.report })
    }
}
