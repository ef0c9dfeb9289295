//! Scans and operations on the page's GPU buffers.

use wasm_bindgen::prelude::*;

use super::operation::resolved_of;
use super::scan::planned;
use super::{CancelToken, Core, thrown};
use crate::gpu::{DeviceExchange, GpuBuffer};
use scanlab::error::Error;
use scanlab::plan::Resource;

#[wasm_bindgen]
extern "C" {
    /// The page's inputs and outputs: it submits the copies, and reports its failures to the page itself.
    pub type DeviceData;

    #[wasm_bindgen(method, js_name = copyIn)]
    fn copy_in(this: &DeviceData, input: &str, buffer: &JsValue);

    #[wasm_bindgen(method, js_name = copyOut)]
    fn copy_out(this: &DeviceData, output: &str, buffer: &JsValue, words: u32);

    #[wasm_bindgen(method)]
    fn submitted(this: &DeviceData);

    #[wasm_bindgen(method, js_name = passesOn)]
    fn passes_on(this: &DeviceData) -> bool;
}

impl DeviceExchange for DeviceData {
    fn copy_in(&mut self, input: Resource, buffer: &GpuBuffer) {
        let input = match input {
            Resource::Flags => "flags",
            Resource::Values => "values",
            _ => "input",
        };
        if let Some(handle) = buffer.handle() {
            DeviceData::copy_in(self, input, handle);
        }
    }

    fn copy_out(&mut self, output: Resource, buffer: &GpuBuffer, words: u32) {
        let output = if output == Resource::SecondOutput { "second" } else { "output" };
        if let Some(handle) = buffer.handle() {
            DeviceData::copy_out(self, output, handle, words);
        }
    }

    fn submitted(&mut self) {
        DeviceData::submitted(self);
    }

    fn passes_on(&self) -> bool {
        DeviceData::passes_on(self)
    }
}

#[wasm_bindgen]
impl Core {
    /// The browser's device.
    pub fn device(&self) -> Option<js_sys::Object> {
        self.gpu.handle().map(|device| device.unchecked_ref::<js_sys::Object>().clone())
    }

    /// Scans at least one element, of `words` words in all, on the device; with `segmented`, by head flags.
    ///
    /// # Errors
    /// Every code except those of opening.
    #[wasm_bindgen(js_name = scanOnDevice)]
    pub async fn scan_on_device(
        &self,
        request: String,
        words: u32,
        segmented: bool,
        mut data: DeviceData,
        cancel: &CancelToken,
    ) -> Result<(), JsValue> {
        let (gpu, scans, cancel) = (self.gpu.clone(), self.scans.clone(), cancel.0.clone());
        let scanned: Result<(), Error> = async {
            let known = planned(&scans, &gpu, &request, words, segmented)?;
            gpu.scan_on_device(&known.scan, &cancel, &mut data).await
        }
        .await;
        scanned.map_err(|error| thrown(&error))
    }

    /// Runs an operation on at least one element on the device; returns its count.
    ///
    /// # Errors
    /// Every code except those of opening.
    #[wasm_bindgen(js_name = operateOnDevice)]
    pub async fn operate_on_device(
        &self,
        request: String,
        mut data: DeviceData,
        cancel: &CancelToken,
    ) -> Result<Option<u32>, JsValue> {
        let (gpu, operations, cancel) = (self.gpu.clone(), self.operations.clone(), cancel.0.clone());
        let operated: Result<Option<u32>, Error> = async {
            let planned = resolved_of(&operations, &gpu, &request)?;
            gpu.operate_on_device(&planned.resolved.planned, &cancel, &mut data).await
        }
        .await;
        operated.map_err(|error| thrown(&error))
    }
}
