//! Accesses to shared memory.

use crate::environment::Environment;
use crate::error::Error;
use crate::instruction::{Address, AtomicOp, Instruction, Slot, Space};
use crate::races::Access;
use crate::run::{get, more_steps};
use crate::scalar;
use crate::trace::EventKind;
use crate::workgroup::{Status, Workgroup};

impl Environment<'_> {
    /// Executes the access at which all of these lanes are, then runs them on.
    pub fn access(&mut self, workgroup: &mut Workgroup, lanes: &[usize]) -> Result<(), Error> {
        let Some(&first) = lanes.first() else { return Ok(()) };
        let pc = workgroup.lanes[first].pc;
        let instruction = self.program.instructions[pc as usize];
        self.counts[pc as usize] += lanes.len() as u64;
        self.instructions += lanes.len() as u64;
        workgroup.accesses += lanes.len() as u64;
        if self.meter.is_some() {
            self.measure(workgroup, lanes, pc, &instruction);
        }
        for &lane in lanes {
            if let Some((address, words)) = instruction.access() {
                let word = self.first_word(workgroup, lane, address, 1);
                self.touch(workgroup, address.space, word);
                self.instructions += more_steps(words);
            }
            match instruction {
                Instruction::Load { dst, from, words } => self.load(workgroup, lane, dst, from, words)?,
                Instruction::Store { to, src, words } => self.store(workgroup, lane, to, src, words)?,
                Instruction::AtomicLoad { dst, from } => {
                    let value = self.atomic(workgroup, lane, from, |_| None)?;
                    self.set(workgroup, lane, dst, value);
                }
                Instruction::AtomicStore { to, src } => {
                    let value = self.get(workgroup, lane, src);
                    self.atomic(workgroup, lane, to, |_| Some(value))?;
                }
                Instruction::Atomic { op, dst, at, value, compare } => {
                    let (value, compare) = (self.get(workgroup, lane, value), self.get(workgroup, lane, compare));
                    let old = self.atomic(workgroup, lane, at, |old| match op {
                        AtomicOp::Combine(op) => Some(scalar::binary(op, old, value)),
                        AtomicOp::Exchange => Some(value),
                        AtomicOp::CompareExchange => (old == compare).then_some(value),
                    })?;
                    self.set(workgroup, lane, dst, old);
                    if op == AtomicOp::CompareExchange {
                        self.set(workgroup, lane, dst + 1, u32::from(old == compare));
                    }
                }
                _ => {}
            }
        }
        for &lane in lanes {
            workgroup.lanes[lane].pc = pc + 1;
            self.advance(workgroup, lane, Some(Status::Ready))?;
        }
        self.step += u32::from(self.trace.is_some());
        Ok(())
    }

    /// Notes an access to a word: one to another word than those since the last change is progress.
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

    pub fn get(&self, workgroup: &Workgroup, lane: usize, slot: Slot) -> u32 {
        let size = self.program.registers as usize;
        get(&workgroup.registers[lane * size..(lane + 1) * size], &self.program.constants, slot)
    }

    pub fn set(&self, workgroup: &mut Workgroup, lane: usize, slot: Slot, value: u32) {
        workgroup.registers[lane * self.program.registers as usize + slot as usize] = value;
    }

    /// The first word of an access, moved so that the access fits the memory; indices are checked before.
    pub fn first_word(&self, workgroup: &Workgroup, lane: usize, address: Address, words: u32) -> usize {
        let memory = match address.space {
            Space::Workgroup => workgroup.memory.len(),
            Space::Buffer(binding) => self.buffers[self.bound[usize::from(binding)]].words.len(),
        };
        let first = address.base as usize + self.get(workgroup, lane, address.index) as usize;
        first.min(memory.saturating_sub(words as usize))
    }

    fn load(
        &mut self,
        workgroup: &mut Workgroup,
        lane: usize,
        dst: Slot,
        from: Address,
        words: u32,
    ) -> Result<(), Error> {
        let first = self.first_word(workgroup, lane, from, words);
        let to = lane * self.program.registers as usize + dst as usize;
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
        self.check_races(workgroup, lane, from.space, first..first + words, false);
        if self.trace.is_some() {
            for word in 0..words {
                let value = workgroup.registers[to + word];
                self.trace_access(workgroup, lane, (EventKind::Read, from.space), (first, word), (value, value))?;
            }
        }
        Ok(())
    }

    fn store(
        &mut self,
        workgroup: &mut Workgroup,
        lane: usize,
        to: Address,
        src: Slot,
        words: u32,
    ) -> Result<(), Error> {
        let first = self.first_word(workgroup, lane, to, words);
        for word in 0..words as usize {
            let value = self.get(workgroup, lane, src + word as u32);
            let memory = match to.space {
                Space::Workgroup => &mut workgroup.memory,
                Space::Buffer(binding) => &mut self.buffer(binding).words,
            };
            let old = std::mem::replace(&mut memory[first + word], value);
            if old != value {
                self.change();
            }
            if self.trace.is_some() {
                self.trace_access(workgroup, lane, (EventKind::Write, to.space), (first, word), (old, value))?;
            }
        }
        self.check_races(workgroup, lane, to.space, first..first + words as usize, true);
        Ok(())
    }

    /// Executes an atomic operation; gives the value before.
    fn atomic(
        &mut self,
        workgroup: &mut Workgroup,
        lane: usize,
        at: Address,
        new: impl Fn(u32) -> Option<u32>,
    ) -> Result<u32, Error> {
        let word = self.first_word(workgroup, lane, at, 1);
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
            let values = (old, written.unwrap_or(old));
            self.trace_access(workgroup, lane, (EventKind::Atomic, at.space), (word, 0), values)?;
        }
        Ok(old)
    }

    fn trace_access(
        &mut self,
        workgroup: &Workgroup,
        lane: usize,
        (kind, space): (EventKind, Space),
        (first, word): (usize, usize),
        (old, new): (u32, u32),
    ) -> Result<(), Error> {
        let space = match space {
            Space::Workgroup => 0,
            Space::Buffer(binding) => 1 + self.bound[usize::from(binding)] as u8,
        };
        let invocation = workgroup.rank * self.size() + lane as u32;
        let pc = workgroup.lanes[lane].pc;
        self.event(kind, invocation, pc, (space, word.min(255) as u8), [(first + word) as u32, old, new])
    }

    /// Looks for races of an access that is not atomic.
    fn check_races(
        &mut self,
        workgroup: &mut Workgroup,
        lane: usize,
        space: Space,
        words: std::ops::Range<usize>,
        writes: bool,
    ) {
        if !self.options.races {
            return;
        }
        let epoch = workgroup.epochs[usize::from(space != Space::Workgroup)];
        let pc = workgroup.lanes[lane].pc;
        let access = Access { epoch, workgroup: workgroup.rank, invocation: lane as u32, pc };
        for word in words {
            let shadow = match space {
                Space::Workgroup => &mut workgroup.shadow[word],
                // Buffers that nothing writes have none.
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
    fn measure(&mut self, workgroup: &mut Workgroup, lanes: &[usize], pc: u32, instruction: &Instruction) {
        let Some((address, words)) = instruction.access() else { return };
        let Some(mut meter) = self.meter.take() else { return };
        let mut addresses = std::mem::take(&mut self.addresses);
        let width = meter.width() as usize;
        for warp in lanes.chunk_by(|a, b| a / width == b / width) {
            addresses.clear();
            for &lane in warp {
                let first = self.first_word(workgroup, lane, address, words) as u32;
                addresses.extend(first..first + words);
            }
            let is_workgroup_memory = address.space == Space::Workgroup;
            meter.access(&mut workgroup.rounds, warp[0] / width, is_workgroup_memory, pc, &mut addresses);
        }
        self.addresses = addresses;
        self.meter = Some(meter);
    }
}
