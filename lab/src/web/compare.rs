//! Statistics of times that the page passes.

use wasm_bindgen::prelude::*;

use super::Thrown;
use super::data::{self, text_of, write};
use crate::bench::transfer::Transfer;
use crate::results::{CompareOptions, ComparedPoint, Comparison};
use scanlab::error::Error;

/// Compares the times of two points.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen]
pub fn compare(
    left: &data::ComparedPoint,
    right: &data::ComparedPoint,
    options: &data::CompareOptions,
) -> Result<data::Comparison, Thrown> {
    let (left, right) = (read_point("left", left)?, read_point("right", right)?);
    Ok(write(&Comparison::of(&left, &right, CompareOptions::parse(&text_of("options", options)?)?)?))
}

pub(super) fn read_point(name: &str, point: &data::ComparedPoint) -> Result<ComparedPoint, Error> {
    ComparedPoint::parse(name, &text_of(name, point)?)
}

/// The statistics of uploads or readbacks. Each span is the time of `repeats` transfers, measured with a clock of this
/// resolution.
#[wasm_bindgen]
pub fn transfer(spans_ns: &[f64], repeats: u32, resolution_ns: f64) -> data::Transfer {
    write(&Transfer::new(spans_ns, repeats, resolution_ns))
}
