//! The operators: a WGSL module and a CPU twin each.
//!
//! A monoid is an operator on an element type: a set of values, an associative `combine` and its identity. The WGSL side
//! defines `Value`, `value_identity()` and `value_combine(left, right)`; the Rust side does the same on words, the bit patterns in
//! which elements travel.

mod operators;
mod twins;

use serde::{Deserialize, Serialize};

pub use operators::OPERATORS;

use crate::error::{Error, quoted};
use crate::wgsl;
use crate::wgsl::Module;

/// The type of the array that is scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ElementType {
    /// Unsigned 32-bit integers, wrapping.
    U32,
    /// Signed 32-bit integers, wrapping.
    I32,
    /// 32-bit floats.
    F32,
}

impl ElementType {
    /// All of them.
    pub const ALL: [ElementType; 3] = [ElementType::U32, ElementType::I32, ElementType::F32];

    /// WGSL's name of the type.
    pub fn name(self) -> &'static str {
        match self {
            ElementType::U32 => "u32",
            ElementType::I32 => "i32",
            ElementType::F32 => "f32",
        }
    }

    /// The WGSL module of its numbers.
    pub fn module(self) -> &'static Module {
        match self {
            ElementType::U32 => wgsl!("scalar/u32.wgsl"),
            ElementType::I32 => wgsl!("scalar/i32.wgsl"),
            ElementType::F32 => wgsl!("scalar/f32.wgsl"),
        }
    }

    /// A word as a number of this type, for people.
    pub fn show(self, word: u32) -> String {
        match self {
            ElementType::F32 => f32::from_bits(word).to_string(),
            ElementType::I32 => (word as i32).to_string(),
            ElementType::U32 => word.to_string(),
        }
    }
}

/// Words of the widest element.
pub const MAX_WORDS: usize = 4;

/// The words of one element; operators of fewer words leave the rest zero.
pub type Element = [u32; MAX_WORDS];

/// An operator: what every array type it takes has in common.
#[derive(Debug)]
pub struct Operator {
    /// Public name.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Element types it works on.
    pub types: &'static [ElementType],
    /// Array entries of one element.
    pub words: u32,
    /// Whether operands may be swapped.
    pub commutative: bool,
    /// Whether results on f32 depend on the order of the applications.
    pub rounds: bool,
    /// Its side in WGSL.
    pub modules: OperatorModules,
    identity: fn(ElementType) -> Element,
    combine: fn(ElementType, Element, Element) -> Element,
}

/// The WGSL modules of an operator, by what they define.
#[derive(Clone, Copy, Debug)]
pub struct OperatorModules {
    /// `value_identity` and `value_combine`.
    pub combine: &'static Module,
    /// `Value` and its words.
    pub value: &'static Module,
    /// The same where a flag stands beside each value, without padding.
    pub value_beside_flag: &'static Module,
    /// How values pass between the invocations of a subgroup.
    pub shuffle: &'static Module,
    /// The sum over a subgroup by an operation that devices have. Their minimum and maximum may lose a NaN, but what uses subgroups holds
    /// packs, and these hold the keys of such floats.
    pub subgroup_sum: Option<&'static Module>,
    /// Where the keys begin that packs hold of f32 elements, in place of the floats; none where they hold the floats.
    pub key: Option<&'static Module>,
}

/// An operator on one of its element types.
#[derive(Clone, Copy, Debug)]
pub struct Monoid {
    /// What it does.
    pub operator: &'static Operator,
    /// The arrays that it works on.
    pub element_type: ElementType,
}

impl PartialEq for Monoid {
    fn eq(&self, other: &Self) -> bool {
        self.operator.id == other.operator.id && self.element_type == other.element_type
    }
}

impl Monoid {
    /// Looks an operator up by its public name.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for an unknown name, [`Error::Unsupported`] for a type that the operator does not take.
    pub fn find(id: &str, element_type: ElementType) -> Result<Self, Error> {
        let operator = OPERATORS.iter().find(|operator| operator.id == id).ok_or_else(|| {
            let ids: Vec<_> = OPERATORS.iter().map(|operator| operator.id).collect();
            Error::bad_argument("operator", format!("one of {}", ids.join(", ")), quoted(id))
        })?;
        if operator.types.contains(&element_type) {
            return Ok(Monoid { operator, element_type });
        }
        let types: Vec<_> = operator.types.iter().map(|ty| ty.name()).collect();
        Err(Error::Unsupported(format!(
            "operator \"{id}\" works on {}; the array is {}",
            types.join(", "),
            element_type.name()
        )))
    }

    /// Every operator on every type it takes.
    pub fn all() -> impl Iterator<Item = Monoid> {
        OPERATORS
            .iter()
            .flat_map(|operator| operator.types.iter().map(move |&element_type| Monoid { operator, element_type }))
    }

    /// Array entries of one element.
    pub fn words(self) -> u32 {
        self.operator.words
    }

    /// Bytes of one element.
    pub fn bytes(self) -> u64 {
        4 * u64::from(self.operator.words)
    }

    /// Whether the result depends on the order of the applications.
    pub fn rounds(self) -> bool {
        self.operator.rounds && self.element_type == ElementType::F32
    }

    /// Whether packs hold keys in place of its values: unsigned integers in the order of the floats.
    pub fn has_keys(self) -> bool {
        self.operator.modules.key.is_some() && self.element_type == ElementType::F32
    }

    /// The neutral element.
    pub fn identity(self) -> Element {
        (self.operator.identity)(self.element_type)
    }

    /// `left ⊕ right`; the order matters to operators that do not commute.
    pub fn combine(self, left: Element, right: Element) -> Element {
        (self.operator.combine)(self.element_type, left, right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_are_refused_with_the_known_ones() {
        let error = Monoid::find("sum", ElementType::U32).unwrap_err();
        assert_eq!(error.code(), "bad-argument");
        assert!(error.to_string().contains("add, mul, min, max"), "{error}");
    }
}
