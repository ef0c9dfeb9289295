//! Probes for forward progress of started workgroups, and for their start order.
//!
//! WebGPU guarantees neither. Without forward progress an unbounded look-back never ends, and without an order a tile may wait for one whose
//! workgroup starts after it. The first probe is a chained scan of as many tiles as a device may keep in flight; the others are look-backs
//! by subgroups and without tickets, of few tiles and of more than are in flight. Every wait in them is bounded.

use crate::error::Error;
use crate::gpu::{Cancel, Gpu};
use crate::monoid::{ElementType, Monoid};
use crate::plan::{Form, Job, Mode, Tuning};
use crate::scan::Algorithm;

/// Tiles of the chained probe: about as many as a large GPU keeps in flight. A probe takes some milliseconds whenever a device is opened.
const TILES: u32 = 1024;

/// Tiles of the probe of the start order: more than GPUs of today keep in flight, so that the last ones wait for a slot.
const TILES_IN_ORDER: u32 = 4 * TILES;

/// Probes the device, and sets the results in its limits, by which `chained` and `look-back` are offered.
///
/// A software adapter is not probed and counts as without forward progress, since its scheduling depends on the load of the system.
///
/// # Errors
/// Those of a scan, except of an aborted one, which means no forward progress.
pub async fn forward_progress(gpu: &Gpu) -> Result<bool, Error> {
    if gpu.is_software() {
        gpu.set_forward_progress(false);
        gpu.set_starts_in_order(false);
        return Ok(false);
    }
    probe(gpu).await
}

/// Probes any device, and, given forward progress, the start order of workgroups.
///
/// # Errors
/// As [`forward_progress`].
pub async fn probe(gpu: &Gpu) -> Result<bool, Error> {
    let found = succeeds(gpu, "chained", TILES).await?;
    gpu.set_forward_progress(found);
    // For the plans of the probes.
    gpu.set_starts_in_order(found);
    let few = gpu.limits().subgroups.map(|(smallest, _)| smallest);
    let sizes = few.map_or_else(Vec::new, |few| vec![few, TILES_IN_ORDER]);
    let mut is_in_order = found && !sizes.is_empty();
    for tiles in sizes {
        is_in_order = is_in_order && succeeds(gpu, "look-back", tiles).await?;
    }
    gpu.set_starts_in_order(is_in_order);
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
