//! The setting that names an operation with its options: `compact:density=0.25:indices=1`. A condition is code, which
//! addresses do not store.

use serde::Serialize;

use crate::number::{number_of, shortened, too_long, trim};
use crate::request::{MAX_RUN, OperationOptions};
use scanlab::operation::MAX_BINS;
use scanlab::operation::{OPERATIONS, Operation};

/// The name for scans instead of an operation.
const SCAN: &str = "scan";
/// Options that this text does not hold: they have their own settings, are code, or do not apply to test inputs.
const ELSEWHERE: [&str; 6] = ["operator", "scan", "tuning", "where", "words", "segments"];

/// The text of an infinite end of a histogram.
const INFINITY: &str = "Infinity";

/// The operation that a text names.
#[derive(Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ParsedOperation {
    /// Public name; null for a scan, or if no operation could be read.
    pub operation: Option<&'static str>,
    /// The given options.
    pub options: OperationOptions,
    /// The errors of ignored parts: the required and the found text.
    pub problems: Vec<String>,
}

/// Parses an operation with its options.
pub fn parse_operation(text: &str) -> ParsedOperation {
    let mut parsed = ParsedOperation::default();
    if let Some(problem) = too_long(text) {
        parsed.problems.push(problem);
        return parsed;
    }
    let mut parts = trim(text).split(':');
    let name = parts.next().unwrap_or_default();
    if name == SCAN {
        return parsed;
    }
    let Ok(operation) = Operation::find(name) else {
        let ids: Vec<_> = OPERATIONS.iter().map(|operation| operation.id).collect();
        parsed.problems.push(format!("“{}” is not one of {SCAN}, {}", shortened(name), ids.join(", ")));
        return parsed;
    };
    parsed.operation = Some(operation.id);
    let mut known = operation.options();
    known.retain(|name| !ELSEWHERE.contains(name));
    for part in parts {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        if !known.contains(&name) {
            let names = if known.is_empty() { "no options".into() } else { known.join(", ") };
            parsed.problems.push(format!(
                "“{}” is not an option of {}, which has {names}",
                shortened(name),
                operation.id
            ));
        } else if let Err(required) = parsed.options.set(name, value) {
            let found = shortened(value);
            parsed.problems.push(format!("{name} of {} must be {required}; it is “{found}”", operation.id));
        }
    }
    parsed
}

impl OperationOptions {
    /// Sets an option to the value of its text, or returns the requirement.
    fn set(&mut self, name: &str, text: &str) -> Result<(), String> {
        match name {
            "flags" => self.flags = Some(flag(text)?),
            "indices" => self.indices = Some(flag(text)?),
            "reversed" => self.reversed = Some(flag(text)?),
            "values" => self.values = Some(flag(text)?),
            "descending" => self.descending = Some(flag(text)?),
            "k" => self.k = Some(whole(text, u32::MAX)?),
            "largest" => self.largest = Some(flag(text)?),
            "bins" => self.bins = Some(whole(text, MAX_BINS)?),
            "sortedLength" => self.sorted_length = Some(whole(text, u32::MAX)?),
            "upper" => self.upper = Some(flag(text)?),
            "runs" => self.runs = Some(whole(text, MAX_RUN)?),
            "density" => self.density = Some(number(text, 0.0, 1.0).ok_or("a number from 0 to 1")?),
            "from" => self.from = Some(number(text, f64::MIN, f64::MAX).ok_or("a number")?),
            "to" if trim(text) == INFINITY => self.to = Some(f64::INFINITY),
            "to" => self.to = Some(number(text, f64::MIN, f64::MAX).ok_or("a number")?),
            "bits" => self.bits = Some(bits(text).ok_or("two numbers like 0-32, the first the lower one")?),
            _ => {}
        }
        Ok(())
    }

    /// The text of the options that an address stores.
    pub(super) fn text(&self) -> String {
        let OperationOptions {
            condition: _,
            flags,
            density,
            indices,
            reversed,
            bins,
            from,
            to,
            values,
            descending,
            bits,
            k,
            largest,
            segments: _,
            sorted_length,
            upper,
            runs,
            words: _,
        } = self;
        let flag = |flag: &Option<bool>| flag.map(|flag| u32::from(flag).to_string());
        let number = |number: &Option<f64>| {
            number.map(|number| if number == f64::INFINITY { INFINITY.into() } else { number.to_string() })
        };
        let whole = |whole: &Option<u32>| whole.map(|whole| whole.to_string());
        let given = [
            ("flags", flag(flags)),
            ("density", number(density)),
            ("indices", flag(indices)),
            ("reversed", flag(reversed)),
            ("bins", whole(bins)),
            ("from", number(from)),
            ("to", number(to)),
            ("values", flag(values)),
            ("descending", flag(descending)),
            ("bits", bits.map(|[from, to]| format!("{from}-{to}"))),
            ("k", whole(k)),
            ("largest", flag(largest)),
            ("runs", whole(runs)),
            ("sortedLength", whole(sorted_length)),
            ("upper", flag(upper)),
        ];
        given.into_iter().filter_map(|(name, text)| Some(format!(":{name}={}", text?))).collect()
    }
}

fn flag(text: &str) -> Result<bool, String> {
    match text {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err("0 or 1".into()),
    }
}

fn whole(text: &str, most: u32) -> Result<u32, String> {
    let value = number(text, 1.0, most.into()).filter(|value| value.fract() == 0.0);
    value.map(|value| value as u32).ok_or_else(|| format!("a whole number from 1 to {most}"))
}

fn number(text: &str, least: f64, most: f64) -> Option<f64> {
    let value = number_of(text);
    (!trim(text).is_empty() && (least..=most).contains(&value)).then_some(value)
}

fn bits(text: &str) -> Option<[u32; 2]> {
    let (from, to) = text.split_once('-')?;
    let bit = |text: &str| number(text, 0.0, 32.0).filter(|bit| bit.fract() == 0.0).map(|bit| bit as u32);
    let (from, to) = (bit(from)?, bit(to)?);
    (from <= to).then_some([from, to])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for text in [
            "reduce",
            "compact:density=0.25:indices=1",
            "partition:flags=1",
            "partition:reversed=1",
            "unique:indices=1:runs=3",
            "run-lengths:runs=3",
            "histogram:bins=1048576:from=-0.5:to=1000000000",
            "histogram:bins=1:to=Infinity",
            "sort:values=1:descending=0:bits=0-16",
            "lower-bound:sortedLength=1000:upper=1",
            "merge:indices=1:descending=1:sortedLength=9",
            "sort:indices=1",
            "segmented-sort:values=1:bits=8-16:runs=5",
            "top-k:k=100:largest=0",
        ] {
            let ParsedOperation { operation, options, problems } = parse_operation(text);
            assert_eq!(format!("{}{}", operation.unwrap(), options.text()), text);
            assert_eq!(problems, Vec::<String>::new());
        }
        assert_eq!(parse_operation(" scan "), ParsedOperation::default());
    }

    #[test]
    fn what_is_wrong_is_named_and_the_rest_holds() {
        let problems = |text: &str| parse_operation(text).problems.join("; ");
        assert_eq!(problems("shuffle:bins=3").split(", reduce").next().unwrap(), "“shuffle” is not one of scan");
        assert_eq!(problems("reduce:bins=3"), "“bins” is not an option of reduce, which has no options");
        let found = parse_operation("compact:where=x:density=2:indices=yes:flags=1");
        assert_eq!(found.options, OperationOptions { flags: Some(true), ..OperationOptions::default() });
        assert_eq!(
            found.problems,
            [
                "“where” is not an option of compact, which has flags, density, indices",
                "density of compact must be a number from 0 to 1; it is “2”",
                "indices of compact must be 0 or 1; it is “yes”",
            ]
        );
        for (text, required) in [
            ("histogram:bins=0", "a whole number from 1 to 1048576"),
            ("histogram:bins=2.5", "a whole number from 1 to 1048576"),
            ("histogram:from=", "a number"),
            ("histogram:to=1e999", "a number"),
            ("run-lengths:runs=-3", "a whole number from 1 to 1048576"),
            ("sort:bits=9-8", "two numbers like 0-32, the first the lower one"),
            ("sort:bits=0-33", "two numbers like 0-32, the first the lower one"),
            ("sort:bits=7", "two numbers like 0-32, the first the lower one"),
        ] {
            assert!(problems(text).contains(&format!("must be {required}; it is “")), "{text}");
        }
        assert_eq!(problems(&"1".repeat(4001)), "at most 4000 characters are read; there are 4001");
    }
}
