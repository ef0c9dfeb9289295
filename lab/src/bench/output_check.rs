//! Ties times to outputs. Before every sample, all outputs are poisoned: overwritten with words that no scan writes. After
//! the sample, the checksum of the outputs is computed.

use super::kernel::{self, WORKGROUP_SIZE, unscanned};
use crate::gpu::{Batch, Gpu, GpuBuffer, Prepared};
use scanlab::error::Error;
use scanlab::plan::Pass;
use scanlab::wgsl;
use scanlab::wgsl::{Module, binding};

/// Enough workgroups to fill a device. Each workgroup loops over several parts of longer outputs.
const MAX_WORKGROUPS: u32 = 4096;

/// Poison and checksums of output buffers.
pub struct OutputCheck {
    poison: Vec<Prepared>,
    /// For each sample of a round, one kernel per output, which adds to the sample's pair of checksums.
    checksums: Vec<Vec<Prepared>>,
    /// The kernels for outputs without a defined order; empty if every output is ordered.
    sets: Vec<Vec<Prepared>>,
    /// The pairs of checksums.
    pub sums: GpuBuffer,
}

impl OutputCheck {
    /// A check of the first words of outputs, for rounds of `samples` samples. `has_sets` tells whether outputs may have
    /// no defined order.
    ///
    /// # Errors
    /// As [`Gpu::prepare`].
    pub async fn new(gpu: &Gpu, outputs: &[(&GpuBuffer, u32)], samples: u32, has_sets: bool) -> Result<Self, Error> {
        let [sums] = gpu.storage(["checksums"], 8 * u64::from(samples)).await?;
        let mut output_check = OutputCheck { poison: Vec::new(), checksums: Vec::new(), sets: Vec::new(), sums };
        for &(output, words) in outputs {
            let poison = looping(wgsl!("bench/poison.wgsl"), "poison_words", words, 0);
            let bound = kernel::bound(&poison, vec![(binding::WORDS, output)]);
            output_check.poison.extend(gpu.prepare_each(&[bound]).await?);
        }
        let ordered = (wgsl!("bench/checksum.wgsl"), "checksum_words");
        output_check.checksums = sums_of(gpu, ordered, outputs, samples, &output_check.sums).await?;
        if has_sets {
            let set = (wgsl!("bench/checksum_set.wgsl"), "checksum_set_words");
            output_check.sets = sums_of(gpu, set, outputs, samples, &output_check.sums).await?;
        }
        Ok(output_check)
    }

    /// Overwrites the outputs with words that no scan writes.
    pub fn poison(&self, batch: &mut Batch<'_>) {
        self.poison.iter().for_each(|poison| batch.run(poison, 1, None));
    }

    /// Adds the outputs to the checksums of a sample of the round. `is_set`: whether they have no defined order.
    pub fn sum(&self, batch: &mut Batch<'_>, sample: usize, is_set: bool) {
        let checksums = if is_set { &self.sets } else { &self.checksums };
        checksums[sample].iter().for_each(|checksum| batch.run(checksum, 1, None));
    }
}

/// For each sample, one kernel per output, which adds to the sample's pair of checksums.
async fn sums_of(
    gpu: &Gpu,
    (root, entry_point): (&'static Module, &'static str),
    outputs: &[(&GpuBuffer, u32)],
    samples: u32,
    sums: &GpuBuffer,
) -> Result<Vec<Vec<Prepared>>, Error> {
    let mut all = Vec::new();
    for sample in 0..samples {
        let mut kernels = Vec::new();
        for &(output, words) in outputs {
            let pass = looping(root, entry_point, words, sample);
            kernels.extend(
                gpu.prepare_each(&[kernel::bound(&pass, vec![(binding::WORDS, output), (binding::CHECKSUMS, sums)])])
                    .await?,
            );
        }
        all.push(kernels);
    }
    Ok(all)
}

/// A pass over `words` words. Its invocations loop over several words each.
fn looping(root: &'static Module, entry_point: &'static str, words: u32, argument: u32) -> Pass {
    let mut pass = unscanned(root, entry_point, words, argument);
    pass.workgroups = words.div_ceil(WORKGROUP_SIZE).clamp(1, MAX_WORKGROUPS);
    pass
}
