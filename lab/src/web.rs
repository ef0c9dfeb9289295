//! The only user of wasm-bindgen: the interface to the page.
//!
//! Requests and descriptions cross as JSON, data as arrays of words, errors as `Error`s with a code and fields.

mod analysis;
mod arrays;
mod calibration;
mod cancel_token;
mod compare;
mod describe;
mod input;
mod on_device;
mod operation;
mod own;
mod recent;
mod results;
mod scan;
mod settings;
mod stream;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Function, Reflect, Uint32Array};
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::Performance;

use crate::bench::{Bench, Measured, Samples, Settings, Subject, Timing};
use crate::data::{Catalogue, DeviceFacts, DeviceOptions, ErrorReport, PowerPreference, ProbeFacts};
use crate::gpu::{Cancel, Gpu, OpenOptions, Phases, ReadbackSlice};
use crate::json;
use crate::pattern::TestInputs;
use crate::probe;
use crate::request::Request;
use arrays::words_of;
pub use cancel_token::CancelToken;
use operation::PlannedOperation;
use recent::Recent;
use scan::Planned;
use scanlab::error::Error;
use scanlab::plan::{Limits, Resource};

/// A JavaScript `Error` with the fields of the [`ErrorReport`].
fn thrown(error: &Error) -> JsValue {
    let report = ErrorReport::from(error);
    let thrown = js_sys::Error::new(&report.message);
    if let Ok(fields) = serde_json::to_string(&report).map_err(JsError::from).and_then(|json| parsed(&json)) {
        js_sys::Object::assign(&thrown, &fields);
    }
    thrown.into()
}

fn parsed(json: &str) -> Result<js_sys::Object, JsError> {
    let value = js_sys::JSON::parse(json).map_err(|_| JsError::new("JSON is required"))?;
    Ok(value.unchecked_into())
}

fn to_json(value: &impl Serialize) -> Result<String, JsValue> {
    serde_json::to_string(value).map_err(|error| JsError::new(&error.to_string()).into())
}

thread_local! {
    static ON_PANIC: RefCell<Option<Function>> = const { RefCell::new(None) };
    /// Of the page or of the worker.
    static PERFORMANCE: Performance =
        Reflect::get(&js_sys::global(), &"performance".into()).unwrap_or_default().unchecked_into();
}

/// Sets the callback for the message of a panic, after which promises in flight never settle. The console gets the message with its stack.
#[wasm_bindgen(js_name = onPanic)]
pub fn on_panic(callback: Function) {
    ON_PANIC.with(|slot| *slot.borrow_mut() = Some(callback));
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        let callback = ON_PANIC.with(|slot| slot.borrow().clone());
        if let Some(callback) = callback {
            let _ = callback.call1(&JsValue::NULL, &info.to_string().into());
        }
    }));
}

/// The [`Catalogue`] as JSON.
///
/// # Errors
/// None that is known.
#[wasm_bindgen(js_name = catalogueJson)]
pub fn catalogue_json() -> Result<String, JsValue> {
    to_json(&Catalogue::whole())
}

/// An open device, with its timing and its last plans.
#[wasm_bindgen]
pub struct Core {
    gpu: Rc<Gpu>,
    /// Timer source, resolution and dispatch overhead, measured on first use.
    timing: Rc<Cell<Option<Timing>>>,
    scans: Rc<Recent<Planned>>,
    operations: Rc<Recent<PlannedOperation>>,
}

#[wasm_bindgen]
impl Core {
    /// Opens a device.
    ///
    /// # Errors
    /// `no-adapter`, `bad-argument`.
    pub async fn open(options: String) -> Result<Core, JsValue> {
        let DeviceOptions { power_preference, timestamps } =
            json::parse("options", &options).map_err(|error| thrown(&error))?;
        let low_power = power_preference == PowerPreference::LowPower;
        let options = OpenOptions { low_power, timestamps, ..OpenOptions::default() };
        let gpu = Gpu::open(options).await.map_err(|error| thrown(&error))?;
        Ok(Core { gpu: Rc::new(gpu), timing: Rc::default(), scans: Rc::default(), operations: Rc::default() })
    }

    /// Enables subgroup operations, which wgpu cannot request from a browser, with the adapter's smallest and largest subgroup size.
    #[wasm_bindgen(js_name = setSubgroups)]
    pub fn set_subgroups(&self, min: u32, max: u32) {
        self.gpu.set_subgroups(min, max);
    }

    /// Runs the probes of the device; returns the [`ProbeFacts`] as JSON. Call it after [`Core::set_subgroups`] and [`Core::set_software`].
    ///
    /// # Errors
    /// `device-lost`, and those of a scan.
    #[wasm_bindgen(js_name = tryOut)]
    pub async fn try_out(&self) -> Result<String, JsValue> {
        let gpu = self.gpu.clone();
        probe::all(&gpu).await.map_err(|error| thrown(&error))?;
        let Limits { forward_progress, subgroups, .. } = gpu.limits();
        to_json(&ProbeFacts { forward_progress, subgroups_adjoin: subgroups.is_some() })
    }

    /// The [`DeviceFacts`] as JSON.
    ///
    /// # Errors
    /// None that is known.
    #[wasm_bindgen(js_name = adapterJson)]
    pub fn adapter_json(&self) -> Result<String, JsValue> {
        to_json(&DeviceFacts {
            name: self.gpu.name(),
            is_fallback: self.gpu.is_software(),
            timestamps: self.gpu.has_timestamps(),
            max_elements: self.gpu.limits().binding_bytes / 4,
        })
    }

    /// Marks the adapter as a software adapter, which a browser reports to the page but not to wgpu.
    #[wasm_bindgen(js_name = setSoftware)]
    pub fn set_software(&self) {
        self.gpu.set_software();
    }

    /// The reason why a kind of scan is not supported; undefined if it is.
    pub fn supports(&self, request: &str) -> Option<String> {
        let limits = self.gpu.limits();
        Request::parse(request).and_then(|request| request.check_support(&limits)).err().map(|error| error.to_string())
    }

    /// The [`crate::request::PlanDescription`] of a scan as JSON.
    ///
    /// # Errors
    /// `bad-argument`, `too-large`, `unsupported`.
    #[wasm_bindgen(js_name = planJson)]
    pub fn plan_json(&self, request: &str) -> Result<String, JsValue> {
        to_json(&describe::resolve(request, self.gpu.limits())?.describe())
    }

    /// The distinct shaders of a scan's plan, file by file, as JSON.
    ///
    /// # Errors
    /// `bad-argument`, `too-large`, `unsupported`.
    #[wasm_bindgen(js_name = shadersJson)]
    pub fn shaders_json(&self, request: &str) -> Result<String, JsValue> {
        describe::shaders_of(&describe::resolve(request, self.gpu.limits())?)
    }

    /// Scans `input` into `output`, both words; `heads`, one flag per element, makes it a segmented scan. The output may be a function
    /// that is called without arguments once the input is uploaded, then with memory from which it copies the next bytes. With `phases`,
    /// as JSON, runs only these, and waits until the device has finished.
    ///
    /// # Errors
    /// Every code except those of opening.
    pub async fn scan(
        &self,
        request: String,
        input: Uint32Array,
        output: JsValue,
        heads: Option<Uint32Array>,
        cancel: &CancelToken,
        phases: Option<String>,
    ) -> Result<(), JsValue> {
        let phases =
            phases.map_or(Ok(Phases::ALL), |json| json::parse("phases", &json)).map_err(|error| thrown(&error))?;
        let (gpu, scans, cancel) = (self.gpu.clone(), self.scans.clone(), cancel.0.clone());
        let arrays = (&input, &output, heads.as_ref());
        scan::scan(&gpu, &scans, &request, arrays, &cancel, phases).await.map_err(|error| thrown(&error))
    }

    /// Measures scans of one test input, interleaved; `requests` is a JSON array. `quick` takes few samples, for calibration. `on_stage` is
    /// called with the rank of a scan and its stage.
    ///
    /// # Errors
    /// `bad-argument`, `out-of-memory`, `cancelled`, `device-lost`; failures that affect one scan only are those of [`Block::finish`].
    pub async fn measure(
        &self,
        requests: String,
        quick: bool,
        cancel: &CancelToken,
        on_stage: Function,
    ) -> Result<Block, JsValue> {
        let (gpu, timing, cancel) = (self.gpu.clone(), self.timing.clone(), cancel.0.clone());
        let of_scans = || {
            let requests = Request::parse_all(&requests)?;
            let inputs = requests.first().ok_or_else(no_candidate)?.inputs()?;
            let scans = requests.iter().map(|request| request.resolve(gpu.limits()).map(Subject::from)).collect();
            Ok((scans, inputs))
        };
        let measured = measure(&gpu, &timing, of_scans, quick, &cancel, &on_stage).await;
        measured.map_err(|error| thrown(&error))
    }

    /// The number of completed waits for the device, for the page's watchdog.
    pub fn steps(&self) -> u32 {
        self.gpu.completed_waits()
    }

    /// Closes the device.
    pub fn close(&self) {
        self.gpu.close();
    }
}

fn no_candidate() -> Error {
    Error::bad_argument("a block", "one scan or more", "none")
}

/// The candidates of a block, and their test inputs.
type Candidates = (Vec<Result<Subject, Error>>, TestInputs);

async fn measure(
    gpu: &Rc<Gpu>,
    timing: &Cell<Option<Timing>>,
    candidates: impl FnOnce() -> Result<Candidates, Error>,
    quick: bool,
    cancel: &Cancel,
    on_stage: &Function,
) -> Result<Block, Error> {
    let (work, inputs) = candidates()?;
    let device_timing = match timing.get() {
        Some(known) => known,
        None => Timing::find(gpu, &now_ns, cancel).await?,
    };
    timing.set(Some(device_timing));
    let on_stage = |rank: usize, stage: &str| {
        let _ = on_stage.call2(&JsValue::NULL, &(rank as u32).into(), &stage.into());
    };
    let mut bench = bench(gpu, device_timing, cancel);
    if quick {
        bench.settings = bench.settings.quick();
    }
    let words = inputs.source.monoid.words();
    let measured = bench.measure(work, inputs, &on_stage).await?;
    Ok(Block { measured, timing: device_timing, words, gpu: gpu.clone(), finished: RefCell::default() })
}

fn bench<'a>(gpu: &'a Gpu, timing: Timing, cancel: &'a Cancel) -> Bench<'a> {
    Bench { gpu, clock: &now_ns, cancel, settings: Settings::of(gpu), timing }
}

fn now_ns() -> f64 {
    PERFORMANCE.with(Performance::now) * 1e6
}

/// Scans that were measured interleaved.
#[wasm_bindgen]
pub struct Block {
    measured: Measured,
    timing: Timing,
    words: u32,
    gpu: Rc<Gpu>,
    /// Of the scan that was finished last.
    finished: RefCell<Option<Samples>>,
}

#[wasm_bindgen]
impl Block {
    /// Runs the scan of a rank once more. Its output and its point can be read until the next call.
    ///
    /// # Errors
    /// Every code except those of opening.
    pub async fn finish(&self, rank: u32, cancel: &CancelToken) -> Result<(), JsValue> {
        let cancel = cancel.0.clone();
        let finished = bench(&self.gpu, self.timing, &cancel).finish(&self.measured, rank as usize).await;
        *self.finished.borrow_mut() = Some(finished.map_err(|error| thrown(&error))?);
        Ok(())
    }

    /// Reads elements `start …` of the output into `words`.
    ///
    /// # Errors
    /// `out-of-memory`, `device-lost`.
    #[wasm_bindgen(js_name = readOutput)]
    pub async fn read_output(&self, start: u32, words: Uint32Array) -> Result<(), JsValue> {
        self.read(Resource::Output, start * self.words, words).await
    }

    async fn read(&self, output: Resource, first: u32, words: Uint32Array) -> Result<(), JsValue> {
        let Some(output) = self.measured.buffer(output) else { return Ok(()) };
        let mut take = |offset: u32, slice: &ReadbackSlice| words.set(&words_of(slice.view()), offset);
        let range = first..first + words.length();
        let cancel = Cancel::default();
        let read = self.gpu.download_slices(output, range, &cancel, &mut take);
        read.await.map_err(|error| thrown(&error))
    }
}
