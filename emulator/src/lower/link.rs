//! Links the functions of a program: assigns program counters and frames. A function's frame overlaps no caller's
//! frame.

use super::function::Lowered;
use crate::error::Error;
use crate::instruction::{CONSTANT, FIXED, Instruction, callee_of};
use crate::layout::add_words;
use crate::program::{FunctionFrame, Loop, Program};
use crate::source::SourcePosition;
use crate::trace::{Level, TracedVariable};

/// Links the functions. Callees come before callers, and the entry point is last. The first `private` registers hold
/// private variables.
///
/// # Errors
/// [`Error::Unsupported`] for more registers than an invocation can have.
pub(super) fn link(mut functions: Vec<Lowered>, private: u32, program: &mut Program) -> Result<(), Error> {
    let count = functions.len();
    let mut frames = vec![0; count];
    let mut is_reached = vec![false; count];
    frames[count - 1] = private;
    is_reached[count - 1] = true;
    for index in (0..count).rev() {
        if is_reached[index] {
            let end =
                add_words(frames[index], functions[index].frame, SourcePosition::default(), "variables and values")?;
            for &callee in &functions[index].calls {
                frames[callee] = frames[callee].max(end);
                is_reached[callee] = true;
            }
        }
    }
    let mut starts = vec![0; count];
    let mut next = 0;
    for index in 0..count {
        starts[index] = next;
        if is_reached[index] {
            next += functions[index].code.len() as u32;
        } else {
            functions[index].code.clear();
            functions[index].positions.clear();
            functions[index].left_out.clear();
        }
    }
    for (index, function) in functions.into_iter().enumerate() {
        let frame = frames[index];
        program.registers = program.registers.max(frame + if is_reached[index] { function.frame } else { 0 });
        for mut instruction in function.code {
            place(&mut instruction, index, &frames, &starts);
            program.instructions.push(instruction);
        }
        program.function_of.resize(program.instructions.len(), index as u32);
        program.left_out.extend(function.left_out.into_iter().map(|(place, line)| (starts[index] + place, line)));
        program.positions.extend(function.positions);
        program.functions.push(FunctionFrame {
            name: function.name,
            arguments: (frame + 2 + function.result_words, function.argument_words),
            result: (frame + 2, function.result_words),
        });
    }
    program.entry = starts[count - 1];
    program.loops = loops(program);
    Ok(())
}

/// The loops of the linked code, outer ones first. Each goes from its `LoopNext` to the last jump back to it.
fn loops(program: &Program) -> Vec<Loop> {
    let mut loops = Vec::new();
    for (start, instruction) in program.instructions.iter().enumerate() {
        if let Instruction::LoopNext { count, .. } = *instruction {
            let start = start as u32;
            let jumps = |instruction: &Instruction| match *instruction {
                Instruction::Jump { target } | Instruction::JumpUnless { target, .. } => target == start,
                _ => false,
            };
            let end = program.instructions.iter().rposition(jumps).map_or(start, |last| last as u32) + 1;
            loops.push(Loop { start, end, count });
        }
    }
    loops
}

/// The loops that contain a barrier and change a traced variable. Each gets one more traced variable, the number of its
/// iteration, which belongs to no function.
pub(super) fn levels(program: &mut Program) -> Vec<Level> {
    let mut levels = Vec::new();
    for &Loop { start, end, .. } in &program.loops {
        let body = &program.instructions[start as usize..end as usize];
        let has_barrier = body.iter().any(|instruction| matches!(instruction, Instruction::Barrier { .. }));
        let noted = body.iter().rev().find_map(|instruction| match *instruction {
            Instruction::Note { variable, words: 1, .. } => Some(variable),
            _ => None,
        });
        let Some(variable) = noted.filter(|_| has_barrier) else { continue };
        let iteration = program.variables.len() as u32;
        program.variables.push(TracedVariable { ty: "u32".into(), ..TracedVariable::default() });
        levels.push(Level { start, end, variable, iteration });
    }
    levels
}

/// Gives an instruction's slots and targets their final values.
fn place(instruction: &mut Instruction, index: usize, frames: &[u32], starts: &[u32]) {
    instruction.slots(&mut |slot, _, _| {
        if let Some((callee, offset)) = callee_of(*slot) {
            *slot = frames[callee as usize] + offset;
        } else if *slot & CONSTANT == 0 {
            *slot = if *slot & FIXED != 0 { *slot & !FIXED } else { *slot + frames[index] };
        }
    });
    if let Some(target) = instruction.target() {
        *target += starts[index];
    }
    match *instruction {
        Instruction::Call { function, .. } => {
            let (target, link) = (starts[function as usize], frames[function as usize]);
            *instruction = Instruction::Call { function, target, link };
        }
        Instruction::Return { link, .. } => *instruction = Instruction::Return { function: index as u32, link },
        _ => {}
    }
}
