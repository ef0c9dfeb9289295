//! A sweep's settings and sizes as text. What is wrong with a text is in the result.

use js_sys::Function;
use wasm_bindgen::prelude::*;

use super::analysis::parse;
use super::to_json;
use crate::request::{self, ParsedSize, SizeRange, SizeRules, Spacing, SweepSettings};

/// Runs with the rules of a size: the largest that fits, and how messages write numbers, in English where the page does not say.
fn with_rules<T>(limit: Option<f64>, format: Option<Function>, run: impl FnOnce(&SizeRules) -> T) -> T {
    let write = |n: f64| {
        let text = format.as_ref().and_then(|format| format.call1(&JsValue::NULL, &n.into()).ok()?.as_string());
        text.unwrap_or_else(|| request::grouped(n))
    };
    run(&SizeRules::new(limit, &write))
}

fn range(from: String, to: String, steps: String, on_log_scale: bool) -> SizeRange {
    let spacing = if on_log_scale { Spacing::Log } else { Spacing::Powers };
    SizeRange { from, to, steps, spacing }
}

/// A single size, as JSON.
///
/// # Errors
/// None that is known.
#[wasm_bindgen(js_name = parseSizeJson)]
pub fn parse_size_json(text: &str, limit: Option<f64>, format: Option<Function>) -> Result<String, JsValue> {
    let parsed = with_rules(limit, format, |rules| request::parse_size(text, rules));
    to_json(&parsed.map_or_else(ParsedSize::Problem, ParsedSize::Value))
}

/// A list of sizes, as JSON.
///
/// # Errors
/// None that is known.
#[wasm_bindgen(js_name = parseSizeListJson)]
pub fn parse_size_list_json(text: &str, limit: Option<f64>, format: Option<Function>) -> Result<String, JsValue> {
    to_json(&with_rules(limit, format, |rules| request::parse_size_list(text, rules)))
}

/// The sizes of a range whose fields were typed, as JSON.
///
/// # Errors
/// None that is known.
#[wasm_bindgen(js_name = sizeRangeJson)]
pub fn size_range_json(
    from: String,
    to: String,
    steps: String,
    on_log_scale: bool,
    limit: Option<f64>,
    format: Option<Function>,
) -> Result<String, JsValue> {
    let range = range(from, to, steps, on_log_scale);
    to_json(&with_rules(limit, format, |rules| range.sizes(rules)))
}

/// The setting `sizes`, as JSON.
///
/// # Errors
/// None that is known.
#[wasm_bindgen(js_name = parseSizesJson)]
pub fn parse_sizes_json(text: &str) -> Result<String, JsValue> {
    to_json(&request::parse_sizes(text))
}

/// The setting `algorithms`, as JSON.
///
/// # Errors
/// None that is known.
#[wasm_bindgen(js_name = parseAlgorithmsJson)]
pub fn parse_algorithms_json(text: &str) -> Result<String, JsValue> {
    to_json(&request::parse_algorithms(text))
}

/// The setting `operation`, as JSON.
///
/// # Errors
/// None that is known.
#[wasm_bindgen(js_name = parseOperationJson)]
pub fn parse_operation_json(text: &str) -> Result<String, JsValue> {
    to_json(&request::parse_operation(text))
}

/// The query of an address, as JSON.
///
/// # Errors
/// None that is known.
#[wasm_bindgen(js_name = parseQueryJson)]
pub fn parse_query_json(search: &str) -> Result<String, JsValue> {
    to_json(&request::parse_query(search))
}

/// The query of settings, which are JSON, and of the typed fields of the range that the sizes were given as, where they were.
///
/// # Errors
/// `bad-argument`.
#[wasm_bindgen(js_name = formatQuery)]
pub fn format_query(
    settings: &str,
    from: Option<String>,
    to: Option<String>,
    steps: Option<String>,
    on_log_scale: bool,
) -> Result<String, JsValue> {
    let range = from.zip(to).zip(steps).map(|((from, to), steps)| range(from, to, steps, on_log_scale));
    parse::<SweepSettings>("settings", settings).map(|settings| settings.query(range.as_ref()))
}
