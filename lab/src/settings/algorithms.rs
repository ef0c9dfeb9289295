//! The setting that names scans, each with its tuning: `hillis-steele, hybrid:reduce_steps=9`.

use serde::Serialize;

use crate::number::{shortened, tokens, too_long};
use crate::request::JAVASCRIPT;
use scanlab::plan::Tuning;
use scanlab::scan::{ALGORITHMS, Parameter};

/// The scans that a text names.
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ParsedAlgorithms {
    /// In the text's order.
    pub entries: Vec<AlgorithmEntry>,
    /// The errors of ignored parts: the required and the found text.
    pub problems: Vec<String>,
}

/// A scan with the tuning that is given with it.
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlgorithmEntry {
    /// Public name.
    pub id: &'static str,
    /// Values of the scan's tuning parameters, by name.
    pub tuning: Tuning,
}

/// Every scan with its parameters, grouped by family, as the page lists the scans.
fn known() -> Vec<(&'static str, &'static [Parameter])> {
    let mut known = Vec::with_capacity(ALGORITHMS.len() + 1);
    for first in ALGORITHMS {
        if known.iter().any(|(id, _)| *id == first.id) {
            continue;
        }
        for one in ALGORITHMS {
            if one.family == first.family {
                known.push((one.id, one.tuning));
            }
        }
    }
    known.push((JAVASCRIPT, &[]));
    known
}

/// Parses scans, each with its tuning.
pub fn parse_algorithms(text: &str) -> ParsedAlgorithms {
    let mut parsed = ParsedAlgorithms { entries: Vec::new(), problems: Vec::new() };
    if let Some(problem) = too_long(text) {
        parsed.problems.push(problem);
        return parsed;
    }
    let known = known();
    let tokens = tokens(text, &['+']);
    for token in &tokens {
        let mut parts = token.split(':');
        let name = parts.next().unwrap_or_default();
        match known.iter().find(|(id, _)| *id == name) {
            Some(&(id, parameters)) => {
                let tuning = parse_tuning(id, parameters, parts, &mut parsed.problems);
                parsed.entries.push(AlgorithmEntry { id, tuning });
            }
            None => {
                let ids: Vec<_> = known.iter().map(|(id, _)| *id).collect();
                parsed.problems.push(format!("“{}” is not one of {}", shortened(name), ids.join(", ")));
            }
        }
    }
    if tokens.is_empty() {
        parsed.problems.push("no algorithm is named".into());
    }
    parsed
}

/// Parses the tuning of scan `id` from texts like `reduce_steps=9`.
fn parse_tuning<'a>(
    id: &str,
    parameters: &[Parameter],
    texts: impl Iterator<Item = &'a str>,
    problems: &mut Vec<String>,
) -> Tuning {
    let mut tuning = Tuning::new();
    for text in texts {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let Some(&Parameter { min, max, .. }) = parameters.iter().find(|parameter| parameter.name == name) else {
            let names: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
            let names = if names.is_empty() { "no parameters".into() } else { names.join(", ") };
            problems.push(format!("“{}” is not a parameter of {id}, which has {names}", shortened(name)));
            continue;
        };
        match whole(value).filter(|value| (u64::from(min)..=max.into()).contains(value)) {
            Some(value) => drop(tuning.insert(name.into(), value as u32)),
            None => problems.push(format!(
                "{name} of {id} must be a whole number from {min} to {max}; it is “{}”",
                shortened(value)
            )),
        }
    }
    tuning
}

/// A whole number of 1 to 16 decimal digits.
fn whole(text: &str) -> Option<u64> {
    let is_whole = text.len() <= 16 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_whole)
}
