//! Allocates virtual registers: each range of words gets a place in the frame while it is live.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::instruction::{CONSTANT, FIXED, Instruction, OUTGOING, Slot};

/// A range of virtual words that are live together, from the instruction `first` to the instruction `last`.
#[derive(Clone, Copy, Debug)]
struct Range {
    start: u32,
    words: u32,
    first: usize,
    last: usize,
}

/// The registers of a function before allocation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Registers<'s> {
    /// Slots below this one keep their places.
    pub pinned: u32,
    /// The first words of the pinned variables, in order.
    pub variables: &'s [u32],
    /// The first words of the virtual ranges, in order, ending with the end of the last range.
    pub starts: &'s [u32],
}

impl Registers<'_> {
    pub fn ranges(self) -> usize {
        self.starts.len() - 1
    }

    /// The range of a virtual slot; `None` for other slots.
    pub fn range_of(self, slot: Slot) -> Option<usize> {
        let is_virtual = slot & (CONSTANT | FIXED | OUTGOING) == 0 && slot >= self.pinned;
        is_virtual.then(|| self.starts.partition_point(|&start| start <= slot) - 1)
    }

    /// The end of the variable or range that contains a slot. For a slot of the result or the arguments, the end of the
    /// arguments. `None` for slots in other frames.
    pub fn end_of(self, slot: Slot) -> Option<Slot> {
        if let Some(range) = self.range_of(slot) {
            return Some(self.starts[range + 1]);
        }
        let next = self.variables.iter().copied().find(|&first| first > slot).unwrap_or(self.pinned);
        (slot < self.pinned).then_some(next)
    }

    /// The first word of a range, and the number of its words.
    pub fn words_of(self, range: usize) -> (Slot, u32) {
        (self.starts[range], self.starts[range + 1] - self.starts[range])
    }
}

/// Rewrites the virtual slots of a function's code. `loops` are the loops as ranges of instructions. Returns the number
/// of words of the frame.
pub(super) fn allocate(code: &mut [Instruction], registers: Registers<'_>, loops: &[(usize, usize)]) -> u32 {
    let range = |index| {
        let (start, words) = registers.words_of(index);
        Range { start, words, first: usize::MAX, last: 0 }
    };
    let mut ranges: Vec<Range> = (0..registers.ranges()).map(range).collect();
    let range_of = |slot: Slot| registers.range_of(slot);
    let pinned = registers.pinned;
    for (place, instruction) in code.iter_mut().enumerate() {
        instruction.slots(&mut |slot, _, _| {
            if let Some(index) = range_of(*slot) {
                let range = &mut ranges[index];
                range.first = range.first.min(place);
                range.last = place;
            }
        });
    }
    extend_over_loops(code, &mut ranges, loops, &range_of);
    let (places, frame) = assign(&ranges, pinned);
    for instruction in code {
        instruction.slots(&mut |slot, _, _| {
            if let Some(index) = range_of(*slot) {
                *slot = places[index] + (*slot - ranges[index].start);
            }
        });
    }
    frame
}

/// Keeps words that are defined before a loop and used in it live up to the loop's end: the next iteration reads them
/// again.
fn extend_over_loops(
    code: &mut [Instruction],
    ranges: &mut [Range],
    loops: &[(usize, usize)],
    range_of: &dyn Fn(Slot) -> Option<usize>,
) {
    for &(start, end) in loops {
        for instruction in &mut code[start..end] {
            instruction.slots(&mut |slot, _, _| {
                if let Some(index) = range_of(*slot)
                    && ranges[index].first < start
                {
                    ranges[index].last = ranges[index].last.max(end);
                }
            });
        }
    }
}

/// The place of each range, and the number of words of the frame.
fn assign(ranges: &[Range], pinned: u32) -> (Vec<u32>, u32) {
    let mut places = vec![pinned; ranges.len()];
    let mut order: Vec<usize> = (0..ranges.len()).filter(|&index| ranges[index].first != usize::MAX).collect();
    order.sort_by_key(|&index| ranges[index].first);
    let mut live: BinaryHeap<Reverse<(usize, usize)>> = BinaryHeap::new();
    // Free places: first word and number of words, in order.
    let mut free: Vec<(u32, u32)> = Vec::new();
    let mut frame = pinned;
    for index in order {
        let range = ranges[index];
        while let Some(&Reverse((last, ended))) = live.peek() {
            if last >= range.first {
                break;
            }
            live.pop();
            release(&mut free, places[ended], ranges[ended].words);
        }
        places[index] = match free.iter().position(|&(_, words)| words >= range.words) {
            Some(hole) => {
                let place = free[hole].0;
                free[hole].0 += range.words;
                free[hole].1 -= range.words;
                if free[hole].1 == 0 {
                    free.remove(hole);
                }
                place
            }
            None => {
                frame += range.words;
                frame - range.words
            }
        };
        live.push(Reverse((range.last, index)));
    }
    (places, frame)
}

/// Frees a place and joins it with its free neighbours.
fn release(free: &mut Vec<(u32, u32)>, place: u32, words: u32) {
    let at = free.partition_point(|&(start, _)| start < place);
    free.insert(at, (place, words));
    if at + 1 < free.len() && place + words == free[at + 1].0 {
        free[at].1 += free[at + 1].1;
        free.remove(at + 1);
    }
    if at > 0 && free[at - 1].0 + free[at - 1].1 == place {
        free[at - 1].1 += free[at].1;
        free.remove(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_share_places_unless_they_live_together() {
        let copy = |dst, src| Instruction::Copy { dst, src, words: 1 };
        // 10 and 11 live together; 12 begins after 10 has ended.
        let mut code = [copy(10, CONSTANT), copy(11, 10), copy(12, 11), copy(13, 12)];
        assert_eq!(allocate(&mut code, Registers { pinned: 2, variables: &[], starts: &[10, 11, 12, 13, 14] }, &[]), 4);
        let Instruction::Copy { dst, src, .. } = code[2] else { panic!("a copy") };
        assert_ne!(dst, src);
    }

    #[test]
    fn what_a_loop_uses_lives_to_its_end() {
        let copy = |dst, src| Instruction::Copy { dst, src, words: 1 };
        let mut code = [copy(10, CONSTANT), copy(11, 10), copy(12, CONSTANT), copy(0, 12)];
        let frame = allocate(&mut code, Registers { pinned: 1, variables: &[], starts: &[10, 11, 12, 13] }, &[(1, 4)]);
        let [Instruction::Copy { dst: outside, .. }, _, Instruction::Copy { dst: inside, .. }, _] = code else {
            panic!("copies")
        };
        assert_ne!(outside, inside);
        assert!(frame >= 3);
    }
}
