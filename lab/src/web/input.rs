//! Test inputs.

use js_sys::Uint32Array;
use wasm_bindgen::prelude::*;

use super::thrown;
use crate::data::InputRequest;
use crate::json;
use crate::pattern::Input;
use crate::request::OperationRequest;
use scanlab::error::Error;
use scanlab::plan::Resource;
use scanlab::record::low_level as words;

fn parse(json: &str) -> Result<(Input, Option<u32>), JsValue> {
    let request: Result<InputRequest, _> = json::parse("test input", json);
    let found = request.and_then(|request| Ok((request.find()?, request.segment_length)));
    found.map_err(|error| thrown(&error))
}

/// Writes elements `start …` of a test input into `words`.
///
/// # Errors
/// `bad-argument` for unknown names, `too-large`, `out-of-memory`.
#[wasm_bindgen(js_name = fillPattern)]
pub fn fill_pattern(request: &str, start: u32, words: &Uint32Array) -> Result<(), JsValue> {
    let (input, _) = parse(request)?;
    let first = start.checked_mul(input.monoid.words());
    fill_pieces(words, first, |start, piece| input.fill(start, piece)).map_err(|error| thrown(&error))
}

/// Writes the head flags of elements `start …` of a test input into `heads`, as in measurements of segmented scans.
///
/// # Errors
/// `bad-argument` for unknown names, `too-large`, `out-of-memory`.
#[wasm_bindgen(js_name = fillHeads)]
pub fn fill_heads(request: &str, start: u32, heads: &Uint32Array) -> Result<(), JsValue> {
    let (input, length) = parse(request)?;
    let fill = |start, piece: &mut [u32]| input.fill_heads_of(length, start, piece);
    fill_pieces(heads, Some(start), fill).map_err(|error| thrown(&error))
}

/// Writes words `start …` of a test input of an operation into `words`: its elements, its flags or its values.
///
/// # Errors
/// `bad-argument` for unknown names, `too-large`, `out-of-memory`.
#[wasm_bindgen(js_name = fillOperation)]
pub fn fill_operation(request: &str, input: &str, start: u32, words: &Uint32Array) -> Result<(), JsValue> {
    let inputs = OperationRequest::parse(request).and_then(|request| request.inputs());
    let inputs = inputs.map_err(|error| thrown(&error))?;
    let resource = match input {
        "flags" => Resource::Flags,
        "values" => Resource::Values,
        _ => Resource::Input,
    };
    fill_pieces(words, Some(start), |start, piece| inputs.fill(resource, start, piece)).map_err(|error| thrown(&error))
}

/// Fills an array of any length in pieces; `fill` gets the rank of a piece's first word, counted from `first` on.
fn fill_pieces(array: &Uint32Array, first: Option<u32>, fill: impl Fn(u32, &mut [u32])) -> Result<(), Error> {
    const PIECE_WORDS: u32 = 1 << 16;
    let length = array.length();
    let first = first.filter(|first| first.checked_add(length).is_some()).ok_or_else(|| Error::TooLarge {
        what: "a part of a test input".into(),
        required: format!("{length} words and those before them"),
        limit: "2^32 - 1 words".into(),
    })?;
    let mut memory = words::zeroed(length.min(PIECE_WORDS) as usize)?;
    for start in (0..length).step_by(PIECE_WORDS as usize) {
        let end = length.min(start.saturating_add(PIECE_WORDS));
        let piece = &mut memory[..(end - start) as usize];
        fill(first + start, piece);
        array.subarray(start, end).copy_from(piece);
    }
    Ok(())
}
