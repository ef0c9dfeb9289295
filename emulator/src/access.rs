//! Accesses to workgroup memory and storage.

use crate::cost::WarpAccess;
use crate::environment::Environment;
use crate::error::Error;
use crate::instruction::{Address, AtomicOp, Instruction, Slot, Space};
use crate::races::Access;
use crate::run::{get, more_steps};
use crate::scalar;
use crate::trace::EventKind;
use crate::workgroup::{Status, Workgroup};

impl Environment<'_> {
    /// Executes one access for `invocations`, which have all reached it. Then runs each of them up to its next visible
    /// instruction.
    pub fn access(&mut self, workgroup: &mut Workgroup, invocations: &[usize]) -> Result<(), Error> {
        let Some(&first) = invocations.first() else { return Ok(()) };
        let pc = workgroup.invocations[first].pc;
        let instruction = self.program.instructions[pc as usize];
        self.counts[pc as usize] += invocations.len() as u64;
        self.instructions += invocations.len() as u64;
        workgroup.accesses += invocations.len() as u64;
        if self.meter.is_some() {
            self.measure(workgroup, invocations, pc, &instruction);
        }
        for &local_index in invocations {
            if let Some((address, words)) = instruction.access() {
                let word = self.first_word(workgroup, local_index, address, 1);
                self.touch(workgroup, address.space, word);
                self.instructions += more_steps(words);
            }
            match instruction {
                Instruction::Load { dst, from, words } => self.load(workgroup, local_index, dst, from, words)?,
                Instruction::Store { to, src, words } => self.store(workgroup, local_index, to, src, words)?,
                Instruction::AtomicLoad { dst, from } => {
                    let value = self.atomic(workgroup, local_index, from, |_| None)?;
                    self.set(workgroup, local_index, dst, value);
                }
                Instruction::AtomicStore { to, src } => {
                    let value = self.get(workgroup, local_index, src);
                    self.atomic(workgroup, local_index, to, |_| Some(value))?;
                }
                Instruction::Atomic { op, dst, at, value, compare } => {
                    let (value, compare) =
                        (self.get(workgroup, local_index, value), self.get(workgroup, local_index, compare));
                    let old = self.atomic(workgroup, local_index, at, |old| match op {
                        AtomicOp::Combine(op) => Some(scalar::binary(op, old, value)),
                        AtomicOp::Exchange => Some(value),
                        AtomicOp::CompareExchange => (old == compare).then_some(value),
                    })?;
                    self.set(workgroup, local_index, dst, old);
                    if op == AtomicOp::CompareExchange {
                        self.set(workgroup, local_index, dst + 1, u32::from(old == compare));
                    }
                }
                _ => {}
            }
        }
        for &local_index in invocations {
            workgroup.invocations[local_index].pc = pc + 1;
            self.advance(workgroup, local_index, Some(Status::Ready))?;
        }
        self.step += u32::from(self.trace.is_some());
        Ok(())
    }

    /// Records an access to a word. The first access to a word after a change counts as progress.
    pub fn touch(&mut self, workgroup: &mut Workgroup, space: Space, word: usize) {
        let touched = match space {
            Space::Workgroup => &mut workgroup.touched,
            Space::Buffer(binding) => &mut self.buffers[self.bound[usize::from(binding)]].touched,
        };
        match touched.get_mut(word) {
            Some(before) if *before != self.changes => {
                *before = self.changes;
                self.progress();
            }
            _ => self.idle += 1,
        }
    }

    pub fn get(&self, workgroup: &Workgroup, local_index: usize, slot: Slot) -> u32 {
        let size = self.program.registers as usize;
        get(&workgroup.registers[local_index * size..(local_index + 1) * size], &self.program.constants, slot)
    }

    pub fn set(&self, workgroup: &mut Workgroup, local_index: usize, slot: Slot, value: u32) {
        workgroup.registers[local_index * self.program.registers as usize + slot as usize] = value;
    }

    /// The index of the first word of an access, clamped so that all its words are in the memory. The instruction
    /// `Bound` has checked the index before.
    pub fn first_word(&self, workgroup: &Workgroup, local_index: usize, address: Address, words: u32) -> usize {
        let memory = match address.space {
            Space::Workgroup => workgroup.memory.len(),
            Space::Buffer(binding) => self.buffers[self.bound[usize::from(binding)]].words.len(),
        };
        let first = address.base as usize + self.get(workgroup, local_index, address.index) as usize;
        first.min(memory.saturating_sub(words as usize))
    }

    fn load(
        &mut self,
        workgroup: &mut Workgroup,
        local_index: usize,
        dst: Slot,
        from: Address,
        words: u32,
    ) -> Result<(), Error> {
        let first = self.first_word(workgroup, local_index, from, words);
        let to = local_index * self.program.registers as usize + dst as usize;
        let words = words as usize;
        match from.space {
            Space::Workgroup => {
                workgroup.registers[to..to + words].copy_from_slice(&workgroup.memory[first..first + words]);
            }
            Space::Buffer(binding) => {
                let buffer = &self.buffers[self.bound[usize::from(binding)]].words;
                workgroup.registers[to..to + words].copy_from_slice(&buffer[first..first + words]);
            }
        }
        self.check_races(workgroup, local_index, from.space, first..first + words, false);
        if self.trace.is_some() {
            for word in 0..words {
                let value = workgroup.registers[to + word];
                self.trace_access(
                    workgroup,
                    local_index,
                    (EventKind::Read, from.space),
                    (first, word),
                    (value, value),
                )?;
            }
        }
        Ok(())
    }

    fn store(
        &mut self,
        workgroup: &mut Workgroup,
        local_index: usize,
        to: Address,
        src: Slot,
        words: u32,
    ) -> Result<(), Error> {
        let first = self.first_word(workgroup, local_index, to, words);
        for word in 0..words as usize {
            let value = self.get(workgroup, local_index, src + word as u32);
            let memory = match to.space {
                Space::Workgroup => &mut workgroup.memory,
                Space::Buffer(binding) => &mut self.buffer(binding).words,
            };
            let old = std::mem::replace(&mut memory[first + word], value);
            if old != value {
                self.change();
            }
            if self.trace.is_some() {
                self.trace_access(workgroup, local_index, (EventKind::Write, to.space), (first, word), (old, value))?;
            }
        }
        self.check_races(workgroup, local_index, to.space, first..first + words as usize, true);
        Ok(())
    }

    /// Executes an atomic operation and returns the previous value.
    fn atomic(
        &mut self,
        workgroup: &mut Workgroup,
        local_index: usize,
        at: Address,
        new: impl Fn(u32) -> Option<u32>,
    ) -> Result<u32, Error> {
        let word = self.first_word(workgroup, local_index, at, 1);
        let memory = match at.space {
            Space::Workgroup => &mut workgroup.memory,
            Space::Buffer(binding) => &mut self.buffer(binding).words,
        };
        let old = memory[word];
        let written = new(old);
        if let Some(value) = written {
            memory[word] = value;
        }
        if written.is_some_and(|value| value != old) {
            self.change();
        }
        if let Space::Buffer(binding) = at.space
            && self.options.races
        {
            let rank = workgroup.rank;
            let buffer = self.buffer(binding);
            if buffer.atomic_writers.is_empty() {
                buffer.atomic_writers.resize(buffer.words.len(), 0);
            }
            let writer = buffer.atomic_writers[word];
            if written.is_some() {
                buffer.atomic_writers[word] = rank + 1;
            }
            if writer != 0 && writer != rank + 1 {
                workgroup.see(writer - 1);
            }
        }
        if self.trace.is_some() {
            let (kind, values) = match written {
                Some(new) => (EventKind::Atomic, (old, new)),
                None => (EventKind::Read, (old, old)),
            };
            self.trace_access(workgroup, local_index, (kind, at.space), (word, 0), values)?;
        }
        Ok(old)
    }

    fn trace_access(
        &mut self,
        workgroup: &Workgroup,
        local_index: usize,
        (kind, space): (EventKind, Space),
        (first, word): (usize, usize),
        (old, new): (u32, u32),
    ) -> Result<(), Error> {
        let space = match space {
            Space::Workgroup => 0,
            Space::Buffer(binding) => 1 + self.bound[usize::from(binding)] as u8,
        };
        let invocation = workgroup.rank * self.size() + local_index as u32;
        let pc = workgroup.invocations[local_index].pc;
        self.event(kind, invocation, pc, (space, word.min(255) as u8), [(first + word) as u32, old, new])
    }

    /// Looks for races of a non-atomic access.
    fn check_races(
        &mut self,
        workgroup: &mut Workgroup,
        local_index: usize,
        space: Space,
        words: std::ops::Range<usize>,
        writes: bool,
    ) {
        if !self.options.races {
            return;
        }
        let epoch = workgroup.epochs[usize::from(space != Space::Workgroup)];
        let pc = workgroup.invocations[local_index].pc;
        let access = Access { epoch, workgroup: workgroup.rank, invocation: local_index as u32, pc };
        for word in words {
            let shadow = match space {
                Space::Workgroup => &mut workgroup.shadow[word],
                // A buffer that the program cannot write has no shadow: reads alone do not race.
                Space::Buffer(binding) => match self.buffers[self.bound[usize::from(binding)]].shadow.get_mut(word) {
                    Some(shadow) => shadow,
                    None => return,
                },
            };
            let was_written = |earlier: Access, before: &crate::races::Shadow| before.is_write(earlier);
            let before = *shadow;
            let race = if writes { shadow.write(access) } else { shadow.read(access) };
            if let Some(earlier) = race {
                let earlier_writes = was_written(earlier, &before);
                self.find_race(workgroup, (space, word as u32), (earlier, earlier_writes), (access, writes));
            }
        }
    }

    /// Counts the cost of an access on the memory machines.
    fn measure(&mut self, workgroup: &mut Workgroup, invocations: &[usize], pc: u32, instruction: &Instruction) {
        let Some((address, words)) = instruction.access() else { return };
        let Some(mut meter) = self.meter.take() else { return };
        let mut addresses = std::mem::take(&mut self.addresses);
        let width = meter.width() as usize;
        for warp in invocations.chunk_by(|a, b| a / width == b / width) {
            addresses.clear();
            for &local_index in warp {
                let first = self.first_word(workgroup, local_index, address, words) as u32;
                addresses.extend(first..first + words);
            }
            let is_workgroup_memory = address.space == Space::Workgroup;
            let rank = warp[0] / width;
            let (round, units) = meter.access(&mut workgroup.rounds, rank, is_workgroup_memory, pc, &mut addresses);
            if let Some(trace) = &mut self.trace {
                let (event, workgroup, warp) = (trace.events.len(), workgroup.rank, rank as u32);
                trace.accesses.push(WarpAccess { event, workgroup, warp, pc, is_workgroup_memory, round, units });
            }
        }
        self.addresses = addresses;
        self.meter = Some(meter);
    }
}
