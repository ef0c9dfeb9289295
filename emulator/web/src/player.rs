//! A recording that was played, to step through.

use scanlab_emulator::trace::{Player as TracePlayer, StateForm};
use scanlab_emulator::{Error, Options, Recording, Trace};

use crate::{Emulated, play};

/// A recording that was played, at a moment of its trace. It begins before the first step.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen::prelude::wasm_bindgen)]
#[derive(Debug)]
pub struct Player {
    pub(crate) player: TracePlayer<Trace>,
    pub(crate) emulated: Emulated,
}

impl Player {
    /// Plays a recording with a trace, even if `options` does not ask for one. Calls and subgroup operations with the
    /// idle value are hidden. The idle value is the identity of an operator; an empty one is 0. If `states` has the form
    /// of the states of tiles, moments have the states.
    ///
    /// # Errors
    /// Those of [`Recording::play`].
    pub fn play(
        recording: Recording,
        options: Options,
        idle_value: Vec<u32>,
        states: Option<StateForm>,
    ) -> Result<Player, Error> {
        let (emulated, trace) = play(recording, &Options { trace: true, ..options })?;
        let player = TracePlayer::new(trace.unwrap_or_default()).with_idle_value(idle_value);
        let player = match states {
            Some(form) => player.with_states(form),
            None => player,
        };
        Ok(Player { player, emulated })
    }

    /// The player of the trace.
    pub fn player(&self) -> &TracePlayer<Trace> {
        &self.player
    }

    /// The result of the recording.
    pub fn played(&self) -> &Emulated {
        &self.emulated
    }
}
