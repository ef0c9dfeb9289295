//! The table of the operators.

use std::borrow::Cow;

use super::{Arithmetic, ElementType, Operator, OperatorModules};
use crate::shared::Shared;
use crate::wgsl;
use crate::wgsl::Module;

/// The sum, which supports every type.
pub(super) const SUM: &Operator = &OPERATORS[0];

/// Every operator.
pub static OPERATORS: &[Operator] = &[
    Operator {
        id: Cow::Borrowed("add"),
        title: "sum (+)",
        types: &ElementType::ALL,
        words: 1,
        commutative: true,
        rounds: true,
        modules: OperatorModules::of_scalars(wgsl!("monoid/add.wgsl")).with_subgroup_sum(wgsl!("shuffle/sum_add.wgsl")),
        arithmetic: Arithmetic::Sum,
    },
    Operator {
        id: Cow::Borrowed("mul"),
        title: "product (×)",
        types: &ElementType::ALL,
        words: 1,
        commutative: true,
        rounds: true,
        modules: OperatorModules::of_scalars(wgsl!("monoid/mul.wgsl")),
        arithmetic: Arithmetic::Product,
    },
    Operator {
        id: Cow::Borrowed("min"),
        title: "minimum",
        types: &ElementType::ALL,
        words: 1,
        commutative: true,
        rounds: false,
        modules: OperatorModules::of_scalars(wgsl!("monoid/min.wgsl"))
            .with_subgroup_sum(wgsl!("shuffle/sum_min.wgsl"))
            .with_key(wgsl!("key/min.wgsl")),
        arithmetic: Arithmetic::Minimum,
    },
    Operator {
        id: Cow::Borrowed("max"),
        title: "maximum",
        types: &ElementType::ALL,
        words: 1,
        commutative: true,
        rounds: false,
        modules: OperatorModules::of_scalars(wgsl!("monoid/max.wgsl"))
            .with_subgroup_sum(wgsl!("shuffle/sum_max.wgsl"))
            .with_key(wgsl!("key/max.wgsl")),
        arithmetic: Arithmetic::Maximum,
    },
    Operator {
        id: Cow::Borrowed("and"),
        title: "bitwise and (&)",
        types: INTEGERS,
        words: 1,
        commutative: true,
        rounds: false,
        modules: OperatorModules::of_scalars(wgsl!("monoid/and.wgsl")).with_subgroup_sum(wgsl!("shuffle/sum_and.wgsl")),
        arithmetic: Arithmetic::And,
    },
    Operator {
        id: Cow::Borrowed("or"),
        title: "bitwise or (|)",
        types: INTEGERS,
        words: 1,
        commutative: true,
        rounds: false,
        modules: OperatorModules::of_scalars(wgsl!("monoid/or.wgsl")).with_subgroup_sum(wgsl!("shuffle/sum_or.wgsl")),
        arithmetic: Arithmetic::Or,
    },
    Operator {
        id: Cow::Borrowed("xor"),
        title: "bitwise exclusive or (^)",
        types: INTEGERS,
        words: 1,
        commutative: true,
        rounds: false,
        modules: OperatorModules::of_scalars(wgsl!("monoid/xor.wgsl")).with_subgroup_sum(wgsl!("shuffle/sum_xor.wgsl")),
        arithmetic: Arithmetic::Xor,
    },
    Operator {
        id: Cow::Borrowed("bicyclic"),
        title: "unmatched brackets",
        types: &[ElementType::U32],
        words: 2,
        commutative: false,
        rounds: false,
        modules: OperatorModules::of_struct(wgsl!("monoid/bicyclic.wgsl"), wgsl!("shuffle/bicyclic.wgsl")),
        arithmetic: Arithmetic::Brackets,
    },
    Operator {
        id: Cow::Borrowed("affine"),
        title: "linear recurrence (x ↦ a·x + b)",
        types: &[ElementType::F32],
        words: 2,
        commutative: false,
        rounds: true,
        modules: OperatorModules::of_struct(wgsl!("monoid/affine.wgsl"), wgsl!("shuffle/affine.wgsl")),
        arithmetic: Arithmetic::Maps,
    },
    Operator {
        id: Cow::Borrowed("mat2"),
        title: "2 × 2 matrix product",
        types: &[ElementType::U32, ElementType::F32],
        words: 4,
        commutative: false,
        rounds: true,
        modules: OperatorModules {
            combine: Shared::Embedded(wgsl!("monoid/mat2.wgsl")),
            value: wgsl!("matrix/vector.wgsl"),
            value_beside_flag: wgsl!("matrix/struct.wgsl"),
            shuffle: wgsl!("shuffle/mat2.wgsl"),
            subgroup_sum: None,
            key: None,
        },
        arithmetic: Arithmetic::Matrices,
    },
];

impl OperatorModules {
    /// The modules of an operator on scalars.
    const fn of_scalars(combine: &'static Module) -> Self {
        OperatorModules {
            combine: Shared::Embedded(combine),
            value: wgsl!("monoid/scalar.wgsl"),
            value_beside_flag: wgsl!("monoid/scalar.wgsl"),
            shuffle: wgsl!("shuffle/scalar.wgsl"),
            subgroup_sum: None,
            key: None,
        }
    }

    /// The modules of an operator whose file also declares its value type.
    const fn of_struct(combine: &'static Module, shuffle: &'static Module) -> Self {
        OperatorModules {
            combine: Shared::Embedded(combine),
            value: combine,
            value_beside_flag: combine,
            shuffle,
            subgroup_sum: None,
            key: None,
        }
    }

    const fn with_subgroup_sum(mut self, module: &'static Module) -> Self {
        self.subgroup_sum = Some(module);
        self
    }

    const fn with_key(mut self, module: &'static Module) -> Self {
        self.key = Some(module);
        self
    }
}

/// The types of bitwise operators.
const INTEGERS: &[ElementType] = &[ElementType::U32, ElementType::I32];
