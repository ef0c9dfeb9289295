//! What ties times to outputs: the output is poisoned before every sample and summed up after it.

use super::copy;
use crate::error::Error;
use crate::gpu::{Batch, BoundPass, Gpu, GpuBuffer, Prepared, ScanData};
use crate::monoid::{ElementType, Monoid};
use crate::plan::{Constant, Form, Kernel, Mode, Pass, PassCost};
use crate::shader::compose;
use crate::wgsl;
use crate::wgsl::Module;

/// Invocations of a workgroup of the kernels that go with measuring.
pub const WORKGROUP_SIZE: u32 = 256;

/// Enough workgroups to fill a device; each loops over the rest.
const MAX_WORKGROUPS: u32 = 4096;

/// Poison and checksums of one output buffer.
pub struct Guard {
    poison: Prepared,
    /// One kernel a sample of a round, each adding to its own pair of checksums.
    checksums: Vec<Prepared>,
    /// The pairs.
    pub sums: GpuBuffer,
}

impl Guard {
    /// A guard of the first `words` words of a scan's output, for rounds of as many samples, and the copy kernel of as many words.
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
        let mut bound = vec![bound(&poison, vec![(2, &data.prefixes)])?, bound(&copy, copy::buffers(data))?];
        let sums_of: Vec<_> =
            (0..samples).map(|sample| looping(wgsl!("bench/checksum.wgsl"), "checksum_words", sample)).collect();
        for pass in &sums_of {
            bound.push(self::bound(pass, vec![(1, &data.prefixes), (2, &sums)])?);
        }
        let mut prepared = gpu.prepare_each(&bound).await?;
        let checksums = prepared.split_off(2);
        let copy = prepared.remove(1);
        Ok((Guard { poison: prepared.remove(0), checksums, sums }, copy))
    }

    /// Overwrites the output with words that no scan leaves behind.
    pub fn poison(&self, batch: &mut Batch<'_>) {
        batch.run(&self.poison, 1, None);
    }

    /// Sums up the output as it is now, as that of a sample of the round.
    pub fn sum(&self, batch: &mut Batch<'_>, sample: usize) {
        batch.run(&self.checksums[sample], 1, None);
    }
}

/// A pass with its buffers. The kernels work on words, whatever the scan; a shader needs some monoid all the same.
///
/// # Errors
/// None that is known.
pub fn bound<'a>(pass: &'a Pass, buffers: Vec<(u32, &'a GpuBuffer)>) -> Result<BoundPass<'a>, Error> {
    let form = Form::new(Monoid::find("add", ElementType::U32)?, Mode::Inclusive);
    Ok(BoundPass { pass, shader: compose(&pass.kernel, form), buffers })
}

/// A pass that scans nothing and belongs to no plan.
pub fn unscanned(root: &'static Module, entry_point: &'static str, elements: u32, argument: u32) -> Pass {
    Pass {
        kernel: Kernel::new(root, entry_point, vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))]),
        workgroups: 1,
        elements,
        argument,
        bindings: Vec::new(),
        serial_elements: 1,
        cost: PassCost::default(),
    }
}
