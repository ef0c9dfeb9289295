//! The instructions that a kernel is lowered to.
//!
//! Every value is in words of an invocation's registers: a `bool` is 0 or 1, vectors and structs are consecutive words in the layout of
//! memory. WGSL has no recursion, so every function has registers of its own at a fixed place, and calls need no stack. Function and
//! private variables are registers, too. What another invocation can see (an access to workgroup or storage memory, a barrier, a
//! collective) is an instruction of its own, and the only place at which schedules change invocations.

mod slots;

use crate::scalar::{Binary, Several, Ternary, Unary};

pub(crate) use slots::Use;

/// A word of the registers, or with [`CONSTANT`] of the constants.
pub(crate) type Slot = u32;

/// Marks a slot as a constant.
pub(crate) const CONSTANT: u32 = 1 << 31;

/// Marks a slot, until the functions are linked, as one that is not in its function's frame.
pub(crate) const FIXED: u32 = 1 << 30;

/// Marks a slot, until the functions are linked, as one in the frame of a function that is called: see [`outgoing`].
pub(crate) const OUTGOING: u32 = 1 << 29;

/// The constant 0.
pub(crate) const ZERO: Slot = CONSTANT;

/// Bits of an outgoing slot that hold its offset in the frame, and those that hold the function.
const OFFSET_BITS: u32 = 16;
const FUNCTION_BITS: u32 = 13;

/// Whether the first words of a function's frame, its result and its arguments, have outgoing slots.
pub(crate) fn has_slots(function: u32, words: u32) -> bool {
    function < 1 << FUNCTION_BITS && words <= 1 << OFFSET_BITS
}

/// A word of the frame of a function by index: of its result or its arguments.
pub(crate) fn outgoing(function: u32, offset: u32) -> Slot {
    OUTGOING | function << OFFSET_BITS | offset
}

/// The function and the offset of an outgoing slot; none of others.
pub(crate) fn callee_of(slot: Slot) -> Option<(u32, u32)> {
    let is_outgoing = slot & (CONSTANT | FIXED | OUTGOING) == OUTGOING;
    is_outgoing.then_some(((slot & !OUTGOING) >> OFFSET_BITS, slot & ((1 << OFFSET_BITS) - 1)))
}

/// Shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Space {
    Workgroup,
    /// A binding of the program, by its index.
    Buffer(u8),
}

/// A built-in value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    GlobalInvocation(u8),
    LocalInvocation(u8),
    LocalIndex,
    Workgroup(u8),
    Workgroups(u8),
    SubgroupSize,
    SubgroupInvocation,
    Subgroup,
    Subgroups,
}

/// An atomic read-modify-write operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtomicOp {
    Combine(Binary),
    Exchange,
    /// Writes the old value and whether it exchanged.
    CompareExchange,
}

/// A subgroup operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SubgroupOp {
    Ballot,
    All,
    Any,
    Reduce(Binary),
    InclusiveScan(Binary),
    ExclusiveScan(Binary, u32),
    BroadcastFirst,
    Broadcast,
    Shuffle,
    ShuffleDown,
    ShuffleUp,
    ShuffleXor,
    QuadBroadcast,
    QuadSwap(u8),
}

/// Words in shared memory: `base + index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub space: Space,
    pub base: u32,
    pub index: Slot,
}

/// The limit of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Elements(u32),
    /// Of a runtime-sized array in a binding: its first word and the words of an element.
    Runtime {
        buffer: u8,
        first: u32,
        stride: u32,
    },
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Instruction {
    Copy {
        dst: Slot,
        src: Slot,
        words: u32,
    },
    /// From `base + index`.
    ReadIndexed {
        dst: Slot,
        base: Slot,
        index: Slot,
        words: u32,
    },
    /// To `base + index`.
    WriteIndexed {
        base: Slot,
        index: Slot,
        src: Slot,
        words: u32,
    },
    /// The number of the register `base + index`.
    AddressOf {
        dst: Slot,
        base: Slot,
        index: Slot,
    },
    Unary {
        op: Unary,
        dst: Slot,
        a: Slot,
    },
    Binary {
        op: Binary,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Ternary {
        op: Ternary,
        dst: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    Select {
        dst: Slot,
        condition: Slot,
        accept: Slot,
        reject: Slot,
        words: u32,
    },
    Several {
        op: Several,
        dst: Slot,
        src: Slot,
        dst_words: u32,
        src_words: u32,
    },
    /// `add + min(index, limit − 1) · stride`; an index out of bounds is a finding.
    Bound {
        dst: Slot,
        index: Slot,
        add: Slot,
        stride: u32,
        limit: Limit,
    },
    ArrayLength {
        dst: Slot,
        limit: Limit,
    },
    Builtin {
        dst: Slot,
        which: Builtin,
    },
    Jump {
        target: u32,
    },
    JumpUnless {
        condition: Slot,
        target: u32,
    },
    JumpIfEqual {
        a: Slot,
        value: u32,
        target: u32,
    },
    /// Saves the path at the begin of a loop and counts its iterations from 0.
    LoopEnter {
        save: Slot,
        count: Slot,
    },
    LoopNext {
        save: Slot,
        count: Slot,
    },
    LoopExit {
        save: Slot,
    },
    /// Calls a function by index; `link` is its frame: the place to return to and the path.
    Call {
        function: u32,
        target: u32,
        link: Slot,
    },
    /// Returns from a function by index.
    Return {
        function: u32,
        link: Slot,
    },
    /// Reads a uniform buffer, which nothing writes.
    Uniform {
        dst: Slot,
        from: Address,
        words: u32,
    },
    /// Notes the value of a variable for the trace.
    Note {
        variable: u32,
        src: Slot,
        words: u32,
    },

    Load {
        dst: Slot,
        from: Address,
        words: u32,
    },
    Store {
        to: Address,
        src: Slot,
        words: u32,
    },
    AtomicLoad {
        dst: Slot,
        from: Address,
    },
    AtomicStore {
        to: Address,
        src: Slot,
    },
    Atomic {
        op: AtomicOp,
        dst: Slot,
        at: Address,
        value: Slot,
        compare: Slot,
    },
    Barrier {
        workgroup: bool,
        storage: bool,
    },
    SubgroupBarrier,
    UniformLoad {
        dst: Slot,
        from: Address,
        words: u32,
    },
    Collective {
        op: SubgroupOp,
        dst: Slot,
        src: Slot,
        lane: Slot,
        words: u32,
    },
    End,
}

impl Instruction {
    /// The shared memory that an access is at, and its words; none of other instructions.
    pub fn access(&self) -> Option<(Address, u32)> {
        match *self {
            Instruction::Load { from, words, .. } => Some((from, words)),
            Instruction::Store { to, words, .. } => Some((to, words)),
            Instruction::AtomicLoad { from, .. } => Some((from, 1)),
            Instruction::AtomicStore { to, .. } => Some((to, 1)),
            Instruction::Atomic { at, .. } => Some((at, 1)),
            _ => None,
        }
    }
}
