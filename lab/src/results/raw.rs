//! Reads JSON part by part, without interpreting it: numbers keep their digits, and unknown parts are kept.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use scanlab::error::Error;

use crate::json::malformed;

/// The fields of an object, in their order.
#[derive(Default)]
pub struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Fields<'a> {
    /// The value of a field. If several fields have that name, the last counts, as in JavaScript.
    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.iter().rfind(|(known, _)| known == name).map(|&(_, value)| value)
    }

    /// Names and values.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &(String, &'a RawValue)> {
        self.0.iter()
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
        let mut fields = Fields::default();
        while let Some(field) = map.next_entry()? {
            fields.0.push(field);
        }
        Ok(fields)
    }
}

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        value.deserialize_map(FieldsVisitor)
    }
}

/// The fields of an object; `None` for other values.
pub fn fields(value: &RawValue) -> Option<Fields<'_>> {
    serde_json::from_str(value.get()).ok()
}

/// The entries of a list; `None` for other values.
pub fn entries(value: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(value.get()).ok()
}

/// The fields of a run, which the page passes as JSON.
///
/// # Errors
/// [`Error::Malformed`] if the text is not an object.
pub fn run(json: &str) -> Result<Fields<'_>, Error> {
    serde_json::from_str(json).map_err(|error| malformed("results", "", &error.to_string()))
}

/// A required field.
///
/// # Errors
/// [`Error::BadArgument`] if it is missing.
pub fn required<'a>(run: &Fields<'a>, name: &str) -> Result<&'a RawValue, Error> {
    let missing = || Error::bad_argument(format!("results.{name}"), "given", "nothing");
    run.get(name).ok_or_else(missing)
}

/// A value for people and for tables: a text without quotes, a list with spaces between its entries, nothing for null.
pub fn text_of(value: &RawValue) -> String {
    let json = value.get();
    match json.as_bytes() {
        b"null" => String::new(),
        [b'"', ..] => serde_json::from_str(json).unwrap_or_default(),
        [b'[', ..] => entries(value).unwrap_or_default().into_iter().map(text_of).collect::<Vec<_>>().join(" "),
        [b'{', ..] => {
            let fields = fields(value).unwrap_or_default();
            let fields = fields.iter().map(|(name, value)| format!("{name}={}", text_of(value)));
            fields.collect::<Vec<_>>().join(" ")
        }
        _ => json.into(),
    }
}
