//! Custom operators, by the names that requests use.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use scanlab::error::Error;
use scanlab::monoid::{CustomOperator, ElementType, Monoid};
use scanlab::record::low_level::quoted;
use scanlab::wgsl::CodeWarning;
use serde::Serialize;

/// A registered custom operator. Registration does not compile its code.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RegisteredOperator {
    /// The name in requests.
    pub id: String,
    /// Warnings for code that compilers may interpret in several ways.
    pub warnings: Vec<CodeWarning>,
}

/// The maximum length of the code of all operators, in bytes.
const MAX_BYTES: usize = 16 << 20;
/// The maximum number of operators.
const MAX_OPERATORS: usize = 10_000;

/// The operators that requests may name. Their number and the length of their code are limited, since a page may define
/// new operators without end.
struct CustomOperators(Mutex<BTreeMap<String, Monoid>>);

/// The operators of the laboratory. The operators stay for the life of the process, since addresses and results of a page
/// name them.
static OPERATORS: CustomOperators = CustomOperators(Mutex::new(BTreeMap::new()));

/// Registers a custom operator, which requests may then name.
///
/// # Errors
/// As [`CustomOperator::monoid`]; [`Error::TooLarge`] for too many operators or too much code.
pub fn register_operator(operator: CustomOperator) -> Result<Monoid, Error> {
    OPERATORS.add(operator.monoid()?)
}

/// The operator with this name: a built-in operator, or a registered custom operator.
///
/// # Errors
/// As [`Monoid::find`].
pub fn find_monoid(id: &str, element_type: ElementType) -> Result<Monoid, Error> {
    match OPERATORS.get(id) {
        Some(custom) => Monoid::of(custom.operator, element_type),
        None => Monoid::find(id, element_type),
    }
}

/// The registered custom operator with this name, on its element type.
///
/// # Errors
/// [`Error::BadArgument`] for an unknown name.
pub fn find_custom_operator(id: &str) -> Result<Monoid, Error> {
    OPERATORS
        .get(id)
        .ok_or_else(|| Error::bad_argument("operator", "the name of a registered custom operator", quoted(id)))
}

impl CustomOperators {
    fn get(&self, id: &str) -> Option<Monoid> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    fn add(&self, monoid: Monoid) -> Result<Monoid, Error> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match known.get(&*monoid.operator.id) {
            Some(same) if *same == monoid => return Ok(same.clone()),
            Some(other) => {
                let required = "a definition with an unused name";
                return Err(Error::bad_argument("operator", required, quoted(&other.operator.id)));
            }
            None => {}
        }
        let length = |monoid: &Monoid| monoid.module().source.len();
        let bytes = length(&monoid) + known.values().map(length).sum::<usize>();
        let operators = known.len() + 1;
        if bytes > MAX_BYTES || operators > MAX_OPERATORS {
            return Err(Error::TooLarge {
                what: "the code of the custom operators since the start".into(),
                required: format!("{bytes} bytes in {operators} operators"),
                limit: format!("{MAX_BYTES} bytes in {MAX_OPERATORS} operators"),
            });
        }
        known.insert(monoid.operator.id.to_string(), monoid.clone());
        Ok(monoid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scanlab::error::ErrorCode;
    use scanlab::monoid::Operator;

    fn definition(combine: &str) -> CustomOperator {
        CustomOperator { element_type: ElementType::U32, words: 1, identity: vec![0], combine: combine.into() }
    }

    fn of(combine: &str) -> Monoid {
        definition(combine).monoid().unwrap()
    }

    fn none() -> CustomOperators {
        CustomOperators(Mutex::default())
    }

    fn is_same(left: &Monoid, right: &Monoid) -> bool {
        std::ptr::eq::<Operator>(&*left.operator, &*right.operator)
    }

    #[test]
    fn registered_operators_are_found_by_name() {
        let definition = definition("return left + right + 0u;");
        let monoid = register_operator(definition.clone()).unwrap();
        let id = &monoid.operator.id;
        assert!(is_same(&find_monoid(id, ElementType::U32).unwrap(), &monoid));
        assert!(is_same(&find_custom_operator(id).unwrap(), &monoid));
        assert!(is_same(&register_operator(definition).unwrap(), &monoid), "one operator per definition");
        assert_eq!(find_monoid(id, ElementType::F32).unwrap_err().code(), ErrorCode::Unsupported);
        assert_eq!(find_monoid("add", ElementType::F32), Monoid::find("add", ElementType::F32));
        assert_eq!(find_monoid("custom-0", ElementType::U32).unwrap_err().code(), ErrorCode::BadArgument);
        assert_eq!(find_custom_operator("add").unwrap_err().code(), ErrorCode::BadArgument);
    }

    #[test]
    fn no_more_than_the_limit_are_registered() {
        let known = none();
        for index in 0..MAX_OPERATORS {
            known.add(of(&format!("return left + right + {index}u;"))).unwrap();
        }
        assert!(known.add(of("return left + right + 7u;")).is_ok(), "one of those that are registered");
        let error = known.add(of("return left;")).unwrap_err();
        assert_eq!(error.code(), ErrorCode::TooLarge);
        assert!(error.to_string().contains("in 10001 operators"), "{error}");
    }

    #[test]
    fn no_longer_code_than_the_limit_is_registered() {
        let known = none();
        let filler = " ".repeat(3_900);
        let refused = (0..MAX_OPERATORS)
            .find_map(|index| known.add(of(&format!("return left{filler} + {index}u;"))).err())
            .expect("more than 16 MiB");
        assert!(refused.to_string().contains("is 16777216 bytes in 10000 operators"), "{refused}");
    }

    #[test]
    fn two_operators_of_a_name_are_told_apart() {
        let known = none();
        let [first, second] = ["return left;", "return right;"].map(of);
        let name = second.operator.id.to_string();
        known.0.lock().unwrap().insert(name, first);
        assert_eq!(known.add(second).unwrap_err().code(), ErrorCode::BadArgument);
    }
}
