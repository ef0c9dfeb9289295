//! Scans and operations on the page's GPU buffers.

use wasm_bindgen::prelude::*;

use super::data::{self, read};
use super::operation::resolved_of;
use super::scan::planned;
use super::{CancelToken, Core, Thrown};
use crate::gpu::{DeviceExchange, GpuBuffer};
use scanlab::plan::Resource;

#[wasm_bindgen(typescript_custom_section)]
const DEVICE_DATA: &str = "
/** Inputs and outputs on the device. It must not throw. */
export interface CoreDeviceData {
  /** Submits a copy of an input into a buffer of the core; `flags` are also the heads of a scan. */
  copyIn(input: 'input' | 'flags' | 'values', buffer: GPUBuffer): void;
  /** Submits a copy of the first words of a buffer of the core, which it may overwrite in its next run. */
  copyOut(output: 'output' | 'second', buffer: GPUBuffer, words: number): void;
  /** All outputs are copied of a run that is not waited for yet. */
  submitted(): void;
  /** Whether `submitted` passes the outputs on. */
  passesOn(): boolean;
}
";

#[wasm_bindgen]
extern "C" {
    /// The page's inputs and outputs: it submits the copies, and reports its failures to the page itself.
    #[wasm_bindgen(typescript_type = "CoreDeviceData")]
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
    /// Scans at least one element, of `words` words in all, on the device; with `segmented`, by head flags.
    ///
    /// # Errors
    /// Every code except those of opening.
    #[wasm_bindgen(js_name = scanOnDevice)]
    pub async fn scan_on_device(
        &self,
        request: data::Request,
        words: u32,
        segmented: bool,
        mut data: DeviceData,
        cancel: &CancelToken,
    ) -> Result<(), Thrown> {
        let (gpu, scans, cancel) = (self.gpu.clone(), self.scans.clone(), cancel.0.clone());
        let known = planned(&scans, &gpu, read("request", &request)?, words, segmented)?;
        Ok(gpu.scan_on_device(&known.scan, &cancel, &mut data).await?)
    }

    /// Runs an operation on at least one element on the device; returns its count.
    ///
    /// # Errors
    /// Every code except those of opening.
    #[wasm_bindgen(js_name = operateOnDevice)]
    pub async fn operate_on_device(
        &self,
        request: data::OperationRequest,
        mut data: DeviceData,
        cancel: &CancelToken,
    ) -> Result<Option<u32>, Thrown> {
        let (gpu, operations, cancel) = (self.gpu.clone(), self.operations.clone(), cancel.0.clone());
        let planned = resolved_of(&operations, &gpu, read("request", &request)?)?;
        Ok(gpu.operate_on_device(&planned.resolved.planned, &cancel, &mut data).await?)
    }
}
