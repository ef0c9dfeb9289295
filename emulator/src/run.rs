//! Executes instructions that no other invocation sees, up to the next visible one.

use crate::environment::Environment;
use crate::error::Error;
use crate::instruction::{Builtin, CONSTANT, Instruction, Limit, Slot};
use crate::report::FindingKind;
use crate::scalar;
use crate::trace::EventKind;
use crate::workgroup::{Status, Workgroup};

/// The number of steps of an invocation between checks of the run's budget.
const SLICE: u64 = 1 << 16;

/// The additional steps of an instruction that moves many words.
pub(crate) fn more_steps(words: u32) -> u64 {
    u64::from(words / 16)
}

pub(crate) fn get(registers: &[u32], constants: &[u32], slot: Slot) -> u32 {
    if slot & CONSTANT == 0 { registers[slot as usize] } else { constants[(slot ^ CONSTANT) as usize] }
}

pub(crate) fn copy(registers: &mut [u32], constants: &[u32], dst: Slot, src: Slot, words: u32) {
    let (dst, words) = (dst as usize, words as usize);
    if words == 1 {
        registers[dst] = get(registers, constants, src);
    } else if src & CONSTANT == 0 {
        registers.copy_within(src as usize..src as usize + words, dst);
    } else {
        let src = (src ^ CONSTANT) as usize;
        registers[dst..dst + words].copy_from_slice(&constants[src..src + words]);
    }
}

/// Adds an iteration or a call to `path`, a hash that identifies a dynamic instance: the calls and iterations that led
/// to it.
fn mix(path: u32, inner: u32) -> u32 {
    let mixed = (path ^ inner.wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b);
    mixed ^ mixed >> 15 ^ path.rotate_left(7)
}

impl Environment<'_> {
    /// Runs an invocation with the previous status `before` up to its next visible instruction.
    pub fn advance(
        &mut self,
        workgroup: &mut Workgroup,
        local_index: usize,
        before: Option<Status>,
    ) -> Result<(), Error> {
        let status = loop {
            let (executed, status) = self.slice(workgroup, local_index)?;
            self.instructions += executed;
            if self.instructions > self.budget {
                return Err(Error::Steps { limit: self.options.step_limit });
            }
            if let Some(status) = status {
                break status;
            }
        };
        if status == Status::Ended {
            self.change();
            if self.trace.is_some() {
                let (invocation, pc) =
                    (workgroup.rank * self.size() + local_index as u32, workgroup.invocations[local_index].pc);
                self.event(EventKind::End, invocation, pc, (0, 0), [0; 3])?;
            }
        }
        workgroup.set_status(local_index, self.options.subgroup_size, before, status);
        Ok(())
    }

    /// Runs an invocation for about [`SLICE`] steps. Returns the number of steps, and the status if the invocation is
    /// at a visible instruction.
    ///
    /// The interpreter's loop has one arm per instruction. All arms are in one function, so that the program counter,
    /// the path and the registers are local variables.
    fn slice(&mut self, workgroup: &mut Workgroup, local_index: usize) -> Result<(u64, Option<Status>), Error> {
        let program = self.program;
        let size = program.registers as usize;
        let registers = &mut workgroup.registers[local_index * size..(local_index + 1) * size];
        let constants = program.constants.as_slice();
        let (mut pc, mut path) =
            (workgroup.invocations[local_index].pc as usize, workgroup.invocations[local_index].path);
        let mut executed = 0;
        let status = loop {
            let instruction = &program.instructions[pc];
            executed += 1;
            self.covered[pc] = true;
            let mut next = pc + 1;
            match *instruction {
                // Avoids the call of `copy` for a single word.
                Instruction::Copy { dst, src, words: 1 } => registers[dst as usize] = get(registers, constants, src),
                Instruction::Copy { dst, src, words } => {
                    copy(registers, constants, dst, src, words);
                    executed += more_steps(words);
                }
                Instruction::ReadIndexed { dst, base, index, words } => {
                    let from = (base + get(registers, constants, index)) as usize;
                    registers.copy_within(from..from + words as usize, dst as usize);
                    executed += more_steps(words);
                }
                Instruction::WriteIndexed { base, index, src, words } => {
                    let to = base + get(registers, constants, index);
                    copy(registers, constants, to, src, words);
                    executed += more_steps(words);
                }
                Instruction::AddressOf { dst, base, index } => {
                    registers[dst as usize] = base + get(registers, constants, index);
                }
                Instruction::Unary { op, dst, a } => {
                    registers[dst as usize] = scalar::unary(op, get(registers, constants, a));
                }
                Instruction::Binary { op, dst, a, b } => {
                    let (a, b) = (get(registers, constants, a), get(registers, constants, b));
                    registers[dst as usize] = scalar::binary(op, a, b);
                }
                Instruction::Ternary { op, dst, a, b, c } => {
                    let [a, b, c] = [a, b, c].map(|slot| get(registers, constants, slot));
                    registers[dst as usize] = scalar::ternary(op, a, b, c);
                }
                Instruction::Select { dst, condition, accept, reject, words } => {
                    let src = if get(registers, constants, condition) != 0 { accept } else { reject };
                    copy(registers, constants, dst, src, words);
                    executed += more_steps(words);
                }
                Instruction::Several { op, dst, src, dst_words, src_words } => {
                    let mut words = [0; 4];
                    for (word, at) in words.iter_mut().zip(src..src + src_words.min(4)) {
                        *word = get(registers, constants, at);
                    }
                    let result = scalar::several(op, &words);
                    registers[dst as usize..][..dst_words as usize].copy_from_slice(&result[..dst_words as usize]);
                }
                Instruction::Builtin { dst, which } => {
                    registers[dst as usize] = self.builtin(which, workgroup.id, local_index as u32);
                }
                Instruction::Jump { target } => next = target as usize,
                Instruction::JumpUnless { condition, target } => {
                    if get(registers, constants, condition) == 0 {
                        next = target as usize;
                    }
                }
                Instruction::JumpIfEqual { a, value, target } => {
                    if get(registers, constants, a) == value {
                        next = target as usize;
                    }
                }
                Instruction::LoopEnter { save, count } => {
                    registers[save as usize] = path;
                    registers[count as usize] = 0;
                }
                Instruction::LoopNext { save, count } => {
                    registers[count as usize] += 1;
                    path = mix(registers[save as usize], registers[count as usize]);
                    if self.trace.is_some()
                        && let Some(level) = self.program.levels.iter().find(|level| level.start as usize == pc)
                    {
                        let (place, count) = ((workgroup.rank, local_index, pc), registers[count as usize]);
                        trace_words(self, EventKind::Variable, place, level.iteration, &[count])?;
                    }
                    if executed > SLICE {
                        pc = next;
                        break None;
                    }
                }
                Instruction::LoopExit { save } => path = registers[save as usize],
                Instruction::Call { target, link, .. } => {
                    registers[link as usize] = next as u32;
                    registers[link as usize + 1] = path;
                    path = mix(path, !(pc as u32));
                    next = target as usize;
                    self.counts[pc] += 1;
                    if self.trace.is_some() {
                        trace_call(self, registers, workgroup.rank, local_index, pc, EventKind::Call)?;
                    }
                }
                Instruction::Return { link, .. } => {
                    next = registers[link as usize] as usize;
                    path = registers[link as usize + 1];
                    if self.trace.is_some() {
                        trace_call(self, registers, workgroup.rank, local_index, pc, EventKind::Return)?;
                    }
                }
                Instruction::Note { variable, src, words } => {
                    if self.trace.is_some() {
                        let values: Vec<u32> = (src..src + words).map(|at| get(registers, constants, at)).collect();
                        trace_words(self, EventKind::Variable, (workgroup.rank, local_index, pc), variable, &values)?;
                    }
                }
                Instruction::Uniform { dst, from, words } => {
                    let crate::instruction::Space::Buffer(rank) = from.space else { break Some(Status::Ended) };
                    let at = (from.base + get(registers, constants, from.index)) as usize;
                    let buffer = &self.buffers[self.bound[usize::from(rank)]].words;
                    for word in 0..words as usize {
                        registers[dst as usize + word] = buffer.get(at + word).copied().unwrap_or(0);
                    }
                    executed += more_steps(words);
                }
                Instruction::ArrayLength { dst, limit } => registers[dst as usize] = self.limit(limit),
                Instruction::Bound { dst, index, add, stride, limit } => {
                    let (index, limit) = (get(registers, constants, index), self.limit(limit));
                    if index >= limit {
                        self.find_out_of_bounds(workgroup.rank, local_index as u32, pc as u32, index);
                    }
                    let add = get(registers, constants, add);
                    registers[dst as usize] = add + index.min(limit.saturating_sub(1)) * stride;
                }
                Instruction::End => break Some(Status::Ended),
                Instruction::Barrier { .. } | Instruction::UniformLoad { .. } => break Some(Status::AtBarrier),
                Instruction::Collective { .. } | Instruction::SubgroupBarrier => break Some(Status::AtCollective),
                _ => break Some(Status::Ready),
            }
            pc = next;
        };
        workgroup.invocations[local_index].pc = pc as u32;
        workgroup.invocations[local_index].path = path;
        Ok((executed, status))
    }

    /// The number of elements of an array.
    fn limit(&self, limit: Limit) -> u32 {
        match limit {
            Limit::Elements(elements) => elements,
            Limit::Runtime { buffer, first, stride } => {
                let words = self.buffers[self.bound[usize::from(buffer)]].words.len() as u32;
                words.saturating_sub(first) / stride.max(1)
            }
        }
    }

    fn find_out_of_bounds(&mut self, workgroup: u32, local_index: u32, pc: u32, index: u32) {
        let place = self.place(workgroup, local_index, pc, "index");
        self.find(FindingKind::OutOfBounds, String::new(), index, vec![place]);
    }

    fn builtin(&self, which: Builtin, id: [u32; 3], local_index: u32) -> u32 {
        let [x, y, _] = self.program.workgroup_size;
        let local = [local_index % x, local_index / x % y, local_index / (x * y)];
        let subgroup_size = self.options.subgroup_size;
        match which {
            Builtin::GlobalInvocation(dimension) => {
                let dimension = usize::from(dimension);
                id[dimension] * self.program.workgroup_size[dimension] + local[dimension]
            }
            Builtin::LocalInvocation(dimension) => local[usize::from(dimension)],
            Builtin::LocalIndex => local_index,
            Builtin::Workgroup(dimension) => id[usize::from(dimension)],
            Builtin::Workgroups(dimension) => self.grid[usize::from(dimension)],
            Builtin::SubgroupSize => subgroup_size,
            Builtin::SubgroupInvocation => local_index % subgroup_size,
            Builtin::Subgroup => local_index / subgroup_size,
            Builtin::Subgroups => self.size().div_ceil(subgroup_size),
        }
    }
}

/// Traces a call or a return of a function, if its calls are traced.
fn trace_call(
    environment: &mut Environment<'_>,
    registers: &[u32],
    workgroup: u32,
    local_index: usize,
    pc: usize,
    kind: EventKind,
) -> Result<(), Error> {
    let program = environment.program;
    let (Instruction::Call { function, .. } | Instruction::Return { function, .. }) = program.instructions[pc] else {
        return Ok(());
    };
    if !environment.traces_calls[function as usize] {
        return Ok(());
    }
    let frame = &program.functions[function as usize];
    let (first, words) = if kind == EventKind::Call { frame.arguments } else { frame.result };
    let values = &registers[first as usize..][..words as usize];
    trace_words(environment, kind, (workgroup, local_index, pc), function, values)
}

/// Adds an event to the trace, and its words to [`Trace::words`](crate::trace::Trace::words).
fn trace_words(
    environment: &mut Environment<'_>,
    kind: EventKind,
    (workgroup, local_index, pc): (u32, usize, usize),
    address: u32,
    values: &[u32],
) -> Result<(), Error> {
    let Some(trace) = &mut environment.trace else { return Ok(()) };
    let place = trace.push_words(values)?;
    let invocation = workgroup * environment.size() + local_index as u32;
    environment.event(kind, invocation, pc as u32, (0, 0), [address, place, values.len() as u32])
}
