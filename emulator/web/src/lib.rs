//! The emulator for web pages: plays a recording and gives back its trace, findings and costs. Texts are JSON, arrays are words.

use scanlab_emulator::trace::TracedPass;
use scanlab_emulator::{Error, Finding, Options, PassReport, ProgramOptions, Programs, Recording, Trace};
use serde::Serialize;

mod kernel;

pub use kernel::Kernels;

/// What a recording did.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen::prelude::wasm_bindgen)]
#[derive(Debug)]
pub struct Emulation {
    buffers: Vec<Vec<u32>>,
    findings: Vec<Finding>,
    reports: Vec<PassReport>,
    trace: Trace,
}

/// All of an [`Emulation`] but its events and their values.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Summary<'a> {
    /// The buffers after the last dispatch, and before the first.
    buffers: &'a [Vec<u32>],
    initial: &'a [Vec<u32>],
    findings: &'a [Finding],
    messages: Vec<String>,
    reports: &'a [PassReport],
    passes: &'a [TracedPass],
}

/// Plays a recording; the trace has the values of variables, unless it is too long for them.
///
/// # Errors
/// The message of what is wrong with the recording, a shader or an option.
pub fn play(recording: &str, options: &str) -> Result<Emulation, String> {
    let mut recording: Recording = serde_json::from_str(recording).map_err(|error| error.to_string())?;
    for shader in &mut recording.shaders {
        *shader = without_directives(shader);
    }
    let options: Options = serde_json::from_str(options).map_err(|error| error.to_string())?;
    let play = |variables| {
        let mut programs = Programs::new(ProgramOptions { variables, ..ProgramOptions::default() });
        recording.play(&options, &mut programs)
    };
    let played = match play(true) {
        Err(Error::TraceFull { .. }) => play(false),
        played => played,
    };
    let played = played.map_err(|error| error.to_string())?;
    let report = played.report;
    Ok(Emulation {
        buffers: played.buffers,
        findings: report.findings,
        reports: report.passes,
        trace: report.trace.unwrap_or_default(),
    })
}

/// The text without the directives that browsers require for subgroup operations; naga takes none. Lines keep their numbers.
fn without_directives(source: &str) -> String {
    let is_directive = |line: &str| line.starts_with("enable ") || line.starts_with("diagnostic(");
    let lines = source.split_inclusive('\n').map(|line| if is_directive(line) { "\n" } else { line });
    lines.collect()
}

impl Emulation {
    /// The events of the trace, as [`Trace::packed`] has them.
    pub fn packed(&self) -> Vec<u32> {
        self.trace.packed()
    }

    /// The values of calls and variables.
    pub fn words(&self) -> &[u32] {
        &self.trace.words
    }

    /// The rest, as JSON.
    ///
    /// # Errors
    /// None that is known.
    pub fn summary(&self) -> Result<String, String> {
        let summary = Summary {
            buffers: &self.buffers,
            initial: &self.trace.initial,
            findings: &self.findings,
            messages: self.findings.iter().map(Finding::to_string).collect(),
            reports: &self.reports,
            passes: &self.trace.passes,
        };
        serde_json::to_string(&summary).map_err(|error| error.to_string())
    }
}

/// The functions that the page calls.
#[cfg(target_arch = "wasm32")]
mod web {
    use wasm_bindgen::prelude::*;

    use js_sys::Uint32Array;

    use super::{Emulation, Kernels, play};

    /// Sends messages of panics to the console.
    #[wasm_bindgen(start)]
    pub fn start() {
        console_error_panic_hook::set_once();
    }

    /// As [`play`].
    ///
    /// # Errors
    /// As [`play`], as an `Error`.
    #[wasm_bindgen]
    pub fn emulate(recording: &str, options: &str) -> Result<Emulation, JsError> {
        play(recording, options).map_err(|message| JsError::new(&message))
    }

    #[wasm_bindgen]
    impl Kernels {
        /// As [`Kernels::default`].
        #[wasm_bindgen(constructor)]
        #[allow(clippy::new_without_default, reason = "JavaScript's constructor")]
        pub fn new() -> Kernels {
            Kernels::default()
        }

        /// As [`Kernels::run`]; the arrays have what the kernel has written.
        ///
        /// # Errors
        /// As [`Kernels::run`], as an `Error`.
        #[wasm_bindgen(js_name = run)]
        pub fn run_on_arrays(
            &mut self,
            source: &str,
            workgroups: u32,
            buffers: Vec<Uint32Array>,
        ) -> Result<(), JsError> {
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

    #[wasm_bindgen]
    impl Emulation {
        /// As [`Emulation::packed`].
        pub fn events(&self) -> Vec<u32> {
            self.packed()
        }

        /// As [`Emulation::words`].
        pub fn values(&self) -> Vec<u32> {
            self.words().to_vec()
        }

        /// As [`Emulation::summary`].
        ///
        /// # Errors
        /// None that is known.
        #[wasm_bindgen(js_name = summaryJson)]
        pub fn summary_json(&self) -> Result<String, JsError> {
            self.summary().map_err(|message| JsError::new(&message))
        }
    }
}
