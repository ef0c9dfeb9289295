//! Points as CSV (RFC 4180), for spreadsheets.

use serde_json::value::RawValue;

use super::raw::{self, Fields, entries, fields, text_of};
use scanlab::error::Error;

/// The source of a cell's value.
enum Cell {
    /// The field of the point with the column's name.
    Same,
    /// Another field, or a part of a field.
    At(&'static str),
    /// The number of entries of a field.
    Count(&'static str),
    /// The outcome: PASS, FAIL or skipped.
    Outcome,
    /// A field of the run.
    Run(&'static str),
}

use Cell::{At, Count, Outcome, Run, Same};

/// The row of a point has the adapter, browser and date of its run, so that rows of several files can be combined.
const COLUMNS: [(&str, Cell); 64] = [
    ("algorithm", Same),
    ("operator", Same),
    ("type", Same),
    ("mode", Same),
    ("direction", Same),
    ("segmented", Same),
    ("n", Same),
    ("pattern", Same),
    ("seed", Same),
    ("tuning", Same),
    ("result", Outcome),
    ("median_ns", Same),
    ("interval_low_ns", At("interval_ns.0")),
    ("interval_high_ns", At("interval_ns.1")),
    ("minimum_ns", Same),
    ("copy_ratio", At("copy_ratio.value")),
    ("copy_ratio_low", At("copy_ratio.interval.0")),
    ("copy_ratio_high", At("copy_ratio.interval.1")),
    ("copy_drifted", Same),
    ("copy_median_ns", At("copy.median_ns")),
    ("copy_interval_low_ns", At("copy.interval_ns.0")),
    ("copy_interval_high_ns", At("copy.interval_ns.1")),
    ("copy_elements_per_s", At("copy.elements_per_s")),
    ("copy_bytes_per_s", At("copy.bytes_per_s")),
    ("elements_per_s", Same),
    ("bytes_per_s", Same),
    ("upload_ns", At("upload.median_ns")),
    ("readback_ns", At("readback.median_ns")),
    ("timer", Same),
    ("timer_resolution_ns", Same),
    ("overhead_ns", Same),
    ("resolved", Same),
    ("stopped", Same),
    ("samples", Count("samples_ns")),
    ("samples_voided", Same),
    ("outliers", Same),
    ("repeats", Same),
    ("ran", Same),
    ("operation", Same),
    ("options", Same),
    ("dispatches", Same),
    ("scratch_bytes", Same),
    ("headsAsBits", Same),
    ("columns", Same),
    ("axis", Same),
    ("segmentLength", Same),
    ("initial", Same),
    ("in_order", Same),
    ("agreeing", Same),
    ("overflowed", Same),
    ("mismatch_index", At("mismatch.index")),
    ("mismatch_expected", At("mismatch.expected")),
    ("mismatch_found", At("mismatch.found")),
    ("mismatch_tile", At("mismatch.tile")),
    ("mismatch_lane", At("mismatch.lane")),
    ("skipped", Same),
    ("block", Same),
    ("hidden", Same),
    ("rounds", Same),
    ("adapter", Run("adapter_name")),
    ("browser", Run("browser")),
    ("app_version", Run("app_version")),
    ("date", Run("date")),
    ("samples_ns", Same),
];

/// Writes a run as CSV. The run is JSON, and the table keeps the digits of its numbers.
///
/// # Errors
/// [`Error::Malformed`], [`Error::BadArgument`] for other data.
pub fn csv(run: &str) -> Result<String, Error> {
    let run = raw::run(run)?;
    let points = raw::required(&run, "points")?;
    let mut text = COLUMNS.map(|(name, _)| name).join(",");
    text.push_str("\r\n");
    for point in entries(points).unwrap_or_default() {
        let point = fields(point).unwrap_or_default();
        for (column, (name, cell)) in COLUMNS.iter().enumerate() {
            if column > 0 {
                text.push(',');
            }
            push(&mut text, &value(&run, &point, name, cell));
        }
        text.push_str("\r\n");
    }
    Ok(text)
}

fn value(run: &Fields, point: &Fields, name: &str, cell: &Cell) -> String {
    match cell {
        Same => at(point, name).map(text_of),
        At(path) => at(point, path).map(text_of),
        Count(name) => at(point, name).and_then(entries).map(|list| list.len().to_string()),
        Outcome => Some(outcome(point).into()),
        Run(name) => at(run, name).map(text_of),
    }
    .unwrap_or_default()
}

fn outcome(point: &Fields) -> &'static str {
    let is = |name: &str, value: &str| point.get(name).is_none_or(|raw| raw.get() == value);
    match (is("skipped", "null"), is("verified", "true")) {
        (false, _) => "skipped",
        (true, true) => "PASS",
        (true, false) => "FAIL",
    }
}

/// The part of a point at a path: names of fields, and indices of list entries from 0, joined by dots.
fn at<'a>(point: &Fields<'a>, path: &str) -> Option<&'a RawValue> {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let mut value = point.get(first)?;
    for part in rest.split('.').filter(|part| !part.is_empty()) {
        value = match part.parse::<usize>() {
            Ok(index) => *entries(value)?.get(index)?,
            Err(_) => fields(value)?.get(part)?,
        };
    }
    Some(value)
}

fn push(text: &mut String, cell: &str) {
    let is_quoted = cell.contains(['"', ',', '\r', '\n']);
    if is_quoted {
        text.push('"');
    }
    // A text from a file must not become a formula of the spreadsheet.
    if is_formula(cell) {
        text.push('\'');
    }
    if is_quoted {
        text.push_str(&cell.replace('"', "\"\""));
        text.push('"');
    } else {
        text.push_str(cell);
    }
}

/// Whether spreadsheets compute a cell instead of showing it. Numbers, and lists of them, may begin with a minus sign.
fn is_formula(cell: &str) -> bool {
    match cell.chars().next() {
        Some('=' | '+' | '@' | '\t' | '\r') => true,
        Some('-') => !cell.split(' ').all(|part| part.parse::<f64>().is_ok()),
        _ => false,
    }
}

#[cfg(test)]
#[path = "csv_tests.rs"]
mod tests;
