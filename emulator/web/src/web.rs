//! The functions that the page calls.

use scanlab_crossing::{Crossing, text_of, write};
use scanlab_emulator::formulas::Size;
use scanlab_emulator::mutate::MutationKind;
use scanlab_emulator::trace::EVENT_WORDS;
use scanlab_emulator::{EventKind, Options, mutate};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::{Player, play};

/// The values of the page, which have the names of the data.
mod data {
    use scanlab_crossing::declare_values;
    use wasm_bindgen::prelude::*;

    use crate::crossings::crossings;

    crossings!(declare_values);
}

/// Sends messages of panics to the console.
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

/// Plays a recording without a trace.
///
/// # Errors
/// An `Error` with what is wrong with the recording, a shader or an option.
#[wasm_bindgen]
pub fn emulate(recording: &data::Recording, options: &data::EmulatorOptions) -> Result<data::Emulated, JsError> {
    let options = Options { trace: false, ..read("options", options)?.0 };
    Ok(write(&play(read("recording", recording)?, &options)?.0))
}

/// The kinds of events, by their numbers.
#[wasm_bindgen(js_name = eventKinds)]
pub fn event_kinds() -> data::EventKinds {
    write(&EventKind::ALL.to_vec())
}

/// Words of an event of a trace.
#[wasm_bindgen(js_name = eventWords)]
pub fn event_words() -> usize {
    EVENT_WORDS
}

/// The changes of a shader that leave out a barrier or swap operands, by their names.
#[wasm_bindgen]
pub fn mutations(source: &str) -> data::Mutations {
    write(&mutate::named_mutations(source, &[MutationKind::Barrier, MutationKind::Operands]))
}

/// Time units of one access to each of n words by at most p threads, `stride` words apart, of storage or workgroup memory, on a machine of
/// width w and latency l: Lemma 1 of Nakano's paper where the stride is 1.
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
    /// Plays a recording with a trace, whatever its options say. The trace has the values of variables, unless it is too long for them. Calls
    /// and subgroup operations of the idle value show nothing: the identity of an operator, or 0 without one. With the form of the states of
    /// tiles, moments have those.
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

    /// What the recording did.
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

    /// Moves until as many steps have happened; to the end where there are fewer.
    pub fn seek(&mut self, step: f64) {
        // The cast saturates.
        self.player.seek_step(step.round() as usize);
    }

    /// Number of steps that show something.
    #[wasm_bindgen(getter, js_name = shownSteps)]
    pub fn shown_steps(&self) -> usize {
        self.player.shown_steps()
    }

    /// Number of steps that show something and have happened.
    #[wasm_bindgen(getter, js_name = shownStep)]
    pub fn shown_step(&self) -> usize {
        self.player.shown_step()
    }

    /// Moves until as many steps that show something have happened; to the end where there are fewer.
    #[wasm_bindgen(js_name = seekShown)]
    pub fn seek_shown(&mut self, step: f64) {
        self.player.seek_shown_step(step.round() as usize);
    }

    /// The states of the tiles at this moment, one per workgroup; none where the kernel has none.
    pub fn states(&self) -> data::TileStates {
        write(&self.player.states())
    }

    /// The number of steps after which the first state of a tile is published; none where no state is.
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

    /// The part of a memory's time line around this moment, in a run in lockstep, of the memory of a workgroup or else of storage: at most
    /// this many columns before it and after it. Where that memory has no accesses in this pass, it is that of the other.
    pub fn window(&self, workgroup: Option<u32>, before: usize, after: usize) -> data::Window {
        write(&self.player.window(workgroup, before, after))
    }

    /// The rounds of a run in lockstep, in the order in which they begin.
    pub fn rounds(&self) -> data::Rounds {
        write(&self.player.rounds())
    }

    /// The number of steps after which a race has happened, by the rank of its finding; none for another finding.
    #[wasm_bindgen(js_name = stepOfRace)]
    pub fn step_of_race(&self, finding: usize) -> Option<usize> {
        self.player.step_of_race(self.emulated.findings.get(finding)?)
    }

    /// The number of steps after the access to workgroup memory with the most bank conflicts, in lockstep; none without conflicts.
    #[wasm_bindgen(js_name = stepOfConflict)]
    pub fn step_of_conflict(&self) -> Option<usize> {
        self.player.step_of_conflict()
    }
}
