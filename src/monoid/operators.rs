//! The table of the operators.

use super::twins::{compose_maps, match_brackets, multiply_matrices, pick, scalar, word};
use super::{ElementType, Operator};
use crate::wgsl;
use crate::wgsl::Module;

/// Every operator.
pub const OPERATORS: &[Operator] = &[
    Operator {
        id: "add",
        title: "sum (+)",
        types: &ElementType::ALL,
        words: 1,
        commutative: true,
        rounds: true,
        module: wgsl!("monoid/add.wgsl"),
        shuffle: SHUFFLE_SCALARS,
        identity: |_| word(0),
        combine: |ty, left, right| scalar(ty, left, right, u32::wrapping_add, |a, b| a + b),
    },
    Operator {
        id: "mul",
        title: "product (×)",
        types: &ElementType::ALL,
        words: 1,
        commutative: true,
        rounds: true,
        module: wgsl!("monoid/mul.wgsl"),
        shuffle: SHUFFLE_SCALARS,
        identity: |ty| if ty == ElementType::F32 { word(1f32.to_bits()) } else { word(1) },
        combine: |ty, left, right| scalar(ty, left, right, u32::wrapping_mul, |a, b| a * b),
    },
    Operator {
        id: "min",
        title: "minimum",
        types: &ElementType::ALL,
        words: 1,
        commutative: true,
        rounds: false,
        module: wgsl!("monoid/min.wgsl"),
        shuffle: SHUFFLE_SCALARS,
        identity: |ty| match ty {
            ElementType::U32 => word(u32::MAX),
            ElementType::I32 => word(i32::MAX as u32),
            ElementType::F32 => word(f32::INFINITY.to_bits()),
        },
        combine: |ty, left, right| pick(ty, left, right, std::cmp::Ordering::Less),
    },
    Operator {
        id: "max",
        title: "maximum",
        types: &ElementType::ALL,
        words: 1,
        commutative: true,
        rounds: false,
        module: wgsl!("monoid/max.wgsl"),
        shuffle: SHUFFLE_SCALARS,
        identity: |ty| match ty {
            ElementType::U32 => word(0),
            ElementType::I32 => word(i32::MIN as u32),
            ElementType::F32 => word(f32::NEG_INFINITY.to_bits()),
        },
        combine: |ty, left, right| pick(ty, left, right, std::cmp::Ordering::Greater),
    },
    Operator {
        id: "and",
        title: "bitwise and (&)",
        types: INTEGERS,
        words: 1,
        commutative: true,
        rounds: false,
        module: wgsl!("monoid/and.wgsl"),
        shuffle: SHUFFLE_SCALARS,
        identity: |_| word(u32::MAX),
        combine: |_, left, right| word(left[0] & right[0]),
    },
    Operator {
        id: "or",
        title: "bitwise or (|)",
        types: INTEGERS,
        words: 1,
        commutative: true,
        rounds: false,
        module: wgsl!("monoid/or.wgsl"),
        shuffle: SHUFFLE_SCALARS,
        identity: |_| word(0),
        combine: |_, left, right| word(left[0] | right[0]),
    },
    Operator {
        id: "xor",
        title: "bitwise exclusive or (^)",
        types: INTEGERS,
        words: 1,
        commutative: true,
        rounds: false,
        module: wgsl!("monoid/xor.wgsl"),
        shuffle: SHUFFLE_SCALARS,
        identity: |_| word(0),
        combine: |_, left, right| word(left[0] ^ right[0]),
    },
    Operator {
        id: "bicyclic",
        title: "unmatched brackets",
        types: &[ElementType::U32],
        words: 2,
        commutative: false,
        rounds: false,
        module: wgsl!("monoid/bicyclic.wgsl"),
        shuffle: wgsl!("shuffle/bicyclic.wgsl"),
        identity: |_| word(0),
        combine: |_, left, right| match_brackets(left, right),
    },
    Operator {
        id: "affine",
        title: "linear recurrence (x ↦ a·x + b)",
        types: &[ElementType::F32],
        words: 2,
        commutative: false,
        rounds: true,
        module: wgsl!("monoid/affine.wgsl"),
        shuffle: wgsl!("shuffle/affine.wgsl"),
        identity: |_| word(1f32.to_bits()),
        combine: |_, left, right| compose_maps(left, right),
    },
    Operator {
        id: "mat2",
        title: "2 × 2 matrix product",
        types: &[ElementType::U32],
        words: 4,
        commutative: false,
        rounds: false,
        module: wgsl!("monoid/mat2.wgsl"),
        shuffle: wgsl!("shuffle/mat2.wgsl"),
        identity: |_| [1, 0, 0, 1],
        combine: |_, left, right| multiply_matrices(left, right),
    },
];

/// Shuffles of all operators on one word.
const SHUFFLE_SCALARS: Module = wgsl!("shuffle/scalar.wgsl");

/// What bitwise operators work on.
const INTEGERS: &[ElementType] = &[ElementType::U32, ElementType::I32];
