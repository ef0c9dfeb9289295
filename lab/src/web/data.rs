//! The data that cross between the core and the page. Each type of this module stands for a value of the page;
//! wasm-bindgen declares it by the name that the crate's type has in `www/generated.d.ts`.

use scanlab_crossing::{Crossing, Unreadable, declare_values};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::analysis::crossover;
use crate::crossings::crossings;
use crate::json;
use crate::results;
use scanlab::error::Error;
pub use scanlab_crossing::write;

crossings!(declare_values);

// The declarations of these two values do not come from the types here: `Point` has more fields than a comparison reads,
// and `www/types.ts` declares `SearchedCrossover`.
declare_values! {
    "Point" ComparedPoint: results::ComparedPoint;
    "SearchedCrossover" Conclusion: crossover::Conclusion;
}

/// The JSON of a value. `what` names the value in errors.
///
/// # Errors
/// [`Error::BadArgument`] if the value has no JSON.
pub fn text_of(what: &str, value: &impl AsRef<JsValue>) -> Result<String, Error> {
    let unreadable = |Unreadable { required, found }| Error::bad_argument(what, required, found);
    scanlab_crossing::text_of(value.as_ref()).map_err(unreadable)
}

/// Reads a value. `what` names the value in errors, which also give the path to the invalid part.
///
/// # Errors
/// [`Error::BadArgument`] if the value has no JSON, [`Error::Malformed`] if its form is invalid.
pub fn read<C: Crossing + AsRef<JsValue>>(what: &str, value: &C) -> Result<C::Data<'static>, Error>
where
    C::Data<'static>: DeserializeOwned,
{
    json::parse(what, &text_of(what, value)?)
}
