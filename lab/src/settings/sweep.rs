//! Writes a sweep's settings as text, for addresses and attributes, and reads such text:
//!
//! ```text
//! v=1&algorithms=hybrid:reduce_steps=9,look-back&sizes=2^10..2^24&operator=add&type=u32
//!    &mode=exclusive&pattern=random&seed=7&transfers=1&metric=elements
//! ```
//!
//! A custom operator is `operator=custom&type=f32&words=2&identity=1,0&combine=…`, with its code. A page shows the code
//! before it compiles it.
//!
//! An operation is `operation=compact:density=0.25`, its id and its options; then `algorithms` lists scans that run inside the operation.
//!
//! The text of a scan is its id, then `:name=value` for each given tuning parameter. Sizes are numbers and ranges `from..to`. A range can
//! have `:steps=` and `:spacing=powers` or `:spacing=log`. By default, its sizes are all powers of two between its ends. An error in a text
//! is reported, and the rest of the text still applies.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::sizes::{MAX_SIZES, SizeRange, SizeRules, Spacing, insert, sizes_of};
use crate::number::{number_of, shortened, split_at_dots, tokens, too_long, trim};
use crate::request::OperationOptions;
use scanlab::plan::Tuning;

/// Powers of two below this limit are written in digits.
const SHORT: u64 = 1024;
const LOG_STEPS: &str = "11";

/// The sizes that a text names.
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ParsedSizes {
    /// In elements, ascending.
    pub sizes: Vec<u64>,
    /// The form of the text; null if no size could be read.
    pub choice: Option<SizesChoice>,
    /// The errors of ignored parts: the required and the found text.
    pub problems: Vec<String>,
}

/// The form of a text of sizes. A single range stays a range. Other texts become a list, in which ranges are expanded.
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SizesChoice {
    /// The range as it was given.
    Range(SizeRange),
    /// The list as a person would type it.
    List(String),
}

/// The settings of a sweep, to be written as the query of an address.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SweepSettings {
    /// The scans' public names.
    pub algorithms: Vec<String>,
    /// Values of tuning parameters, by algorithm and name.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<BTreeMap<String, Tuning>>", optional))]
    pub tuning: BTreeMap<String, Tuning>,
    /// In elements, ascending.
    pub sizes: Vec<u64>,
    /// Operator's public name.
    pub operator: String,
    /// Element type.
    #[serde(rename = "type")]
    pub element_type: String,
    /// The definition of a custom operator, which is then the operator.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub custom: Option<CustomOperatorSettings>,
    /// Inclusive or exclusive.
    pub mode: String,
    /// Whether scans begin with an initial value.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub initial: bool,
    /// Test input's public name.
    pub pattern: String,
    /// Test input's seed. Without a seed, an operation draws a seed for each size.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub seed: Option<u32>,
    /// Whether uploads and readbacks are measured too.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub transfers: bool,
    /// The metric of the chart.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub metric: Option<String>,
    /// The measured operation's id; absent for a scan.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub operation: Option<String>,
    /// The operation's options.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<OperationOptions>", optional))]
    pub options: OperationOptions,
}

/// A custom operator, as it is typed.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CustomOperatorSettings {
    /// Words of one element.
    pub words: u32,
    /// The identity: numbers, separated by commas.
    pub identity: String,
    /// The body of the function `combine` in WGSL.
    pub combine: String,
}

/// Parses sizes and ranges of sizes.
pub fn parse_sizes(text: &str) -> ParsedSizes {
    if let Some(problem) = too_long(text) {
        return ParsedSizes { sizes: Vec::new(), choice: None, problems: vec![problem] };
    }
    let rules = SizeRules::default();
    let (mut ranges, mut single) = (Vec::new(), Vec::new());
    for token in tokens(text, &[]) {
        if split_at_dots(token).is_some() { ranges.push(token) } else { single.push(token) }
    }
    let (mut problems, mut inside) = (Vec::new(), Vec::new());
    for token in &ranges {
        let range = parse_range(token, &mut problems);
        let found = range.sizes(&rules);
        found.problems.append_to(&mut problems);
        if single.is_empty() && ranges.len() == 1 {
            let choice = (!found.sizes.is_empty()).then_some(SizesChoice::Range(range));
            return ParsedSizes { sizes: found.sizes, choice, problems };
        }
        for size in found.sizes {
            insert(&mut inside, size);
        }
    }
    let mut list = sizes_of(&single, inside, &rules);
    problems.append(&mut list.problems);
    list.sizes.truncate(MAX_SIZES);
    let choice = (!list.sizes.is_empty()).then(|| SizesChoice::List(list_text(&list.sizes, ", ")));
    ParsedSizes { sizes: list.sizes, choice, problems }
}

/// A range like `2^10..2^20:steps=5`.
fn parse_range(token: &str, problems: &mut Vec<String>) -> SizeRange {
    let mut options = token.split(':');
    let ends = options.next().unwrap_or_default();
    let (from, to) = split_at_dots(ends).unwrap_or((ends, ""));
    let (mut steps, mut spacing) = (None, Spacing::Powers);
    for option in options {
        match option.split('=').collect::<Vec<_>>()[..] {
            ["steps"] => steps = Some(""),
            ["steps", value, ..] => steps = Some(value),
            ["spacing", "powers", ..] => spacing = Spacing::Powers,
            ["spacing", "log", ..] => spacing = Spacing::Log,
            _ => problems.push(format!(
                "“{}” is not an option of a range, which has steps=1 to {MAX_SIZES} and spacing=powers or log",
                shortened(option)
            )),
        }
    }
    let mut range = SizeRange { from: from.into(), to: to.into(), steps: String::new(), spacing };
    range.steps = match steps {
        Some(steps) => steps.into(),
        None if spacing == Spacing::Log => LOG_STEPS.into(),
        None => range.all_powers().to_string(),
    };
    range
}

/// Appends a size as a person would type it.
fn push_size(n: u64, text: &mut String) {
    if n >= SHORT && n.is_power_of_two() {
        *text += &format!("2^{}", n.ilog2());
    } else {
        *text += &n.to_string();
    }
}

fn list_text(sizes: &[u64], separator: &str) -> String {
    let mut text = String::new();
    for &n in sizes {
        if !text.is_empty() {
            text += separator;
        }
        push_size(n, &mut text);
    }
    text
}

/// Writes ascending sizes. Three or more consecutive powers of two become a range.
pub(super) fn format_sizes(sizes: &[u64]) -> String {
    let doubles = |pair: &[u64]| pair[1].is_multiple_of(2) && pair[1] / 2 == pair[0];
    match sizes {
        [first, _, .., last] if sizes.len() > 2 && first.is_power_of_two() && sizes.windows(2).all(doubles) => {
            list_text(&[*first, *last], "..")
        }
        _ => list_text(sizes, ","),
    }
}

pub(super) fn format_range(range: &SizeRange) -> String {
    let SizeRange { from, to, steps, spacing } = range;
    let (ends, count) = (format!("{}..{}", trim(from), trim(to)), trim(steps));
    match spacing {
        Spacing::Log => format!("{ends}:steps={count}:spacing=log"),
        Spacing::Powers if number_of(steps) >= range.all_powers().into() => ends,
        Spacing::Powers => format!("{ends}:steps={count}"),
    }
}

impl SweepSettings {
    pub(super) fn algorithms_text(&self) -> String {
        let mut text = String::new();
        for id in &self.algorithms {
            if !text.is_empty() {
                text.push(',');
            }
            text += id;
            for (name, value) in self.tuning.get(id).into_iter().flatten() {
                text += &format!(":{name}={value}");
            }
        }
        text
    }
}
