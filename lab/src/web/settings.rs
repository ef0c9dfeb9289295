//! Parses and formats a sweep's settings and sizes. Each result contains the errors of its text.

use js_sys::Function;
use wasm_bindgen::prelude::*;

use super::Thrown;
use super::data::{self, read, write};
use crate::number;
use crate::settings::{self, ParsedSize, SizeRules};

/// Calls `run` with the rules of sizes: `limit` is the largest valid size, and `format` writes the numbers of messages
/// (by default in English).
fn with_rules<T>(limit: Option<f64>, format: Option<Function>, run: impl FnOnce(&SizeRules) -> T) -> T {
    let write = |n: f64| {
        let text = format.as_ref().and_then(|format| format.call1(&JsValue::NULL, &n.into()).ok()?.as_string());
        text.unwrap_or_else(|| number::grouped(n))
    };
    run(&SizeRules::new(limit, &write))
}

/// Parses one size. `limit` is the largest valid size; `format` writes the numbers of messages.
#[wasm_bindgen(js_name = parseSize)]
pub fn parse_size(
    text: &str,
    limit: Option<f64>,
    #[wasm_bindgen(unchecked_optional_param_type = "(n: number) => string")] format: Option<Function>,
) -> data::ParsedSize {
    let parsed = with_rules(limit, format, |rules| settings::parse_size(text, rules));
    write(&parsed.map_or_else(ParsedSize::Problem, ParsedSize::Value))
}

/// Parses a list of sizes.
#[wasm_bindgen(js_name = parseSizeList)]
pub fn parse_size_list(
    text: &str,
    limit: Option<f64>,
    #[wasm_bindgen(unchecked_optional_param_type = "(n: number) => string")] format: Option<Function>,
) -> data::SizeList {
    write(&with_rules(limit, format, |rules| settings::parse_size_list(text, rules)))
}

/// The sizes of a range, whose fields are texts as a person types them.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = sizesOfRange)]
pub fn sizes_of_range(
    range: &data::SizeRange,
    limit: Option<f64>,
    #[wasm_bindgen(unchecked_optional_param_type = "(n: number) => string")] format: Option<Function>,
) -> Result<data::RangeSizes, Thrown> {
    let range = read("range", range)?;
    Ok(write(&with_rules(limit, format, |rules| range.sizes(rules))))
}

/// Parses the setting `sizes`.
#[wasm_bindgen(js_name = parseSizes)]
pub fn parse_sizes(text: &str) -> data::ParsedSizes {
    write(&settings::parse_sizes(text))
}

/// Parses the setting `algorithms`.
#[wasm_bindgen(js_name = parseAlgorithms)]
pub fn parse_algorithms(text: &str) -> data::ParsedAlgorithms {
    write(&settings::parse_algorithms(text))
}

/// Parses the setting `operation`.
#[wasm_bindgen(js_name = parseOperation)]
pub fn parse_operation(text: &str) -> data::ParsedOperation {
    write(&settings::parse_operation(text))
}

/// Parses the query of an address.
#[wasm_bindgen(js_name = parseQuery)]
pub fn parse_query(search: &str) -> data::ParsedQuery {
    write(&settings::parse_query(search))
}

/// Writes settings as the query of an address, without the question mark. `range`: the fields as typed, if the sizes were
/// given as a range.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = formatQuery)]
pub fn format_query(settings: &data::SweepSettings, range: Option<data::SizeRange>) -> Result<String, Thrown> {
    let range = range.map(|range| read("range", &range)).transpose()?;
    Ok(read("settings", settings)?.query(range.as_ref()))
}
