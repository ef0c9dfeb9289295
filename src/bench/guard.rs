//! Ties times to outputs: the output is poisoned before every sample, and its checksum is taken after it.

use super::copy;
use super::kernel::{self, WORKGROUP_SIZE, unscanned};
use crate::error::Error;
use crate::gpu::{Batch, Gpu, GpuBuffer, Prepared, ScanData};
use crate::wgsl;

/// Enough workgroups to fill a device; each loops over the rest.
const MAX_WORKGROUPS: u32 = 4096;

/// Poison and checksums of one output buffer.
pub struct Guard {
    poison: Prepared,
    /// One kernel per sample of a round, each adding to its own pair of checksums.
    checksums: Vec<Prepared>,
    /// The pairs.
    pub sums: GpuBuffer,
}

impl Guard {
    /// A guard of the first `words` words of a scan's output, for rounds of `samples` samples, and the copy kernel of as many words.
    ///
    /// # Errors
    /// As [`Gpu::prepare`].
    pub async fn new(gpu: &Gpu, data: &ScanData, words: u32, samples: u32) -> Result<(Self, Prepared), Error> {
        let [sums] = gpu.storage(["checksums"], 8 * u64::from(samples)).await?;
        let looping = |root, entry_point, argument| {
            let mut pass = unscanned(root, entry_point, words, argument);
            pass.workgroups = words.div_ceil(WORKGROUP_SIZE).clamp(1, MAX_WORKGROUPS);
            pass
        };
        let poison = looping(wgsl!("bench/poison.wgsl"), "poison_words", 0);
        let copy = copy::pass(words);
        let mut bound =
            vec![kernel::bound(&poison, vec![(2, &data.prefixes)])?, kernel::bound(&copy, copy::buffers(data))?];
        let sums_of: Vec<_> =
            (0..samples).map(|sample| looping(wgsl!("bench/checksum.wgsl"), "checksum_words", sample)).collect();
        for pass in &sums_of {
            bound.push(kernel::bound(pass, vec![(1, &data.prefixes), (2, &sums)])?);
        }
        let mut prepared = gpu.prepare_each(&bound).await?;
        let checksums = prepared.split_off(2);
        let copy = prepared.remove(1);
        Ok((Guard { poison: prepared.remove(0), checksums, sums }, copy))
    }

    /// Overwrites the output with words that no scan writes.
    pub fn poison(&self, batch: &mut Batch<'_>) {
        batch.run(&self.poison, 1, None);
    }

    /// Adds the output to the checksums of a sample of the round.
    pub fn sum(&self, batch: &mut Batch<'_>, sample: usize) {
        batch.run(&self.checksums[sample], 1, None);
    }
}
