//! The memory at any moment of a trace, and the actions of that moment.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::moment::{Access, Call, Collective, Iteration, Moment, PassedBarrier, VariableValues};
use super::states::{self, Published, StateForm, TileState};
use super::timeline::{Round, Timeline, Window};
use super::{Event, EventKind, Trace, TracedPass};
use crate::report::Finding;

/// Units of a player's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A visible step: a dispatch, a start of a workgroup, a barrier, an access to memory, a call or subgroup operation
    /// with values that are not idle, or the end of the run.
    Step,
    /// A barrier.
    Barrier,
    /// A dispatch.
    Dispatch,
}

/// A position in a trace, with the memory at that moment. It moves by events, steps, barriers or passes, forwards and
/// backwards.
#[derive(Clone, Debug)]
pub struct Player<T> {
    trace: T,
    /// The number of events that have happened.
    position: usize,
    buffers: Vec<Vec<u32>>,
    /// Workgroup memory by pass and workgroup. Memory that no event has written is zero.
    workgroups: BTreeMap<(usize, u32), Vec<u32>>,
    /// The first event of each step.
    starts: Vec<usize>,
    /// The visible steps: see [`Unit::Step`].
    shown: Vec<usize>,
    idle_value: Vec<u32>,
    state_form: Option<StateForm>,
    timeline: Timeline,
}

impl<T: Borrow<Trace>> Player<T> {
    /// A player before the first event. It takes a trace or a reference to one.
    pub fn new(trace: T) -> Self {
        let all = trace.borrow();
        let starts_step = |&event: &usize| event == 0 || all.events[event - 1].step != all.events[event].step;
        let starts = (0..all.events.len()).filter(starts_step).collect();
        let (buffers, timeline) = (all.initial.clone(), Timeline::new(all));
        let (workgroups, idle_value) = (BTreeMap::new(), vec![0]);
        let (shown, state_form) = (Vec::new(), None);
        Player { trace, position: 0, buffers, workgroups, starts, shown, idle_value, state_form, timeline }.with_shown()
    }

    /// Hides calls and subgroup operations whose arguments are `words`: the identity of an operator, which
    /// invocations without elements combine. The default is 0.
    #[must_use]
    pub fn with_idle_value(self, words: Vec<u32>) -> Self {
        Player { idle_value: if words.is_empty() { vec![0] } else { words }, ..self }.with_shown()
    }

    /// Adds the states of tiles to moments.
    #[must_use]
    pub fn with_states(self, form: StateForm) -> Self {
        Player { state_form: Some(form), ..self }
    }

    fn with_shown(mut self) -> Self {
        self.shown = (0..self.steps()).filter(|&step| self.is_unit(step, Unit::Step)).collect();
        self
    }

    /// The trace.
    pub fn trace(&self) -> &Trace {
        self.trace.borrow()
    }

    /// Number of events that have happened.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Number of steps that have happened.
    pub fn step(&self) -> usize {
        self.starts.partition_point(|&start| start < self.position)
    }

    /// Number of steps.
    pub fn steps(&self) -> usize {
        self.starts.len()
    }

    /// Number of visible steps that have happened.
    pub fn shown_step(&self) -> usize {
        self.shown.partition_point(|&step| step < self.step())
    }

    /// Number of visible steps.
    pub fn shown_steps(&self) -> usize {
        self.shown.len()
    }

    /// Moves until this number of visible steps has happened.
    pub fn seek_shown_step(&mut self, count: usize) {
        let last = count.min(self.shown.len()).checked_sub(1);
        self.seek_step(last.map_or(0, |last| self.shown[last] + 1));
    }

    /// A buffer at this moment.
    pub fn buffer(&self, index: usize) -> &[u32] {
        self.buffers.get(index).map_or(&[], Vec::as_slice)
    }

    /// The memory of a workgroup at this moment, up to its last variable.
    pub fn workgroup_memory(&self, pass: usize, workgroup: u32) -> Vec<u32> {
        self.workgroups.get(&(pass, workgroup)).cloned().unwrap_or_else(|| vec![0; self.workgroup_words(pass)])
    }

    /// A word of a workgroup's memory at this moment.
    pub fn workgroup_word(&self, workgroup: u32, address: u32) -> u32 {
        let pass = self.trace().pass_index(self.position.saturating_sub(1));
        let memory = self.workgroups.get(&(pass, workgroup));
        memory.and_then(|words| words.get(address as usize)).copied().unwrap_or(0)
    }

    fn workgroup_words(&self, pass: usize) -> usize {
        let variables = self.trace().passes.get(pass).map_or(&[][..], |pass| &pass.workgroup_memory);
        variables.iter().map(|(_, first, words)| (first + words) as usize).max().unwrap_or(0)
    }

    /// Moves past the next event; does nothing at the end.
    pub fn forward(&mut self) -> Option<Event> {
        let event = *self.trace().events.get(self.position)?;
        self.store(self.position, event.new);
        self.position += 1;
        Some(event)
    }

    /// Moves back before the last event; does nothing at the beginning.
    pub fn back(&mut self) -> Option<Event> {
        let event = *self.trace().events.get(self.position.checked_sub(1)?)?;
        self.position -= 1;
        self.store(self.position, event.old);
        Some(event)
    }

    /// Moves to the moment after `position` events.
    pub fn seek(&mut self, position: usize) {
        let position = position.min(self.trace().events.len());
        while self.position < position && self.forward().is_some() {}
        while self.position > position && self.back().is_some() {}
    }

    /// Moves to the moment after `step` steps.
    pub fn seek_step(&mut self, step: usize) {
        self.seek(self.before_step(step));
    }

    fn before_step(&self, step: usize) -> usize {
        self.starts.get(step).copied().unwrap_or(self.trace().events.len())
    }

    fn events_of(&self, step: usize) -> Range<usize> {
        self.before_step(step)..self.before_step(step + 1)
    }

    /// The index of the pass of a step's events. If a step ends one pass and begins the next, it belongs to the next.
    fn pass_of(&self, events: &Range<usize>) -> usize {
        self.trace().pass_index(events.end.saturating_sub(1))
    }

    /// The events of the last step; empty before the first step.
    fn last_events(&self) -> Range<usize> {
        self.step().checked_sub(1).map_or(0..0, |step| self.events_of(step))
    }

    /// Moves to the end of the next step.
    pub fn step_forward(&mut self) {
        self.seek_step(self.starts.partition_point(|&start| start <= self.position));
    }

    /// Moves to the beginning of the last step.
    pub fn step_back(&mut self) {
        self.seek_step(self.step().saturating_sub(1));
    }

    /// Moves past the next event of a kind, such as a barrier, or else to the end.
    pub fn forward_past(&mut self, kind: EventKind) {
        while self.forward().is_some_and(|event| event.kind != kind) {}
    }

    /// Moves back before the last event of a kind, or else to the beginning.
    pub fn back_before(&mut self, kind: EventKind) {
        while self.back().is_some_and(|event| event.kind != kind) {}
    }

    /// Moves past the next step of this unit, or to the end of the run.
    ///
    /// ```
    /// use scanlab_emulator::trace::Unit;
    /// use scanlab_emulator::{Machine, Options, Player, Program, ProgramOptions};
    ///
    /// let source = "
    ///     @group(0) @binding(0) var<storage, read_write> sums: array<u32>;
    ///     var<workgroup> numbers: array<u32, 4>;
    ///     @compute @workgroup_size(4)
    ///     fn main(@builtin(local_invocation_index) local_index: u32) {
    ///         numbers[local_index] = local_index + 1u;
    ///         workgroupBarrier();
    ///         sums[local_index] = numbers[local_index] + numbers[3u - local_index];
    ///     }";
    /// let program = Program::new(source, "main", &ProgramOptions::default())?;
    /// let mut machine = Machine::new(Options { trace: true, ..Options::default() })?;
    /// let sums = machine.buffer(vec![0; 4]);
    /// machine.dispatch(&program, [1, 1, 1], &[(0, 0, sums)])?;
    /// let trace = machine.into_report().trace.expect("it is recorded");
    /// let mut player = Player::new(&trace);
    /// player.move_forward(Unit::Barrier);
    /// assert_eq!(player.moment().barrier.map(|barrier| barrier.orders), Some(1));
    /// assert_eq!((player.workgroup_memory(0, 0), player.buffer(0)), (vec![1, 2, 3, 4], &[0; 4][..]));
    /// player.seek_step(player.steps());
    /// assert_eq!(player.buffer(0), [5; 4]);
    /// # Ok::<(), scanlab_emulator::Error>(())
    /// ```
    pub fn move_forward(&mut self, unit: Unit) {
        let next = (self.step()..self.steps()).find(|&step| self.is_unit(step, unit));
        self.seek_step(next.map_or(self.steps(), |step| step + 1));
    }

    /// Moves back to the end of the nearest earlier step of this unit, or to the beginning of the run.
    pub fn move_back(&mut self, unit: Unit) {
        let last = (0..self.step().saturating_sub(1)).rev().find(|&step| self.is_unit(step, unit));
        self.seek_step(last.map_or(0, |step| step + 1));
    }

    fn is_unit(&self, step: usize, unit: Unit) -> bool {
        let shows = |event: &Event| match unit {
            Unit::Barrier => event.kind == EventKind::Barrier,
            Unit::Dispatch => event.kind == EventKind::Dispatch,
            Unit::Step => match event.kind {
                EventKind::Collective => !self.is_idle_argument(event.old),
                EventKind::Call => !self.is_idle(self.trace().words_of(event)),
                EventKind::Barrier | EventKind::Dispatch => true,
                // Consecutive starts of workgroups are shown together.
                EventKind::WorkgroupStart => !self.has_start(step + 1),
                kind => kind.is_access(),
            },
        };
        (unit == Unit::Step && step + 1 == self.steps()) || self.trace().events[self.events_of(step)].iter().any(shows)
    }

    fn has_start(&self, step: usize) -> bool {
        self.trace().events[self.events_of(step)].iter().any(|event| event.kind == EventKind::WorkgroupStart)
    }

    /// The workgroups that start in a step, and in the hidden steps directly before it.
    fn started(&self, step: usize) -> Vec<u32> {
        let is_hidden = |&step: &usize| self.has_start(step) && self.shown.binary_search(&step).is_err();
        let first = (0..step).rev().take_while(is_hidden).last().unwrap_or(step);
        let events = self.before_step(first)..self.before_step(step + 1);
        let starts = self.trace().events[events].iter().filter(|event| event.kind == EventKind::WorkgroupStart);
        starts.map(|event| event.invocation).collect()
    }

    /// Whether a subgroup operation with this argument is hidden. The result does not matter, since a shuffle from
    /// outside the subgroup has an arbitrary result.
    fn is_idle_argument(&self, argument: u32) -> bool {
        argument == 0 || self.idle_value.contains(&argument)
    }

    /// Whether these words hold only idle values.
    fn is_idle(&self, words: &[u32]) -> bool {
        words.iter().zip(self.idle_value.iter().cycle()).all(|(word, idle)| word == idle)
    }

    /// Stores the word of an event, if it has one.
    fn store(&mut self, index: usize, value: u32) {
        let event = self.trace().events[index];
        if !matches!(event.kind, EventKind::Write | EventKind::Atomic) {
            return;
        }
        let memory = if event.space > 0 {
            self.buffers.get_mut(usize::from(event.space) - 1)
        } else {
            let pass = self.trace().pass_index(index);
            let size = self.trace().passes.get(pass).map_or(1, |pass| pass.invocations());
            let words = self.workgroup_words(pass);
            Some(self.workgroups.entry((pass, event.invocation / size)).or_insert_with(|| vec![0; words]))
        };
        if let Some(word) = memory.and_then(|words| words.get_mut(event.address as usize)) {
            *word = value;
        }
    }

    /// The workgroup that acts or starts in these events.
    fn at_work(&self, events: Range<usize>) -> u32 {
        let size = self.trace().passes.get(self.pass_of(&events)).map_or(1, TracedPass::invocations);
        let of = |event: &Event| match event.kind {
            EventKind::Barrier | EventKind::WorkgroupStart => Some(event.invocation),
            EventKind::Collective => Some(event.invocation / size),
            kind => kind.is_access().then_some(event.invocation / size),
        };
        self.trace().events[events].iter().rev().find_map(of).unwrap_or(0)
    }

    /// The last step, and the state of the workgroups after it; empty before the first step.
    pub fn moment(&self) -> Moment {
        let (trace, events) = (self.trace(), self.last_events());
        let pass = self.pass_of(&events);
        let Some(traced) = trace.passes.get(pass) else { return Moment::default() };
        let mut moment = Moment { pass, workgroup: self.at_work(events.clone()), ..Moment::default() };
        let mut open: BTreeMap<u32, Vec<&[u32]>> = BTreeMap::new();
        for event in &trace.events[events.clone()] {
            let Event { space, invocation, pc, address, old, new, .. } = *event;
            let (workgroup, local_index) = (invocation / traced.invocations(), invocation % traced.invocations());
            match event.kind {
                kind if kind.is_access() => {
                    moment.accesses.push(Access { kind, space, address, old, new, workgroup, local_index, pc });
                    moment.pc = Some(pc);
                }
                EventKind::Collective => {
                    let (argument, result, is_idle) = (old, new, self.is_idle_argument(old));
                    moment.collectives.push(Collective { workgroup, local_index, argument, result, pc, is_idle });
                    moment.pc = Some(pc);
                }
                EventKind::Barrier => {
                    moment.barrier = Some(PassedBarrier { workgroup: invocation, orders: old, pc });
                    moment.pc = Some(pc);
                }
                EventKind::Dispatch => moment.is_dispatch = true,
                EventKind::WorkgroupStart => moment.started = self.started(self.step() - 1),
                EventKind::Call => open.entry(invocation).or_default().push(trace.words_of(event)),
                EventKind::Return => {
                    if let Some(arguments) = open.get_mut(&invocation).and_then(Vec::pop) {
                        let (is_idle, result) = (self.is_idle(arguments), trace.words_of(event).to_vec());
                        let arguments = arguments.to_vec();
                        moment.calls.push(Call { workgroup, local_index, arguments, result, is_idle });
                    }
                }
                _ => {}
            }
        }
        if moment.barrier.is_none() {
            moment.warps = self.timeline.warps(trace, events);
        }
        moment.states = self.touched_states(pass, &moment.accesses);
        moment.clock = self.timeline.clock(trace, self.position);
        moment.lines = self.lines(pass, moment.workgroup);
        let first = moment.accesses.first().map(|access| access.local_index);
        let first = first.or(moment.collectives.first().map(|collective| collective.local_index));
        moment.subgroup = first.unwrap_or(0) / trace.subgroup_size;
        if let Some(&function) = moment.pc.and_then(|pc| traced.function_of.get(pc as usize)) {
            moment.function = traced.functions.get(function as usize).cloned().unwrap_or_default();
            moment.variables = self.variables(pass, &moment.function, moment.workgroup, moment.subgroup);
            let invocation = moment.workgroup * traced.invocations() + first.unwrap_or(0);
            moment.iteration = moment.pc.and_then(|pc| self.iteration(pass, pc, invocation));
        }
        moment
    }

    /// The index of the buffer of states in a pass.
    fn state_buffer(&self, pass: usize) -> Option<usize> {
        let buffers = &self.trace().passes.get(pass)?.buffers;
        buffers.iter().find(|(name, _)| name == states::VARIABLE).map(|(_, index)| *index as usize)
    }

    /// The states of the tiles at this moment, one per workgroup; empty if the kernel has no states.
    pub fn states(&self) -> Vec<TileState> {
        let pass = self.pass_of(&self.last_events());
        let (Some(form), Some(buffer)) = (self.state_form, self.state_buffer(pass)) else { return Vec::new() };
        let tiles = self.trace().passes[pass].workgroups.iter().product();
        (0..tiles).map(|tile| form.state(self.buffer(buffer), tile)).collect()
    }

    /// The number of steps up to the publication of the first state; `None` if no state is published.
    pub fn step_of_state(&self) -> Option<usize> {
        let (trace, form) = (self.trace(), self.state_form?);
        let mut memory = trace.initial.clone();
        (0..).zip(&trace.events).find_map(|(rank, event)| {
            if event.space == 0 || !event.kind.is_access() || event.old == event.new {
                return None;
            }
            let buffer = usize::from(event.space) - 1;
            *memory.get_mut(buffer)?.get_mut(event.address as usize)? = event.new;
            let is_state = self.state_buffer(trace.pass_index(rank)) == Some(buffer);
            let is_published =
                || form.state(&memory[buffer], form.tile_of(event.address)).published != Published::Empty;
            (is_state && is_published()).then(|| self.starts.partition_point(|&start| start <= rank))
        })
    }

    /// The states that these accesses read or write, in the order of the first access to each.
    fn touched_states(&self, pass: usize, accesses: &[Access]) -> Vec<TileState> {
        let (Some(form), Some(buffer)) = (self.state_form, self.state_buffer(pass)) else { return Vec::new() };
        let mut tiles = Vec::new();
        for access in accesses.iter().filter(|access| usize::from(access.space) == buffer + 1) {
            let tile = form.tile_of(access.address);
            if !tiles.contains(&tile) {
                tiles.push(tile);
            }
        }
        tiles.into_iter().map(|tile| form.state(self.buffer(buffer), tile)).collect()
    }

    /// The events of a pass so far, the last one first.
    fn past(&self, pass: usize) -> impl Iterator<Item = &Event> {
        let first = self.trace().passes.get(pass).map_or(0, |pass| pass.first_event);
        self.trace().events[first.min(self.position)..self.position].iter().rev()
    }

    /// The line that each subgroup of a workgroup executed last; `None` before its first instruction.
    fn lines(&self, pass: usize, workgroup: u32) -> Vec<Option<u32>> {
        let traced = &self.trace().passes[pass];
        let (size, subgroup_size) = (traced.invocations(), self.trace().subgroup_size);
        let mut lines = vec![None; size.div_ceil(subgroup_size) as usize];
        for event in self.past(pass) {
            let line = Some(traced.line(event.pc));
            if event.kind == EventKind::Barrier && event.invocation == workgroup {
                lines.iter_mut().for_each(|known| *known = known.or(line));
            } else if (event.kind.is_access() || event.kind == EventKind::Collective)
                && event.invocation / size == workgroup
            {
                let known = &mut lines[(event.invocation % size / subgroup_size) as usize];
                *known = known.or(line);
            }
            if lines.iter().all(Option::is_some) {
                break;
            }
        }
        lines
    }

    /// The iteration in which an invocation executes a program counter in the last step.
    fn iteration(&self, pass: usize, pc: u32, invocation: u32) -> Option<Iteration> {
        let trace = self.trace();
        let traced = &trace.passes[pass];
        let level = traced.levels.iter().rev().find(|level| (level.start..level.end).contains(&pc))?;
        let is_of = |event: &&Event, variable| {
            event.kind == EventKind::Variable && (event.invocation, event.address) == (invocation, variable)
        };
        let word = |event: &Event| trace.words_of(event).first().copied().unwrap_or(0);
        // Counters are read as of this instruction: later in the step, the invocation may begin the next iteration.
        let here = self.last_events().find(|&rank| trace.events[rank].pc == pc)?;
        let last = |variable| {
            trace.events[traced.first_event..here].iter().rev().find(|event| is_of(event, variable)).map(word)
        };
        let index = last(level.iteration)?;
        let end = trace.passes.get(pass + 1).map_or(trace.events.len(), |next| next.first_event);
        let later = trace.events[here..end].iter().filter(|event| is_of(event, level.iteration)).map(word);
        // The numbers of one execution of the loop are consecutive. Another execution counts from 1 again.
        let more = later.zip(index + 1..).take_while(|(found, next)| found == next).count() as u32;
        // The last number belongs to the test that ends the loop, and not to an iteration.
        let count = index + more.saturating_sub(1);
        let variable = traced.variables.get(level.variable as usize)?.name.clone();
        Some(Iteration { index, count, variable, word: last(level.variable)? })
    }

    /// The variables of a function with values in a subgroup.
    fn variables(&self, pass: usize, function: &str, workgroup: u32, subgroup: u32) -> Vec<VariableValues> {
        let traced = &self.trace().passes[pass];
        let (size, subgroup_size) = (traced.invocations(), self.trace().subgroup_size);
        let first = workgroup * size + subgroup * subgroup_size;
        let invocations = subgroup_size.min(size.saturating_sub(subgroup * subgroup_size));
        let of_function = (0u32..).zip(&traced.variables).filter(|(_, variable)| variable.function == function);
        let mut found: BTreeMap<u32, VariableValues> = of_function
            .map(|(rank, variable)| {
                let words = vec![None; invocations as usize];
                (rank, VariableValues { name: variable.name.clone(), ty: variable.ty.clone(), words })
            })
            .collect();
        let mut missing = found.len() * invocations as usize;
        for event in self.past(pass).filter(|event| event.kind == EventKind::Variable) {
            if missing == 0 {
                break;
            }
            let values = found.get_mut(&event.address).map(|variable| &mut variable.words);
            let index = event.invocation.wrapping_sub(first) as usize;
            if let Some(value @ None) = values.and_then(|values| values.get_mut(index)) {
                *value = Some(self.trace().words_of(event).to_vec());
                missing -= 1;
            }
        }
        found.into_values().filter(|variable| variable.words.iter().any(Option::is_some)).collect()
    }

    /// A part of a memory's time line around this moment, in a run in lockstep: at most `before` columns before it and
    /// `after` columns after it. The memory is that of `workgroup`, or storage for `None`. If the pass has no accesses
    /// to it, the result is the time line of the other memory: storage, or the memory of the workgroup that acts.
    pub fn window(&self, workgroup: Option<u32>, before: usize, after: usize) -> Window {
        let events = self.last_events();
        let at_work = self.at_work(events.clone());
        self.timeline.window(self.trace(), events, (workgroup, at_work), (before, after))
    }

    /// The rounds of a run in lockstep, in the order in which they begin.
    pub fn rounds(&self) -> Vec<Round> {
        self.timeline.rounds(self.trace())
    }

    /// The number of steps up to the later access of a race; `None` for a finding that is not a race.
    pub fn step_of_race(&self, finding: &Finding) -> Option<usize> {
        let [earlier, later] = finding.places.get(..2)? else { return None };
        let trace = self.trace();
        let pass = finding.pass as usize;
        let (first, size) = (trace.passes.get(pass)?.first_event, trace.passes[pass].invocations());
        let end = trace.passes.get(pass + 1).map_or(trace.events.len(), |next| next.first_event);
        let mut touched = BTreeSet::new();
        for (rank, event) in (first..end).zip(&trace.events[first..end]).filter(|(_, event)| event.kind.is_access()) {
            let invocation = (event.invocation / size, event.invocation % size, event.pc);
            let word = (event.space, event.address);
            if invocation == (later.workgroup, later.invocation, later.pc) && touched.contains(&word) {
                return Some(self.starts.partition_point(|&start| start <= rank));
            }
            if invocation == (earlier.workgroup, earlier.invocation, earlier.pc) {
                touched.insert(word);
            }
        }
        None
    }

    /// The number of steps up to the last write of a word of a buffer of the recording; `None` if the word is never
    /// written.
    pub fn step_of_write(&self, buffer: usize, word: u32) -> Option<usize> {
        let is_written = |event: &Event| {
            let is_there = usize::from(event.space) == buffer + 1 && event.address == word;
            is_there && matches!(event.kind, EventKind::Write | EventKind::Atomic)
        };
        let rank = self.trace().events.iter().rposition(is_written)?;
        Some(self.starts.partition_point(|&start| start <= rank))
    }

    /// The number of steps up to the first access to workgroup memory with the most bank conflicts, in lockstep; `None`
    /// without conflicts.
    pub fn step_of_conflict(&self) -> Option<usize> {
        let conflicts = self.trace().accesses.iter().filter(|access| access.is_workgroup_memory && access.units > 1);
        // `max_by_key` returns the last of equal values. The order is reversed, so it returns the first access.
        let worst = conflicts.rev().max_by_key(|access| access.units)?;
        Some(self.starts.partition_point(|&start| start <= worst.event))
    }
}
