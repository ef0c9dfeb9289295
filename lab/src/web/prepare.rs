//! Plans for the page's runner.

use wasm_bindgen::prelude::*;

use super::data::{self, read, write};
use super::{Core, Thrown};
use crate::error_report::ErrorReport;
use crate::prepared::PreparedPlan;

#[wasm_bindgen]
impl Core {
    /// All data to record a scan. With `takes_length`, the passes can read the length from a buffer on the device;
    /// `auto` then chooses among the scans that support this.
    ///
    /// # Errors
    /// `bad-argument`, `too-large`, `unsupported`.
    #[wasm_bindgen(js_name = prepareScan)]
    pub fn prepare_scan(&self, request: &data::Request, takes_length: bool) -> Result<data::PreparedPlan, Thrown> {
        let scan = read("request", request)?.resolve(self.gpu.limits())?;
        let scan = if takes_length { scan.planned_for_length() } else { scan.planned() }?;
        Ok(prepared(PreparedPlan::new(&scan)?, takes_length))
    }

    /// All data to record an operation. With `takes_length`, the passes can read the length from a buffer on the device.
    ///
    /// # Errors
    /// `bad-argument`, `too-large`, `unsupported`.
    #[wasm_bindgen(js_name = prepareOperation)]
    pub fn prepare_operation(
        &self,
        request: &data::OperationRequest,
        takes_length: bool,
    ) -> Result<data::PreparedPlan, Thrown> {
        let request = read("request", request)?;
        request.require_lengths()?;
        let operation = request.resolve(self.gpu.limits())?.planned;
        Ok(prepared(PreparedPlan::new(&operation)?, takes_length))
    }

    /// Counts the changes of the data that plans depend on, such as a calibration. While the count stays equal, equal
    /// requests have equal plans.
    pub fn revision(&self) -> u32 {
        self.gpu.revision()
    }

    /// The error of a run that set its abort flag to `flag`. Later plans avoid the cause of the abort if they can.
    pub fn aborted(&self, flag: u32) -> data::ErrorReport {
        write(&ErrorReport::from(&self.gpu.run_aborted(flag)))
    }
}

fn prepared(plan: PreparedPlan, takes_length: bool) -> data::PreparedPlan {
    write(&if takes_length { plan } else { plan.without_length() })
}
