//! Kernels that run on words as a device runs them, to draw where there is none: nothing is traced, and races are not looked for.

use scanlab_emulator::{Machine, Options, ProgramOptions, Programs, Schedule};

/// The most instructions of a kernel.
const MAX_INSTRUCTIONS: u64 = 1 << 30;

/// The entry point of each kernel.
const ENTRY_POINT: &str = "main";

/// Kernels, each of which is compiled once.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen::prelude::wasm_bindgen)]
#[derive(Debug)]
pub struct Kernels {
    programs: Programs,
}

impl Default for Kernels {
    fn default() -> Self {
        Kernels { programs: Programs::new(ProgramOptions { variables: false, ..ProgramOptions::default() }) }
    }
}

impl Kernels {
    /// Runs `main` on workgroups in a row. The buffers are those of group 0, by binding; what it writes is in them. Gives the bindings that
    /// it may write.
    ///
    /// # Errors
    /// The message of what is wrong with the source or a buffer, and of what the kernel does wrong, as an index out of bounds.
    pub fn run(&mut self, source: &str, workgroups: u32, buffers: &mut [Vec<u32>]) -> Result<Vec<u32>, String> {
        let program = self.programs.program(source, ENTRY_POINT).map_err(|error| error.to_string())?;
        let options =
            Options { schedule: Schedule::Serial, races: false, step_limit: MAX_INSTRUCTIONS, ..Options::default() };
        let mut machine = Machine::new(options).map_err(|error| error.to_string())?;
        let ids: Vec<_> = buffers.iter_mut().map(|words| machine.buffer(std::mem::take(words))).collect();
        let bindings: Vec<_> = (0..).zip(&ids).map(|(binding, &id)| (0, binding, id)).collect();
        let dispatched = machine.dispatch(&program, [workgroups, 1, 1], &bindings);
        for (words, &id) in buffers.iter_mut().zip(&ids) {
            *words = machine.take_words(id);
        }
        dispatched.map_err(|error| error.to_string())?;
        match machine.into_report().findings.first() {
            Some(finding) => Err(finding.to_string()),
            None => Ok(program
                .bindings()
                .iter()
                .filter(|binding| binding.writable)
                .map(|binding| binding.binding)
                .collect()),
        }
    }
}
