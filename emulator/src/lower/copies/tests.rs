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
