//! Operators of one's own.

use wasm_bindgen::prelude::*;

use super::{CancelToken, Core, thrown, to_json};
use crate::json;
use crate::monoid::{Monoid, OwnOperator};
use crate::trial;

/// Registers an [`OwnOperator`], as JSON, and returns the name by which requests refer to it.
///
/// # Errors
/// `bad-argument`, with the place of what its code must not hold; `too-large` for too many.
#[wasm_bindgen(js_name = ownOperator)]
pub fn own_operator(definition: &str) -> Result<String, JsValue> {
    let definition: OwnOperator = json::parse("operator", definition).map_err(|error| thrown(&error))?;
    definition.register().map(|monoid| monoid.operator.id.to_owned()).map_err(|error| thrown(&error))
}

#[wasm_bindgen]
impl Core {
    /// Tries an operator of one's own, by its name → a [`Trial`](trial::Trial) as JSON.
    ///
    /// # Errors
    /// `bad-argument` where it does not compile, is not associative, or its identity is not neutral; those of a scan.
    #[wasm_bindgen(js_name = tryOperator)]
    pub async fn try_operator(&self, id: String, cancel: &CancelToken) -> Result<String, JsValue> {
        let (gpu, cancel) = (self.gpu.clone(), cancel.0.clone());
        let tried = match Monoid::find_own(&id) {
            Ok(monoid) => trial::run(&gpu, monoid, &cancel).await,
            Err(error) => Err(error),
        };
        to_json(&tried.map_err(|error| thrown(&error))?)
    }
}
