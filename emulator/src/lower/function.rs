//! The lowering of one function: its frame, and its code.

use naga::valid::FunctionInfo;
use naga::{Expression, Function, Handle, ScalarKind, Span, TypeInner};

use super::allocate::Registers;
use super::shared::{Global, Shared};
use super::{allocate, constants, copies};
use crate::error::Error;
use crate::instruction::{Address, Instruction, Slot, Space};
use crate::layout::{self, add_words, value_words};
use crate::source::SourcePosition;
use crate::trace::TracedVariable;

/// The maximum number of words of a traced variable.
const MAX_TRACED_WORDS: u32 = 16;

/// The maximum number of words of a function's virtual registers. Higher bits of a slot mark its kind.
const MAX_VIRTUAL_WORDS: u32 = crate::instruction::OUTGOING;

/// The code of a function, with slots relative to its frame; empty for a function that is not reached.
#[derive(Default)]
pub(super) struct Lowered {
    pub name: String,
    pub code: Vec<Instruction>,
    pub positions: Vec<SourcePosition>,
    /// For each removed copy, the instruction that is executed instead, and the copy's line.
    pub left_out: Vec<(u32, u32)>,
    /// The number of words of its frame. The order is: return address, path, result, arguments, and the rest.
    pub frame: u32,
    pub argument_words: u32,
    pub result_words: u32,
    /// Indices of the functions that it calls.
    pub calls: Vec<usize>,
}

/// The memory that a pointer points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Memory {
    /// Function and private variables.
    Registers,
    Shared(Space),
    Uniform(u8),
}

/// A pointer: `base + index` in its memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub memory: Memory,
    pub base: u32,
    pub index: Slot,
}

impl Place {
    /// The address in workgroup memory or storage.
    pub fn address(self) -> Address {
        let space = match self.memory {
            Memory::Shared(space) => space,
            Memory::Uniform(buffer) => Space::Buffer(buffer),
            Memory::Registers => Space::Workgroup,
        };
        Address { space, base: self.base, index: self.index }
    }
}

/// The lowered form of an expression.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    /// Words of registers or constants.
    Value(Slot),
    /// A pointer.
    Place(Place),
}

/// The targets of `break` and `continue`.
pub(super) struct Exits {
    pub break_to: u32,
    pub continue_to: Option<u32>,
}

pub(super) struct Context<'a, 'm> {
    pub shared: &'a mut Shared<'m>,
    pub info: &'a FunctionInfo,
    pub function: &'a Function,
    pub at: SourcePosition,
    pub code: Vec<Instruction>,
    positions: Vec<SourcePosition>,
    pub items: Vec<Option<Item>>,
    pub arguments: Vec<Slot>,
    locals: Vec<Slot>,
    /// The traced variable of each local variable.
    local_notes: Vec<Option<u32>>,
    /// First words of virtual registers that are not pinned.
    starts: Vec<u32>,
    next: u32,
    /// The index of the instruction after each label.
    labels: Vec<u32>,
    pub exits: Vec<Exits>,
    pub loops: Vec<(usize, usize)>,
    pub calls: Vec<usize>,
    pub is_entry: bool,
}

/// Lowers a function. `entry` is the name of an entry point, and `None` for any other function.
pub(super) fn lower(
    shared: &mut Shared<'_>,
    info: &FunctionInfo,
    function: &Function,
    entry: Option<&str>,
) -> Result<Lowered, Error> {
    let mut context = Context {
        shared,
        info,
        function,
        at: SourcePosition::default(),
        code: Vec::new(),
        positions: Vec::new(),
        items: vec![None; function.expressions.len()],
        arguments: Vec::new(),
        locals: Vec::new(),
        local_notes: Vec::new(),
        starts: Vec::new(),
        next: 2,
        labels: Vec::new(),
        exits: Vec::new(),
        loops: Vec::new(),
        calls: Vec::new(),
        is_entry: entry.is_some(),
    };
    let name = entry.map(str::to_owned).or_else(|| function.name.clone()).unwrap_or_default();
    let (result_words, argument_words) = context.pin_signature()?;
    context.pin_locals(&name)?;
    let pinned = context.next;
    context.begin(&name)?;
    context.block(&function.body)?;
    context.end_of_function();
    if context.next == MAX_VIRTUAL_WORDS {
        return context.unsupported("a function with that many values");
    }
    context.starts.push(context.next);
    let left_out = context.leave_out_copies(pinned);
    context.resolve_labels();
    let registers = Registers { pinned, variables: &context.locals, starts: &context.starts };
    let frame = allocate::allocate(&mut context.code, registers, &context.loops);
    let Context { code, positions, calls, .. } = context;
    Ok(Lowered { name, code, positions, left_out, frame, argument_words, result_words, calls })
}

impl Context<'_, '_> {
    /// Reserves the places of the result and the arguments. Returns their numbers of words.
    fn pin_signature(&mut self) -> Result<(u32, u32), Error> {
        let result = self.function.result.as_ref();
        let result_words = result.map_or(Ok(0), |result| self.words_of_type(result.ty))?;
        self.next = self.after(result_words)?;
        let first = self.next;
        for argument in &self.function.arguments {
            self.arguments.push(self.next);
            let words = self.words_of_type(argument.ty)?;
            self.next = self.after(words)?;
        }
        Ok((result_words, self.next - first))
    }

    /// The first slot after the next `words` words, which a result, an argument or a variable takes.
    fn after(&self, words: u32) -> Result<u32, Error> {
        add_words(self.next, words, self.at, "variables")
    }

    fn pin_locals(&mut self, name: &str) -> Result<(), Error> {
        for (handle, local) in self.function.local_variables.iter() {
            self.at = self.shared.source.position(self.function.local_variables.get_span(handle));
            self.locals.push(self.next);
            let words = self.words_of_type(local.ty)?;
            self.next = self.after(words)?;
            let note = self.traced(name, local.name.as_deref(), Some(local.ty), words);
            self.local_notes.push(note);
        }
        Ok(())
    }

    /// The index of a traced variable, if variables are traced.
    fn traced(
        &mut self,
        function: &str,
        name: Option<&str>,
        ty: Option<Handle<naga::Type>>,
        words: u32,
    ) -> Option<u32> {
        let name = name.filter(|_| self.shared.traces_variables && words <= MAX_TRACED_WORDS)?;
        let ty = ty.map_or(String::new(), |ty| layout::name(self.shared.module, ty));
        self.shared.variables.push(TracedVariable { name: name.to_owned(), function: function.to_owned(), ty });
        Some(self.shared.variables.len() as u32 - 1)
    }

    /// Emits the initial values of variables and the built-in values of parameters.
    fn begin(&mut self, name: &str) -> Result<(), Error> {
        let (module, function) = (self.shared.module, self.function);
        self.at = SourcePosition::default();
        if self.is_entry {
            self.initialise_private()?;
            for (index, argument) in function.arguments.iter().enumerate() {
                self.builtins(argument.ty, argument.binding.as_ref(), self.arguments[index])?;
            }
        }
        for (index, argument) in function.arguments.iter().enumerate() {
            let is_pointer = matches!(module.types[argument.ty].inner, TypeInner::Pointer { .. });
            let words = self.words_of_type(argument.ty)?;
            let note = self.traced(name, argument.name.as_deref(), Some(argument.ty), words);
            if let Some(variable) = note.filter(|_| !is_pointer) {
                self.emit(Instruction::Note { variable, src: self.arguments[index], words });
            }
        }
        for (handle, local) in function.local_variables.iter() {
            self.at = self.shared.source.position(function.local_variables.get_span(handle));
            let words = self.words_of_type(local.ty)?;
            let init = match local.init {
                Some(init) => constants::evaluate(module, &function.expressions, init, self.at)?,
                None => vec![0; words as usize],
            };
            let src = self.shared.constants.slot(&init);
            self.emit(Instruction::Copy { dst: self.locals[handle.index()], src, words });
            if local.init.is_some() {
                self.note_local(handle)?;
            }
        }
        Ok(())
    }

    fn initialise_private(&mut self) -> Result<(), Error> {
        let module = self.shared.module;
        for (handle, global) in module.global_variables.iter() {
            let (Some(Global::Private(first)), Some(init)) = (self.shared.globals.get(&handle).copied(), global.init)
            else {
                continue;
            };
            let words = constants::evaluate(module, &module.global_expressions, init, self.at)?;
            let src = self.shared.constants.slot(&words);
            let dst = crate::instruction::FIXED | first;
            self.emit(Instruction::Copy { dst, src, words: words.len() as u32 });
        }
        Ok(())
    }

    pub fn emit(&mut self, instruction: Instruction) {
        self.code.push(instruction);
        self.positions.push(self.at);
    }

    /// Reserves virtual registers.
    pub fn fresh(&mut self, words: u32) -> Slot {
        let slot = self.next;
        self.starts.push(slot);
        // `lower` reports that there are too many values; these slots are not used.
        self.next = self.next.saturating_add(words.max(1)).min(MAX_VIRTUAL_WORDS);
        slot
    }

    pub fn constant(&mut self, words: &[u32]) -> Slot {
        self.shared.constants.slot(words)
    }

    pub fn label(&mut self) -> u32 {
        self.labels.push(0);
        self.labels.len() as u32 - 1
    }

    /// Puts a label before the next instruction.
    pub fn bind(&mut self, label: u32) {
        self.labels[label as usize] = self.code.len() as u32;
    }

    /// Removes needless copies. Returns, for each of them, the instruction that is executed instead, and the copy's
    /// line.
    fn leave_out_copies(&mut self, pinned: u32) -> Vec<(u32, u32)> {
        let registers = Registers { pinned, variables: &self.locals, starts: &self.starts };
        let needless = copies::needless(&mut self.code, registers, &self.loops, &self.labels);
        // The new index of each instruction and of the end. A removed instruction has the index of the next one.
        let mut places = vec![0];
        places.extend(needless.iter().scan(0, |next, needless| {
            *next += usize::from(needless.is_none());
            Some(*next)
        }));
        let with_positions = needless.iter().zip(&self.positions);
        let left_out = with_positions.filter_map(|(with, at)| Some((places[(*with)?] as u32, at.line))).collect();
        let is_kept = |place: usize| needless[place].is_none();
        self.code = (0..needless.len()).filter(|&place| is_kept(place)).map(|place| self.code[place]).collect();
        self.positions =
            (0..needless.len()).filter(|&place| is_kept(place)).map(|place| self.positions[place]).collect();
        self.labels.iter_mut().for_each(|label| *label = places[*label as usize] as u32);
        self.loops.iter_mut().for_each(|(start, end)| (*start, *end) = (places[*start], places[*end]));
        left_out
    }

    fn resolve_labels(&mut self) {
        for instruction in &mut self.code {
            if let Some(target) = instruction.target() {
                *target = self.labels[*target as usize];
            }
        }
    }

    pub fn local(&self, handle: Handle<naga::LocalVariable>) -> Slot {
        self.locals[handle.index()]
    }

    /// Records the value of a local variable in the trace.
    pub fn note_local(&mut self, handle: Handle<naga::LocalVariable>) -> Result<(), Error> {
        if let Some(variable) = self.local_notes[handle.index()] {
            let words = self.words_of_type(self.function.local_variables[handle].ty)?;
            self.emit(Instruction::Note { variable, src: self.local(handle), words });
        }
        Ok(())
    }

    /// Records the value of a `let` in the trace.
    pub fn note_named(&mut self, expression: Handle<Expression>) -> Result<(), Error> {
        let name = self.function.named_expressions.get(&expression).cloned();
        if !self.shared.traces_variables || name.is_none() {
            return Ok(());
        }
        let Some(Item::Value(src)) = self.items[expression.index()] else { return Ok(()) };
        let (words, function) = (self.words(expression)?, self.function.name.clone().unwrap_or_default());
        let ty = self.info[expression].ty.handle();
        if let Some(variable) = self.traced(&function, name.as_deref(), ty, words) {
            self.emit(Instruction::Note { variable, src, words });
        }
        Ok(())
    }

    pub fn locate(&mut self, span: Span) {
        let at = self.shared.source.position(span);
        if at.line > 0 {
            self.at = at;
        }
    }

    pub fn unsupported<T>(&self, what: impl Into<String>) -> Result<T, Error> {
        Err(Error::unsupported(self.at, what))
    }

    pub fn words_of_type(&self, ty: Handle<naga::Type>) -> Result<u32, Error> {
        value_words(self.shared.module, &self.shared.module.types[ty].inner, self.at)
    }

    pub fn inner(&self, expression: Handle<Expression>) -> &TypeInner {
        self.info[expression].ty.inner_with(&self.shared.module.types)
    }

    pub fn words(&self, expression: Handle<Expression>) -> Result<u32, Error> {
        value_words(self.shared.module, self.inner(expression), self.at)
    }

    /// The kind of an expression's scalars.
    pub fn kind(&self, expression: Handle<Expression>) -> ScalarKind {
        self.inner(expression).scalar_kind().unwrap_or(ScalarKind::Uint)
    }
}
