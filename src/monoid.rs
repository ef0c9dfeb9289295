//! The operators: a WGSL module and a CPU twin each.
//!
//! A monoid is an operator on an element type: a set of values, an associative `combine` and its identity. The WGSL side
//! defines `Value`, `value_identity()` and `value_combine(left, right)`; the Rust side does the same on words, the bit patterns in
//! which elements travel.

use serde::{Deserialize, Serialize};

use crate::error::Error;
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

    fn module(self) -> Module {
        match self {
            ElementType::U32 => wgsl!("scalar/u32.wgsl"),
            ElementType::I32 => wgsl!("scalar/i32.wgsl"),
            ElementType::F32 => wgsl!("scalar/f32.wgsl"),
        }
    }

    /// A word as a number of this type, for people.
    pub fn show(self, word: u32) -> String {
        match self {
            ElementType::U32 => word.to_string(),
            ElementType::I32 => (word as i32).to_string(),
            ElementType::F32 => f32::from_bits(word).to_string(),
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
    module: Module,
    identity: fn(ElementType) -> Element,
    combine: fn(ElementType, Element, Element) -> Element,
}

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
        identity: |ty| match ty {
            ElementType::U32 => word(0),
            ElementType::I32 => word(i32::MIN as u32),
            ElementType::F32 => word(f32::NEG_INFINITY.to_bits()),
        },
        combine: |ty, left, right| pick(ty, left, right, std::cmp::Ordering::Greater),
    },
];

fn word(word: u32) -> Element {
    [word, 0, 0, 0]
}

/// An arithmetic operator: u32 and i32 share the wrapping operation on words.
fn scalar(
    ty: ElementType,
    left: Element,
    right: Element,
    int: fn(u32, u32) -> u32,
    float: fn(f32, f32) -> f32,
) -> Element {
    match ty {
        ElementType::F32 => word(float(f32::from_bits(left[0]), f32::from_bits(right[0])).to_bits()),
        _ => word(int(left[0], right[0])),
    }
}

/// The operand that stands in the wanted order to the other; a NaN is handed on.
fn pick(ty: ElementType, left: Element, right: Element, wanted: std::cmp::Ordering) -> Element {
    let ordering = match ty {
        ElementType::U32 => Some(left[0].cmp(&right[0])),
        ElementType::I32 => Some((left[0] as i32).cmp(&(right[0] as i32))),
        ElementType::F32 => f32::from_bits(left[0]).partial_cmp(&f32::from_bits(right[0])),
    };
    match ordering {
        Some(ordering) if ordering == wanted => left,
        Some(_) => right,
        None if f32::from_bits(left[0]).is_nan() => left,
        None => right,
    }
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
            Error::bad_argument("operator", format!("one of {}", ids.join(", ")), format!("\"{id}\""))
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

    /// The neutral element.
    pub fn identity(self) -> Element {
        (self.operator.identity)(self.element_type)
    }

    /// `left ⊕ right`; the order matters to operators that do not commute.
    pub fn combine(self, left: Element, right: Element) -> Element {
        (self.operator.combine)(self.element_type, left, right)
    }

    /// The WGSL modules that define `Value`, its words, `value_identity` and `value_combine`.
    pub fn modules(self) -> Vec<Module> {
        let mut modules = vec![self.element_type.module(), self.operator.module];
        if self.operator.words == 1 {
            modules.push(wgsl!("monoid/scalar.wgsl"));
        }
        modules
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities_are_neutral() {
        for monoid in Monoid::all() {
            for bits in [0, 1, 0x3f80_0000, 0x7f80_0000, 0xff80_0000, 0x8000_0001, u32::MAX - 1] {
                let value = word(bits);
                if monoid.element_type == ElementType::F32 && f32::from_bits(bits).is_nan() {
                    continue;
                }
                assert_eq!(monoid.combine(monoid.identity(), value), value, "{} {bits:#x}", monoid.operator.id);
                assert_eq!(monoid.combine(value, monoid.identity()), value, "{} {bits:#x}", monoid.operator.id);
            }
        }
    }

    #[test]
    fn min_and_max_hand_a_nan_on() {
        let nan = word(f32::NAN.to_bits());
        let one = word(1f32.to_bits());
        for id in ["min", "max"] {
            let monoid = Monoid::find(id, ElementType::F32).unwrap();
            assert!(f32::from_bits(monoid.combine(nan, one)[0]).is_nan());
            assert!(f32::from_bits(monoid.combine(one, nan)[0]).is_nan());
        }
    }

    #[test]
    fn unknown_names_are_refused_with_the_known_ones() {
        let error = Monoid::find("sum", ElementType::U32).unwrap_err();
        assert_eq!(error.code(), "bad-argument");
        assert!(error.to_string().contains("add, mul, min, max"), "{error}");
    }
}
