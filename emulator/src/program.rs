//! A kernel, ready to run.

use std::collections::{BTreeMap, BTreeSet};

use crate::instruction::{Instruction, Slot, Space};
use crate::source::SourcePosition;
use crate::trace::{Level, TracedVariable};

/// Options of a program.
#[derive(Clone, Debug, Default)]
pub struct ProgramOptions {
    /// Values of `override`s, by name or by the number of `@id`.
    pub overrides: BTreeMap<String, f64>,
    /// Whether the trace holds the values of `let`, `var` and parameters.
    pub variables: bool,
}

/// A buffer that a program uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferBinding {
    /// `@group`.
    pub group: u32,
    /// `@binding`.
    pub binding: u32,
    /// The variable's name.
    pub name: String,
    /// Whether the program may write it.
    pub writable: bool,
    /// The minimum number of words of its buffer.
    pub words: u32,
}

/// A function of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct FunctionFrame {
    pub name: String,
    /// The first register of its arguments, and their words.
    pub arguments: (u32, u32),
    /// The first register of its result, and its words.
    pub result: (u32, u32),
}

/// A loop of a program, as a range of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Loop {
    /// Its first instruction.
    pub start: u32,
    /// The instruction after its last one.
    pub end: u32,
    /// The register that counts its iterations.
    pub count: Slot,
}

/// A compute entry point of a WGSL module, parsed, validated and lowered.
///
/// ```
/// use scanlab_emulator::{Program, ProgramOptions};
/// let source = "@compute @workgroup_size(64) fn main() {}";
/// let program = Program::new(source, "main", &ProgramOptions::default())?;
/// assert_eq!(program.workgroup_size(), [64, 1, 1]);
/// # Ok::<(), scanlab_emulator::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub(crate) entry_point: String,
    pub(crate) workgroup_size: [u32; 3],
    pub(crate) instructions: Vec<Instruction>,
    /// The place of each instruction in the text.
    pub(crate) positions: Vec<SourcePosition>,
    /// For each removed copy, the instruction that is executed instead, and the copy's line.
    pub(crate) left_out: Vec<(u32, u32)>,
    /// The function of each instruction.
    pub(crate) function_of: Vec<u32>,
    pub(crate) functions: Vec<FunctionFrame>,
    pub(crate) constants: Vec<u32>,
    /// Words of an invocation's registers.
    pub(crate) registers: u32,
    /// The first instruction of the entry point.
    pub(crate) entry: u32,
    /// Variables of workgroup memory: name, first word, number of words.
    pub(crate) workgroup_variables: Vec<(String, u32, u32)>,
    pub(crate) workgroup_words: u32,
    pub(crate) bindings: Vec<BufferBinding>,
    pub(crate) variables: Vec<TracedVariable>,
    /// Loops, outer ones first.
    pub(crate) loops: Vec<Loop>,
    /// The loops whose iterations are traced.
    pub(crate) levels: Vec<Level>,
}

impl Program {
    /// The name of its entry point.
    pub fn entry_point(&self) -> &str {
        &self.entry_point
    }

    /// Invocations of a workgroup in each dimension.
    pub fn workgroup_size(&self) -> [u32; 3] {
        self.workgroup_size
    }

    /// Invocations of a workgroup.
    pub fn invocations(&self) -> u32 {
        self.workgroup_size.iter().product()
    }

    /// The buffers that it uses.
    pub fn bindings(&self) -> &[BufferBinding] {
        &self.bindings
    }

    /// Words of its workgroup memory.
    pub fn workgroup_words(&self) -> u32 {
        self.workgroup_words
    }

    /// The number of registers of an invocation, one word each.
    pub fn registers(&self) -> u32 {
        self.registers
    }

    /// Number of its instructions.
    pub fn instructions(&self) -> usize {
        self.instructions.len()
    }

    /// The lines of its code, from 1.
    pub fn lines(&self) -> BTreeSet<u32> {
        self.executed_lines().map(|(_, line)| line).collect()
    }

    /// For each program counter, the lines that it executes.
    pub(crate) fn executed_lines(&self) -> impl Iterator<Item = (u32, u32)> {
        let own = (0u32..).zip(self.positions.iter().map(|at| at.line));
        own.chain(self.left_out.iter().copied()).filter(|&(_, line)| line > 0)
    }

    /// The line of a program counter, from 1; 0 for code that the emulator adds.
    pub fn line(&self, pc: u32) -> u32 {
        self.position(pc).line
    }

    /// The place of a program counter in the text.
    pub(crate) fn position(&self, pc: u32) -> SourcePosition {
        self.positions.get(pc as usize).copied().unwrap_or_default()
    }

    /// The variable that holds a word of workgroup memory or of a buffer, and the index of the word in the variable.
    pub(crate) fn variable(&self, space: Space, address: u32) -> (String, u32) {
        match space {
            Space::Workgroup => variable_at(&self.workgroup_variables, address),
            Space::Buffer(rank) => {
                (self.bindings.get(usize::from(rank)).map_or(String::new(), |binding| binding.name.clone()), address)
            }
        }
    }
}

/// The variable of workgroup memory that holds a word, and the index of the word in the variable.
pub(crate) fn variable_at(variables: &[(String, u32, u32)], address: u32) -> (String, u32) {
    let holds = |(_, first, words): &&(String, u32, u32)| (*first..first + words).contains(&address);
    let found = variables.iter().find(holds);
    found.map_or((String::new(), address), |(name, first, _)| (name.clone(), address - first))
}
