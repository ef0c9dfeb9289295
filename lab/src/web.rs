//! The only user of wasm-bindgen: the interface to the page.
//!
//! Requests and descriptions cross as values of the page (`data`), and inputs and outputs as arrays of words. Errors cross as JavaScript
//! `Error`s with a code and fields. wasm-bindgen declares the interface in `www/lab/scanlab-core.d.ts`.

mod analysis;
mod arrays;
mod borrow;
mod calibration;
mod cancel_token;
mod compare;
mod data;
mod describe;
mod export;
mod input;
mod operation;
mod own;
mod prepare;
mod recent;
mod request;
mod results;
mod scan;
mod settings;
mod stream;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Function, Reflect, Uint32Array};
use wasm_bindgen::prelude::*;
use web_sys::Performance;

use crate::bench::{Bench, Measured, Samples, Settings, Subject, Timing};
use crate::catalogue::Catalogue;
use crate::error_report::ErrorReport;
use crate::gpu::{Cancel, DeviceFacts, Gpu, Phases, ReadbackSlice};
use crate::pattern::TestInputs;
use crate::probe;
use crate::probe::ProbeFacts;
use arrays::words_of;
pub use cancel_token::CancelToken;
use data::{read, write};
use operation::PlannedOperation;
use recent::Recent;
use scan::Planned;
use scanlab::error::Error;
use scanlab::plan::{Limits, Resource};

/// An error that the page catches.
pub struct Thrown(Error);

impl From<Error> for Thrown {
    fn from(error: Error) -> Self {
        Thrown(error)
    }
}

impl From<Thrown> for JsValue {
    fn from(Thrown(error): Thrown) -> Self {
        to_js_error(&error)
    }
}

/// A JavaScript `Error` with the fields of the [`ErrorReport`].
fn to_js_error(error: &Error) -> JsValue {
    let report = ErrorReport::from(error);
    let thrown = js_sys::Error::new(&report.message);
    js_sys::Object::assign(&thrown, write::<data::ErrorReport>(&report).unchecked_ref());
    thrown.into()
}

thread_local! {
    static ON_PANIC: RefCell<Option<Function>> = const { RefCell::new(None) };
    /// The clock of the page or of the worker.
    static PERFORMANCE: Performance =
        Reflect::get(&js_sys::global(), &"performance".into()).unwrap_or_default().unchecked_into();
}

/// Sets the callback that receives the message of a panic. After a panic, pending promises never settle. The console shows the message with its stack.
#[wasm_bindgen(js_name = onPanic)]
pub fn on_panic(#[wasm_bindgen(unchecked_param_type = "(message: string) => void")] callback: Function) {
    ON_PANIC.with(|slot| *slot.borrow_mut() = Some(callback));
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        let callback = ON_PANIC.with(|slot| slot.borrow().clone());
        if let Some(callback) = callback {
            let _ = callback.call1(&JsValue::NULL, &info.to_string().into());
        }
    }));
}

/// The catalogue of algorithms, operators, operations and test inputs.
#[wasm_bindgen]
pub fn catalogue() -> data::Catalogue {
    write(&Catalogue::whole())
}

/// The types of the functions that the page passes.
#[wasm_bindgen(typescript_custom_section)]
const FUNCTIONS: &str = "
/** Copies the next bytes of an output from `piece`. The first call, when the whole input is uploaded, has no argument. Must not throw. */
export type Taker = (piece?: Uint8Array) => void;
/** Receives the index of the measured scan or operation, and its stage. */
export type OnStage = (index: number, stage: string) => void;
";

/// A device of the page, with its timing and its last plans.
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
    /// Opens a core on a device that the page has opened. The device stays open when the core is closed. `timestamps`:
    /// whether to use timestamp queries, if the device has them.
    ///
    /// # Errors
    /// `unsupported` if the page's `navigator.gpu` cannot be changed.
    pub async fn open(
        #[wasm_bindgen(unchecked_param_type = "GPUDevice")] device: JsValue,
        timestamps: bool,
    ) -> Result<Core, Thrown> {
        let gpu = borrow::gpu_of(&device, timestamps).await?;
        Ok(Core { gpu: Rc::new(gpu), timing: Rc::default(), scans: Rc::default(), operations: Rc::default() })
    }

    /// Enables subgroup operations, which wgpu cannot request from a browser. `min` and `max` are the adapter's smallest
    /// and largest subgroup size. `size_control` states whether the device has the feature `subgroup-size-control`.
    #[wasm_bindgen(js_name = setSubgroups)]
    pub fn set_subgroups(&self, min: u32, max: u32, size_control: bool) {
        self.gpu.set_subgroups(min, max);
        self.gpu.set_subgroup_size_control(size_control);
    }

    /// Runs the probes of the device. Call it after [`Core::set_subgroups`] and [`Core::set_software`]. Without
    /// `progress`, forward progress is not probed, and the device counts as a device without it.
    ///
    /// # Errors
    /// `device-lost`, and those of a scan.
    pub async fn probe(&self, progress: bool) -> Result<data::ProbeFacts, Thrown> {
        let gpu = self.gpu.clone();
        probe::all(&gpu, progress).await?;
        let Limits { forward_progress, subgroups, .. } = gpu.limits();
        Ok(write(&ProbeFacts { forward_progress, subgroups_adjoin: subgroups.is_some() }))
    }

    /// The properties of the device.
    pub fn adapter(&self) -> data::DeviceFacts {
        write(&DeviceFacts {
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

    /// The reason why the device does not support a kind of scan; undefined if the device supports it.
    pub fn supports(&self, request: &data::Request) -> Option<String> {
        let limits = self.gpu.limits();
        let request = read("request", request);
        request.and_then(|request| request.check_support(&limits)).err().map(|error| error.to_string())
    }

    /// The plan of a scan.
    ///
    /// # Errors
    /// `bad-argument`, `too-large`, `unsupported`.
    pub fn plan(&self, request: &data::Request) -> Result<data::PlanDescription, Thrown> {
        Ok(write(&read("request", request)?.resolve(self.gpu.limits())?.describe()))
    }

    /// The distinct shaders of a scan's plan, file by file.
    ///
    /// # Errors
    /// `bad-argument`, `too-large`, `unsupported`.
    pub fn shaders(&self, request: &data::Request) -> Result<data::Shaders, Thrown> {
        Ok(describe::shaders_of(&read("request", request)?.resolve(self.gpu.limits())?))
    }

    /// Scans `input`, an array of words, into `output`, an array or a function that copies the output. With `heads`, head
    /// flags as words or bits, the scan is segmented. `initial` holds the words of the initial value, if the request has
    /// one. The request needs no `n`, since the input gives the length. With
    /// `phases`, only these phases run, and the function waits until the device has finished.
    ///
    /// # Errors
    /// Every code except those of opening a device.
    #[expect(clippy::too_many_arguments, reason = "each is an argument of the page's call")]
    pub async fn scan(
        &self,
        request: data::Request,
        input: Uint32Array,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array | Taker")] output: JsValue,
        heads: Option<Uint32Array>,
        initial: Option<Uint32Array>,
        cancel: &CancelToken,
        phases: Option<data::Phases>,
    ) -> Result<(), Thrown> {
        let request = read("request", &request)?;
        let phases = phases.map_or(Ok(Phases::ALL), |phases| read("phases", &phases))?;
        let (gpu, scans, cancel) = (self.gpu.clone(), self.scans.clone(), cancel.0.clone());
        let arrays = (&input, &output, heads.as_ref(), initial.as_ref());
        Ok(scan::scan(&gpu, &scans, request, arrays, &cancel, phases).await?)
    }

    /// Measures scans of one test input with interleaved samples. `quick` takes few samples, for calibration. `on_stage` receives the index
    /// of a scan and the stage of its measurement.
    ///
    /// # Errors
    /// `bad-argument`, `out-of-memory`, `cancelled`, `device-lost`; [`Block::finish`] returns failures that affect only
    /// one scan.
    pub async fn measure(
        &self,
        requests: data::Requests,
        quick: bool,
        cancel: &CancelToken,
        #[wasm_bindgen(unchecked_param_type = "OnStage")] on_stage: Function,
    ) -> Result<Block, Thrown> {
        let (gpu, timing, cancel) = (self.gpu.clone(), self.timing.clone(), cancel.0.clone());
        let of_scans = || {
            let requests = read("requests", &requests)?;
            let inputs = requests.first().ok_or_else(no_candidate)?.inputs()?;
            let scans = requests.iter().map(|request| request.resolve(gpu.limits()).map(Subject::from)).collect();
            Ok((scans, inputs))
        };
        Ok(measure(&gpu, &timing, of_scans, quick, &cancel, &on_stage).await?)
    }

    /// The number of completed waits for the device, for the page's watchdog.
    pub fn heartbeat(&self) -> u32 {
        self.gpu.completed_waits()
    }

    /// Destroys the cached buffers; the device stays open. Pending and later work fails.
    pub fn close(&self) {
        self.gpu.close();
    }
}

fn no_candidate() -> Error {
    Error::bad_argument("a block", "one scan or more", "none")
}

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
    let on_stage = |index: usize, stage: &str| {
        let _ = on_stage.call2(&JsValue::NULL, &(index as u32).into(), &stage.into());
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

/// Scans or operations that were measured with interleaved samples.
#[wasm_bindgen]
pub struct Block {
    measured: Measured,
    timing: Timing,
    words: u32,
    gpu: Rc<Gpu>,
    /// The samples of the scan or operation that `finish` ran last, until a point takes them.
    finished: RefCell<Option<Samples>>,
}

#[wasm_bindgen]
impl Block {
    /// Runs the scan or operation with this index once more. Its output and its point can be read until the next call.
    ///
    /// # Errors
    /// Every code except those of opening a device.
    pub async fn finish(&self, index: u32, cancel: &CancelToken) -> Result<(), Thrown> {
        let cancel = cancel.0.clone();
        let finished = bench(&self.gpu, self.timing, &cancel).finish(&self.measured, index as usize).await;
        *self.finished.borrow_mut() = Some(finished?);
        Ok(())
    }

    /// Reads elements `start …` of the output into `words`.
    ///
    /// # Errors
    /// `out-of-memory`, `device-lost`.
    #[wasm_bindgen(js_name = readOutput)]
    pub async fn read_output(&self, start: u32, words: Uint32Array) -> Result<(), Thrown> {
        self.read(Resource::Output, start * self.words, words).await
    }

    async fn read(&self, output: Resource, first: u32, words: Uint32Array) -> Result<(), Thrown> {
        let Some(output) = self.measured.buffer(output) else { return Ok(()) };
        let mut take = |offset: u32, slice: &ReadbackSlice| words.set(&words_of(slice.view()), offset);
        let range = first..first + words.length();
        let cancel = Cancel::default();
        Ok(self.gpu.download_slices(output, range, &cancel, &mut take).await?)
    }
}
