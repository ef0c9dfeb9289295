//! Everything that can be chosen.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::to_json;
use crate::monoid::{ElementType, Monoid, OPERATORS, Operator};
use crate::pattern::{PATTERNS, Pattern};
use crate::scan::{ALGORITHMS, Algorithm};

#[derive(Serialize)]
struct Catalogue {
    version: &'static str,
    algorithms: &'static [&'static Algorithm],
    operators: Vec<OperatorEntry>,
    patterns: &'static [Pattern],
}

#[derive(Serialize)]
struct OperatorEntry {
    id: &'static str,
    title: &'static str,
    types: &'static [ElementType],
    words: u32,
    commutative: bool,
    identity: Identities,
}

/// The words of the identity by element type, as text: JSON has no infinity.
#[derive(Serialize)]
struct Identities {
    #[serde(skip_serializing_if = "Option::is_none")]
    u32: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    i32: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    f32: Option<Vec<String>>,
}

/// Everything that can be chosen, as JSON.
///
/// # Errors
/// None that is known.
#[wasm_bindgen(js_name = catalogueJson)]
pub fn catalogue_json() -> Result<String, JsValue> {
    to_json(&Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        algorithms: ALGORITHMS,
        operators: OPERATORS.iter().map(entry).collect(),
        patterns: PATTERNS,
    })
}

fn entry(operator: &'static Operator) -> OperatorEntry {
    let Operator { id, title, types, words, commutative, .. } = *operator;
    let identity = Identities {
        u32: identity(operator, ElementType::U32),
        i32: identity(operator, ElementType::I32),
        f32: identity(operator, ElementType::F32),
    };
    OperatorEntry { id, title, types, words, commutative, identity }
}

fn identity(operator: &'static Operator, element_type: ElementType) -> Option<Vec<String>> {
    if !operator.types.contains(&element_type) {
        return None;
    }
    let identity = Monoid { operator, element_type }.identity();
    Some(identity[..operator.words as usize].iter().map(|&word| element_type.show(word)).collect())
}
