//! Test inputs.

use js_sys::Uint32Array;
use wasm_bindgen::prelude::*;

use super::Thrown;
use super::data::{self, read};
use scanlab::error::Error;
use scanlab::plan::Resource;
use scanlab::record::low_level::zeroed;

/// Writes elements `start …` of a test input of a scan into `words`: its elements, its head flags of one word each, or
/// its initial value, which is one element.
///
/// # Errors
/// `bad-argument` for unknown names, `too-large`, `out-of-memory`.
#[wasm_bindgen(js_name = fillScan)]
pub fn fill_scan(
    request: &data::Request,
    #[wasm_bindgen(unchecked_param_type = "'source' | 'flags' | 'initial'")] input: &str,
    start: u32,
    words: &Uint32Array,
) -> Result<(), Thrown> {
    let inputs = read("request", request)?.inputs()?;
    let resource = resource(input);
    let each = if resource == Resource::Flags { 1 } else { inputs.source.monoid.words() };
    Ok(fill_pieces(words, start.checked_mul(each), |start, piece| inputs.fill(resource, start, piece))?)
}

/// Writes words `start …` of a test input of an operation into `words`: its elements, flags, values, offsets or
/// sorted keys.
///
/// # Errors
/// `bad-argument` for unknown names, `too-large`, `out-of-memory`.
#[wasm_bindgen(js_name = fillOperation)]
pub fn fill_operation(
    request: &data::OperationRequest,
    #[wasm_bindgen(unchecked_param_type = "'source' | 'flags' | 'values' | 'offsets' | 'sorted'")] input: &str,
    start: u32,
    words: &Uint32Array,
) -> Result<(), Thrown> {
    let inputs = read("request", request)?.inputs()?;
    let resource = resource(input);
    Ok(fill_pieces(words, Some(start), |start, piece| inputs.fill(resource, start, piece))?)
}

/// An input by its name on the page.
fn resource(name: &str) -> Resource {
    match name {
        "flags" => Resource::Flags,
        "values" => Resource::Values,
        "offsets" => Resource::Offsets,
        "sorted" => Resource::Sorted,
        "initial" => Resource::Initial,
        _ => Resource::Input,
    }
}

/// Fills an array of any length in pieces. `first` is the index of the array's first word in the test input, or `None` if
/// it exceeds 32 bits. `fill` receives the index of a piece's first word in the test input.
fn fill_pieces(array: &Uint32Array, first: Option<u32>, fill: impl Fn(u32, &mut [u32])) -> Result<(), Error> {
    const PIECE_WORDS: u32 = 1 << 16;
    let length = array.length();
    let first = first.filter(|first| first.checked_add(length).is_some()).ok_or_else(|| Error::TooLarge {
        what: "a part of a test input".into(),
        required: format!("{length} words and those before them"),
        limit: "2^32 - 1 words".into(),
    })?;
    let mut memory = zeroed(length.min(PIECE_WORDS) as usize)?;
    for start in (0..length).step_by(PIECE_WORDS as usize) {
        let end = length.min(start.saturating_add(PIECE_WORDS));
        let piece = &mut memory[..(end - start) as usize];
        fill(first + start, piece);
        array.subarray(start, end).copy_from(piece);
    }
    Ok(())
}
