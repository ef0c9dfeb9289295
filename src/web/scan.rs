//! Scans of arrays.

use std::rc::Rc;

use js_sys::Uint32Array;

use wasm_bindgen::{JsCast, JsValue};

use super::arrays::{Arrays, Words};
use super::recent::Recent;
use crate::error::Error;
use crate::gpu::{Cancel, Gpu, Phases};
use crate::plan::{Job, Plan};
use crate::request::Request;

/// A request and its plan.
pub(super) struct Planned {
    request: String,
    words: u32,
    segmented: bool,
    pub job: Job,
    pub plan: Plan,
}

/// The plan of a scan of an array of `words` words.
pub(super) fn planned(
    plans: &Recent<Planned>,
    gpu: &Gpu,
    request: &str,
    words: u32,
    segmented: bool,
) -> Result<Rc<Planned>, Error> {
    let is_wanted = |known: &Planned| {
        (known.words, known.segmented) == (words, segmented)
            // A calibration changes what `auto` plans.
            && known.job.limits == gpu.limits()
            && known.request == request
    };
    plans.find_or(is_wanted, || Planned::new(gpu, request, words, segmented))
}

impl Planned {
    fn new(gpu: &Gpu, text: &str, words: u32, segmented: bool) -> Result<Self, Error> {
        let mut request = Request { segmented, ..Request::parse(text)? };
        let (_, form) = request.check_support(&gpu.limits())?;
        request.n = u64::from(words / form.monoid.words());
        let resolved = request.resolve(gpu.limits())?;
        let plan = resolved.plan();
        Ok(Planned { request: text.to_owned(), words, segmented, job: resolved.job, plan })
    }
}

/// Scans `input` into `output`, an array or a function that copies it, or runs some phases of that; with `heads`, a segmented scan.
pub(super) async fn scan(
    gpu: &Gpu,
    plans: &Recent<Planned>,
    request: &str,
    (input, output, heads): (&Uint32Array, &JsValue, Option<&Uint32Array>),
    cancel: &Cancel,
    phases: Phases,
) -> Result<(), Error> {
    let Planned { job, plan, .. } = &*planned(plans, gpu, request, input.length(), heads.is_some())?;
    let words = job.elements * job.form.monoid.words();
    let flags = job.form.segments.head_words(job.elements);
    let found = [input.length(), heads.map_or(0, Uint32Array::length)];
    if found != [words, flags] {
        return Err(Error::bad_argument("a scan", format!("{words} words, {flags} heads"), format!("{found:?}")));
    }
    let output = output.dyn_ref().map_or(Words::Array(output.unchecked_ref()), Words::Copied);
    gpu.scan_with(job, plan, cancel, &mut Arrays::new(Words::Array(input), output, heads), phases).await
}
