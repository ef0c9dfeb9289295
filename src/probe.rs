//! Probes for forward progress of started workgroups, and for the start order of few workgroups.
//!
//! WebGPU does not guarantee forward progress, without which an unbounded look-back never ends. The first probe is a chained scan of as many
//! tiles as a device may keep in flight; the second is a look-back of few tiles without tickets. Every wait in them is bounded.

use crate::error::Error;
use crate::gpu::{Cancel, Gpu};
use crate::monoid::{ElementType, Monoid};
use crate::plan::{Form, Job, Mode, Tuning};
use crate::scan::Algorithm;

/// Tiles of the chained probe: about as many as a large GPU keeps in flight. It takes some milliseconds whenever a device is opened.
const TILES: u32 = 1024;

/// Probes the device, and sets the results in its limits, by which `chained` and `look-back` are offered.
///
/// A software adapter is not probed and counts as without forward progress, since its scheduling depends on the load of the system.
///
/// # Errors
/// Those of a scan, except of an aborted one, which means no forward progress.
pub async fn forward_progress(gpu: &Gpu) -> Result<bool, Error> {
    if gpu.is_software() {
        gpu.set_forward_progress(false);
        gpu.set_few_start_in_order(false);
        return Ok(false);
    }
    probe(gpu).await
}

/// Probes any device, and, given forward progress, the start order of few workgroups.
///
/// # Errors
/// As [`forward_progress`].
pub async fn probe(gpu: &Gpu) -> Result<bool, Error> {
    let found = succeeds(gpu, "chained", TILES).await?;
    gpu.set_forward_progress(found);
    gpu.set_few_start_in_order(false);
    if let Some((smallest, _)) = gpu.limits().subgroups.filter(|_| found) {
        // For the plan of the probe.
        gpu.set_few_start_in_order(true);
        let found = succeeds(gpu, "look-back", smallest).await?;
        gpu.set_few_start_in_order(found);
    }
    Ok(found)
}

/// Whether a scan of so many small tiles completes with the right sums.
async fn succeeds(gpu: &Gpu, id: &str, tiles: u32) -> Result<bool, Error> {
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
