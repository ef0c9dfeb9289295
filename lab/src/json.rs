//! Data as JSON text, as serde's derive has it.

use serde::de::DeserializeOwned;
use serde_json::Deserializer;
use serde_path_to_error::{Path, Segment};

use scanlab::error::{Error, shortened};

/// Reads a value; `what` names it in errors, which tell the path to the part that is wrong.
///
/// # Errors
/// [`Error::Malformed`] where the text is no such value.
pub fn parse<T: DeserializeOwned>(what: &str, json: &str) -> Result<T, Error> {
    let mut text = Deserializer::from_str(json);
    let malformed = |path: &str, error: serde_json::Error| malformed(what, path, &error.to_string());
    let value = serde_path_to_error::deserialize(&mut text)
        .map_err(|error| malformed(&known_path(error.path()), error.into_inner()))?;
    text.end().map_err(|error| malformed("", error))?;
    Ok(value)
}

/// An [`Error::Malformed`] in a part of `what`. Path and detail may quote what was given, however long: then the path is left out, and of
/// the detail there is the beginning.
pub fn malformed(what: &str, path: &str, detail: &str) -> Error {
    const MAX_BYTES: usize = 300;
    if path.len() + detail.len() <= MAX_BYTES {
        Error::Malformed { what: format!("{what}{path}"), detail: detail.into() }
    } else {
        Error::Malformed { what: what.into(), detail: shortened(detail) }
    }
}

/// The path to an error as far as it is known, such as `[1].tuning.items`.
fn known_path(path: &Path) -> String {
    let known = path.iter().take_while(|segment| !matches!(segment, Segment::Unknown));
    known
        .map(|segment| if let Segment::Seq { .. } = segment { segment.to_string() } else { format!(".{segment}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use scanlab::error::ErrorCode;
    use scanlab::plan::Tuning;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Even,
        Odd,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Sample {
        text: String,
        n: u64,
        #[serde(default)]
        word: u32,
        #[serde(default)]
        flag: bool,
        #[serde(default)]
        tuning: Tuning,
        kind: Option<Kind>,
    }

    fn told(fields: &str) -> String {
        let error = parse::<Sample>("sample", &format!("{{{fields}}}")).unwrap_err();
        assert_eq!(error.code(), ErrorCode::BadArgument);
        error.to_string()
    }

    #[test]
    fn fields_are_read_and_those_left_out_have_defaults() {
        let json = r#"{"text":"t","n":4294967296,"word":7,"flag":true,"tuning":{"k":3},"kind":"odd"}"#;
        let tuning = Tuning::from([("k".into(), 3)]);
        let whole =
            Sample { text: "t".into(), n: 1 << 32, word: 7, flag: true, tuning: tuning.clone(), kind: Some(Kind::Odd) };
        assert_eq!(parse::<Sample>("sample", json).unwrap(), whole);
        let least = Sample { word: 0, flag: false, tuning: Tuning::new(), kind: None, ..whole };
        assert_eq!(parse::<Sample>("sample", r#"{"text":"t","n":4294967296}"#).unwrap(), least);
    }

    #[test]
    fn wrong_fields_are_told_with_what_they_must_be_and_what_they_were() {
        let cases = [
            (r#""text":1"#, ["sample.text", "integer `1`", "expected a string"]),
            (r#""word":4294967296"#, ["sample.word", "`4294967296`", "expected u32"]),
            (r#""n":1.5"#, ["sample.n", "`1.5`", "expected u64"]),
            (r#""n":null"#, ["sample.n", "null", "expected u64"]),
            (r#""flag":"yes""#, ["sample.flag", "\"yes\"", "expected a boolean"]),
            (r#""tuning":{"k":-1}"#, ["sample.tuning.k", "`-1`", "expected u32"]),
            (r#""kind":"queer""#, ["sample.kind", "`queer`", "expected `even` or `odd`"]),
            (r#""more":1"#, ["sample.more", "unknown field `more`", "expected one of `text`, `n`"]),
            (r#""n":1"#, ["sample", "missing", "`text`"]),
        ];
        for (fields, parts) in cases {
            let text = told(fields);
            assert!(parts.iter().all(|part| text.contains(part)), "{fields}: {text}");
        }
        for (json, part) in [("[", "EOF"), ("{", "EOF"), ("7", "integer `7`"), ("{}{}", "missing field"), ("", "EOF")] {
            let text = parse::<Sample>("sample", json).unwrap_err().to_string();
            assert!(text.starts_with("sample: ") && text.contains(part), "{json}: {text}");
        }
        let text = parse::<Vec<Sample>>("samples", r#"[{"text":"t","n":1},{"n":"7"}]"#).unwrap_err().to_string();
        assert!(text.starts_with("samples[1].n: invalid type"), "{text}");
        assert!(parse::<u32>("number", "7 8").unwrap_err().to_string().contains("trailing"));
    }

    #[test]
    fn errors_quote_no_more_than_the_beginning_of_a_long_text() {
        let long = "x".repeat(1_000_000);
        for fields in
            [format!(r#""{long}":1"#), format!(r#""text":"t","n":"{long}""#), format!(r#""tuning":{{"{long}":-1}}"#)]
        {
            let text = told(&fields);
            assert!(text.len() < 100, "{text:.300}");
        }
    }
}
