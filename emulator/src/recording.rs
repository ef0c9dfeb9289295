//! A whole computation as plain data: buffers, shaders and dispatches.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::machine::{BufferId, Machine};
use crate::options::Options;
use crate::program::{Program, ProgramOptions};
use crate::report::Report;

/// A dispatch of a [`Recording`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordedPass {
    /// The index of its shader.
    pub shader: usize,
    /// The entry point.
    pub entry_point: String,
    /// Workgroups in each dimension.
    pub workgroups: [u32; 3],
    /// Indices of the buffers in group 0, by binding.
    pub bindings: Vec<(u32, usize)>,
}

/// A buffer of a [`Recording`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordedBuffer {
    /// Its name.
    pub name: String,
    /// Its words before the first dispatch.
    pub words: Vec<u32>,
}

/// Buffers, shaders and dispatches. A program that plans a computation can write a recording as JSON, or as an object
/// in JavaScript, without this crate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Recording {
    /// WGSL modules.
    pub shaders: Vec<String>,
    /// Buffers.
    pub buffers: Vec<RecordedBuffer>,
    /// Dispatches, in order.
    pub passes: Vec<RecordedPass>,
}

/// The result of a [`Recording`].
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Played {
    /// The buffers after the last dispatch.
    pub buffers: Vec<Vec<u32>>,
    /// The report of the run.
    pub report: Report,
}

/// A cache of programs by shader and entry point.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    options: ProgramOptions,
    known: BTreeMap<(String, String), Rc<Program>>,
}

impl Programs {
    /// An empty cache. New programs have these options.
    pub fn new(options: ProgramOptions) -> Self {
        Programs { options, known: BTreeMap::new() }
    }

    /// The program of an entry point.
    ///
    /// # Errors
    /// Those of [`Program::new`].
    pub fn program(&mut self, source: &str, entry_point: &str) -> Result<Rc<Program>, Error> {
        let key = (source.to_owned(), entry_point.to_owned());
        if let Some(program) = self.known.get(&key) {
            return Ok(Rc::clone(program));
        }
        let program = Rc::new(Program::new(source, entry_point, &self.options)?);
        self.known.insert(key, Rc::clone(&program));
        Ok(program)
    }
}

impl Recording {
    /// Runs all dispatches in order. After a dispatch with endless waits, no further dispatch runs.
    ///
    /// # Errors
    /// Those of [`Program::new`], [`Machine::new`] and [`Machine::dispatch`]; [`Error::Options`] for an index that does not exist.
    pub fn play(&self, options: &Options, programs: &mut Programs) -> Result<Played, Error> {
        let mut machine = Machine::new(options.clone())?;
        let ids: Vec<BufferId> = self.buffers.iter().map(|buffer| machine.buffer(buffer.words.clone())).collect();
        for pass in &self.passes {
            let shader = self.shaders.get(pass.shader);
            let shader = shader.ok_or_else(|| Error::options("shader", "one of the recording's", pass.shader))?;
            let program = programs.program(shader, &pass.entry_point)?;
            let bind = |&(binding, buffer): &(u32, usize)| {
                let id = ids.get(buffer).ok_or_else(|| Error::options("buffer", "one of the recording's", buffer))?;
                Ok((0, binding, *id))
            };
            let bindings = pass.bindings.iter().map(bind).collect::<Result<Vec<_>, Error>>()?;
            machine.dispatch(&program, pass.workgroups, &bindings)?;
            if machine.is_endless() {
                break;
            }
        }
        let buffers = ids.iter().map(|&id| machine.words(id).to_vec()).collect();
        Ok(Played { buffers, report: machine.into_report() })
    }
}
