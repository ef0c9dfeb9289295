//! Custom operators.

use wasm_bindgen::prelude::*;

use super::data::{self, read, write};
use super::{CancelToken, Core, Thrown};
use crate::request;
use crate::request::RegisteredOperator;
use crate::trial;
use scanlab::plan::Mask;

/// Registers a custom operator.
///
/// # Errors
/// `bad-argument`, with the place of forbidden code; `too-large` for too many operators.
#[wasm_bindgen(js_name = customOperator)]
pub fn custom_operator(definition: &data::CustomOperator) -> Result<data::RegisteredOperator, Thrown> {
    let definition = read("operator", definition)?;
    let warnings = definition.warnings()?;
    Ok(write(&RegisteredOperator { id: request::register_operator(definition)?.operator.id.to_string(), warnings }))
}

/// The warnings of a condition. `of_floats`: whether the elements are f32.
///
/// # Errors
/// `bad-argument`, with the place of forbidden code.
#[wasm_bindgen(js_name = conditionWarnings)]
pub fn condition_warnings(code: &str, of_floats: bool) -> Result<data::CodeWarnings, Thrown> {
    Ok(write(&Mask::warnings(code, of_floats)?))
}

#[wasm_bindgen]
impl Core {
    /// Tries the custom operator with the name `id`. `input` holds neighbouring elements of a scan's input.
    ///
    /// # Errors
    /// `bad-argument` if the operator does not compile or is not associative, or if its identity changes an element;
    /// those of a scan.
    #[wasm_bindgen(js_name = tryOperator)]
    pub async fn try_operator(&self, id: String, input: Vec<u32>, cancel: &CancelToken) -> Result<data::Trial, Thrown> {
        let (gpu, cancel) = (self.gpu.clone(), cancel.0.clone());
        Ok(write(&trial::run(&gpu, &request::find_custom_operator(&id)?, &input, &cancel).await?))
    }
}
