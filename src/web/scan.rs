//! Scans of arrays, as the page asks for them.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Uint32Array;

use super::arrays::Arrays;
use crate::error::Error;
use crate::gpu::{Cancel, Gpu};
use crate::plan::{Job, Plan};
use crate::request::Request;

/// As many as there are scans kept on the device.
const MAX_PLANS: usize = 4;

/// Plans of the scans that were asked for last, the last one at the end: who asks again for a short one would wait longer for
/// its plan than for the device.
#[derive(Default)]
pub(super) struct Plans(RefCell<Vec<Rc<Planned>>>);

/// What was asked for, and what came of it.
struct Planned {
    request: String,
    words: u32,
    segmented: bool,
    job: Job,
    plan: Plan,
}

impl Plans {
    /// The plan of a scan of an array of so many words.
    fn of(&self, gpu: &Gpu, request: &str, words: u32, segmented: bool) -> Result<Rc<Planned>, Error> {
        let mut plans = self.0.borrow_mut();
        // A calibration changes what `auto` plans.
        let limits = gpu.limits();
        let is_it = |known: &Rc<Planned>| {
            let same = (known.words, known.segmented, known.job.limits) == (words, segmented, limits);
            same && known.request == request
        };
        let planned = match plans.iter().position(is_it) {
            Some(rank) => plans.remove(rank),
            None => Rc::new(Planned::new(gpu, request, words, segmented)?),
        };
        plans.push(planned.clone());
        if plans.len() > MAX_PLANS {
            plans.remove(0);
        }
        Ok(planned)
    }
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

/// Scans `input` into `output`; `heads` makes it a segmented scan.
pub(super) async fn scan(
    gpu: &Gpu,
    plans: &Plans,
    request: &str,
    mut arrays: Arrays<'_>,
    cancel: &Cancel,
) -> Result<(), Error> {
    let Arrays { input, output, heads } = arrays;
    let Planned { job, plan, .. } = &*plans.of(gpu, request, input.length(), heads.is_some())?;
    let words = job.elements * job.form.monoid.words();
    let flags = if job.form.segmented { job.elements } else { 0 };
    let found = [input.length(), output.length(), heads.map_or(0, Uint32Array::length)];
    if found != [words, words, flags] {
        let required = format!("{words} words, as many results, {flags} heads");
        return Err(Error::bad_argument("a scan", required, format!("{found:?}")));
    }
    gpu.scan_with(job, plan, cancel, &mut arrays).await
}
