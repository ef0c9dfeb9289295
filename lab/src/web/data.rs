//! The data that cross. A type here is a value of the page; wasm-bindgen declares it by the name that the crate's type has in
//! `www/generated.d.ts`.
//!
//! Values are converted by their JSON: serde finds unknown fields in it, and numbers as they are written, and no getter of the page runs in
//! the midst of a read.

use js_sys::{JSON, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::analysis::crossover;
use crate::crossings::{Crossing, crossings};
use crate::json;
use scanlab::error::{Error, quoted};

/// Declares values of the page.
macro_rules! declare {
    ($($typescript:literal $name:ident: $data:ty;)*) => {
        #[wasm_bindgen]
        extern "C" {
            $(
                #[doc = concat!("`", $typescript, "` of the page.")]
                #[wasm_bindgen(typescript_type = $typescript)]
                pub type $name;
            )*
        }
        $(
            impl Crossing for $name {
                type Data<'a> = $data;
            }
        )*
    };
}

crossings!(declare);

// `www/types.d.ts` declares it, by types of its own.
declare! {
    "SearchedCrossover" Conclusion: crossover::Conclusion;
}

/// Reads a value; `what` names it in errors, which tell the path to the part that is wrong.
///
/// # Errors
/// [`Error::BadArgument`] where the value has no JSON, [`Error::Malformed`] where it is another than the data.
pub fn read<C: Crossing + AsRef<JsValue>>(what: &str, value: &C) -> Result<C::Data<'static>, Error>
where
    C::Data<'static>: DeserializeOwned,
{
    json::parse(what, &text_of(what, value.as_ref())?)
}

/// The JSON of a value. Its getters and conversions are the caller's, and may throw anything.
fn text_of(what: &str, value: &JsValue) -> Result<String, Error> {
    // A text is copied into the memory of the core, of which a browser may give little.
    const MOST_CHARACTERS: u32 = 1 << 26;
    let text = JSON::stringify(value).map_err(|thrown| {
        let message = Reflect::get(&thrown, &"message".into()).unwrap_or(thrown).as_string();
        let found = message.map_or("an exception".into(), |message| format!("the exception {}", quoted(&message)));
        Error::bad_argument(what, "readable", found)
    })?;
    // Functions and undefined have no JSON.
    if text.is_undefined() {
        return Err(Error::bad_argument(what, "given", "nothing"));
    }
    if text.length() > MOST_CHARACTERS {
        let required = format!("at most {MOST_CHARACTERS} characters of JSON");
        return Err(Error::bad_argument(what, required, text.length().to_string()));
    }
    Ok(text.into())
}

/// The page's value of data.
pub fn write<'a, C: Crossing + JsCast>(data: &C::Data<'a>) -> C
where
    C::Data<'a>: Serialize,
{
    let text = serde_json::to_string(data).expect("the crate's data are JSON");
    JSON::parse(&text).expect("serde_json writes JSON").unchecked_into()
}
