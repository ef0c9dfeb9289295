//! Sizes, in elements, as people type them: single sizes, lists and ranges. An error in a text is reported, and the rest
//! of the text still applies.

use serde::{Deserialize, Serialize};

use crate::number::{Reader, canonical, grouped, is_space, number_of, power, shortened, tokens, trim, utf16_length};

/// The maximum number of sizes of a sweep.
pub const MAX_SIZES: usize = 200;
/// Up to this limit, JavaScript represents every whole number exactly.
const MAX_ELEMENTS: u64 = (1 << 53) - 1;
/// The maximum length of a list, in UTF-16 code units. A list of [`MAX_SIZES`] sizes is far shorter. Without a limit, each
/// token of a long text could cause a message.
const MAX_CHARACTERS: usize = 100_000;

/// The largest valid size, and the function that writes the numbers of messages.
pub struct SizeRules<'a> {
    limit: u64,
    format: &'a dyn Fn(f64) -> String,
}

impl<'a> SizeRules<'a> {
    /// Rules with the largest size that fits, in elements, if it is known.
    pub fn new(limit: Option<f64>, format: &'a dyn Fn(f64) -> String) -> Self {
        SizeRules { limit: limit.map_or(MAX_ELEMENTS, |limit| (limit as u64).min(MAX_ELEMENTS)), format }
    }

    fn shown(&self, n: u64) -> String {
        (self.format)(n as f64)
    }
}

impl Default for SizeRules<'static> {
    fn default() -> Self {
        SizeRules::new(None, &grouped)
    }
}

/// One size, or the fault of its text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ParsedSize {
    /// In elements.
    Value(u64),
    /// The required and the found text.
    Problem(String),
}

/// The sizes of a list, ascending and without repetitions, and the faults of its other tokens.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SizeList {
    /// In elements.
    pub sizes: Vec<u64>,
    /// The required and the found text.
    pub problems: Vec<String>,
}

/// A range of sizes as it is typed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SizeRange {
    /// The smallest size.
    pub from: String,
    /// The largest size.
    pub to: String,
    /// The number of sizes.
    pub steps: String,
    /// The spacing of the sizes.
    pub spacing: Spacing,
}

/// The spacing of the sizes of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Spacing {
    /// Powers of two.
    Powers,
    /// Even on a log scale.
    Log,
}

/// The sizes of a range; empty if the range has a problem.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RangeSizes {
    /// In elements, ascending.
    pub sizes: Vec<u64>,
    /// The problems, by field.
    pub problems: RangeProblems,
}

/// The problems of a range.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RangeProblems {
    /// The problem of the smallest size.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub from: Option<String>,
    /// The problem of the largest size.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub to: Option<String>,
    /// The problem of the number of sizes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub steps: Option<String>,
}

impl RangeProblems {
    pub(super) fn append_to(self, problems: &mut Vec<String>) {
        problems.extend([self.from, self.to, self.steps].into_iter().flatten());
    }
}

/// The value of a number, with an optional power after `^` or `**` and an optional offset: 1000, 1e6, 2^20, 2^20+3.
/// `None` for other texts.
fn value_of(token: &str) -> Option<f64> {
    let mut reader = Reader::new(token);
    let base = reader.number(true)?;
    let exponent = if reader.take("^") || reader.take("**") { reader.integer(false)? } else { 1.0 };
    let offset = if reader.at_end() { 0.0 } else { reader.integer(true)? };
    reader.at_end().then(|| power(base, exponent) + offset)
}

/// Parses a single size, without white space around it.
///
/// # Errors
/// The required and the found text.
pub fn parse_size(token: &str, rules: &SizeRules) -> Result<u64, String> {
    let Some(value) = value_of(token) else {
        return Err(format!("“{token}” is not a number; write sizes like 1000, 2^20 or 1e6"));
    };
    let digits = token.trim_start_matches(['+', '-']).as_bytes();
    if let [b'0', b'0'..=b'9', ..] = digits {
        return Err(format!("“{token}” starts with 0; write thousands without separators, like 1000"));
    }
    if value < 0.0 {
        return Err(format!("“{token}” is negative; a size is 0 elements or more"));
    }
    if value > rules.limit as f64 {
        let (actual, limit) = ((rules.format)(value), rules.shown(rules.limit));
        let actual = if canonical(value) == token { actual } else { format!("“{token}” is {actual} elements") };
        return Err(format!("{actual}, but at most {limit} elements fit on this adapter"));
    }
    if value.fract() == 0.0 {
        Ok(value as u64)
    } else {
        Err(format!("“{token}” is not a whole number of elements"))
    }
}

/// Parses a list of sizes, separated by commas, semicolons or white space. An invalid token does not affect the other
/// tokens. Commas that may also separate the thousands of one size are refused, unless another comma of the text can only
/// separate sizes.
pub fn parse_size_list(text: &str, rules: &SizeRules) -> SizeList {
    let length = utf16_length(text);
    if length > MAX_CHARACTERS {
        let problem = format!("at most {MAX_CHARACTERS} characters are read; there are {length}");
        return SizeList { sizes: Vec::new(), problems: vec![problem] };
    }
    let (joined, single): (Vec<_>, Vec<_>) = spaced(text).into_iter().partition(|token| token.contains(','));
    if joined.is_empty() || !joined.iter().all(|token| is_grouped(token)) {
        return sizes_of(&tokens(text, &[]), Vec::new(), rules);
    }
    let mut list = if single.is_empty() {
        SizeList { sizes: Vec::new(), problems: Vec::new() }
    } else {
        sizes_of(&single, Vec::new(), rules)
    };
    list.problems.extend(joined.into_iter().map(two_readings));
    list
}

/// The pieces between white space or semicolons, without commas at their ends.
fn spaced(text: &str) -> Vec<&str> {
    let separates = |c: char| is_space(c) || c == ';';
    text.split(separates).map(|token| token.trim_matches(',')).filter(|token| !token.is_empty()).collect()
}

/// Whether commas separate groups of three digits, as the page writes sizes.
fn is_grouped(token: &str) -> bool {
    let (first, others) = token.split_once(',').unwrap_or((token, ""));
    let is_digits = |group: &str| group.bytes().all(|digit| digit.is_ascii_digit());
    (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && is_digits(first)
        && others.split(',').all(|group| group.len() == 3 && is_digits(group))
}

fn two_readings(token: &str) -> String {
    let (joined, groups) = (token.replace(',', ""), token.replace(',', ", "));
    let (before, last) = groups.rsplit_once(", ").unwrap_or(("", &groups));
    let [token, joined] = [token, &joined].map(shortened);
    format!(
        "“{token}” can be read as {joined} or as {} and {last}: write “{joined}”, or “{}” with a space after each comma",
        shortened(before),
        shortened(&groups)
    )
}

/// Inserts a size. The sizes stay ascending and without repetitions.
pub(super) fn insert(sizes: &mut Vec<u64>, size: u64) {
    if let Err(place) = sizes.binary_search(&size) {
        sizes.insert(place, size);
    }
}

/// The sizes of tokens, together with the sizes `known`, ascending and without repetitions.
pub(super) fn sizes_of(tokens: &[&str], known: Vec<u64>, rules: &SizeRules) -> SizeList {
    let (mut sizes, mut problems) = (known, Vec::new());
    if tokens.is_empty() && sizes.is_empty() {
        problems.push("no size is given; write at least one, like 2^16".into());
    }
    for token in tokens {
        match parse_size(token, rules) {
            Ok(size) => insert(&mut sizes, size),
            Err(problem) => problems.push(problem),
        }
    }
    if sizes.len() > MAX_SIZES {
        problems.push(format!("{} sizes are given; a sweep takes at most {MAX_SIZES}", sizes.len()));
    }
    SizeList { sizes, problems }
}

impl SizeRange {
    /// The sizes of the range, or its faults.
    pub fn sizes(&self, rules: &SizeRules) -> RangeSizes {
        let (low, high) = (parse_size(trim(&self.from), rules), parse_size(trim(&self.to), rules));
        let count = number_of(&self.steps);
        let is_count = count.fract() == 0.0 && (1.0..=MAX_SIZES as f64).contains(&count);
        if let (Ok(low @ 1..), Ok(high), true) = (&low, &high, is_count) {
            return self.sizes_between(*low, *high, count as usize, rules);
        }
        let from = match low {
            Ok(0) => Some("a range starts at 1 element or more; put 0 into a list".into()),
            low => low.err(),
        };
        let steps = || format!("“{}” is not a whole number from 1 to {MAX_SIZES}", self.steps);
        RangeSizes {
            sizes: Vec::new(),
            problems: RangeProblems { from, to: high.err(), steps: (!is_count).then(steps) },
        }
    }

    fn sizes_between(&self, low: u64, high: u64, count: usize, rules: &SizeRules) -> RangeSizes {
        let ends = || (rules.shown(low), rules.shown(high));
        let wrong = |problem: String| RangeSizes {
            sizes: Vec::new(),
            problems: RangeProblems { to: Some(problem), ..RangeProblems::default() },
        };
        if low > high {
            let (low, high) = ends();
            return wrong(format!("{high} is less than the start, {low}"));
        }
        let sizes = match self.spacing {
            Spacing::Powers => powers_of_two(low, high, count),
            Spacing::Log => evenly(low, high, count),
        };
        if sizes.is_empty() {
            let (low, high) = ends();
            return wrong(format!("there is no power of two from {low} to {high}"));
        }
        RangeSizes { sizes, problems: RangeProblems::default() }
    }

    /// The number of powers of two in the range; 1 if it contains no power of two or is invalid.
    pub(super) fn all_powers(&self) -> u32 {
        let rules = SizeRules::default();
        match (parse_size(trim(&self.from), &rules), parse_size(trim(&self.to), &rules)) {
            (Ok(low @ 1..), Ok(high @ 1..)) => (high.ilog2() + 1).saturating_sub(exponent_from(low)).max(1),
            _ => 1,
        }
    }
}

/// The exponent of the first power of two that is not less than `low`.
fn exponent_from(low: u64) -> u32 {
    low.next_power_of_two().ilog2()
}

/// `count` powers of two from `low` to `high`, or all of them if there are fewer.
fn powers_of_two(low: u64, high: u64, count: usize) -> Vec<u64> {
    let (first, last) = (exponent_from(low), high.ilog2());
    if first > last {
        return Vec::new();
    }
    let mut sizes = Vec::with_capacity(count);
    for i in 0..count {
        insert(&mut sizes, 1 << spread(first.into(), last.into(), i, count).round() as u32);
    }
    sizes
}

/// `count` whole numbers from `low` to `high`, evenly on a log scale, or all of them if there are fewer. If rounding makes
/// two numbers equal, the next free number is taken.
fn evenly(low: u64, high: u64, count: usize) -> Vec<u64> {
    let count = (high - low).saturating_add(1).min(count as u64) as usize;
    let mut sizes = Vec::with_capacity(count);
    let mut least = 1;
    let (first, last) = ((low as f64).log2(), (high as f64).log2());
    for i in 0..count {
        let exponent = spread(first, last, i, count);
        let above = (count - 1 - i) as u64;
        let size = (exponent.exp2().round() as u64).max(least).min(high - above);
        sizes.push(size);
        least = size + 1;
    }
    sizes
}

/// Number `i`, from 0, of `count` evenly spaced numbers from `first` to `last`; `last` if `count` is 1.
fn spread(first: f64, last: f64, i: usize, count: usize) -> f64 {
    if count == 1 { last } else { first + (last - first) * i as f64 / (count - 1) as f64 }
}
