//! Probes for properties that WebGPU does not guarantee: subgroups of neighbouring invocations, forward progress of
//! started workgroups, and their start order.
//!
//! Scans by subgroups combine the elements of neighbouring invocations, so with other subgroups they would swap
//! elements. The probe is one dispatch, in which every invocation stores its place in its subgroup.
//!
//! On a device without forward progress, an unbounded look-back may never end. On a device without an order of starts, a
//! tile may wait for a tile whose workgroup starts later. The probe of forward progress is a chained scan with about
//! as many tiles as a device keeps in flight. The probes of the start order are look-backs by subgroups without
//! tickets: one with few tiles, and one with more tiles than a device keeps in flight. Every wait in the probes is
//! bounded.

use super::bind::{PassBindings, bind_passes};
use super::host::run_and_read;
use super::kernels::pipeline;
use super::{Capabilities, Kernels, scopes};
use crate::error::Error;
use crate::monoid::Monoid;
use crate::plan::{Constant, Form, Job, Kernel, Mode, Pass, PassCost, Resource, Tuning};
use crate::scan::{Algorithm, WORKGROUP_SIZE, chained, look_back, register_tile, subgroup_scan};
use crate::shader::REQUIRES_SUBGROUP_SIZE;
use crate::wgsl;
use crate::wgsl::binding;

/// Workgroups of the probe of subgroups. There are several, since subgroups may differ between workgroups.
const SUBGROUP_WORKGROUPS: u32 = 16;

/// Words that an invocation stores about its subgroup.
const PLACE_WORDS: usize = 3;

/// The subgroup size that kernels require if the device offers several sizes. A ballot is then one word, and a workgroup
/// has one row of counters per subgroup.
const REQUIRED_SIZE: u32 = 32;

/// Tiles of the chained probe: about as many as a large GPU keeps in flight. The probe takes some milliseconds each
/// time a device is opened.
const TILES: u32 = 1024;

/// Tiles of the longer probe of the start order: more than current GPUs keep in flight, so that the last workgroups start
/// only after others have ended.
const TILES_IN_ORDER: u32 = 4 * TILES;

impl Capabilities {
    /// Adds the results of probes on the device: some dispatches of milliseconds each, with bounded waits. A program
    /// can keep the result for other devices of the adapter.
    ///
    /// A software adapter counts as a device without forward progress, since its scheduling depends on the load of the
    /// system.
    ///
    /// # Errors
    /// [`Error::DeviceOutOfMemory`], [`Error::DeviceLost`].
    pub async fn probe(mut self, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<Self, Error> {
        self.probe_subgroups(device, queue).await?;
        if !self.limits.software {
            self.probe_progress(device, queue).await?;
        }
        Ok(self)
    }

    /// Probes whether each subgroup consists of neighbouring invocations and has the size that it reports, and stores
    /// the result. Returns false without subgroup operations.
    ///
    /// # Errors
    /// As [`Capabilities::probe`].
    pub async fn probe_subgroups(&mut self, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<bool, Error> {
        let Some(reported) = self.subgroups else { return Ok(false) };
        let sizes = subgroup_scan::sizes(reported);
        let found = adjoin((device, queue), sizes, None).await?;
        self.set_subgroups_adjoin(found);
        let has_choice = sizes.len() > 1 && sizes.contains(&REQUIRED_SIZE.into());
        // Native kernels have no attribute for the size.
        if found && has_choice && self.subgroup_size_control && cfg!(target_arch = "wasm32") {
            let is_shown = adjoin((device, queue), &[REQUIRED_SIZE.into()], Some(REQUIRED_SIZE)).await?;
            self.limits.required_subgroup_size = is_shown.then_some(REQUIRED_SIZE);
        }
        Ok(found)
    }

    /// Probes any device, even a software adapter, for forward progress and then for the start order of workgroups.
    /// Stores the results, and returns whether the device has shown forward progress.
    ///
    /// # Errors
    /// As [`Capabilities::probe`].
    pub async fn probe_progress(&mut self, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<bool, Error> {
        let found = self.succeeds((device, queue), &chained::ALGORITHM, TILES).await?;
        self.limits.forward_progress = found;
        // The plans of the next probes use no tickets.
        self.limits.starts_in_order = found;
        let smallest = self.limits.subgroups.map(|(smallest, _)| smallest);
        let sizes = smallest.map_or_else(Vec::new, |smallest| vec![smallest, TILES_IN_ORDER]);
        let mut is_in_order = found && !sizes.is_empty();
        for tiles in sizes {
            is_in_order = is_in_order && self.succeeds((device, queue), &look_back::ALGORITHM, tiles).await?;
        }
        self.limits.starts_in_order = is_in_order;
        Ok(found)
    }

    /// Whether a scan of this number of small tiles completes with the right sums.
    async fn succeeds(
        &self,
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        algorithm: &'static Algorithm,
        tiles: u32,
    ) -> Result<bool, Error> {
        let form = Form::new(Monoid::counts(), Mode::Inclusive);
        let tuning = algorithm.resolve_tuning(&Tuning::from([(register_tile::ITEMS.name.to_owned(), 1)]))?;
        let job = Job { tuning, ..Job::new(1, form, self.limits) };
        let elements = tiles * algorithm.plan(&job).tile_elements;
        let kernels = Kernels::new(device, queue, algorithm.planned(Job { elements, ..job })?).await;
        let input: Vec<u32> = (0..elements).map(|index| index % 7).collect();
        let prefix = |index: u32| (index / 7) * 21 + (index % 7) * (index % 7 + 1) / 2;
        let run = match kernels {
            // A run that is repeated in any order would not tell anything about the start order.
            Ok(kernels) => kernels.run_once(&[(Resource::Input, &input)]).await,
            Err(error) => Err(error),
        };
        match run {
            Ok((outputs, _)) => {
                Ok(outputs.iter().all(|(_, words)| (0..).zip(words).all(|(i, &word)| word == prefix(i))))
            }
            Err(Error::Aborted(_) | Error::Unsupported(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Whether subgroups have one of these sizes and consist of neighbouring invocations. The result is false too if the device
/// refuses the kernel, for example since it requires a size.
async fn adjoin(
    (device, queue): (&wgpu::Device, &wgpu::Queue),
    sizes: &[u64],
    required: Option<u32>,
) -> Result<bool, Error> {
    match places(device, queue, required).await {
        Ok(places) => Ok(are_neighbours(&places, sizes)),
        Err(Error::Unsupported(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The subgroup data of all invocations of some workgroups, with a required subgroup size if one is given.
async fn places(device: &wgpu::Device, queue: &wgpu::Queue, required: Option<u32>) -> Result<Vec<u32>, Error> {
    let invocations = SUBGROUP_WORKGROUPS * WORKGROUP_SIZE;
    let mut constants = vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))];
    constants
        .extend(required.into_iter().flat_map(|size| [("SUBGROUP_SIZE", Constant::U32(size)), REQUIRES_SUBGROUP_SIZE]));
    let kernel = Kernel::new(wgsl!("probe/subgroups.wgsl"), "store_places", constants);
    let pass = Pass {
        kernel: Kernel { subgroups: true, ..kernel },
        workgroups: SUBGROUP_WORKGROUPS,
        elements: invocations,
        takes_length: false,
        argument: 0,
        bindings: Vec::new(),
        serial_elements: 1,
        cost: PassCost::default(),
    };
    let pipeline = pipeline(device, &pass.kernel).await?;
    let size = 4 * u64::from(invocations) * PLACE_WORDS as u64;
    let bind = || {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
        let label = Some("places");
        let buffer = device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation: false });
        let buffers = vec![(binding::SUBGROUP_PLACES, buffer.as_entire_buffer_binding())];
        let passes = [PassBindings { pass: &pass, columns: 0, takes_length: false, buffers }];
        let (dispatches, _) = bind_passes((device, queue), &passes, &[pipeline]);
        (buffer, dispatches)
    };
    let ((buffer, dispatches), errors) = scopes::within(device, bind);
    scopes::check("buffers", size, errors).await?;
    let mut words = run_and_read((device, queue), &[size], |encoder, staging| {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        dispatches.iter().for_each(|dispatch| dispatch.record(&mut pass));
        drop(pass);
        encoder.copy_buffer_to_buffer(&buffer, 0, &staging[0], 0, size);
    })
    .await?;
    Ok(words.remove(0))
}

/// Whether in every workgroup the subgroups have one of these sizes, and each consists of neighbouring invocations from
/// a multiple of its size on. The lanes of these invocations may be in any order, since kernels read the lanes.
fn are_neighbours(places: &[u32], sizes: &[u64]) -> bool {
    let is_subgroup = |(index, subgroup): (usize, &[u32])| {
        let size = subgroup.len() / PLACE_WORDS;
        let indices = index * size..(index + 1) * size;
        let mut lanes: Vec<_> = subgroup.iter().skip(1).step_by(PLACE_WORDS).copied().collect();
        lanes.sort_unstable();
        lanes.into_iter().eq(0..size as u32)
            && subgroup.chunks_exact(PLACE_WORDS).all(|place| {
                // Exactly one of these invocations has lane 0. All name a first invocation among them, so all belong to
                // its subgroup.
                indices.contains(&(place[0] as usize)) && place[2] as usize == size
            })
    };
    places.chunks(WORKGROUP_SIZE as usize * PLACE_WORDS).all(|workgroup| {
        let size = workgroup[PLACE_WORDS - 1];
        sizes.contains(&size.into()) && workgroup.chunks(size as usize * PLACE_WORDS).enumerate().all(is_subgroup)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::SUBGROUP_SIZES;

    /// The subgroup data of a workgroup, given the members of each subgroup in the order of their lanes.
    fn workgroup(subgroups: impl IntoIterator<Item = Vec<u32>>) -> Vec<u32> {
        let mut places = vec![0; WORKGROUP_SIZE as usize * PLACE_WORDS];
        for members in subgroups {
            for (index, &member) in members.iter().enumerate() {
                let place = [members[0], index as u32, members.len() as u32];
                places[member as usize * PLACE_WORDS..][..PLACE_WORDS].copy_from_slice(&place);
            }
        }
        places
    }

    fn neighbours(size: u32) -> impl Iterator<Item = Vec<u32>> {
        (0..WORKGROUP_SIZE / size).map(move |index| (index * size..(index + 1) * size).collect())
    }

    #[test]
    fn neighbours_in_any_order_are_a_subgroup() {
        let all = subgroup_scan::sizes(SUBGROUP_SIZES);
        assert_eq!(all, [4, 8, 16, 32, 64, 128]);
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
        let all = subgroup_scan::sizes(SUBGROUP_SIZES);
        let strided = (0..32).map(|index| (0..8).map(|member| 32 * member + index).collect());
        let quads = (0..16).map(|index| {
            let first = index / 2 * 32 + index % 2 * 2;
            (0..16).map(|member| first + member / 2 * 4 + member % 2).collect()
        });
        let shifted = (0..32).map(|index| (0..8).map(|member| (8 * index + member + 4) % 256).collect());
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
        // One index occurs twice.
        let mut places = workgroup(neighbours(8));
        places[PLACE_WORDS + 1] = 2;
        assert!(!are_neighbours(&places, all));
        let second = [workgroup(neighbours(8)), places].concat();
        assert!(!are_neighbours(&second, all));
    }
}
