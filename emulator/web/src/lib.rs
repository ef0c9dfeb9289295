//! The emulator for web pages. It plays a recording, returns its findings and costs, and steps through its trace.

use scanlab_emulator::trace::{NamedEvent, TracedPass};
use scanlab_emulator::{Error, Finding, Options, PassReport, ProgramOptions, Programs, Recording, Trace};
use serde::{Deserialize, Serialize};

#[cfg(any(test, target_arch = "wasm32"))]
mod crossings;
mod player;
#[cfg(test)]
mod typescript;
#[cfg(target_arch = "wasm32")]
mod web;

pub use player::Player;

/// Options of a run. Missing ones have their defaults.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "Partial<Options>"))]
pub struct EmulatorOptions(pub Options);

/// The result of a recording.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Emulated {
    /// The buffers after the last dispatch.
    pub buffers: Vec<Vec<u32>>,
    /// Faults of the kernels.
    pub findings: Vec<Finding>,
    /// The findings as texts.
    pub messages: Vec<String>,
    /// One report per dispatch.
    pub reports: Vec<PassReport>,
    /// The objects that events of the trace refer to, per dispatch; empty without a trace.
    pub passes: Vec<TracedPass>,
    /// The events of the trace; empty without a trace, and for a player, which has them as words.
    pub trace: Vec<NamedEvent>,
}

/// Plays a recording. The trace, if one is recorded, has the values of variables, unless it would be too long.
///
/// # Errors
/// Those of [`Recording::play`].
pub fn play(mut recording: Recording, options: &Options) -> Result<(Emulated, Option<Trace>), Error> {
    for shader in &mut recording.shaders {
        *shader = without_directives(shader);
    }
    let play = |variables| {
        let mut programs = Programs::new(ProgramOptions { variables, ..ProgramOptions::default() });
        recording.play(options, &mut programs)
    };
    let played = match play(true) {
        Err(Error::TraceFull { .. }) => play(false),
        played => played,
    }?;
    let report = played.report;
    let emulated = Emulated {
        buffers: played.buffers,
        messages: report.findings.iter().map(Finding::to_string).collect(),
        findings: report.findings,
        reports: report.passes,
        passes: report.trace.as_ref().map_or(Vec::new(), |trace| trace.passes.clone()),
        trace: Vec::new(),
    };
    Ok((emulated, report.trace))
}

/// Removes the directives that browsers require for subgroup operations, since naga refuses them. Lines keep their
/// numbers.
fn without_directives(source: &str) -> String {
    let is_directive = |line: &str| line.starts_with("enable ") || line.starts_with("diagnostic(");
    let lines = source.split_inclusive('\n').map(|line| if is_directive(line) { "\n" } else { line });
    lines.collect()
}
