//! Plans for the page's runner.

use wasm_bindgen::prelude::*;

use super::data::{self, read, write};
use super::{Core, Thrown};
use crate::error_report::ErrorReport;
use crate::prepared::PreparedPlan;

#[wasm_bindgen]
impl Core {
    /// All that it takes to record a scan; with `takes_length`, also with a length on the device, which `auto` then takes.
    ///
    /// # Errors
    /// `bad-argument`, `too-large`, `unsupported`.
    #[wasm_bindgen(js_name = prepareScan)]
    pub fn prepare_scan(&self, request: &data::Request, takes_length: bool) -> Result<data::PreparedPlan, Thrown> {
        let scan = read("request", request)?.resolve(self.gpu.limits())?;
        let scan = if takes_length { scan.planned_for_length() } else { scan.planned() }?;
        Ok(prepared(PreparedPlan::new(&scan)?, takes_length))
    }

    /// All that it takes to record an operation; with `takes_length`, also with a length on the device.
    ///
    /// # Errors
    /// `bad-argument`, `too-large`, `unsupported`.
    #[wasm_bindgen(js_name = prepareOperation)]
    pub fn prepare_operation(
        &self,
        request: &data::OperationRequest,
        takes_length: bool,
    ) -> Result<data::PreparedPlan, Thrown> {
        let operation = read("request", request)?.resolve(self.gpu.limits())?.planned;
        Ok(prepared(PreparedPlan::new(&operation)?, takes_length))
    }

    /// How often what plans depend on has changed, such as a calibration: an equal number means equal plans.
    pub fn revision(&self) -> u32 {
        self.gpu.revision()
    }

    /// The error of a run by its abort flag, which is set. Plans from now on avoid its cause where they can.
    pub fn aborted(&self, flag: u32) -> data::ErrorReport {
        write(&ErrorReport::from(&self.gpu.run_aborted(flag)))
    }
}

fn prepared(plan: PreparedPlan, takes_length: bool) -> data::PreparedPlan {
    write(&if takes_length { plan } else { plan.without_length() })
}
