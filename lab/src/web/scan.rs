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

/// The plan of a scan of an array of `words` words.
pub(super) fn planned(
    plans: &Recent<Planned>,
    gpu: &Gpu,
    request: Request,
    words: u32,
    segmented: bool,
) -> Result<Rc<Planned>, Error> {
    let is_wanted = |known: &Planned| {
        (known.words, known.segmented) == (words, segmented)
            // A calibration changes the plans of `auto`.
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

/// Runs phases of a scan of `input` into `output`, an array or a function that copies the output. With `heads`, the
/// scan is segmented.
pub(super) async fn scan(
    gpu: &Gpu,
    plans: &Recent<Planned>,
    request: Request,
    (input, output, heads): (&Uint32Array, &JsValue, Option<&Uint32Array>),
    cancel: &Cancel,
    phases: Phases,
) -> Result<(), Error> {
    let Planned { scan, .. } = &*planned(plans, gpu, request, input.length(), heads.is_some())?;
    let job = &scan.job().job;
    let words = job.elements * job.form.monoid.words();
    let flags = job.form.segments.head_words(job.elements);
    let found = [input.length(), heads.map_or(0, Uint32Array::length)];
    if found != [words, flags] {
        return Err(Error::bad_argument("a scan", format!("{words} words, {flags} heads"), format!("{found:?}")));
    }
    let output = output.dyn_ref().map_or(Words::Array(output.unchecked_ref()), Words::Copied);
    gpu.scan_with(scan, cancel, &mut Arrays::new(Words::Array(input), output, heads), phases).await
}
