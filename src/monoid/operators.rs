//! The table of the operators.

use super::{Arithmetic, ElementType, Operator, OperatorModules};
use crate::wgsl;
use crate::wgsl::Module;

/// Every operator.
pub static OPERATORS: &[Operator] = &[
    Operator {
        id: "add",
        title: "sum (+)",
        types: &ElementType::ALL,
        words: 1,
        commutative: true,
        rounds: true,
        modules: OperatorModules {
            subgroup_sum: Some(wgsl!("shuffle/sum_add.wgsl")),
            ..OperatorModules::of_scalars(wgsl!("monoid/add.wgsl"))
        },
        arithmetic: Arithmetic::Sum,
    },
    Operator {
        id: "mul",
        title: "product (×)",
        types: &ElementType::ALL,
        words: 1,
        commutative: true,
        rounds: true,
        modules: OperatorModules::of_scalars(wgsl!("monoid/mul.wgsl")),
        arithmetic: Arithmetic::Product,
    },
    Operator {
        id: "min",
        title: "minimum",
        types: &ElementType::ALL,
        words: 1,
        commutative: true,
        rounds: false,
        modules: OperatorModules {
            subgroup_sum: Some(wgsl!("shuffle/sum_min.wgsl")),
            key: Some(wgsl!("key/min.wgsl")),
            ..OperatorModules::of_scalars(wgsl!("monoid/min.wgsl"))
        },
        arithmetic: Arithmetic::Minimum,
    },
    Operator {
        id: "max",
        title: "maximum",
        types: &ElementType::ALL,
        words: 1,
        commutative: true,
        rounds: false,
        modules: OperatorModules {
            subgroup_sum: Some(wgsl!("shuffle/sum_max.wgsl")),
            key: Some(wgsl!("key/max.wgsl")),
            ..OperatorModules::of_scalars(wgsl!("monoid/max.wgsl"))
        },
        arithmetic: Arithmetic::Maximum,
    },
    Operator {
        id: "and",
        title: "bitwise and (&)",
        types: INTEGERS,
        words: 1,
        commutative: true,
        rounds: false,
        modules: OperatorModules {
            subgroup_sum: Some(wgsl!("shuffle/sum_and.wgsl")),
            ..OperatorModules::of_scalars(wgsl!("monoid/and.wgsl"))
        },
        arithmetic: Arithmetic::And,
    },
    Operator {
        id: "or",
        title: "bitwise or (|)",
        types: INTEGERS,
        words: 1,
        commutative: true,
        rounds: false,
        modules: OperatorModules {
            subgroup_sum: Some(wgsl!("shuffle/sum_or.wgsl")),
            ..OperatorModules::of_scalars(wgsl!("monoid/or.wgsl"))
        },
        arithmetic: Arithmetic::Or,
    },
    Operator {
        id: "xor",
        title: "bitwise exclusive or (^)",
        types: INTEGERS,
        words: 1,
        commutative: true,
        rounds: false,
        modules: OperatorModules {
            subgroup_sum: Some(wgsl!("shuffle/sum_xor.wgsl")),
            ..OperatorModules::of_scalars(wgsl!("monoid/xor.wgsl"))
        },
        arithmetic: Arithmetic::Xor,
    },
    Operator {
        id: "bicyclic",
        title: "unmatched brackets",
        types: &[ElementType::U32],
        words: 2,
        commutative: false,
        rounds: false,
        modules: OperatorModules::of_struct(wgsl!("monoid/bicyclic.wgsl"), wgsl!("shuffle/bicyclic.wgsl")),
        arithmetic: Arithmetic::Brackets,
    },
    Operator {
        id: "affine",
        title: "linear recurrence (x ↦ a·x + b)",
        types: &[ElementType::F32],
        words: 2,
        commutative: false,
        rounds: true,
        modules: OperatorModules::of_struct(wgsl!("monoid/affine.wgsl"), wgsl!("shuffle/affine.wgsl")),
        arithmetic: Arithmetic::Maps,
    },
    Operator {
        id: "mat2",
        title: "2 × 2 matrix product",
        types: &[ElementType::U32, ElementType::F32],
        words: 4,
        commutative: false,
        rounds: true,
        modules: OperatorModules {
            value: wgsl!("matrix/vector.wgsl"),
            value_beside_flag: wgsl!("matrix/struct.wgsl"),
            ..OperatorModules::of_struct(wgsl!("monoid/mat2.wgsl"), wgsl!("shuffle/mat2.wgsl"))
        },
        arithmetic: Arithmetic::Matrices,
    },
];

impl OperatorModules {
    /// The modules of an operator on scalars.
    pub(super) const fn of_scalars(combine: &'static Module) -> Self {
        let value = wgsl!("monoid/scalar.wgsl");
        let shuffle = wgsl!("shuffle/scalar.wgsl");
        OperatorModules { combine, value, value_beside_flag: value, shuffle, subgroup_sum: None, key: None }
    }

    /// The modules of an operator whose file also declares its value type.
    const fn of_struct(combine: &'static Module, shuffle: &'static Module) -> Self {
        OperatorModules { combine, value: combine, value_beside_flag: combine, shuffle, subgroup_sum: None, key: None }
    }
}

/// The types of bitwise operators.
const INTEGERS: &[ElementType] = &[ElementType::U32, ElementType::I32];
