//! Probes for what WebGPU does not guarantee: subgroups of neighbouring invocations, forward progress of started workgroups, and their
//! start order.
//!
//! Scans by subgroups combine the elements of neighbouring invocations, so other subgroups would swap elements. The probe is one dispatch,
//! in which every invocation stores its place in its subgroup.
//!
//! Without forward progress an unbounded look-back never ends, and without an order a tile may wait for one whose
//! workgroup starts after it. The first of these probes is a chained scan of as many tiles as a device may keep in flight; the others are look-backs
//! by subgroups and without tickets, of few tiles and of more than are in flight. Every wait in them is bounded.

use crate::error::Error;
use crate::gpu::{BoundPass, ByWords, Cancel, Gpu, Phases};
use crate::monoid::{ElementType, Monoid};
use crate::plan::{Constant, Form, Job, Kernel, Mode, Pass, PassCost, Tuning};
use crate::scan::{Algorithm, WORKGROUP_SIZE, subgroup_scan};
use crate::shader::compose;
use crate::wgsl;

/// Workgroups of the probe of subgroups, which may differ from one to the other.
const SUBGROUP_WORKGROUPS: u32 = 16;

/// Words that an invocation stores of its place in a subgroup.
const PLACE_WORDS: usize = 3;

/// Tiles of the chained probe: about as many as a large GPU keeps in flight. A probe takes some milliseconds whenever a device is opened.
const TILES: u32 = 1024;

/// Tiles of the probe of the start order: more than GPUs of today keep in flight, so that the last ones wait for a slot.
const TILES_IN_ORDER: u32 = 4 * TILES;

/// Runs all probes on a device that has been opened, and sets their results in its limits.
///
/// # Errors
/// As [`subgroups`] and [`forward_progress`].
pub async fn all(gpu: &Gpu) -> Result<(), Error> {
    subgroups(gpu).await?;
    forward_progress(gpu).await?;
    Ok(())
}

/// Probes whether each subgroup consists of as many neighbouring invocations as its size, and sets the result in the device's limits, by
/// which plans use subgroup operations. False without subgroup operations.
///
/// # Errors
/// [`Error::OutOfMemory`], [`Error::DeviceLost`].
pub async fn subgroups(gpu: &Gpu) -> Result<bool, Error> {
    let Some(reported) = gpu.reported_subgroups() else { return Ok(false) };
    let found = match places(gpu).await {
        Ok(places) => are_neighbours(&places, subgroup_scan::sizes(reported)),
        // A kernel that the device refuses.
        Err(Error::Unsupported(_)) => false,
        Err(error) => return Err(error),
    };
    gpu.set_subgroups_adjoin(found);
    Ok(found)
}

/// The places of all invocations of some workgroups.
async fn places(gpu: &Gpu) -> Result<Vec<u32>, Error> {
    let invocations = SUBGROUP_WORKGROUPS * WORKGROUP_SIZE;
    let constants = vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))];
    let kernel = Kernel::new(wgsl!("probe/subgroups.wgsl"), "store_places", constants);
    let pass = Pass {
        kernel: Kernel { subgroups: true, ..kernel },
        workgroups: SUBGROUP_WORKGROUPS,
        elements: invocations,
        argument: 0,
        bindings: Vec::new(),
        serial_elements: 1,
        cost: PassCost::default(),
    };
    let mut words = vec![0; invocations as usize * PLACE_WORDS];
    let [buffer] = gpu.storage(["places"], 4 * words.len() as u64).await?;
    let shader = compose(&pass.kernel, Form::new(Monoid::counts(), Mode::Inclusive));
    let bound = BoundPass { pass: &pass, shader, columns: 0, buffers: vec![(1, &buffer)] };
    for prepared in gpu.prepare_each(&[bound]).await? {
        gpu.run(&prepared, 1).await?;
    }
    let count = words.len() as u32;
    let take = |start: u32, part: &[u32]| words[start as usize..][..part.len()].copy_from_slice(part);
    gpu.download(&buffer, 0, count, &Cancel::default(), take).await?;
    Ok(words)
}

/// Whether in every workgroup the subgroups are of one of these sizes, and each consists of as many neighbouring invocations from a multiple
/// of its size on. Their order within the subgroup is that of the subgroup, which kernels follow.
fn are_neighbours(places: &[u32], sizes: &[u64]) -> bool {
    let is_subgroup = |(rank, subgroup): (usize, &[u32])| {
        let size = subgroup.len() / PLACE_WORDS;
        let indices = rank * size..(rank + 1) * size;
        let mut ranks: Vec<_> = subgroup.iter().skip(1).step_by(PLACE_WORDS).copied().collect();
        ranks.sort_unstable();
        ranks.into_iter().eq(0..size as u32)
            && subgroup.chunks_exact(PLACE_WORDS).all(|place| {
                // One invocation of these is the first of a subgroup, so all are of that subgroup.
                indices.contains(&(place[0] as usize)) && place[2] as usize == size
            })
    };
    places.chunks(WORKGROUP_SIZE as usize * PLACE_WORDS).all(|workgroup| {
        let size = workgroup[PLACE_WORDS - 1];
        sizes.contains(&size.into()) && workgroup.chunks(size as usize * PLACE_WORDS).enumerate().all(is_subgroup)
    })
}

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
    let scan = algorithm.planned(job)?;
    let mut exchange = ByWords { fill, fill_heads: |_: u32, _: &mut [u32]| (), take };
    // A repetition would say nothing of the device.
    match gpu.scan_once(&scan, &Cancel::default(), &mut exchange, Phases::ALL).await {
        Ok(()) => Ok(right),
        Err(Error::Aborted(_) | Error::Unsupported(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places in a workgroup, given the members of each subgroup in the order of the subgroup.
    fn workgroup(subgroups: impl IntoIterator<Item = Vec<u32>>) -> Vec<u32> {
        let mut places = vec![0; WORKGROUP_SIZE as usize * PLACE_WORDS];
        for members in subgroups {
            for (rank, &member) in members.iter().enumerate() {
                let place = [members[0], rank as u32, members.len() as u32];
                places[member as usize * PLACE_WORDS..][..PLACE_WORDS].copy_from_slice(&place);
            }
        }
        places
    }

    fn neighbours(size: u32) -> impl Iterator<Item = Vec<u32>> {
        (0..WORKGROUP_SIZE / size).map(move |rank| (rank * size..(rank + 1) * size).collect())
    }

    #[test]
    fn neighbours_in_any_order_are_a_subgroup() {
        let all = subgroup_scan::sizes((4, 128));
        for size in [4, 8, 16, 32, 64, 128] {
            assert!(are_neighbours(&workgroup(neighbours(size)), all), "{size}");
            let reversed = neighbours(size).map(|members| members.into_iter().rev().collect());
            assert!(are_neighbours(&workgroup(reversed), all), "{size} in reverse");
        }
        let differing = [workgroup(neighbours(8)), workgroup(neighbours(32))].concat();
        assert!(are_neighbours(&differing, all));
    }

    #[test]
    fn other_subgroups_are_not() {
        let all = subgroup_scan::sizes((4, 128));
        let strided = (0..32).map(|rank| (0..8).map(|member| 32 * member + rank).collect());
        let quads = (0..16).map(|rank| {
            let first = rank / 2 * 32 + rank % 2 * 2;
            (0..16).map(|member| first + member / 2 * 4 + member % 2).collect()
        });
        let shifted = (0..32).map(|rank| (0..8).map(|member| (8 * rank + member + 4) % 256).collect());
        let of_two_sizes = neighbours(8).take(16).chain(neighbours(16).skip(8));
        let swapped = neighbours(8).map(|mut members| {
            members[7] ^= 8;
            members
        });
        let cases: [(&str, Vec<u32>); 5] = [
            ("every 32nd", workgroup(strided)),
            ("rectangles of quads", workgroup(quads)),
            ("not from a multiple of the size on", workgroup(shifted)),
            ("two sizes in a workgroup", workgroup(of_two_sizes)),
            ("one of another subgroup", workgroup(swapped)),
        ];
        for (what, places) in cases {
            assert!(!are_neighbours(&places, all), "{what}");
        }
        assert!(!are_neighbours(&workgroup(neighbours(2)), all) && !are_neighbours(&workgroup(neighbours(256)), all));
        assert!(
            !are_neighbours(&workgroup(neighbours(8)), subgroup_scan::sizes((16, 32))),
            "a size that is not reported"
        );
        assert!(!are_neighbours(&[0; 256 * PLACE_WORDS], all), "nothing stored");
        // A rank twice.
        let mut places = workgroup(neighbours(8));
        places[PLACE_WORDS + 1] = 2;
        assert!(!are_neighbours(&places, all));
        let second = [workgroup(neighbours(8)), places].concat();
        assert!(!are_neighbours(&second, all));
    }
}
