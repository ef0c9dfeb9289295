//! Result files. Such a file contains a whole run, which can be opened and compared elsewhere. The check of a file trusts
//! no part of it.

use std::collections::BTreeSet;

use serde_json::value::RawValue;

use super::raw::{self, Fields, entries, fields, text_of};
use super::shape::Shape::{Boolean, Id, Instant, Interval, List, Object, OneOf, OrNull, Real, Record, Text};
use super::shape::{COUNT, FINITE, Field, POSITIVE, Shape, TEXT, WORD, number_of, refused, show};
use crate::settings::MAX_SIZES;
use scanlab::error::Error;

const SCHEMA: &str = "scanlab-results";
const VERSION: &str = "1";
const MAX_ALGORITHMS: usize = 100;
const MAX_WORDS: usize = 16;
/// The maximum number of samples of a point: many times the limit of a measurement, `max_samples`, and few enough for a
/// quick comparison.
const MAX_SAMPLES: usize = 1000;
/// The maximum length, in UTF-16 code units, of the reason for which a point was skipped. It is large because a compiler
/// may write long messages about a refused scan.
const LONGEST_REASON: usize = 100_000;
const LONGEST_CONDITION: usize = 20_000;

const TYPE: Shape = OneOf(&["u32", "i32", "f32"]);
const MODE: Shape = OneOf(&["inclusive", "exclusive"]);
/// The core holds tuning parameters in 32 bits.
const TUNING: Shape = Record(&WORD);
const SAMPLES: Shape = List(&POSITIVE, 0, MAX_SAMPLES);
const RANKS: Shape = List(&COUNT, 0, MAX_SAMPLES);
const ELEMENT: Shape = List(&Real, 1, MAX_WORDS);

const TRANSFER: Shape = Object(&[
    Field::new("samples_ns", SAMPLES),
    Field::new("median_ns", OrNull(&POSITIVE)),
    Field::new("interval_ns", OrNull(&Interval)),
    Field::new("minimum_ns", OrNull(&POSITIVE)),
    Field::new("resolved", Boolean),
]);

const MISMATCH: Shape = Object(&[
    Field::new("index", COUNT),
    Field::new("expected", ELEMENT),
    Field::new("found", ELEMENT),
    Field::new("tile", COUNT),
    Field::new("lane", COUNT),
    Field::new("tolerance", Real),
]);

const COPY: Shape = Object(&[
    Field::new("median_ns", POSITIVE),
    Field::new("interval_ns", Interval),
    Field::optional("elements_per_s", POSITIVE),
    Field::optional("bytes_per_s", POSITIVE),
]);

/// Options of operations. Each operation has some of them.
const OPTIONS: Shape = Object(&[
    Field::optional("where", Text(LONGEST_CONDITION)),
    Field::optional("flags", Boolean),
    Field::optional("density", POSITIVE),
    Field::optional("indices", Boolean),
    Field::optional("reversed", Boolean),
    Field::optional("bins", WORD),
    Field::optional("from", FINITE),
    Field::optional("to", Real),
    Field::optional("values", Boolean),
    Field::optional("descending", Boolean),
    Field::optional("bits", List(&WORD, 2, 2)),
    Field::optional("k", WORD),
    Field::optional("largest", Boolean),
    Field::optional("runs", WORD),
    Field::optional("sortedLength", WORD),
    Field::optional("upper", Boolean),
    Field::optional("words", WORD),
]);

/// The shape of a [`Point`](super::Point), with bounds. A test compares the fields of the shape with those of the type.
const POINT: Shape = Object(POINT_FIELDS);

pub(super) const POINT_FIELDS: &[Field] = &[
    Field::new("algorithm", Id),
    Field::optional("operation", OrNull(&Id)),
    Field::optional("options", OrNull(&OPTIONS)),
    Field::new("operator", Id),
    Field::new("type", TYPE),
    Field::new("mode", MODE),
    Field::new("direction", OneOf(&["forward", "backward"])),
    Field::new("segmented", Boolean),
    Field::optional("headsAsBits", Boolean),
    Field::optional("columns", COUNT),
    Field::optional("axis", COUNT),
    Field::optional("initial", Boolean),
    Field::new("n", COUNT),
    Field::new("pattern", Id),
    Field::new("seed", WORD),
    Field::optional("segmentLength", WORD),
    Field::new("tuning", TUNING),
    Field::optional("upload", OrNull(&TRANSFER)),
    Field::optional("readback", OrNull(&TRANSFER)),
    Field::new("verified", Boolean),
    Field::new("mismatch", OrNull(&MISMATCH)),
    Field::optional("overflowed", COUNT),
    Field::new("timer", OneOf(&["timestamp", "wall"])),
    Field::new("samples_ns", SAMPLES),
    Field::optional("rounds", RANKS),
    Field::optional("block", OrNull(&TEXT)),
    Field::optional("hidden", Boolean),
    Field::new("samples_voided", COUNT),
    Field::new("outliers", RANKS),
    Field::new("repeats", COUNT),
    Field::new("timer_resolution_ns", OrNull(&POSITIVE)),
    Field::new("overhead_ns", OrNull(&FINITE)),
    Field::new("resolved", Boolean),
    Field::new("median_ns", OrNull(&POSITIVE)),
    Field::new("interval_ns", OrNull(&Interval)),
    Field::new("minimum_ns", OrNull(&POSITIVE)),
    Field::new("stopped", OrNull(&Id)),
    Field::new("copy_ratio", OrNull(&Object(&[Field::new("value", POSITIVE), Field::new("interval", Interval)]))),
    Field::optional("copy", OrNull(&COPY)),
    Field::new("copy_drifted", Boolean),
    Field::new("elements_per_s", OrNull(&POSITIVE)),
    Field::new("bytes_per_s", OrNull(&POSITIVE)),
    Field::optional("ran", OrNull(&Id)),
    Field::new("dispatches", COUNT),
    Field::new("scratch_bytes", COUNT),
    Field::optional("in_order", Boolean),
    Field::optional("agreeing", COUNT),
    Field::new("skipped", OrNull(&Text(LONGEST_REASON))),
];

const CONFIG: Shape = Object(&[
    Field::new("algorithms", List(&Id, 1, MAX_ALGORITHMS)),
    Field::new("sizes", List(&COUNT, 1, MAX_SIZES)),
    Field::new("operator", Id),
    Field::new("type", TYPE),
    Field::new("mode", MODE),
    Field::optional("initial", Boolean),
    Field::new("pattern", Id),
    Field::optional("seed", WORD),
    Field::optional("operation", Id),
    Field::optional("options", OPTIONS),
    Field::new("tuning", Record(&TUNING)),
    Field::optional("transfers", Boolean),
]);

const ADAPTER: Shape = Object(&[
    Field::new("vendor", TEXT),
    Field::new("architecture", TEXT),
    Field::new("device", TEXT),
    Field::new("description", TEXT),
    Field::new("isFallback", Boolean),
    Field::new("subgroups", OrNull(&Object(&[Field::new("min", COUNT), Field::new("max", COUNT)]))),
    Field::new("timestamps", Boolean),
    Field::new("limits", Record(&FINITE)),
]);

const FILE: Shape = Object(&[
    Field::new("app_version", TEXT),
    Field::new("date", Instant),
    Field::new("browser", TEXT),
    Field::new("config", CONFIG),
    Field::new("adapter", OrNull(&ADAPTER)),
    Field::new("points", List(&POINT, 0, MAX_ALGORITHMS * MAX_SIZES)),
]);

/// Checks that a text is a result file, and that its contents agree with each other. Unknown fields are allowed.
///
/// # Errors
/// [`Error::ResultFile`] with the required and the found value.
pub fn check(text: &str) -> Result<(), Error> {
    if text.trim().is_empty() {
        return Err(Error::ResultFile("it is empty; a result file that Save JSON made is required".into()));
    }
    let file: &RawValue = serde_json::from_str(text).map_err(|error| {
        let required = "a result file that Save JSON made is required";
        Error::ResultFile(format!("{required}; this is not JSON, or not all of it ({error})"))
    })?;
    let parts = fields(file).unwrap_or_default();
    check_kind(&parts)?;
    FILE.check(file, "")?;
    let config = parts.get("config").and_then(fields).unwrap_or_default();
    // An operation without a seed draws a seed for each size. A scan requires a seed.
    if config.get("seed").or(config.get("operation")).is_none() {
        return Err(WORD.refuse("config.seed", "missing"));
    }
    let points = parts.get("points").and_then(entries).unwrap_or_default();
    let mut seen = BTreeSet::new();
    (0..).zip(points).try_for_each(|(i, point)| {
        let path = format!("points[{i}]");
        let given = fields(point).unwrap_or_default();
        check_place(&given, &config, &path)?;
        let place = format!("{} at {}", text_at(&given, "algorithm"), text_at(&given, "n"));
        let parts = ["tuning", "operation", "options"].map(|name| text_at(&given, name));
        let is_new = seen.insert(format!("{place} {}", parts.join(" ")));
        require(is_new, &path, "the only one of its algorithm, n and tuning", &format!("\"one more of {place}\""))
    })
}

fn text_at(given: &Fields, name: &str) -> String {
    given.get(name).map(text_of).unwrap_or_default()
}

fn check_kind(file: &Fields) -> Result<(), Error> {
    if text_at(file, "schema") != SCHEMA {
        let found = file.get("schema").map(show);
        let found = found.map_or("this one has no schema".into(), |found| format!("its schema is {found}"));
        let required = "a result file that Save JSON made is required, with schema";
        return Err(Error::ResultFile(format!("{required} “{SCHEMA}”; {found}")));
    }
    let version = file.get("version");
    let found = version.map_or("missing".into(), show);
    if found == VERSION {
        return Ok(());
    }
    let is_newer = version.and_then(number_of).is_some_and(|number| number > 1.0 && number.fract() == 0.0);
    let newer = if is_newer { "; a newer ScanLab opens it" } else { "" };
    Err(Error::ResultFile(format!("version {VERSION} of “{SCHEMA}” is required; its version is {found}{newer}")))
}

/// Checks that the contents of a point agree with each other and with the run.
fn check_place(point: &Fields, config: &Fields, path: &str) -> Result<(), Error> {
    let text = |name| text_at(point, name);
    let found = |name| point.get(name).map_or(String::new(), show);
    let optional = ["seed", "operation"].into_iter().filter(|name| config.get(name).is_some());
    for name in ["operator", "type", "mode", "initial", "pattern"].into_iter().chain(optional) {
        let is_same = match (config.get(name), point.get(name)) {
            (Some(run), Some(point)) => is_same(run, point),
            // A missing value counts as false.
            (run, point) => run.or(point).is_none_or(|value| value.get() == "false"),
        };
        let required = format!("that of the run, {}", config.get(name).map_or("false".into(), text_of));
        require(is_same, &format!("{path}.{name}"), &required, &found(name))?;
    }
    for (name, list) in [("algorithm", "algorithms"), ("n", "sizes")] {
        let known = config.get(list).and_then(entries).unwrap_or_default();
        let is_known = point.get(name).is_some_and(|value| known.into_iter().any(|one| is_same(one, value)));
        require(is_known, &format!("{path}.{name}"), &format!("one of config.{list}"), &found(name))?;
    }
    let is_null = |name| found(name) == "null";
    let is_verified = found("verified") == "true";
    let may_be = !is_verified || (is_null("skipped") && is_null("mismatch"));
    require(may_be, &format!("{path}.verified"), "false, since the point was skipped or its output wrong", "true")?;
    let may_have = is_verified || (text("samples_ns").is_empty() && is_null("median_ns"));
    let required = "empty, since the output was not verified";
    require(may_have, &format!("{path}.samples_ns"), required, &found("samples_ns"))
}

/// Whether two values are equal. A number can be written in several ways.
fn is_same(left: &RawValue, right: &RawValue) -> bool {
    let numbers = number_of(left).zip(number_of(right));
    text_of(left) == text_of(right) || numbers.is_some_and(|(left, right)| left == right)
}

fn require(is_so: bool, path: &str, required: &str, found: &str) -> Result<(), Error> {
    if is_so { Ok(()) } else { Err(refused(path, required, found)) }
}

/// Writes a run as a result file, with an indentation of two spaces. The run is JSON with the same indentation. Its parts
/// are copied unchanged, including unknown fields.
///
/// # Errors
/// [`Error::Malformed`] if `run` is not a JSON object; [`Error::BadArgument`] if a field is missing.
pub fn write(run: &str) -> Result<String, Error> {
    let run = raw::run(run)?;
    let timer = timer(raw::required(&run, "points")?);
    let mut file = format!("{{\n  \"schema\": \"{SCHEMA}\",\n  \"version\": {VERSION},\n  \"app\": \"ScanLab\"");
    for name in ["app_version", "date", "settings", "config", "adapter", "browser", "timer", "points"] {
        let value = if name == "timer" { &timer } else { raw::required(&run, name)?.get() };
        file.push_str(&format!(",\n  \"{name}\": {value}"));
    }
    file.push_str("\n}");
    Ok(file)
}

/// The timer of the first point with times.
fn timer(points: &RawValue) -> String {
    let points = entries(points).unwrap_or_default().into_iter().filter_map(fields);
    let timed = points.into_iter().find(|point| !text_at(point, "samples_ns").is_empty());
    let timer = timed.and_then(|point| Some((point.get("timer")?, point.get("timer_resolution_ns")?)));
    timer.map_or("null".into(), |(kind, timer_resolution_ns)| {
        format!("{{\n    \"kind\": {kind},\n    \"timer_resolution_ns\": {timer_resolution_ns}\n  }}")
    })
}

#[cfg(test)]
#[path = "file_tests.rs"]
mod tests;
