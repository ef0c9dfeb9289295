//! JSON as it stands in a text, part by part: so numbers stay as they are written, and what is not known is kept.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::error::Error;

/// The fields of an object.
pub type Fields<'a> = BTreeMap<String, &'a RawValue>;

/// The fields of an object; none of anything else.
pub fn fields(value: &RawValue) -> Option<Fields<'_>> {
    serde_json::from_str(value.get()).ok()
}

/// The entries of a list; none of anything else.
pub fn entries(value: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(value.get()).ok()
}

/// The fields of a run that the page gives.
///
/// # Errors
/// [`Error::Malformed`] where the text is no object.
pub fn run(json: &str) -> Result<Fields<'_>, Error> {
    serde_json::from_str(json).map_err(|error| Error::malformed("results", "", &error.to_string()))
}

/// A field that must be there.
///
/// # Errors
/// [`Error::BadArgument`] where it is not.
pub fn required<'a>(run: &Fields<'a>, name: &str) -> Result<&'a RawValue, Error> {
    let missing = || Error::bad_argument(format!("results.{name}"), "given", "nothing");
    run.get(name).copied().ok_or_else(missing)
}

/// A value for people and for tables: a text as it is, a list with spaces between its entries, nothing for null.
pub fn text_of(value: &RawValue) -> String {
    let json = value.get();
    match json.as_bytes() {
        b"null" => String::new(),
        [b'"', ..] => serde_json::from_str(json).unwrap_or_default(),
        [b'[', ..] => entries(value).unwrap_or_default().into_iter().map(text_of).collect::<Vec<_>>().join(" "),
        [b'{', ..] => {
            let fields = fields(value).unwrap_or_default().into_iter();
            fields.map(|(name, value)| format!("{name}={}", text_of(value))).collect::<Vec<_>>().join(" ")
        }
        _ => json.into(),
    }
}
