//! The operators: a WGSL module and a CPU twin each.
//!
//! A monoid is an operator on an element type: a set of values, an associative `combine` and its identity. The WGSL side
//! defines `Value`, `value_identity()` and `value_combine(left, right)`; the Rust side does the same on words, the bit patterns in
//! which elements travel.

use serde::Serialize;

use crate::error::Error;
use crate::wgsl;
use crate::wgsl::Module;

/// The type of the array that is scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
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

    /// Looks a type up by its name.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for an unknown name.
    pub fn find(name: &str) -> Result<Self, Error> {
        let names = || ElementType::ALL.map(ElementType::name).join(", ");
        let unknown = || Error::bad_argument("type", format!("one of {}", names()), format!("\"{name}\""));
        ElementType::ALL.into_iter().find(|found| found.name() == name).ok_or_else(unknown)
    }

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
            ElementType::F32 => f32::from_bits(word).to_string(),
            _ => self.show_integer(word),
        }
    }

    /// A word as an integer: signed where the type is i32.
    pub fn show_integer(self, word: u32) -> String {
        if self == ElementType::I32 { (word as i32).to_string() } else { word.to_string() }
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
    shuffle: Module,
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

/// Unmatched brackets, `[close, open]`: the left's opening ones match the right's closing ones.
fn match_brackets([close, open, ..]: Element, [right_close, right_open, ..]: Element) -> Element {
    let matched = open.min(right_close);
    let sum = |left: u32, right: u32| left.wrapping_add(right).wrapping_sub(matched);
    [sum(close, right_close), sum(open, right_open), 0, 0]
}

/// The map `x ↦ a·x + b` of the left, `[a, b]`, and then that of the right.
fn compose_maps(left: Element, right: Element) -> Element {
    let ([a, b, ..], [right_a, right_b, ..]) = (left.map(f32::from_bits), right.map(f32::from_bits));
    [(a * right_a).to_bits(), (right_a * b + right_b).to_bits(), 0, 0]
}

/// The product of matrices, row by row.
fn multiply_matrices(left: Element, right: Element) -> Element {
    let entry = |row: usize, column: usize| {
        let first = left[2 * row].wrapping_mul(right[column]);
        first.wrapping_add(left[2 * row + 1].wrapping_mul(right[2 + column]))
    };
    [entry(0, 0), entry(0, 1), entry(1, 0), entry(1, 1)]
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

    /// The WGSL module that passes values between the invocations of a subgroup.
    pub fn shuffle(self) -> Module {
        self.operator.shuffle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Elements of mixed words; those of brackets are small, since their counts must not wrap.
    fn elements(monoid: Monoid, seed: u32) -> impl Iterator<Item = Element> {
        let mixed = |index: u32| index.wrapping_mul(0x9e37_79b9).rotate_left(index % 32).wrapping_mul(0x85eb_ca6b);
        let mask = if monoid.operator.id == "bicyclic" { 7 } else { u32::MAX };
        let words = monoid.words() as usize;
        (0..200).map(move |rank| {
            let mut element = [0; MAX_WORDS];
            for (place, word) in element[..words].iter_mut().enumerate() {
                *word = mixed(seed + 4 * rank + place as u32) & mask;
            }
            element
        })
    }

    #[test]
    fn identities_are_neutral() {
        let bits = [0, 1, 0x3f80_0000, 0x7f80_0000, 0xff80_0000, 0x8000_0001, u32::MAX - 1];
        for monoid in Monoid::all() {
            let float = monoid.element_type == ElementType::F32;
            let odd = |word: u32| {
                let value = f32::from_bits(word);
                // Infinity times zero is no number: maps are of finite numbers.
                float && (value.is_nan() || monoid.words() > 1 && !value.is_finite())
            };
            for value in bits.into_iter().map(word).chain(elements(monoid, 1)) {
                if value.into_iter().any(odd) {
                    continue;
                }
                assert_eq!(monoid.combine(monoid.identity(), value), value, "{} {value:x?}", monoid.operator.id);
                assert_eq!(monoid.combine(value, monoid.identity()), value, "{} {value:x?}", monoid.operator.id);
            }
        }
    }

    #[test]
    fn operators_are_associative_and_commute_as_they_say() {
        for monoid in Monoid::all().filter(|monoid| !monoid.rounds()) {
            let name = monoid.operator.id;
            let odd = |element: Element| monoid.element_type == ElementType::F32 && f32::from_bits(element[0]).is_nan();
            let mut swaps_matter = false;
            for ((a, b), c) in elements(monoid, 1).zip(elements(monoid, 1000)).zip(elements(monoid, 2000)) {
                if [a, b, c].into_iter().any(odd) {
                    continue;
                }
                let (ab, bc) = (monoid.combine(a, b), monoid.combine(b, c));
                assert_eq!(monoid.combine(ab, c), monoid.combine(a, bc), "{name} {a:x?} {b:x?} {c:x?}");
                swaps_matter |= ab != monoid.combine(b, a);
            }
            assert_eq!(swaps_matter, !monoid.operator.commutative, "{name}");
        }
    }

    #[test]
    fn wide_operators_are_what_their_definitions_say() {
        let combine = |id, ty, left, right| Monoid::find(id, ty).unwrap().combine(left, right);
        let u32s = ElementType::U32;
        assert_eq!(combine("bicyclic", u32s, [1, 5, 0, 0], [3, 2, 0, 0]), [1, 4, 0, 0]);
        assert_eq!(combine("bicyclic", u32s, [1, 2, 0, 0], [5, 7, 0, 0]), [4, 7, 0, 0]);
        assert_eq!(combine("mat2", u32s, [1, 2, 3, 4], [5, 6, 7, 8]), [19, 22, 43, 50]);
        let map = |a: f32, b: f32| [a.to_bits(), b.to_bits(), 0, 0];
        // First 2x + 3, then 5x + 7, which is 10x + 22.
        assert_eq!(combine("affine", ElementType::F32, map(2.0, 3.0), map(5.0, 7.0)), map(10.0, 22.0));
        assert_ne!(combine("affine", ElementType::F32, map(5.0, 7.0), map(2.0, 3.0)), map(10.0, 22.0));
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
