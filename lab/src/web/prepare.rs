//! Plans for the page's runner.

use wasm_bindgen::prelude::*;

use super::data::{self, read, write};
use super::{Core, Thrown};
use crate::error_report::ErrorReport;
use crate::prepared::PreparedPlan;

#[wasm_bindgen]
impl Core {
    /// All that it takes to record a scan.
    ///
    /// # Errors
    /// `bad-argument`, `too-large`, `unsupported`.
    #[wasm_bindgen(js_name = prepareScan)]
    pub fn prepare_scan(&self, request: &data::Request) -> Result<data::PreparedPlan, Thrown> {
        let scan = read("request", request)?.resolve(self.gpu.limits())?.planned()?;
        Ok(write(&PreparedPlan::new(&scan)?))
    }

    /// All that it takes to record an operation.
    ///
    /// # Errors
    /// `bad-argument`, `too-large`, `unsupported`.
    #[wasm_bindgen(js_name = prepareOperation)]
    pub fn prepare_operation(&self, request: &data::OperationRequest) -> Result<data::PreparedPlan, Thrown> {
        Ok(write(&PreparedPlan::new(&read("request", request)?.resolve(self.gpu.limits())?.planned)?))
    }

    /// The error of a run by its abort flag, which is set. Plans from now on avoid its cause where they can.
    pub fn aborted(&self, flag: u32) -> data::ErrorReport {
        write(&ErrorReport::from(&self.gpu.run_aborted(flag)))
    }
}
