//! Reads data from JSON text, with the deserializers that serde derives.

use serde::de::DeserializeOwned;
use serde_json::Deserializer;

use scanlab::error::Error;
use scanlab::record::low_level::shortened;

/// Reads a value. `what` names the value in errors, which also give the path to the invalid part.
///
/// # Errors
/// [`Error::Malformed`] for a text of another form.
pub fn parse<T: DeserializeOwned>(what: &str, json: &str) -> Result<T, Error> {
    let mut text = Deserializer::from_str(json);
    let value = T::deserialize(&mut text).map_err(|error| wrong(what, json, &error))?;
    text.end().map_err(|error| wrong(what, json, &error))?;
    Ok(value)
}

fn wrong(what: &str, json: &str, error: &serde_json::Error) -> Error {
    // In a text that is not JSON, no path leads to the error.
    if !error.is_data() {
        return malformed(what, "", &error.to_string());
    }
    let path = path_at(json, error.line(), error.column());
    let text = error.to_string();
    let said = text.rsplit_once(" at line ").map_or(&*text, |(said, _)| said);
    let plain = NUMBERS.iter().find_map(|(name, number)| Some(format!("{}{number}", said.strip_suffix(name)?)));
    malformed(what, &path, plain.as_deref().unwrap_or(said))
}

/// Rust's terms in serde's messages, with their replacements for readers who do not write Rust.
const NUMBERS: &[(&str, &str)] = &[
    ("expected u32", "expected an integer from 0 to 4294967295"),
    ("expected u64", "expected an integer of 0 or more"),
    ("expected f64", "expected a number"),
];

/// The path, such as `[1].tuning.items`, to the value or key whose last byte is at this position of valid JSON. The
/// position of the error suffices to find the path. A deserializer that tracks the path is compiled again for every type,
/// which adds a tenth to the code.
fn path_at(json: &str, line: usize, column: usize) -> String {
    let before: usize = json.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let read = json.get(..before + column).unwrap_or(json);
    // The current part of each open array or object: an index or a key.
    let mut path: Vec<String> = Vec::new();
    let mut indices: Vec<usize> = Vec::new();
    let mut bytes = read.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'{' => path.push(String::new()),
            b'[' => {
                indices.push(0);
                path.push("[0]".into());
            }
            b'}' | b']' => {
                path.pop();
                if byte == b']' {
                    indices.pop();
                }
            }
            b',' => {
                let is_array = path.last().is_some_and(|part| part.starts_with('['));
                if let Some(part) = path.last_mut() {
                    part.clear();
                    if let Some(index) = indices.last_mut().filter(|_| is_array) {
                        *index += 1;
                        *part = format!("[{index}]");
                    }
                }
            }
            b'"' => {
                let mut is_escaped = false;
                let end = bytes.find(|&(_, byte)| {
                    let ends = byte == b'"' && !is_escaped;
                    is_escaped = byte == b'\\' && !is_escaped;
                    ends
                });
                // A text in the place of a key.
                if let (Some(part), Some((end, _))) = (path.last_mut().filter(|part| part.is_empty()), end) {
                    *part = format!(".{}", &read[at + 1..end]);
                }
            }
            _ => {}
        }
    }
    path.concat()
}

/// An [`Error::Malformed`] for a part of `what`. Path and detail may quote input of any length. If they are long, the path
/// is left out and the detail is shortened.
pub fn malformed(what: &str, path: &str, detail: &str) -> Error {
    const MAX_BYTES: usize = 300;
    if path.len() + detail.len() <= MAX_BYTES {
        Error::Malformed { what: format!("{what}{path}"), detail: detail.into() }
    } else {
        Error::Malformed { what: what.into(), detail: shortened(detail) }
    }
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
            (r#""word":4294967296"#, ["sample.word", "`4294967296`", "expected an integer from 0 to 4294967295"]),
            (r#""n":1.5"#, ["sample.n", "`1.5`", "expected an integer of 0 or more"]),
            (r#""n":null"#, ["sample.n", "null", "expected an integer of 0 or more"]),
            (r#""flag":"yes""#, ["sample.flag", "\"yes\"", "expected a boolean"]),
            (r#""tuning":{"k":-1}"#, ["sample.tuning.k", "`-1`", "expected an integer from 0"]),
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
    fn paths_lead_through_lists_maps_lines_and_escapes() {
        fn path<T: DeserializeOwned>(json: &str) -> String {
            match parse::<T>("", json) {
                Err(Error::Malformed { what, .. }) => what,
                _ => panic!("{json} is read"),
            }
        }
        type Samples = std::collections::BTreeMap<String, Vec<Sample>>;
        assert_eq!(path::<Vec<Vec<u32>>>(r#"[[1,2],[],[3,"x",4]]"#), "[2][1]");
        assert_eq!(path::<Vec<[u32; 2]>>("[[1,2],[3]]"), "[1]");
        assert_eq!(path::<Vec<u32>>("[\n  1,\n  {\"a\": [2]}\n]"), "[1]");
        assert_eq!(path::<Samples>(r#"{"a\\":[],"b\"}, {":[{"text":",]","n":1},{"n":2}]}"#), r#".b\"}, {[1]"#);
        assert_eq!(path::<Samples>(r#"{"":[{"text":"\\","tuning":{"k":1,"l":{}}}]}"#), ".[0].tuning.l");
        assert_eq!(path::<Vec<u32>>(r#"["ü","x"]"#), "[0]");
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
