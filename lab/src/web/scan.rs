//! Scans of arrays.

use std::rc::Rc;

use js_sys::Uint32Array;

use wasm_bindgen::{JsCast, JsValue};

use super::arrays::{Arrays, Words};
use super::recent::Recent;
use crate::gpu::{Cancel, Gpu, Phases};
use crate::request::Request;
use scanlab::error::Error;
use scanlab::scan::PlannedScan;

/// A request and its plan.
pub(super) struct Planned {
    request: Request,
    words: u32,
    segmented: bool,
    pub scan: PlannedScan,
}

/// The plan of a scan of an array of `words` words, from `plans` if it is there.
pub(super) fn planned(
    plans: &Recent<Planned>,
    gpu: &Gpu,
    request: Request,
    words: u32,
    segmented: bool,
) -> Result<Rc<Planned>, Error> {
    let is_wanted = |known: &Planned| {
        (known.words, known.segmented) == (words, segmented)
            // The limits contain the calibration, which changes the plans of `auto`.
            && known.scan.job().job.limits == gpu.limits()
            && known.request == request
    };
    plans.find_or(is_wanted, || Planned::new(gpu, &request, words, segmented))
}

impl Planned {
    fn new(gpu: &Gpu, wanted: &Request, words: u32, segmented: bool) -> Result<Self, Error> {
        let mut request = Request { segmented, ..wanted.clone() };
        let (_, form) = request.check_support(&gpu.limits())?;
        request.n = u64::from(words / form.monoid.words());
        let scan = request.resolve(gpu.limits())?.planned()?;
        Ok(Planned { request: wanted.clone(), words, segmented, scan })
    }
}

/// Runs phases of a scan of `input`. `output` is an array, or a function that copies the output. With `heads`, the scan
/// is segmented. `initial` holds the words of the initial value, if the request has one.
pub(super) async fn scan(
    gpu: &Gpu,
    plans: &Recent<Planned>,
    request: Request,
    (input, output, heads, initial): (&Uint32Array, &JsValue, Option<&Uint32Array>, Option<&Uint32Array>),
    cancel: &Cancel,
    phases: Phases,
) -> Result<(), Error> {
    let Planned { scan, .. } = &*planned(plans, gpu, request, input.length(), heads.is_some())?;
    let job = &scan.job().job;
    let words = job.elements * job.form.monoid.words();
    let flags = job.form.segments.head_words(job.elements);
    let length = |array: Option<&Uint32Array>| array.map_or(0, Uint32Array::length);
    let found = [input.length(), length(heads), length(initial)];
    let first = if job.form.initial { job.form.monoid.words() } else { 0 };
    if found != [words, flags, first] {
        let required = format!("{words} words, {flags} heads, an initial value of {first} words");
        return Err(Error::bad_argument("a scan", required, format!("{found:?}")));
    }
    let output = output.dyn_ref().map_or(Words::Array(output.unchecked_ref()), Words::Copied);
    let mut arrays = Arrays::new(Words::Array(input), output, heads);
    arrays.initial = initial;
    gpu.scan_with(scan, cancel, &mut arrays, phases).await
}
