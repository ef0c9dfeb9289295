//! Memory at any moment of a trace.

use std::collections::BTreeMap;

use super::{Event, EventKind, Trace};

/// A position in a trace, with the memory at that moment; it moves by events, steps, barriers or passes, both ways.
#[derive(Clone, Debug)]
pub struct Player<'a> {
    trace: &'a Trace,
    /// Events that have happened.
    position: usize,
    buffers: Vec<Vec<u32>>,
    /// Workgroup memory by pass, workgroup and address; words that nothing has written are zero.
    workgroups: BTreeMap<(usize, u32, u32), u32>,
}

impl<'a> Player<'a> {
    /// A player before the first event.
    pub fn new(trace: &'a Trace) -> Self {
        Player { trace, position: 0, buffers: trace.initial.clone(), workgroups: BTreeMap::new() }
    }

    /// Number of events that have happened.
    pub fn position(&self) -> usize {
        self.position
    }

    /// A buffer at this moment.
    pub fn buffer(&self, index: usize) -> &[u32] {
        self.buffers.get(index).map_or(&[], Vec::as_slice)
    }

    /// A word of a workgroup's memory at this moment.
    pub fn workgroup_word(&self, workgroup: u32, address: u32) -> u32 {
        let pass = self.pass(self.position.saturating_sub(1));
        self.workgroups.get(&(pass, workgroup, address)).copied().unwrap_or(0)
    }

    /// The index of the pass of an event.
    fn pass(&self, event: usize) -> usize {
        self.trace.passes.partition_point(|pass| pass.first_event <= event).saturating_sub(1)
    }

    /// Lets the next event happen; none at the end.
    pub fn forward(&mut self) -> Option<&'a Event> {
        let event = self.trace.events.get(self.position)?;
        self.store(self.position, event.new);
        self.position += 1;
        Some(event)
    }

    /// Takes the last event back; none at the beginning.
    pub fn back(&mut self) -> Option<&'a Event> {
        let event = self.trace.events.get(self.position.checked_sub(1)?)?;
        self.position -= 1;
        self.store(self.position, event.old);
        Some(event)
    }

    /// Moves until `position` events have happened.
    pub fn seek(&mut self, position: usize) {
        let position = position.min(self.trace.events.len());
        while self.position < position && self.forward().is_some() {}
        while self.position > position && self.back().is_some() {}
    }

    /// Moves to the end of the next step.
    pub fn step_forward(&mut self) {
        if let Some(first) = self.forward() {
            while self.trace.events.get(self.position).is_some_and(|event| event.step == first.step) {
                self.forward();
            }
        }
    }

    /// Moves to the beginning of the last step.
    pub fn step_back(&mut self) {
        if let Some(last) = self.back() {
            while self.position > 0 && self.trace.events[self.position - 1].step == last.step {
                self.back();
            }
        }
    }

    /// Moves past the next event of a kind, such as a barrier; to the end where there is none.
    pub fn forward_past(&mut self, kind: EventKind) {
        while self.forward().is_some_and(|event| event.kind != kind) {}
    }

    /// Moves before the last event of a kind; to the beginning where there is none.
    pub fn back_before(&mut self, kind: EventKind) {
        while self.back().is_some_and(|event| event.kind != kind) {}
    }

    /// Stores the word of an event, if it has one.
    fn store(&mut self, index: usize, value: u32) {
        let event = &self.trace.events[index];
        if !matches!(event.kind, EventKind::Write | EventKind::Atomic) {
            return;
        }
        if event.space > 0 {
            let buffer = self.buffers.get_mut(usize::from(event.space) - 1);
            if let Some(word) = buffer.and_then(|buffer| buffer.get_mut(event.address as usize)) {
                *word = value;
            }
            return;
        }
        let pass = self.pass(index);
        let size = self.trace.passes.get(pass).map_or(1, |pass| pass.workgroup_size.iter().product::<u32>().max(1));
        self.workgroups.insert((pass, event.invocation / size, event.address), value);
    }
}
