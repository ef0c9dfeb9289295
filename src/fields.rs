//! The fields of a JSON object, read one by one. The readers that serde derives print floats in their errors, and what prints
//! floats weighs more on the page than all requests.

use serde_json::{Map, Value};

use crate::error::{Error, quoted, shortened};
use crate::json::to_json;
use crate::plan::Tuning;

/// The fields, and the names of those that were asked for.
pub struct Fields {
    fields: Map<String, Value>,
    known: Vec<&'static str>,
}

/// Parses JSON text.
///
/// # Errors
/// [`Error::BadArgument`] where it is none; `what` it is and what it has to be.
pub fn parse(json: &str, what: &str, required: &str) -> Result<Value, Error> {
    serde_json::from_str(json).map_err(|error| Error::bad_argument(what, required, error.to_string()))
}

impl Fields {
    /// The fields of an object.
    ///
    /// # Errors
    /// [`Error::BadArgument`] where it is none.
    pub fn of(value: Value, what: &str) -> Result<Self, Error> {
        match value {
            Value::Object(fields) => Ok(Fields { fields, known: Vec::new() }),
            other => Err(Error::bad_argument(what, "an object", text_of(&other))),
        }
    }

    fn take<T>(
        &mut self,
        name: &'static str,
        required: &str,
        read: fn(&Value) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        self.known.push(name);
        let Some(value) = self.fields.get(name) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| Error::bad_argument(name, required, text_of(value)))
    }

    /// A text, if there is one.
    ///
    /// # Errors
    /// [`Error::BadArgument`] where the field is something else, as with all that follow.
    pub fn text(&mut self, name: &'static str) -> Result<Option<String>, Error> {
        self.take(name, "a text", |value| value.as_str().map(str::to_owned))
    }

    /// A text that must be there.
    pub fn needed(&mut self, name: &'static str) -> Result<String, Error> {
        self.text(name)?.ok_or_else(|| Error::bad_argument(name, "given", "nothing"))
    }

    /// One of some things by their names, or the first.
    pub fn choice<T: Copy>(&mut self, name: &'static str, choices: &[(&str, T)]) -> Result<Option<T>, Error> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let unknown = || {
            let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
            Error::bad_argument(name, format!("one of {}", names.join(", ")), quoted(&text))
        };
        choices.iter().find(|(name, _)| *name == text).map(|(_, choice)| Some(*choice)).ok_or_else(unknown)
    }

    /// A whole number.
    pub fn whole(&mut self, name: &'static str) -> Result<Option<u64>, Error> {
        self.take(name, "a whole number", Value::as_u64)
    }

    /// A whole number of 32 bits.
    pub fn word(&mut self, name: &'static str) -> Result<Option<u32>, Error> {
        self.take(name, "a whole number below 2^32", word)
    }

    /// True or false.
    pub fn flag(&mut self, name: &'static str) -> Result<Option<bool>, Error> {
        self.take(name, "true or false", Value::as_bool)
    }

    /// Tuning parameters.
    pub fn tuning(&mut self, name: &'static str) -> Result<Option<Tuning>, Error> {
        self.take(name, "whole numbers below 2^32 by name", |value| {
            let mut tuning = Tuning::new();
            for (name, value) in value.as_object()? {
                tuning.insert(name.clone(), word(value)?);
            }
            Some(tuning)
        })
    }

    /// That no other field is there.
    pub fn end(&self) -> Result<(), Error> {
        match self.fields.keys().find(|name| !self.known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => Err(Error::bad_argument("a field", "known", quoted(name))),
        }
    }
}

/// A value as it was written, or the beginning of a long one.
pub fn text_of(value: &Value) -> String {
    shortened(&to_json(value).unwrap_or_default())
}

fn word(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|number| u32::try_from(number).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(json: &str) -> Fields {
        Fields::of(parse(json, "a test", "JSON").unwrap(), "a test").unwrap()
    }

    #[test]
    fn fields_are_read_and_others_are_told() {
        let mut fields = fields(r#"{"text":"t","n":4294967296,"word":7,"flag":true,"tuning":{"k":3},"more":1}"#);
        assert_eq!(fields.needed("text").unwrap(), "t");
        assert_eq!(fields.text("nothing").unwrap(), None);
        assert_eq!(fields.whole("n").unwrap(), Some(1 << 32));
        assert_eq!(fields.word("word").unwrap(), Some(7));
        assert_eq!(fields.flag("flag").unwrap(), Some(true));
        assert_eq!(fields.tuning("tuning").unwrap(), Some(Tuning::from([("k".into(), 3)])));
        assert!(fields.end().unwrap_err().to_string().contains("\"more\""));
    }

    #[test]
    fn wrong_fields_are_told_with_what_they_must_be() {
        let json = r#"{"text":1,"word":4294967296,"whole":1.5,"flag":"yes","tuning":{"k":-1},"mode":"odd"}"#;
        let mut fields = fields(json);
        let told = |error: Error| error.to_string();
        assert_eq!(told(fields.text("text").unwrap_err()), "text must be a text; found 1");
        assert_eq!(told(fields.word("word").unwrap_err()), "word must be a whole number below 2^32; found 4294967296");
        assert_eq!(told(fields.whole("whole").unwrap_err()), "whole must be a whole number; found 1.5");
        assert_eq!(told(fields.flag("flag").unwrap_err()), "flag must be true or false; found \"yes\"");
        assert!(told(fields.tuning("tuning").unwrap_err()).contains("-1"));
        let error = fields.choice("mode", &[("a", 1), ("b", 2)]).unwrap_err();
        assert_eq!(told(error), "mode must be one of a, b; found \"odd\"");
        assert_eq!(told(fields.needed("nothing").unwrap_err()), "nothing must be given; found nothing");
        assert!(Fields::of(parse("[]", "x", "JSON").unwrap(), "x").is_err() && parse("{", "x", "JSON").is_err());
    }
}
