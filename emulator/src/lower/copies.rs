//! Leaves out copies, of which lowering makes one for each variable that is read, assigned, passed or returned.
//!
//! *Copy propagation*: registers that are nothing but a copy are read where they were copied from, unless that changes before their last
//! read. *Copy coalescing*: what is computed only to be copied is written where it is copied to, unless that is used in between.

use super::allocate::Registers;
use crate::instruction::{CONSTANT, FIXED, Instruction, OUTGOING, Slot, Use, callee_of};

/// Words from a slot on.
#[derive(Clone, Copy, Debug)]
struct Words {
    start: Slot,
    count: u32,
}

/// All words from a slot of its kind on.
const REST: u32 = OUTGOING;

impl Words {
    fn holds(self, slot: Slot) -> bool {
        (self.start..self.start + self.count).contains(&slot)
    }

    fn overlaps(self, other: Words) -> bool {
        match (callee_of(self.start), callee_of(other.start)) {
            // Frames of different functions may share their places.
            (Some((function, _)), Some((other_function, _))) if function != other_function => true,
            _ => {
                u64::from(self.start) < u64::from(other.start) + u64::from(other.count)
                    && u64::from(other.start) < u64::from(self.start) + u64::from(self.count)
            }
        }
    }
}

/// The code of a function, with the instructions that use each range of virtual registers.
struct Code<'c> {
    instructions: &'c mut [Instruction],
    registers: Registers<'c>,
    loops: &'c [(usize, usize)],
    labels: &'c [u32],
    reads: Vec<Vec<usize>>,
    writes: Vec<Vec<usize>>,
    /// Ranges that an index chooses from.
    is_indexed: Vec<bool>,
    /// What pointers point to, which functions that are called may use.
    address_taken: Vec<Words>,
    needless: Vec<Option<usize>>,
}

/// Finds the copies that can be left out, and changes the code so that it does without; for each of them an instruction that is executed
/// when it would be.
pub(super) fn needless(
    instructions: &mut [Instruction],
    registers: Registers<'_>,
    loops: &[(usize, usize)],
    labels: &[u32],
) -> Vec<Option<usize>> {
    let ranges = registers.ranges();
    let count = instructions.len();
    let mut code = Code {
        instructions,
        registers,
        loops,
        labels,
        reads: vec![Vec::new(); ranges],
        writes: vec![Vec::new(); ranges],
        is_indexed: vec![false; ranges],
        address_taken: Vec::new(),
        needless: vec![None; count],
    };
    for place in 0..count {
        code.note(place);
    }
    (0..count).for_each(|place| code.propagate(place));
    (0..count).rev().for_each(|place| code.coalesce(place));
    (0..count).map(|place| code.needless[place].map(|_| code.executed_with(place))).collect()
}

impl Code<'_> {
    /// Notes what an instruction uses.
    fn note(&mut self, place: usize) {
        let mut instruction = self.instructions[place];
        let takes_address = matches!(instruction, Instruction::AddressOf { .. });
        instruction.slots(&mut |slot, _, used| {
            if let Some(range) = self.registers.range_of(*slot) {
                match used {
                    Use::Read => self.reads[range].push(place),
                    Use::Write => self.writes[range].push(place),
                    Use::Base => self.is_indexed[range] = true,
                }
            }
            if used == Use::Base && takes_address {
                self.address_taken.push(self.words_from(*slot));
            }
        });
    }

    /// The words that an index chooses from.
    fn words_from(&self, base: Slot) -> Words {
        Words { start: base, count: self.registers.end_of(base).map_or(REST, |end| end - base) }
    }

    /// Whether an instruction may use words in this way.
    fn uses(&self, place: usize, words: Words, wanted: Use) -> bool {
        if self.needless[place].is_some() {
            return false;
        }
        let mut instruction = self.instructions[place];
        if let Instruction::Call { .. } = instruction {
            let is_of_callee = callee_of(words.start).is_some() || self.words_from(FIXED).overlaps(words);
            return is_of_callee || self.address_taken.iter().any(|taken| taken.overlaps(words));
        }
        let indexes = match instruction {
            Instruction::ReadIndexed { .. } => Some(Use::Read),
            Instruction::WriteIndexed { .. } => Some(Use::Write),
            _ => None,
        };
        let mut is_used = false;
        instruction.slots(&mut |slot, count, used| {
            let (used, all) = match used {
                Use::Base => (indexes, self.words_from(*slot)),
                _ => (Some(used), Words { start: *slot, count }),
            };
            is_used |= used == Some(wanted) && all.overlaps(words);
        });
        is_used
    }

    /// The copy of all words of a range that nothing else writes: the range, the source, and the words.
    fn whole_copy(&self, place: usize) -> Option<(usize, Slot, Words)> {
        let Instruction::Copy { dst, src, words } = self.instructions[place] else { return None };
        let range = self.registers.range_of(dst)?;
        let is_whole = self.registers.words_of(range) == (dst, words);
        let is_only = self.writes[range] == [place] && !self.is_indexed[range];
        (is_whole && is_only).then_some((range, src, Words { start: dst, count: words }))
    }

    /// Reads a copy where it was copied from.
    fn propagate(&mut self, place: usize) {
        let Some((range, src, copied)) = self.whole_copy(place) else { return };
        let Some((&first_read, &last_read)) = self.reads[range].first().zip(self.reads[range].last()) else { return };
        if first_read <= place {
            return;
        }
        let source = Words { start: src, count: copied.count };
        if src & CONSTANT == 0 {
            // What a loop after the copy reads, its next iteration reads again.
            let around =
                self.loops.iter().filter(|&&(start, end)| place < start && start <= last_read && last_read < end);
            let end = around.map(|&(_, end)| end).max().unwrap_or(last_read);
            if (place + 1..end).any(|between| self.uses(between, source, Use::Write)) {
                return;
            }
        }
        for rank in 0..self.reads[range].len() {
            let reader = self.reads[range][rank];
            self.rename(reader, copied, src, Use::Read);
        }
        let readers = std::mem::take(&mut self.reads[range]);
        if let Some(origin) = self.registers.range_of(src) {
            let reads = &mut self.reads[origin];
            reads.retain(|&reader| reader != place);
            reads.extend(readers);
            reads.sort_unstable();
        }
        self.needless[place] = Some(place);
    }

    /// Writes what is only copied where it is copied to.
    fn coalesce(&mut self, place: usize) {
        let Instruction::Copy { dst, src, words } = self.instructions[place] else { return };
        let Some(range) = self.registers.range_of(src) else { return };
        let is_whole = self.registers.words_of(range) == (src, words);
        if self.needless[place].is_some() || !is_whole || self.reads[range] != [place] || self.is_indexed[range] {
            return;
        }
        let Some((&first, &last)) = self.writes[range].first().zip(self.writes[range].last()) else { return };
        let computed = Words { start: src, count: words };
        let is_free = |&writer: &usize| !self.is_used_between(writer, place, computed, dst);
        if last >= place || !self.is_straight(first, place) || !self.writes[range].iter().all(is_free) {
            return;
        }
        for rank in 0..self.writes[range].len() {
            let writer = self.writes[range][rank];
            self.rename(writer, computed, dst, Use::Write);
        }
        let writers = std::mem::take(&mut self.writes[range]);
        if let Some(kept) = self.registers.range_of(dst) {
            let writes = &mut self.writes[kept];
            writes.retain(|&writer| writer != place);
            writes.extend(writers);
            writes.sort_unstable();
        }
        self.needless[place] = Some(last);
    }

    /// Whether an instruction after a writer and before the copy uses what the writer would write.
    fn is_used_between(&self, writer: usize, copy: usize, computed: Words, dst: Slot) -> bool {
        let mut instruction = self.instructions[writer];
        let mut is_used = false;
        instruction.slots(&mut |slot, count, used| {
            if used == Use::Write && computed.holds(*slot) {
                let target = Words { start: dst + (*slot - computed.start), count };
                let uses = |between| self.uses(between, target, Use::Read) || self.uses(between, target, Use::Write);
                is_used |= (writer + 1..copy).any(uses);
            }
        });
        is_used
    }

    /// An instruction that is not left out, and is executed when one that is would be.
    fn executed_with(&self, mut place: usize) -> usize {
        while let Some(writer) = self.needless[place].filter(|&writer| writer != place) {
            place = writer;
        }
        let is_kept = |other: &usize| self.needless[*other].is_none();
        // In its block, of which there is one: what reads the copy, or the jump to where it is read.
        let after =
            (place..self.needless.len()).take_while(|&other| other == place || !self.is_target(other)).find(is_kept);
        let before = || (0..place).rev().take_while(|&other| !self.is_target(other + 1)).find(is_kept);
        after.or_else(before).unwrap_or(place)
    }

    /// Whether something jumps to an instruction.
    fn is_target(&self, place: usize) -> bool {
        self.labels.contains(&(place as u32))
    }

    /// Whether nothing jumps from or to the instructions after the first up to the last.
    fn is_straight(&self, first: usize, last: usize) -> bool {
        let jumps = |place: usize| {
            use Instruction::*;
            let instruction = &self.instructions[place];
            matches!(instruction, Jump { .. } | JumpUnless { .. } | JumpIfEqual { .. } | Return { .. } | End)
        };
        !(first + 1..=last).any(|place| self.is_target(place)) && !(first..last).any(jumps)
    }

    /// Gives the slots of an instruction that use words in this way other words.
    fn rename(&mut self, place: usize, from: Words, to: Slot, wanted: Use) {
        self.instructions[place].slots(&mut |slot, _, used| {
            if used == wanted && from.holds(*slot) {
                *slot = to + (*slot - from.start);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::Binary;

    fn copy(dst: Slot, src: Slot) -> Instruction {
        Instruction::Copy { dst, src, words: 1 }
    }

    fn add(dst: Slot, a: Slot, b: Slot) -> Instruction {
        Instruction::Binary { op: Binary::Add, dst, a, b }
    }

    /// Registers from 10 on are virtual, one word each.
    fn kept(instructions: &mut [Instruction], loops: &[(usize, usize)], labels: &[u32]) -> Vec<bool> {
        let starts: Vec<u32> = (10..=20).collect();
        let registers = Registers { pinned: 10, variables: &[], starts: &starts };
        needless(instructions, registers, loops, labels).into_iter().map(|needless| needless.is_none()).collect()
    }

    #[test]
    fn a_variable_is_read_and_written_where_it_is() {
        // 3 = 3 + 4
        let mut code = [copy(10, 3), copy(11, 4), add(12, 10, 11), copy(3, 12)];
        assert_eq!(kept(&mut code, &[], &[]), [false, false, true, false]);
        assert!(matches!(code[2], Instruction::Binary { dst: 3, a: 3, b: 4, .. }));
    }

    #[test]
    fn a_value_from_before_an_assignment_is_kept() {
        // Swaps 3 and 4.
        let mut code = [copy(10, 3), copy(11, 4), copy(3, 11), copy(4, 10)];
        let kept = kept(&mut code, &[], &[]);
        assert_eq!(kept, [true, false, true, true]);
    }

    #[test]
    fn a_value_that_the_next_iteration_reads_is_kept() {
        let mut code = [copy(10, 3), add(4, 4, 10), add(3, 3, 4)];
        assert_eq!(kept(&mut code.clone(), &[], &[]), [false, true, true]);
        assert_eq!(kept(&mut code, &[(1, 3)], &[]), [true, true, true]);
    }

    #[test]
    fn an_assignment_in_a_branch_stays_there() {
        let jump = Instruction::JumpUnless { condition: 5, target: 0 };
        let mut code = [add(10, 3, 4), jump, copy(3, 10), copy(4, 3)];
        assert_eq!(kept(&mut code, &[], &[3]), [true; 4]);
    }

    #[test]
    fn the_words_of_a_vector_are_kept_apart() {
        let vector = |dst: Slot, src: Slot| Instruction::Copy { dst, src, words: 2 };
        let starts = [10, 12, 14];
        let registers = Registers { pinned: 10, variables: &[3], starts: &starts };
        // 3 and 4 are swapped, then both are increased.
        let mut code = [copy(10, 4), copy(11, 3), vector(3, 10)];
        assert_eq!(needless(&mut code, registers, &[], &[]), [None; 3]);
        let mut code = [add(12, 3, 5), add(13, 4, 5), vector(3, 12)];
        assert_eq!(needless(&mut code, registers, &[], &[]), [None, None, Some(1)]);
        let mut code = [add(12, 4, 5), add(13, 3, 5), vector(3, 12)];
        assert_eq!(needless(&mut code, registers, &[], &[]), [None; 3]);
    }

    #[test]
    fn what_a_call_may_write_is_copied_before_it() {
        let call = Instruction::Call { function: 2, target: 0, link: FIXED };
        let pointer = Instruction::AddressOf { dst: 12, base: 3, index: CONSTANT };
        for (source, others, is_kept) in [(FIXED | 7, copy(5, 6), true), (3, pointer, true), (3, copy(5, 6), false)] {
            let mut code = [others, copy(10, source), call, add(4, 10, 5)];
            assert_eq!(kept(&mut code, &[], &[])[1], is_kept, "{source}");
        }
        let store = Instruction::WriteIndexed { base: FIXED, index: 5, src: 6, words: 1 };
        let mut code = [copy(10, FIXED | 7), store, add(4, 10, 5)];
        assert_eq!(kept(&mut code, &[], &[]), [true; 3]);
    }

    #[test]
    fn registers_that_an_index_chooses_from_are_kept() {
        let starts = [10, 12, 13];
        let registers = Registers { pinned: 10, variables: &[], starts: &starts };
        let read = Instruction::ReadIndexed { dst: 12, base: 10, index: 5, words: 1 };
        let mut code = [Instruction::Copy { dst: 10, src: 3, words: 2 }, read, copy(7, 12)];
        assert_eq!(needless(&mut code, registers, &[], &[]), [None, None, Some(1)]);
    }

    #[test]
    fn what_is_left_out_is_executed_with_its_block() {
        // 10 and 11 are only written to be copied into 12, and 12 into 3.
        let jump = Instruction::JumpUnless { condition: 5, target: 0 };
        let mut code = [jump, add(10, 3, 4), copy(12, 10), copy(3, 12), copy(4, 3)];
        assert_eq!(
            needless(&mut code, Registers { pinned: 10, variables: &[], starts: &[10, 11, 12, 13] }, &[], &[4])[2..4],
            [Some(1); 2]
        );
    }

    #[test]
    fn a_result_is_kept_before_another_call() {
        let (first, second) = (crate::instruction::outgoing(1, 2), crate::instruction::outgoing(2, 2));
        let call = Instruction::Call { function: 2, target: 0, link: FIXED };
        let mut code = [copy(10, first), call, copy(11, second), add(3, 10, 11)];
        assert_eq!(kept(&mut code, &[], &[]), [true, true, false, true]);
    }
}
