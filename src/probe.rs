//! Whether workgroups that have started go on while others wait for them: tried out, with bounds, before scans that rely on it
//! are offered.
//!
//! WebGPU promises nothing of the kind, and on a device where it does not hold, a plain look-back never ends. The probe is a
//! chained scan of as many tiles as a device may keep in flight; another tries few tiles without tickets. Every wait in them is bounded.

use crate::error::Error;
use crate::gpu::{Cancel, Gpu};
use crate::monoid::{ElementType, Monoid};
use crate::plan::{Form, Job, Mode, Tuning};
use crate::scan::Algorithm;

/// Tiles of the probe's chain: about as many as a large GPU keeps in flight, and over in some milliseconds, since every device that is
/// opened runs it.
const TILES: u32 = 1024;

/// Tries the device out, and records the result in its limits: whether `chained` and `look-back` are offered.
///
/// A software adapter is not probed, and the result is "no": how long its threads wait for each other is up to the system's
/// scheduler, so that the answer would be another on a busy day.
///
/// # Errors
/// [`Error::DeviceLost`] and whatever else a scan may say, but not that it was aborted: that is the result "no".
pub async fn forward_progress(gpu: &Gpu) -> Result<bool, Error> {
    if gpu.is_software() {
        gpu.set_forward_progress(false);
        gpu.set_few_start_in_order(false);
        return Ok(false);
    }
    try_out(gpu).await
}

/// Runs the probe whatever the device is, and, where workgroups go on, a look-back of few tiles, which take no tickets.
///
/// # Errors
/// As [`forward_progress`].
pub async fn try_out(gpu: &Gpu) -> Result<bool, Error> {
    let found = is_right(gpu, "chained", TILES).await?;
    gpu.set_forward_progress(found);
    gpu.set_few_start_in_order(false);
    if let Some((smallest, _)) = gpu.limits().subgroups.filter(|_| found) {
        // What is tried has to be planned.
        gpu.set_few_start_in_order(true);
        let found = is_right(gpu, "look-back", smallest).await?;
        gpu.set_few_start_in_order(found);
    }
    Ok(found)
}

/// Whether a scan of so many small tiles comes to its end, with the right sums.
async fn is_right(gpu: &Gpu, id: &str, tiles: u32) -> Result<bool, Error> {
    let algorithm = Algorithm::find(id)?;
    let form = Form::new(Monoid::find("add", ElementType::U32)?, Mode::Inclusive);
    let mut tuning = Tuning::new();
    tuning.insert("items".to_owned(), 1);
    let tuning = algorithm.resolve_tuning(&tuning)?;
    let mut job = Job { elements: 1, form, withheld_percent: 0, tuning, limits: gpu.limits() };
    job.elements = tiles * algorithm.plan(&job).tile_elements;
    let mut right = true;
    let fill = |start: u32, words: &mut [u32]| (start..).zip(words).for_each(|(index, word)| *word = index % 7);
    let prefix = |index: u32| (index / 7) * 21 + (index % 7) * (index % 7 + 1) / 2;
    let take = |start: u32, words: &[u32]| right &= (start..).zip(words).all(|(index, &word)| word == prefix(index));
    match gpu.scan(&job, &algorithm.plan(&job), &Cancel::default(), fill, |_, _| (), take).await {
        Ok(()) => Ok(right),
        Err(Error::Unsupported(_)) => Ok(false),
        Err(error) => Err(error),
    }
}
