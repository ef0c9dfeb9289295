//! The functions that the page calls.

use js_sys::{Reflect, Uint32Array};
use scanlab_crossing::{Crossing, text_of, write};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::{Kernels, play};

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

/// Plays a recording; the trace has the values of variables, unless it is too long for them.
///
/// # Errors
/// An `Error` with what is wrong with the recording, a shader or an option.
#[wasm_bindgen]
pub fn emulate(recording: &data::Recording, options: &data::EmulatorOptions) -> Result<data::Emulated, JsError> {
    let played = play(read("recording", recording)?, &read("options", options)?.0)?;
    let value = write::<data::Emulated>(&played);
    for (name, words) in [("events", &played.events), ("values", &played.values)] {
        Reflect::set(&value, &name.into(), &Uint32Array::from(&words[..])).expect("an object takes fields");
    }
    Ok(value)
}

#[wasm_bindgen]
impl Kernels {
    /// No kernels.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript's constructor")]
    pub fn new() -> Kernels {
        Kernels::default()
    }

    /// Runs `main` of a source on workgroups in a row. The buffers are those of group 0, by binding; what the kernel writes is in them.
    ///
    /// # Errors
    /// An `Error` with what is wrong with the source or a buffer, and with what the kernel does wrong, as an index out of bounds.
    #[wasm_bindgen(js_name = run)]
    pub fn run_on_arrays(&mut self, source: &str, workgroups: u32, buffers: Vec<Uint32Array>) -> Result<(), JsError> {
        let mut words: Vec<_> = buffers.iter().map(Uint32Array::to_vec).collect();
        let written = self.run(source, workgroups, &mut words).map_err(|message| JsError::new(&message))?;
        for (binding, buffer) in buffers.iter().enumerate() {
            if written.contains(&(binding as u32)) {
                buffer.copy_from(&words[binding]);
            }
        }
        Ok(())
    }
}
