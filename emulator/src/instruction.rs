//! The instructions that a kernel is lowered to.
//!
//! Every value is a range of words in an invocation's registers. A `bool` is 0 or 1; vectors and structs are
//! consecutive words in the layout of memory. WGSL has no recursion, so the registers of each function have a fixed
//! place, and calls need no stack. Variables of the address spaces `function` and `private` are registers, too. Effects
//! that another invocation can see (an access to workgroup memory or storage, a barrier, a subgroup operation) are
//! separate instructions. A schedule switches between invocations only at these instructions.

mod slots;

use crate::scalar::{Binary, Several, Ternary, Unary};

pub(crate) use slots::Use;

/// The index of a register, or of a word of the constants if the bit [`CONSTANT`] is set.
pub(crate) type Slot = u32;

/// Marks a slot as a constant.
pub(crate) const CONSTANT: u32 = 1 << 31;

/// Marks a slot outside the frames of functions, such as a private variable, until the functions are linked.
pub(crate) const FIXED: u32 = 1 << 30;

/// Marks a slot in the frame of a called function until the functions are linked: see [`outgoing`].
pub(crate) const OUTGOING: u32 = 1 << 29;

/// The constant 0.
pub(crate) const ZERO: Slot = CONSTANT;

/// The number of bits of an outgoing slot that hold the offset in the frame, and of those that hold the function.
const OFFSET_BITS: u32 = 16;
const FUNCTION_BITS: u32 = 13;

/// Whether outgoing slots can address the first `words` words of a function's frame: those up to its last argument.
pub(crate) fn has_slots(function: u32, words: u32) -> bool {
    function < 1 << FUNCTION_BITS && words <= 1 << OFFSET_BITS
}

/// The slot of a word of a called function's result or arguments, by the offset in the frame of that function.
pub(crate) fn outgoing(function: u32, offset: u32) -> Slot {
    OUTGOING | function << OFFSET_BITS | offset
}

/// The function and the offset of an outgoing slot; `None` for other slots.
pub(crate) fn callee_of(slot: Slot) -> Option<(u32, u32)> {
    let is_outgoing = slot & (CONSTANT | FIXED | OUTGOING) == OUTGOING;
    is_outgoing.then_some(((slot & !OUTGOING) >> OFFSET_BITS, slot & ((1 << OFFSET_BITS) - 1)))
}

/// Memory that other invocations can access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Space {
    Workgroup,
    /// A binding of the program, by its index.
    Buffer(u8),
}

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
    /// Its result is the old value, and 1 if it exchanged the values or 0 if not.
    CompareExchange,
}

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

/// The first word of an access to workgroup memory or storage: `base` plus the value in `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub space: Space,
    pub base: u32,
    pub index: Slot,
}

/// The number of elements that an index can choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Elements(u32),
    /// For a runtime-sized array in a binding: its first word and the words of one element.
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
    /// Copies words from the registers at `base + index`.
    ReadIndexed {
        dst: Slot,
        base: Slot,
        index: Slot,
        words: u32,
    },
    /// Copies words to the registers at `base + index`.
    WriteIndexed {
        base: Slot,
        index: Slot,
        src: Slot,
        words: u32,
    },
    /// Writes a pointer: the number of the register `base + index`.
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
    /// Writes `add + min(index, limit − 1) · stride`; an index out of bounds is a finding.
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
    /// Begins a loop: saves the invocation's `path`, and sets the count of iterations to 0.
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
    /// Calls a function by index. `link` is the first slot of its frame. The frame begins with the return address and
    /// the caller's `path`.
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
    /// Records the value of a variable in the trace.
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
    /// The address of an access, and the number of its words; `None` for other instructions.
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
