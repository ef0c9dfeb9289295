//! Whether workgroups that have started go on while others wait for them: tried out, with bounds, before scans that rely on it
//! are offered.
//!
//! WebGPU promises nothing of the kind, and on a device where it does not hold, a plain look-back waits in vain. The probe is a
//! chained scan of as many tiles as a device may keep in flight and more, and a look-back of few tiles, which take no tickets; every
//! wait in it is bounded.

use crate::error::Error;
use crate::gpu::{Cancel, Gpu};
use crate::monoid::{ElementType, Monoid};
use crate::plan::{Form, Job, Mode, Tuning};
use crate::scan::Algorithm;

/// Tiles of the probe's chain: enough for many of them to wait at a time, and over in a fraction of a second where a processor
/// plays the GPU, since every device that is opened runs it.
const TILES: u32 = 1024;

/// Runs the probe, and lets the device's limits tell its verdict: whether `chained` and `look-back` are offered.
///
/// # Errors
/// [`Error::DeviceLost`] and whatever else a scan may say, but not that it was given up: that is the verdict "no".
pub async fn forward_progress(gpu: &Gpu) -> Result<bool, Error> {
    let few = gpu.limits().subgroups.map_or(1, |(smallest, _)| smallest);
    // Tiles of a chain wait in the order in which they started; few tiles of a look-back, in the order of their ranks.
    let found = is_right(gpu, "chained", TILES).await? && is_right(gpu, "look-back", few).await?;
    gpu.set_forward_progress(found);
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
