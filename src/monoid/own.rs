//! Operators of one's own in WGSL.
//!
//! Each is known by a name made of its definition, as the operators of the table are by theirs: requests, plans, points and caches hold the
//! name. A definition stays for the life of the process; [`crate::wgsl::interned`] limits their number.

use std::sync::{Mutex, PoisonError};

use super::{Arithmetic, ElementType, MAX_WORDS, Monoid, Operator, OperatorModules};
use crate::error::Error;
use crate::wgsl;
use crate::wgsl::interned::{around, interned};
use crate::wgsl::user_code::{COMBINE, CodeWarning, FUNCTIONS, check, warnings};
use crate::wgsl::{Import, Module, Slot};

/// The beginning of the names.
const PREFIX: &str = "own-";

/// An operator of one's own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CoreOwnOperator"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct OwnOperator {
    /// Its element type.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub element_type: ElementType,
    /// Array entries of one element: 1, 2 or 4.
    pub words: u32,
    /// The neutral element, as the bit patterns of its words.
    pub identity: Vec<u32>,
    /// The body of `fn combine(left: T, right: T) -> T`, T being the element type, or a vector of two or four of it.
    pub combine: String,
}

/// The hash of no bytes.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash FNV-1a, continued: the same on every platform and in every version, so that points of several runs name the same operator.
fn fnv_1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// All of them, with their definitions.
static KNOWN: Mutex<Vec<(&'static Operator, OwnOperator)>> = Mutex::new(Vec::new());

/// The operator of a name.
pub(super) fn find(id: &str) -> Option<&'static Operator> {
    if !id.starts_with(PREFIX) {
        return None;
    }
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.iter().map(|&(operator, _)| operator).find(|operator| operator.id == id)
}

impl OwnOperator {
    /// The places that compilers may read otherwise than its author does.
    ///
    /// # Errors
    /// As [`Self::register`], for the code.
    pub fn warnings(&self) -> Result<Vec<CodeWarning>, Error> {
        warnings(&self.combine, &COMBINE, self.element_type == ElementType::F32)
    }

    /// The operator, which [`Monoid::find`] finds from now on.
    ///
    /// # Errors
    /// [`Error::BadArgument`], [`Error::Code`] for what is not an operator as far as it can be told without a compiler;
    /// [`Error::TooLarge`] for too many.
    pub fn register(mut self) -> Result<Monoid, Error> {
        let bad = |what: &str, required: &str, found: String| {
            Err(Error::bad_argument(format!("operator.{what}"), required, found))
        };
        if ![1, 2, 4].contains(&self.words) {
            return bad("words", "1, 2 or 4", self.words.to_string());
        }
        if self.identity.len() != self.words as usize {
            return bad("identity", &format!("an array of {} numbers", self.words), self.identity.len().to_string());
        }
        self.combine = check(&self.combine, &COMBINE)?;
        let element_type = self.element_type;
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let Self { element_type: ty, words, identity, combine } = &self;
        let definition = format!("{} {words} {identity:?}\n{combine}", ty.name());
        let mut hash = FNV_OFFSET;
        loop {
            hash = fnv_1a(hash, definition.as_bytes());
            let id = format!("{PREFIX}{hash:016x}");
            match known.iter().find(|(operator, _)| operator.id == id) {
                Some((operator, same)) if *same == self => return Ok(Monoid { operator, element_type }),
                // Another of the same hash: the next one is of both.
                Some(_) => {}
                None => {
                    let operator = Box::leak(Box::new(self.operator(id)?));
                    known.push((operator, self));
                    return Ok(Monoid { operator, element_type });
                }
            }
        }
    }

    fn operator(&self, id: String) -> Result<Operator, Error> {
        let modules = self.modules()?;
        let mut identity = [0; MAX_WORDS];
        identity[..self.identity.len()].copy_from_slice(&self.identity);
        Ok(Operator {
            id: Box::leak(id.into_boxed_str()),
            title: "an operator of one's own",
            types: match self.element_type {
                ElementType::U32 => &[ElementType::U32],
                ElementType::I32 => &[ElementType::I32],
                ElementType::F32 => &[ElementType::F32],
            },
            words: self.words,
            commutative: false,
            rounds: true,
            modules,
            arithmetic: Arithmetic::Own { identity },
        })
    }

    fn modules(&self) -> Result<OperatorModules, Error> {
        const IMPORTS: &[Import] = &[Import::Slot(Slot::Value), FUNCTIONS];
        let (text, lines) = self.text();
        let combine = interned("own/combine", text, IMPORTS, Some(lines))?;
        let (value, value_beside_flag): (&'static Module, &'static Module) = match self.words {
            1 => return Ok(OperatorModules::of_scalars(combine)),
            2 => (wgsl!("vector/two.wgsl"), wgsl!("vector/two_in_struct.wgsl")),
            _ => (wgsl!("vector/four.wgsl"), wgsl!("vector/four_in_struct.wgsl")),
        };
        let shuffle = wgsl!("shuffle/vector.wgsl");
        Ok(OperatorModules { combine, value, value_beside_flag, shuffle, subgroup_sum: None, key: None })
    }

    /// The text of its module. The identity is made of its bits at run time, since WGSL has no literals of NaN and infinities, and no
    /// constant expressions with them.
    fn text(&self) -> (String, wgsl::interned::CodeLines) {
        let scalar = self.element_type.name();
        let words: Vec<_> = self.identity.iter().map(|word| format!("{word}u")).collect();
        let (value, call) = match self.words {
            1 => (scalar.to_owned(), "own_combine(left, right)"),
            words => (
                format!("vec{words}<{scalar}>"),
                "value_of_vector(own_combine(value_vector(left), value_vector(right)))",
            ),
        };
        let before =
            format!("// An operator of one's own.\n\nfn own_combine(left: {value}, right: {value}) -> {value} {{\n");
        let after = format!(
            "}}\n\nfn value_combine(left: Value, right: Value) -> Value {{ return {call}; }}\n\
             fn value_identity() -> Value {{ return value_from_words(array<u32, VALUE_WORDS>({})); }}\n",
            words.join(", ")
        );
        around(&before, &self.combine, &after, COMBINE.what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    fn sum(words: u32, combine: &str) -> OwnOperator {
        OwnOperator {
            element_type: ElementType::U32,
            words,
            identity: vec![0; words as usize],
            combine: combine.into(),
        }
    }

    #[test]
    fn an_operator_is_found_by_the_name_of_its_definition() {
        let monoid = sum(2, "return left + right;").register().unwrap();
        let id = monoid.operator.id;
        assert!(id.starts_with("own-") && id.len() == 20, "{id}");
        assert_eq!(Monoid::find(id, ElementType::U32).unwrap(), monoid);
        assert_eq!(Monoid::find(id, ElementType::F32).unwrap_err().code(), ErrorCode::Unsupported);
        // Comments do not make another operator.
        let same = sum(2, "return left + right; // the sum").register().unwrap();
        assert!(std::ptr::eq(same.operator, monoid.operator));
        assert_ne!(sum(4, "return left + right;").register().unwrap(), monoid);
        let other = OwnOperator { identity: vec![1, 0], ..sum(2, "return left + right;") };
        assert_ne!(other.register().unwrap(), monoid);
        assert_eq!((monoid.identity(), monoid.combine([0; 4], [0; 4])), ([0; 4], None));
        assert_eq!(Monoid::find("own-0", ElementType::U32).unwrap_err().code(), ErrorCode::BadArgument);
    }

    #[test]
    fn what_is_no_operator_is_refused() {
        let message = |operator: OwnOperator| operator.register().unwrap_err().to_string();
        assert_eq!(message(sum(3, "return left;")), "operator.words must be 1, 2 or 4; found 3");
        let uneven = OwnOperator { identity: vec![0], ..sum(2, "return left;") };
        assert_eq!(message(uneven), "operator.identity must be an array of 2 numbers; found 1");
        assert!(message(sum(1, "return prefixes[0];")).starts_with("operator.combine, line 1, column 8: "));
    }
}
