//! The operators, each as a WGSL module and as a CPU implementation.
//!
//! A monoid is an operator on an element type: a set of values, an associative `combine` and its identity. The WGSL
//! module defines `Value`, `value_identity()` and `value_combine(left, right)`. The CPU implementation takes words: the
//! bit patterns of elements.

mod cpu;
mod custom;
mod operators;

use std::borrow::Cow;

pub use custom::CustomOperator;
pub use operators::OPERATORS;

use crate::error::Error;
use crate::quote::quoted;
use crate::shared::Shared;
use crate::wgsl;
use crate::wgsl::{Module, ModuleRef};

/// The type of the entries of the scanned array.
///
/// ```
/// use scanlab::monoid::ElementType;
///
/// let word = u32::MAX;
/// assert_eq!(ElementType::ALL.map(|element_type| element_type.show(word)), ["4294967295", "-1", "NaN"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum ElementType {
    /// Unsigned 32-bit integers, wrapping.
    U32,
    /// Signed 32-bit integers, wrapping.
    I32,
    /// 32-bit floats.
    F32,
}

impl ElementType {
    /// Every element type.
    pub const ALL: [ElementType; 3] = [ElementType::U32, ElementType::I32, ElementType::F32];

    /// WGSL's name of the type.
    pub fn name(self) -> &'static str {
        match self {
            ElementType::U32 => "u32",
            ElementType::I32 => "i32",
            ElementType::F32 => "f32",
        }
    }

    /// The WGSL module of its scalar type.
    pub(crate) fn module(self) -> &'static Module {
        match self {
            ElementType::U32 => wgsl!("scalar/u32.wgsl"),
            ElementType::I32 => wgsl!("scalar/i32.wgsl"),
            ElementType::F32 => wgsl!("scalar/f32.wgsl"),
        }
    }

    /// A word as a number of this type, for messages.
    pub fn show(self, word: u32) -> String {
        match self {
            ElementType::F32 => f32::from_bits(word).to_string(),
            ElementType::I32 => (word as i32).to_string(),
            ElementType::U32 => word.to_string(),
        }
    }
}

/// The number of words of the widest element.
pub const MAX_WORDS: usize = 4;

/// The words of one element. Words beyond those of the operator are zero.
pub type Element = [u32; MAX_WORDS];

/// An operator, on all of its element types.
///
/// ```
/// use scanlab::monoid::OPERATORS;
///
/// let ordered = OPERATORS.iter().filter(|operator| !operator.commutative);
/// assert!(ordered.map(|operator| &*operator.id).eq(["bicyclic", "affine", "mat2"]));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Operator {
    /// Public name. The name of a custom operator contains a hash of its definition.
    pub id: Cow<'static, str>,
    /// Display name.
    pub title: &'static str,
    /// Its element types.
    pub types: &'static [ElementType],
    /// Words of one element.
    pub words: u32,
    /// Whether it commutes.
    pub commutative: bool,
    /// Whether results on f32 depend on the order of the applications.
    pub rounds: bool,
    /// Its WGSL modules.
    pub(crate) modules: OperatorModules,
    /// The computation.
    pub arithmetic: Arithmetic,
}

/// The computation of an operator.
///
/// ```
/// use scanlab::monoid::{Arithmetic, OPERATORS};
///
/// let least = OPERATORS.iter().find(|operator| operator.arithmetic == Arithmetic::Minimum);
/// assert_eq!(least.map(|operator| &*operator.id), Some("min"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// Sums.
    Sum,
    /// Products.
    Product,
    /// The minimum.
    Minimum,
    /// The maximum.
    Maximum,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Unmatched brackets.
    Brackets,
    /// Compositions of affine maps.
    Maps,
    /// Products of 2 × 2 matrices.
    Matrices,
    /// A custom operator, which is defined in WGSL only.
    Custom {
        /// Its identity.
        identity: Element,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct OperatorModules {
    /// `value_identity` and `value_combine`.
    pub combine: ModuleRef,
    /// `Value` and its words.
    pub value: &'static Module,
    /// `Value` for segmented scans, in a layout without padding beside a flag.
    pub value_beside_flag: &'static Module,
    /// Shuffles of values.
    pub shuffle: &'static Module,
    /// The sum over a subgroup by a built-in operation. The built-in minimum and maximum may drop NaN. Therefore
    /// kernels with subgroups hold f32 elements as keys.
    pub subgroup_sum: Option<&'static Module>,
    /// The module that converts f32 elements to keys in packs; `None` if packs hold the floats.
    pub key: Option<&'static Module>,
}

/// An operator on one of its element types.
///
/// ```
/// use scanlab::monoid::{ElementType, Monoid};
///
/// let maximum = Monoid::find("max", ElementType::F32)?;
/// let element = |number: f32| [number.to_bits(), 0, 0, 0];
/// assert_eq!(maximum.combine(element(-1.5), element(4.0)), Some(element(4.0)));
/// assert_eq!(maximum.identity(), element(f32::NEG_INFINITY));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Monoid {
    /// The operator.
    pub operator: Shared<Operator>,
    /// The element type.
    pub element_type: ElementType,
}

/// Compares operators by name. The names of custom operators are hashes, so their modules are compared too.
impl PartialEq for Monoid {
    fn eq(&self, other: &Self) -> bool {
        self.element_type == other.element_type
            && self.operator.id == other.operator.id
            && self.operator.modules.combine == other.operator.modules.combine
    }
}

impl Eq for Monoid {}

impl Monoid {
    /// Looks up an operator of the table by its public name. For a [`CustomOperator`], call [`CustomOperator::monoid`].
    ///
    /// # Errors
    /// [`Error::BadArgument`] for an unknown name, [`Error::Unsupported`] for a type that the operator does not
    /// support.
    pub fn find(id: &str, element_type: ElementType) -> Result<Self, Error> {
        let operator = OPERATORS.iter().find(|operator| operator.id == id).ok_or_else(|| {
            let ids: Vec<_> = OPERATORS.iter().map(|operator| &*operator.id).collect();
            Error::bad_argument("operator", format!("one of {}", ids.join(", ")), quoted(id))
        })?;
        Monoid::of(operator.into(), element_type)
    }

    /// The operator on one of its types.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a type that the operator does not support.
    pub fn of(operator: Shared<Operator>, element_type: ElementType) -> Result<Self, Error> {
        if operator.types.contains(&element_type) {
            return Ok(Monoid { operator, element_type });
        }
        let types: Vec<_> = operator.types.iter().map(|ty| ty.name()).collect();
        Err(Error::Unsupported(format!(
            "operator \"{}\" works on {}; the array is {}",
            operator.id,
            types.join(", "),
            element_type.name()
        )))
    }

    /// The sum of u32, for counts.
    pub fn counts() -> Self {
        Monoid::sum(ElementType::U32)
    }

    /// The sum of a type.
    pub fn sum(element_type: ElementType) -> Self {
        Monoid { operator: operators::SUM.into(), element_type }
    }

    /// Every operator on each of its types.
    pub fn all() -> impl Iterator<Item = Monoid> {
        OPERATORS
            .iter()
            .flat_map(|operator| operator.types.iter().map(move |&element_type| (operator, element_type)))
            .map(|(operator, element_type)| Monoid { operator: operator.into(), element_type })
    }

    /// Words of one element.
    pub fn words(&self) -> u32 {
        self.operator.words
    }

    /// Bytes of one element.
    pub fn bytes(&self) -> u64 {
        4 * u64::from(self.operator.words)
    }

    /// Whether the result depends on the order of the applications.
    pub fn rounds(&self) -> bool {
        self.operator.rounds && self.element_type == ElementType::F32
    }

    /// Whether packs hold keys instead of values: unsigned integers in the order of the floats.
    pub(crate) fn has_keys(&self) -> bool {
        self.operator.modules.key.is_some() && self.element_type == ElementType::F32
    }

    /// The identity.
    pub fn identity(&self) -> Element {
        self.operator.arithmetic.identity(self.element_type)
    }

    /// `left ⊕ right`. The order matters if the operator is not commutative. Returns `None` for a custom operator.
    pub fn combine(&self, left: Element, right: Element) -> Option<Element> {
        self.operator.arithmetic.combine(self.element_type, left, right)
    }

    /// The module with its definition in WGSL.
    pub fn module(&self) -> &ModuleRef {
        &self.operator.modules.combine
    }

    /// Whether it is a custom operator, which has no CPU implementation.
    pub fn is_custom(&self) -> bool {
        matches!(self.operator.arithmetic, Arithmetic::Custom { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    #[test]
    fn counts_are_sums() {
        assert_eq!(Some(Monoid::counts()), Monoid::find("add", ElementType::U32).ok());
        assert_eq!(Monoid::counts().operator.arithmetic, Arithmetic::Sum);
    }

    #[test]
    fn the_error_for_an_unknown_name_lists_the_known_ones() {
        let error = Monoid::find("sum", ElementType::U32).unwrap_err();
        assert_eq!(error.code(), ErrorCode::BadArgument);
        assert!(error.to_string().contains("add, mul, min, max"), "{error}");
    }
}
