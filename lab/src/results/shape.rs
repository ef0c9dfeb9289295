//! Checks external JSON against its required shape. Unknown fields are valid.

use serde_json::value::RawValue;

use super::raw::{entries, fields, text_of};
use scanlab::error::Error;
use scanlab::record::low_level::shortened;

/// The required shape of a value.
#[derive(Clone, Copy)]
pub enum Shape {
    /// A number from a minimum to a maximum.
    Number(f64, f64),
    /// A whole number from 0 to a maximum.
    Whole(f64),
    /// A number: a word of an array, or a bound. NaN, the infinities and −0 are texts.
    Real,
    /// True or false.
    Boolean,
    /// A text of at most this number of UTF-16 code units.
    Text(usize),
    /// An id of letters, digits, underscores and hyphens.
    Id,
    /// A date and a time.
    Instant,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// A list whose entries have this shape, and whose length is in this range.
    List(&'static Shape, usize, usize),
    /// A list of two ends, the lower end first.
    Interval,
    /// An object whose values all have this shape.
    Record(&'static Shape),
    /// An object with these fields.
    Object(&'static [Field]),
    /// A value of this shape, or null.
    OrNull(&'static Shape),
}

/// A field of an object.
pub struct Field {
    /// The field's name.
    pub name: &'static str,
    /// The required shape of its value.
    pub shape: Shape,
    /// Whether the field is required. Some versions of the app did not write all fields.
    pub required: bool,
}

impl Field {
    /// A required field.
    pub const fn new(name: &'static str, shape: Shape) -> Self {
        Field { name, shape, required: true }
    }

    /// An optional field.
    pub const fn optional(name: &'static str, shape: Shape) -> Self {
        Field { name, shape, required: false }
    }
}

/// A count, exact in JavaScript.
pub const COUNT: Shape = Shape::Whole(9_007_199_254_740_991.0);
/// A word of 32 bits.
pub const WORD: Shape = Shape::Whole(4_294_967_295.0);
/// Any number.
pub const FINITE: Shape = Shape::Number(f64::MIN, f64::MAX);
/// A time, a rate or a ratio.
pub const POSITIVE: Shape = Shape::Number(0.0, f64::MAX);
/// A text for people.
pub const TEXT: Shape = Shape::Text(2000);

impl Shape {
    /// Checks a value. `path` names the value in messages.
    ///
    /// # Errors
    /// [`Error::ResultFile`] with the required and the found value.
    pub fn check(&self, value: &RawValue, path: &str) -> Result<(), Error> {
        let json = value.get();
        let is_text = json.starts_with('"');
        let is_good = match *self {
            Shape::OrNull(_) if json == "null" => true,
            Shape::OrNull(shape) => return shape.check(value, path),
            Shape::Object(shape) => return self.check_fields(shape, value, path),
            Shape::Record(shape) => {
                let given = fields(value).ok_or_else(|| self.refuse(path, &show(value)))?;
                return given.iter().try_for_each(|(name, value)| shape.check(value, &format!("{path}.{name}")));
            }
            Shape::List(entry, ..) => {
                let given = entries(value).filter(|given| self.allows_length(given.len()));
                let given = given.ok_or_else(|| self.refuse(path, &show(value)))?;
                return (0..).zip(given).try_for_each(|(i, value)| entry.check(value, &format!("{path}[{i}]")));
            }
            Shape::Interval => return check_interval(value, path),
            Shape::Number(least, most) => number_of(value).is_some_and(|number| (least..=most).contains(&number)),
            Shape::Whole(most) => {
                number_of(value).is_some_and(|number| (0.0..=most).contains(&number) && number.fract() == 0.0)
            }
            Shape::Real => number_of(value).is_some() || special_of(json).is_some(),
            Shape::Boolean => json == "true" || json == "false",
            Shape::Text(most) => is_text && text_of(value).encode_utf16().count() <= most,
            Shape::Id => is_text && is_id(&text_of(value)),
            Shape::Instant => is_text && is_instant(text_of(value).as_bytes()),
            Shape::OneOf(names) => is_text && names.contains(&text_of(value).as_str()),
        };
        if is_good { Ok(()) } else { Err(self.refuse(path, &show(value))) }
    }

    fn check_fields(&self, shape: &[Field], value: &RawValue, path: &str) -> Result<(), Error> {
        let given = fields(value).ok_or_else(|| self.refuse(path, &show(value)))?;
        let inside = if path.is_empty() { String::new() } else { format!("{path}.") };
        shape.iter().try_for_each(|Field { name, shape, required }| match given.get(name) {
            Some(value) => shape.check(value, &format!("{inside}{name}")),
            None if *required => Err(shape.refuse(&format!("{inside}{name}"), "missing")),
            None => Ok(()),
        })
    }

    fn allows_length(&self, length: usize) -> bool {
        matches!(*self, Shape::List(_, least, most) if (least..=most).contains(&length))
    }

    /// The requirement, in words.
    fn required(&self) -> String {
        match *self {
            Shape::Number(0.0, _) => "a number of 0 or more".into(),
            Shape::Number(..) | Shape::Real => "a number".into(),
            Shape::Whole(most) => format!("a whole number from 0 to {most}"),
            Shape::Boolean => "true or false".into(),
            Shape::Text(most) => format!("a text of at most {most} characters"),
            Shape::Id => "an id of letters, digits and hyphens".into(),
            Shape::Instant => "a date and time like 2026-01-31T12:00:00Z".into(),
            Shape::OneOf(names) => format!("one of {}", names.join(", ")),
            Shape::List(_, least, most) if least == most => format!("a list of {most} entries"),
            Shape::List(_, least, most) => format!("a list of {least} to {most} entries"),
            Shape::Interval => "a list of 2 entries".into(),
            Shape::Record(_) | Shape::Object(_) => "an object".into(),
            Shape::OrNull(shape) => shape.required(),
        }
    }

    /// The error of a value that does not have the shape.
    pub fn refuse(&self, path: &str, found: &str) -> Error {
        refused(path, &self.required(), found)
    }
}

/// The error of the value at `path`, with the required shape and the found value.
pub fn refused(path: &str, required: &str, found: &str) -> Error {
    let path = if path.is_empty() { "the file" } else { path };
    Error::ResultFile(format!("{} must be {required}; it is {found}", shortened(path)))
}

/// A value as messages show it.
pub fn show(value: &RawValue) -> String {
    let json = value.get();
    match json.as_bytes() {
        [b'{', ..] => "an object".into(),
        [b'[', ..] => format!("an array of length {}", entries(value).map_or(0, |entries| entries.len())),
        _ => shortened(json),
    }
}

/// The number that a value states, or `None` if it is not a number.
pub fn number_of(value: &RawValue) -> Option<f64> {
    serde_json::from_str(value.get()).ok()
}

fn special_of(json: &str) -> Option<f64> {
    match json {
        "\"NaN\"" => Some(f64::NAN),
        "\"Infinity\"" => Some(f64::INFINITY),
        "\"-Infinity\"" => Some(f64::NEG_INFINITY),
        "\"-0\"" => Some(-0.0),
        _ => None,
    }
}

fn check_interval(value: &RawValue, path: &str) -> Result<(), Error> {
    Shape::List(&Shape::Real, 2, 2).check(value, path)?;
    let ends = entries(value).unwrap_or_default();
    let numbers = ends.iter().map(|end| number_of(end).or_else(|| special_of(end.get())));
    if numbers.is_sorted() && !ends.iter().any(|end| end.get() == "\"NaN\"") {
        return Ok(());
    }
    let found = ends.into_iter().map(text_of).collect::<Vec<_>>().join(" to ");
    Err(refused(path, "an interval whose lower end comes first", &format!("\"{found}\"")))
}

fn is_id(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=64).contains(&text.len()) && text.bytes().all(is_part)
}

/// Whether a text is a date and a time of ISO 8601, with seconds and time zone.
fn is_instant(text: &[u8]) -> bool {
    const PATTERN: &[u8] = b"dddd-dd-ddTdd:dd:dd";
    let Some((start, rest)) = text.split_at_checked(PATTERN.len()) else { return false };
    let fits = |(byte, pattern): (&u8, &u8)| if *pattern == b'd' { byte.is_ascii_digit() } else { byte == pattern };
    if !start.iter().zip(PATTERN).all(fits) {
        return false;
    }
    let pair = |at: usize| (start[at] - b'0') * 10 + start[at + 1] - b'0';
    let is_date = (1..=12).contains(&pair(5)) && (1..=31).contains(&pair(8));
    is_date && pair(11) < 24 && pair(14) < 60 && pair(17) < 60 && is_zone(without_fraction(rest))
}

fn without_fraction(text: &[u8]) -> &[u8] {
    let [b'.', digits @ ..] = text else { return text };
    let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count > 0 { &digits[count..] } else { text }
}

fn is_zone(text: &[u8]) -> bool {
    match text {
        b"Z" => true,
        [b'+' | b'-', hours @ .., b':', tens, ones] => {
            let is_hour = matches!(hours, [b'0' | b'1', b'0'..=b'9'] | [b'2', b'0'..=b'3']);
            is_hour && matches!(tens, b'0'..=b'5') && ones.is_ascii_digit()
        }
        _ => false,
    }
}
