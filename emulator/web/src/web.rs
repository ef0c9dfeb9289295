//! The functions that the page calls.

use scanlab_crossing::{Crossing, text_of, write};
use scanlab_emulator::formulas::Size;
use scanlab_emulator::mutate::MutationKind;
use scanlab_emulator::trace::EVENT_WORDS;
use scanlab_emulator::{EventKind, mutate};
use scanlab_exercises::{Exercise, ExerciseEntry, OwnExercise};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::{Player, play};

/// Values of the page, named like their data.
mod data {
    use scanlab_crossing::declare_values;
    use wasm_bindgen::prelude::*;

    use crate::crossings::crossings;

    crossings!(declare_values);
}

/// Sends panic messages to the console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Reads a value; `what` names it in errors.
fn read<C: Crossing + AsRef<JsValue>>(what: &str, value: &C) -> Result<C::Data<'static>, JsError>
where
    C::Data<'static>: DeserializeOwned,
{
    let text = text_of(value.as_ref()).map_err(|problem| JsError::new(&format!("{what} {problem}")))?;
    serde_json::from_str(&text).map_err(|problem| JsError::new(&format!("{what}: {problem}")))
}

/// Plays a recording. The result has the events of the trace, if one is asked for.
///
/// # Errors
/// An `Error` with what is wrong with the recording, a shader or an option.
#[wasm_bindgen]
pub fn emulate(recording: &data::Recording, options: &data::EmulatorOptions) -> Result<data::Emulated, JsError> {
    let (mut emulated, trace) = play(read("recording", recording)?, &read("options", options)?.0)?;
    emulated.trace = trace.map_or(Vec::new(), |trace| trace.named());
    Ok(write(&emulated))
}

/// The exercises in writing scan kernels, the easiest first.
#[wasm_bindgen]
pub fn exercises() -> data::Exercises {
    write(&Exercise::all().iter().map(ExerciseEntry::from).collect::<Vec<_>>())
}

/// The exercise in a file of a teacher; docs/exercises.md describes the file.
///
/// # Errors
/// An `Error` with the line, and what is wrong with it.
#[wasm_bindgen(js_name = exerciseOf)]
pub fn exercise_of(file: &str) -> Result<data::Exercise, JsError> {
    let own = OwnExercise::read(file).map_err(|problem| JsError::new(&problem))?;
    Ok(write(&own.with(|exercise| ExerciseEntry::from(exercise))))
}

/// Calls a function with an exercise: that of a teacher's file, if there is one.
fn with_exercise<R>(id: &str, file: Option<&str>, then: impl FnOnce(&Exercise) -> R) -> Result<R, JsError> {
    let result = match file {
        Some(file) => OwnExercise::read(file).map(|own| own.with(then)),
        None => Exercise::named(id).map(then),
    };
    result.map_err(|problem| JsError::new(&problem))
}

/// Judges a kernel for an exercise, or for that of a teacher's file, on inputs of a seed.
///
/// # Errors
/// An `Error` for an exercise that does not exist, or a file that is wrong.
#[wasm_bindgen]
pub fn judge(exercise: &str, code: &str, seed: u32, file: Option<String>) -> Result<data::Verdict, JsError> {
    with_exercise(exercise, file.as_deref(), |exercise| write(&scanlab_exercises::judge(exercise, code, seed)))
}

/// A run of the judge as a recording. `None` if the exercise is not judged with its operator.
///
/// # Errors
/// As [`judge`].
#[wasm_bindgen(js_name = replayOf)]
pub fn replay_of(
    exercise: &str,
    code: &str,
    seed: u32,
    run: &data::Run,
    file: Option<String>,
) -> Result<Option<data::Replay>, JsError> {
    let run = read("run", run)?;
    let replay = |exercise: &Exercise| scanlab_exercises::replay(exercise, code, seed, &run);
    Ok(with_exercise(exercise, file.as_deref(), replay)?.map(|replay| write(&replay)))
}

/// Judges a file that a student has handed in; docs/exercises.md describes the file.
///
/// # Errors
/// As [`judge`], and for a file of another form.
#[wasm_bindgen]
pub fn grade(hand_in: &str, seed: u32, file: Option<String>) -> Result<data::Verdict, JsError> {
    let own = file.as_deref().map(OwnExercise::read).transpose().map_err(|problem| JsError::new(&problem))?;
    let verdict = scanlab_exercises::grade(hand_in, own.as_ref(), seed).map_err(|problem| JsError::new(&problem))?;
    Ok(write(&verdict))
}

/// The counts of a recording, with the names that a verdict uses.
///
/// # Errors
/// As [`emulate`].
#[wasm_bindgen(js_name = countsOf)]
pub fn counts_of(recording: &data::Recording) -> Result<data::Counts, JsError> {
    Ok(write(&scanlab_exercises::counts(&read("recording", recording)?)?))
}

/// The kinds of events, by number.
#[wasm_bindgen(js_name = eventKinds)]
pub fn event_kinds() -> data::EventKinds {
    write(&EventKind::ALL.to_vec())
}

/// Words per event of a trace.
#[wasm_bindgen(js_name = eventWords)]
pub fn event_words() -> usize {
    EVENT_WORDS
}

/// The mutations of a shader that remove a barrier or swap operands, by name.
#[wasm_bindgen]
pub fn mutations(source: &str) -> data::Mutations {
    write(&mutate::named_mutations(source, &[MutationKind::Barrier, MutationKind::Operands]))
}

/// Time units of one access to each of n words by at most p threads, `stride` words apart, in storage or workgroup
/// memory, on a machine of width w and latency l. For a stride of 1 this is Lemma 1 of Nakano's paper.
#[wasm_bindgen(js_name = strideTime)]
pub fn stride_time(n: u32, p: u32, w: u32, l: u32, stride: u32, is_storage: bool) -> f64 {
    Size { n, p, w, l }.stride_time(stride, is_storage) as f64
}

/// Time units of the sum of n numbers, a power of two, by p threads, on a machine of width w and latency l: section 4 of Nakano's paper.
#[wasm_bindgen(js_name = sumTime)]
pub fn sum_time(n: u32, p: u32, w: u32, l: u32) -> f64 {
    Size { n, p, w, l }.sum_time() as f64
}

#[wasm_bindgen]
impl Player {
    /// Plays a recording with a trace, whatever its options say. The trace has the values of variables, unless it would
    /// be too long. Calls and subgroup operations with the idle value are hidden: the identity of an operator, or 0
    /// without one. If the form of the states of tiles is given, moments have the states.
    ///
    /// # Errors
    /// An `Error` with what is wrong with the recording, a shader or an option.
    #[wasm_bindgen(constructor)]
    pub fn new(
        recording: &data::Recording,
        options: &data::EmulatorOptions,
        idle_value: Option<Vec<u32>>,
        states: Option<data::StateForm>,
    ) -> Result<Player, JsError> {
        let (recording, options) = (read("recording", recording)?, read("options", options)?.0);
        let states = states.map(|form| read("states", &form)).transpose()?;
        Ok(Player::play(recording, options, idle_value.unwrap_or_default(), states)?)
    }

    /// The result of the recording.
    #[wasm_bindgen(js_name = emulated)]
    pub fn read_emulated(&self) -> data::Emulated {
        write(&self.emulated)
    }

    /// The events of the trace, `eventWords` words each: `kind | space << 8 | part << 16`, step, invocation, program counter, address, old, new.
    pub fn events(&self) -> Vec<u32> {
        self.player.trace().packed()
    }

    /// Number of steps.
    #[wasm_bindgen(getter)]
    pub fn steps(&self) -> usize {
        self.player.steps()
    }

    /// Number of steps that have happened.
    #[wasm_bindgen(getter)]
    pub fn step(&self) -> usize {
        self.player.step()
    }

    /// Moves until this number of steps has happened, or else to the end.
    pub fn seek(&mut self, step: f64) {
        // The cast saturates.
        self.player.seek_step(step.round() as usize);
    }

    /// Number of visible steps.
    #[wasm_bindgen(getter, js_name = shownSteps)]
    pub fn shown_steps(&self) -> usize {
        self.player.shown_steps()
    }

    /// Number of visible steps that have happened.
    #[wasm_bindgen(getter, js_name = shownStep)]
    pub fn shown_step(&self) -> usize {
        self.player.shown_step()
    }

    /// Moves until this number of visible steps has happened, or else to the end.
    #[wasm_bindgen(js_name = seekShown)]
    pub fn seek_shown(&mut self, step: f64) {
        self.player.seek_shown_step(step.round() as usize);
    }

    /// The states of the tiles at this moment, one per workgroup; none if the kernel has no states.
    pub fn states(&self) -> data::TileStates {
        write(&self.player.states())
    }

    /// The number of steps after which the first state of a tile is published; none if no state is published.
    #[wasm_bindgen(js_name = stepOfState)]
    pub fn step_of_state(&self) -> Option<usize> {
        self.player.step_of_state()
    }

    /// Moves past the next step of this unit, or to the end of the run.
    pub fn forward(&mut self, unit: &data::Unit) -> Result<(), JsError> {
        self.player.move_forward(read("unit", unit)?);
        Ok(())
    }

    /// Moves back to the end of the nearest earlier step of this unit, or to the beginning of the run.
    pub fn back(&mut self, unit: &data::Unit) -> Result<(), JsError> {
        self.player.move_back(read("unit", unit)?);
        Ok(())
    }

    /// The last step, and the state of the workgroups after it.
    pub fn moment(&self) -> data::Moment {
        write(&self.player.moment())
    }

    /// The words of a buffer at this moment.
    pub fn buffer(&self, rank: usize) -> Vec<u32> {
        self.player.buffer(rank).to_vec()
    }

    /// The words of a workgroup's memory at this moment.
    pub fn memory(&self, pass: usize, workgroup: u32) -> Vec<u32> {
        self.player.workgroup_memory(pass, workgroup)
    }

    /// A part of a memory's time line around this moment, in a run in lockstep: at most this many columns before and
    /// after it. The memory is that of a workgroup, or else storage. If the pass has no accesses to it, the result is
    /// the time line of the other memory.
    pub fn window(&self, workgroup: Option<u32>, before: usize, after: usize) -> data::Window {
        write(&self.player.window(workgroup, before, after))
    }

    /// The rounds of a run in lockstep, in the order in which they begin.
    pub fn rounds(&self) -> data::Rounds {
        write(&self.player.rounds())
    }

    /// The number of steps after which a race has happened, given the index of its finding; none for another finding.
    #[wasm_bindgen(js_name = stepOfRace)]
    pub fn step_of_race(&self, finding: usize) -> Option<usize> {
        self.player.step_of_race(self.emulated.findings.get(finding)?)
    }

    /// The number of steps after which a word of a buffer is written for the last time; none if it is never written.
    #[wasm_bindgen(js_name = stepOfWrite)]
    pub fn step_of_write(&self, buffer: usize, word: u32) -> Option<usize> {
        self.player.step_of_write(buffer, word)
    }

    /// The number of steps up to the access to workgroup memory with the maximum of bank conflicts, in lockstep; none
    /// without conflicts.
    #[wasm_bindgen(js_name = stepOfConflict)]
    pub fn step_of_conflict(&self) -> Option<usize> {
        self.player.step_of_conflict()
    }
}
