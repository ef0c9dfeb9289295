//! The events of a trace by the names of the code.

use serde::Serialize;

use super::{EventKind, Trace};
use crate::program::variable_at;

/// An event by the names of the code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NamedEvent {
    /// Its kind.
    pub kind: EventKind,
    /// The step, from 0. Events of one step happen together.
    pub step: u32,
    /// Line of the code, from 1; 0 for an event without a line.
    pub line: u32,
    /// Index of the workgroup; 0 for a dispatch.
    pub workgroup: u32,
    /// Local index of the invocation; `None` for an event of the workgroup or of the dispatch.
    pub invocation: Option<u32>,
    /// The accessed variable; empty for an event without an access.
    pub variable: String,
    /// The word in the variable; `None` without an access.
    pub word: Option<u32>,
    /// The word before the access; `None` without an access.
    pub old: Option<u32>,
    /// The word after the access; `None` without an access.
    pub new: Option<u32>,
}

impl Trace {
    /// All events except calls, returns and the values of variables: dispatches, accesses, barriers, subgroup
    /// operations, and starts and ends.
    pub fn named(&self) -> Vec<NamedEvent> {
        (0..)
            .zip(&self.events)
            .filter_map(|(rank, event)| {
                let pass = self.pass_of(rank)?;
                let size = pass.invocations();
                let (workgroup, invocation) = match event.kind {
                    EventKind::Call | EventKind::Return | EventKind::Variable => return None,
                    EventKind::Dispatch => (0, None),
                    EventKind::WorkgroupStart | EventKind::WorkgroupEnd | EventKind::Barrier => {
                        (event.invocation, None)
                    }
                    _ => (event.invocation / size, Some(event.invocation % size)),
                };
                let is_instruction =
                    !matches!(event.kind, EventKind::Dispatch | EventKind::WorkgroupStart | EventKind::WorkgroupEnd);
                let accessed = event.kind.is_access().then(|| match event.space {
                    0 => variable_at(&pass.workgroup_memory, event.address),
                    space => {
                        let found = pass.buffers.iter().find(|(_, buffer)| *buffer + 1 == u32::from(space));
                        (found.map_or(String::new(), |(name, _)| name.clone()), event.address)
                    }
                });
                let of = |word: u32| accessed.is_some().then_some(word);
                Some(NamedEvent {
                    kind: event.kind,
                    step: event.step,
                    // A dispatch and the start or end of a workgroup are not instructions.
                    line: if is_instruction { self.line_of(rank) } else { 0 },
                    workgroup,
                    invocation,
                    word: accessed.as_ref().map(|(_, word)| *word),
                    old: of(event.old),
                    new: of(event.new),
                    variable: accessed.map_or(String::new(), |(name, _)| name),
                })
            })
            .collect()
    }
}
