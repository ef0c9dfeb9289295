//! Custom operators.

use wasm_bindgen::prelude::*;

use super::{CancelToken, Core, thrown, to_json};
use crate::data::RegisteredOperator;
use crate::json;
use crate::request;
use crate::trial;
use scanlab::error::Error;
use scanlab::monoid::CustomOperator;
use scanlab::wgsl::user_code;

/// Registers a [`CustomOperator`], as JSON → a [`RegisteredOperator`] as JSON.
///
/// # Errors
/// `bad-argument`, with the place of what its code must not hold; `too-large` for too many.
#[wasm_bindgen(js_name = ownOperator)]
pub fn own_operator(definition: &str) -> Result<String, JsValue> {
    let registered = || -> Result<RegisteredOperator, Error> {
        let definition: CustomOperator = json::parse("operator", definition)?;
        let warnings = definition.warnings()?;
        Ok(RegisteredOperator { id: request::register_operator(definition)?.operator.id.to_string(), warnings })
    };
    to_json(&registered().map_err(|error| thrown(&error))?)
}

/// The [`user_code::CodeWarning`]s of a condition, on elements of f32 if `of_floats`, as JSON.
///
/// # Errors
/// `bad-argument`, with the place of what it must not hold.
#[wasm_bindgen(js_name = conditionWarningsJson)]
pub fn condition_warnings_json(code: &str, of_floats: bool) -> Result<String, JsValue> {
    let warnings = user_code::warnings(code, &user_code::WHERE, of_floats);
    to_json(&warnings.map_err(|error| thrown(&error))?)
}

#[wasm_bindgen]
impl Core {
    /// Tries a custom operator, by its name, on elements of its input, neighbours beside each other → a [`Trial`](trial::Trial) as
    /// JSON.
    ///
    /// # Errors
    /// `bad-argument` where it does not compile, is not associative, or its identity is not neutral; those of a scan.
    #[wasm_bindgen(js_name = tryOperator)]
    pub async fn try_operator(&self, id: String, input: Vec<u32>, cancel: &CancelToken) -> Result<String, JsValue> {
        let (gpu, cancel) = (self.gpu.clone(), cancel.0.clone());
        let tried = match request::find_custom_operator(&id) {
            Ok(monoid) => trial::run(&gpu, &monoid, &input, &cancel).await,
            Err(error) => Err(error),
        };
        to_json(&tried.map_err(|error| thrown(&error))?)
    }
}
