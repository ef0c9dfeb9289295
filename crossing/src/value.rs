//! Converts between JavaScript values and Rust data, through JSON. serde reads the JSON text, not the JavaScript object.
//! So it finds unknown fields and reads numbers as they are written, and no getter of the page runs while it reads.

use std::fmt::{Display, Formatter};

use js_sys::{JSON, Reflect};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::Crossing;

/// The reason why a value has no JSON text.
#[derive(Debug)]
pub struct Unreadable {
    /// The requirement.
    pub required: String,
    /// The value that was found.
    pub found: String,
}

impl Display for Unreadable {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "must be {}; found {}", self.required, self.found)
    }
}

/// The JSON of a value. The value's getters and conversions are the caller's code, and may throw anything.
///
/// # Errors
/// [`Unreadable`] if that code throws, if the value has no JSON, or if the JSON is very long.
pub fn text_of(value: &JsValue) -> Result<String, Unreadable> {
    // The text is copied into the memory of the WASM module. A browser may limit that memory to a small size.
    const MAX_CHARACTERS: u32 = 1 << 26;
    let text = JSON::stringify(value).map_err(|thrown| {
        let message = Reflect::get(&thrown, &"message".into()).unwrap_or(thrown).as_string();
        Unreadable { required: "readable".into(), found: message.map_or("an exception".into(), exception) }
    })?;
    // Functions and undefined have no JSON.
    if text.is_undefined() {
        return Err(Unreadable { required: "given".into(), found: "nothing".into() });
    }
    if text.length() > MAX_CHARACTERS {
        let required = format!("at most {MAX_CHARACTERS} characters of JSON");
        return Err(Unreadable { required, found: text.length().to_string() });
    }
    Ok(text.into())
}

/// The message of an exception, shortened if it is long.
fn exception(mut message: String) -> String {
    const MAX_CHARACTERS: usize = 60;
    if let Some((end, _)) = message.char_indices().nth(MAX_CHARACTERS) {
        message.truncate(end);
        message.push('…');
    }
    format!("the exception \"{message}\"")
}

/// Converts data to a value of the page.
///
/// # Panics
/// If the data have no JSON, such as maps with keys that are not texts.
pub fn write<'a, C: Crossing + JsCast>(data: &C::Data<'a>) -> C
where
    C::Data<'a>: Serialize,
{
    let text = serde_json::to_string(data).expect("the crate's data are JSON");
    JSON::parse(&text).expect("serde_json writes JSON").unchecked_into()
}
