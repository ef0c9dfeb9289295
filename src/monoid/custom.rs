//! Custom operators, in WGSL.
//!
//! The name of a custom operator contains a hash of its definition. Plans, results and caches refer to the operator by
//! this name.

use super::{Arithmetic, ElementType, MAX_WORDS, Monoid, Operator, OperatorModules};
use crate::error::Error;
use crate::wgsl;
use crate::wgsl::user_code::{COMBINE, CodeWarning, FUNCTIONS, check, warnings};
use crate::wgsl::{Import, Module, ModuleRef, Slot, content_hash};

const PREFIX: &str = "custom-";

/// The definition of a custom operator. It must be associative, and its identity must leave every element unchanged.
/// The library does not check this.
///
/// ```
/// use scanlab::monoid::{CustomOperator, ElementType};
///
/// // Products of complex numbers.
/// let product = CustomOperator {
///     element_type: ElementType::F32,
///     words: 2,
///     identity: [1.0f32, 0.0].map(f32::to_bits).into(),
///     combine: "return vec2(left.x * right.x - left.y * right.y, left.x * right.y + left.y * right.x);".into(),
/// };
/// assert_eq!(product.monoid()?.bytes(), 8);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CoreCustomOperator"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct CustomOperator {
    /// Its element type.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub element_type: ElementType,
    /// Words of one element: 1, 2 or 4.
    pub words: u32,
    /// The identity, as the bit patterns of its words.
    pub identity: Vec<u32>,
    /// The body of `fn combine(left: T, right: T) -> T`, where T is the element type, or a vector of two or four
    /// components of this type.
    pub combine: String,
}

impl CustomOperator {
    /// Warnings for code that compilers may interpret in several ways.
    ///
    /// # Errors
    /// As [`Self::monoid`], for the code.
    pub fn warnings(&self) -> Result<Vec<CodeWarning>, Error> {
        warnings(&self.combine, &COMBINE, self.element_type == ElementType::F32)
    }

    /// The operator on its element type. The operator is dropped with its last clone.
    ///
    /// # Errors
    /// [`Error::BadArgument`] or [`Error::Code`] for an invalid definition. The compiler finds further errors later.
    pub fn monoid(self) -> Result<Monoid, Error> {
        let bad = |what: &str, required: &str, found: String| {
            Err(Error::bad_argument(format!("operator.{what}"), required, found))
        };
        if ![1, 2, 4].contains(&self.words) {
            return bad("words", "1, 2 or 4", self.words.to_string());
        }
        if self.identity.len() != self.words as usize {
            return bad("identity", &format!("an array of {} numbers", self.words), self.identity.len().to_string());
        }
        let element_type = self.element_type;
        let combine = check(&self.combine, &COMBINE)?;
        let operator = CustomOperator { combine, ..self }.operator().into();
        Ok(Monoid { operator, element_type })
    }

    fn operator(&self) -> Operator {
        let CustomOperator { element_type, words, identity, combine } = self;
        let definition = format!("{} {words} {identity:?}\n{combine}", element_type.name());
        let mut identity_words = [0; MAX_WORDS];
        identity_words[..identity.len()].copy_from_slice(identity);
        Operator {
            id: format!("{PREFIX}{:016x}", content_hash(&definition)).into(),
            title: "a custom operator",
            types: match element_type {
                ElementType::U32 => &[ElementType::U32],
                ElementType::I32 => &[ElementType::I32],
                ElementType::F32 => &[ElementType::F32],
            },
            words: *words,
            commutative: false,
            rounds: true,
            modules: self.modules(),
            arithmetic: Arithmetic::Custom { identity: identity_words },
        }
    }

    fn modules(&self) -> OperatorModules {
        let (value, value_beside_flag, shuffle) = match self.words {
            1 => (wgsl!("monoid/scalar.wgsl"), wgsl!("monoid/scalar.wgsl"), wgsl!("shuffle/scalar.wgsl")),
            2 => (wgsl!("vector/two.wgsl"), wgsl!("vector/two_in_struct.wgsl"), wgsl!("shuffle/vector.wgsl")),
            _ => (wgsl!("vector/four.wgsl"), wgsl!("vector/four_in_struct.wgsl"), wgsl!("shuffle/vector.wgsl")),
        };
        OperatorModules { combine: self.module(), value, value_beside_flag, shuffle, subgroup_sum: None, key: None }
    }

    /// The module of the operator. The identity is made from its bits at run time, since WGSL has no literals or
    /// constant expressions for NaN and infinities.
    fn module(&self) -> ModuleRef {
        const IMPORTS: &[Import] = &[Import::Slot(Slot::Value), FUNCTIONS];
        let scalar = self.element_type.name();
        let words: Vec<_> = self.identity.iter().map(|word| format!("{word}u")).collect();
        let (value, call) = match self.words {
            1 => (scalar.to_owned(), "custom_combine(left, right)"),
            words => (
                format!("vec{words}<{scalar}>"),
                "value_of_vector(custom_combine(value_vector(left), value_vector(right)))",
            ),
        };
        let before =
            format!("// A custom operator.\n\nfn custom_combine(left: {value}, right: {value}) -> {value} {{\n");
        let after = format!(
            "}}\n\nfn value_combine(left: Value, right: Value) -> Value {{ return {call}; }}\n\
             fn value_identity() -> Value {{ return value_from_words(array<u32, VALUE_WORDS>({})); }}\n",
            words.join(", ")
        );
        Module::around("custom/combine", [&before, &after], (COMBINE.what, &self.combine), IMPORTS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    fn sum(words: u32, combine: &str) -> CustomOperator {
        CustomOperator {
            element_type: ElementType::U32,
            words,
            identity: vec![0; words as usize],
            combine: combine.into(),
        }
    }

    #[test]
    fn an_operator_is_named_by_its_definition() {
        let monoid = sum(2, "return left + right;").monoid().unwrap();
        let id = &monoid.operator.id;
        assert!(id.starts_with("custom-") && id.len() == 23, "{id}");
        // Comments do not change the operator.
        assert_eq!(sum(2, "return left + right; // the sum").monoid().unwrap(), monoid);
        assert_ne!(sum(4, "return left + right;").monoid().unwrap(), monoid);
        let other = CustomOperator { identity: vec![1, 0], ..sum(2, "return left + right;") };
        assert_ne!(other.monoid().unwrap(), monoid);
        assert_eq!((monoid.identity(), monoid.combine([0; 4], [0; 4])), ([0; 4], None));
        assert_eq!(Monoid::find(id, ElementType::U32).unwrap_err().code(), ErrorCode::BadArgument);
    }

    #[test]
    fn names_are_the_same_in_every_version() {
        let monoid = sum(1, "return left + right;").monoid().unwrap();
        assert_eq!(monoid.operator.id, "custom-4baa6b21eb1f3157");
    }

    #[test]
    fn operators_of_the_same_name_differ_by_their_definitions() {
        let [left, right] = ["return left;", "return right;"].map(|code| sum(1, code).monoid().unwrap());
        let collides = Operator { id: left.operator.id.clone(), ..sum(1, "return right;").operator() };
        assert_eq!(right.operator.modules.combine, collides.modules.combine);
        assert_ne!(Monoid { operator: collides.into(), element_type: ElementType::U32 }, left);
    }

    #[test]
    fn what_is_no_operator_is_refused() {
        let message = |operator: CustomOperator| operator.monoid().unwrap_err().to_string();
        assert_eq!(message(sum(3, "return left;")), "operator.words must be 1, 2 or 4; found 3");
        let uneven = CustomOperator { identity: vec![0], ..sum(2, "return left;") };
        assert_eq!(message(uneven), "operator.identity must be an array of 2 numbers; found 1");
        assert!(message(sum(1, "return prefixes[0];")).starts_with("operator.combine, line 1, column 8: "));
    }
}
