//! The data that cross. A type here is a value of the page; wasm-bindgen declares it by the name that the crate's type has in
//! `www/generated.d.ts`.

use scanlab_crossing::{Crossing, Unreadable, declare_values, text_of};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::analysis::crossover;
use crate::crossings::crossings;
use crate::json;
use scanlab::error::Error;
pub use scanlab_crossing::write;

crossings!(declare_values);

// `www/types.ts` declares it, by types of its own.
declare_values! {
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
    let text =
        text_of(value.as_ref()).map_err(|Unreadable { required, found }| Error::bad_argument(what, required, found))?;
    json::parse(what, &text)
}
