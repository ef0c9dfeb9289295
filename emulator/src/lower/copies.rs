//! Removes copies. Lowering emits a copy wherever a variable is read, assigned, passed or returned.
//!
//! *Copy propagation*: a use of a copy reads the source instead, unless the source changes before the last use. *Copy
//! coalescing*: a value that is computed only to be copied is written to its destination, unless the destination is
//! used in between.

use super::allocate::Registers;
use crate::instruction::{CONSTANT, FIXED, Instruction, OUTGOING, Slot, Use, callee_of};

/// Consecutive words from a slot on.
#[derive(Clone, Copy, Debug)]
struct Words {
    start: Slot,
    count: u32,
}

/// A count that includes all words from a slot to the end of its kind of slots.
const REST: u32 = OUTGOING;

impl Words {
    fn holds(self, slot: Slot) -> bool {
        (self.start..self.start + self.count).contains(&slot)
    }

    fn overlaps(self, other: Words) -> bool {
        match (callee_of(self.start), callee_of(other.start)) {
            // Frames of different functions may overlap.
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
    /// Whether an index chooses from each range.
    is_indexed: Vec<bool>,
    /// Words that pointers point to. Called functions may use them.
    address_taken: Vec<Words>,
    needless: Vec<Option<usize>>,
}

/// Finds the copies that can be removed, and changes the other instructions so that they do not need them. Returns for
/// each removed copy an instruction that is executed whenever the copy would be.
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
    /// Records the words that an instruction uses.
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

    /// Whether an instruction may use `words` in the way `wanted`.
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

    /// If an instruction is a copy and alone writes a whole range: the range, the source, and the written words.
    fn whole_copy(&self, place: usize) -> Option<(usize, Slot, Words)> {
        let Instruction::Copy { dst, src, words } = self.instructions[place] else { return None };
        let range = self.registers.range_of(dst)?;
        let is_whole = self.registers.words_of(range) == (dst, words);
        let is_only = self.writes[range] == [place] && !self.is_indexed[range];
        (is_whole && is_only).then_some((range, src, Words { start: dst, count: words }))
    }

    /// Replaces reads of a copy by reads of its source.
    fn propagate(&mut self, place: usize) {
        let Some((range, src, copied)) = self.whole_copy(place) else { return };
        let Some((&first_read, &last_read)) = self.reads[range].first().zip(self.reads[range].last()) else { return };
        if first_read <= place {
            return;
        }
        let source = Words { start: src, count: copied.count };
        if src & CONSTANT == 0 {
            // If the copy precedes a loop that reads its words, every iteration reads them. The source must then stay
            // unchanged up to the end of the loop.
            let around =
                self.loops.iter().filter(|&&(start, end)| place < start && start <= last_read && last_read < end);
            let end = around.map(|&(_, end)| end).max().unwrap_or(last_read);
            if (place + 1..end).any(|between| self.uses(between, source, Use::Write)) {
                return;
            }
        }
        self.redirect(range, copied, src, Use::Read, place);
        self.needless[place] = Some(place);
    }

    /// Removes a copy that is the only use of a value: the value is written to the copy's destination instead.
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
        self.redirect(range, computed, dst, Use::Write, place);
        self.needless[place] = Some(last);
    }

    /// Whether an instruction between a writer and the copy uses the destination of the copy.
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

    /// An instruction that stays and that is executed whenever a removed copy would be.
    fn executed_with(&self, mut place: usize) -> usize {
        while let Some(writer) = self.needless[place].filter(|&writer| writer != place) {
            place = writer;
        }
        let is_kept = |other: &usize| self.needless[*other].is_none();
        // The nearest such instruction in the basic block of the copy: after the copy if possible, else before it.
        let after =
            (place..self.needless.len()).take_while(|&other| other == place || !self.is_target(other)).find(is_kept);
        let before = || (0..place).rev().take_while(|&other| !self.is_target(other + 1)).find(is_kept);
        after.or_else(before).unwrap_or(place)
    }

    /// Whether something jumps to an instruction.
    fn is_target(&self, place: usize) -> bool {
        self.labels.contains(&(place as u32))
    }

    /// Whether no jump leaves or enters the instructions after `first` up to `last`.
    fn is_straight(&self, first: usize, last: usize) -> bool {
        let jumps = |place: usize| {
            use Instruction::*;
            let instruction = &self.instructions[place];
            matches!(instruction, Jump { .. } | JumpUnless { .. } | JumpIfEqual { .. } | Return { .. } | End)
        };
        !(first + 1..=last).any(|place| self.is_target(place)) && !(first..last).any(jumps)
    }

    /// Makes all instructions that use a range in the way `used` use the words from `to` on instead. So far only the
    /// instruction `copy` has connected the range with these words.
    fn redirect(&mut self, range: usize, from: Words, to: Slot, used: Use, copy: usize) {
        let other = self.registers.range_of(to);
        let uses = if used == Use::Read { &mut self.reads } else { &mut self.writes };
        let places = std::mem::take(&mut uses[range]);
        if let Some(other) = other {
            uses[other].retain(|&place| place != copy);
            uses[other].extend(&places);
            uses[other].sort_unstable();
        }
        places.into_iter().for_each(|place| self.rename(place, from, to, used));
    }

    /// Replaces `from` by the words from `to` on in the slots that an instruction uses in the way `wanted`.
    fn rename(&mut self, place: usize, from: Words, to: Slot, wanted: Use) {
        self.instructions[place].slots(&mut |slot, _, used| {
            if used == wanted && from.holds(*slot) {
                *slot = to + (*slot - from.start);
            }
        });
    }
}

#[cfg(test)]
mod tests;
