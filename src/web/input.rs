//! Test inputs, as the page asks for them.

use js_sys::Uint32Array;
use wasm_bindgen::prelude::*;

use super::thrown;
use crate::error::Error;
use crate::fields::{self, Fields};
use crate::monoid::{ElementType, Monoid};
use crate::pattern::{Input, Pattern};

fn parse(json: &str) -> Result<Input, JsValue> {
    read(json).map_err(|error| thrown(&error))
}

fn read(json: &str) -> Result<Input, Error> {
    let mut fields = Fields::of(fields::parse(json, "test input", "a test input request")?, "test input")?;
    let element_type = ElementType::find(&fields.needed("type")?)?;
    let seed = fields.word("seed")?.unwrap_or_default();
    named(&fields.needed("operator")?, element_type, &fields.needed("pattern")?, seed)
}

/// Writes elements `start …` of a test input into `words`.
///
/// # Errors
/// `bad-argument` for unknown names.
#[wasm_bindgen(js_name = fillPattern)]
pub fn fill_pattern(request: &str, start: u32, words: &Uint32Array) -> Result<(), JsValue> {
    let input = parse(request)?;
    let mut filled = vec![0; words.length() as usize];
    input.fill(start * input.monoid.words(), &mut filled);
    words.copy_from(&filled);
    Ok(())
}

/// Writes the head flags of elements `start …` of a test input into `heads`, as a measurement of a segmented scan has them.
///
/// # Errors
/// `bad-argument` for unknown names.
#[wasm_bindgen(js_name = fillHeads)]
pub fn fill_heads(request: &str, start: u32, heads: &Uint32Array) -> Result<(), JsValue> {
    let input = parse(request)?;
    let mut filled = vec![0; heads.length() as usize];
    input.fill_heads(start, &mut filled);
    heads.copy_from(&filled);
    Ok(())
}

/// A test input by name.
///
/// # Errors
/// [`Error::BadArgument`], [`Error::Unsupported`] for unknown names.
pub(super) fn named(operator: &str, element_type: ElementType, pattern: &str, seed: u32) -> Result<Input, Error> {
    Ok(Input { pattern: Pattern::find(pattern)?, monoid: Monoid::find(operator, element_type)?, seed })
}
