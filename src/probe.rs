//! Whether workgroups that have started go on while others wait for them: tried out, with bounds, before scans that rely on it
//! are offered.
//!
//! WebGPU promises nothing of the kind, and on a device where it does not hold, a plain look-back waits in vain. The probe is a
//! chained scan of as many tiles as a device may keep in flight and more; another tries few tiles without tickets. Every wait in them is
//! bounded.

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
    let found = is_right(gpu, "chained", TILES).await?;
    gpu.set_forward_progress(found);
    few_in_order(gpu).await?;
    Ok(found)
}

/// Tries a look-back of few tiles, which take no tickets, and lets the device's limits tell its verdict: whether there are such. A
/// processor that plays a GPU may take up the first workgroup late, and is not asked.
///
/// # Errors
/// As [`forward_progress`].
pub async fn few_in_order(gpu: &Gpu) -> Result<(), Error> {
    let limits = gpu.limits();
    let Some((smallest, _)) = limits.subgroups.filter(|_| limits.forward_progress && !limits.software) else {
        return Ok(());
    };
    // What is tried has to be planned.
    gpu.set_few_in_order(true);
    let found = is_right(gpu, "look-back", smallest).await?;
    gpu.set_few_in_order(found);
    Ok(())
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
