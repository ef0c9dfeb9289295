//! What ties times to outputs: the output is poisoned before every sample and summed up after it.

use crate::error::Error;
use crate::gpu::{BoundPass, Cancel, Gpu, GpuBuffer, Prepared};
use crate::monoid::{ElementType, Monoid};
use crate::plan::{Constant, Form, Kernel, Mode, Pass, PassCost};
use crate::shader::{Shader, compose};
use crate::wgsl;
use crate::wgsl::Module;

const WORKGROUP_SIZE: u32 = 256;

const POISON: &[Module] = &[wgsl!("bench/poison.wgsl"), wgsl!("lib/grid.wgsl")];
const CHECKSUM: &[Module] = &[wgsl!("bench/checksum.wgsl"), wgsl!("lib/grid.wgsl")];

/// Enough workgroups to fill a device; each loops over the rest.
const MAX_WORKGROUPS: u32 = 4096;

/// Poison and checksums of one output buffer.
pub struct Guard {
    poison: Prepared,
    /// One kernel a sample, each adding to its own pair of checksums.
    checksums: Vec<Prepared>,
    sums: GpuBuffer,
}

impl Guard {
    /// A guard of the first `words` words of `output`, for as many samples.
    ///
    /// # Errors
    /// As [`Gpu::prepare`].
    pub async fn new(gpu: &Gpu, output: &GpuBuffer, words: u32, samples: u32) -> Result<Self, Error> {
        // A buffer starts out as zeros, which is where checksums start.
        let [sums] = gpu.storage(["checksums"], 8 * u64::from(samples)).await?;
        let poison = pass(POISON, "poison_words", words, 0);
        let passes: Vec<_> = (0..samples).map(|sample| pass(CHECKSUM, "checksum_words", words, sample)).collect();
        let mut bound = vec![BoundPass { pass: &poison, shader: shader(&poison)?, buffers: vec![(2, output)] }];
        for pass in &passes {
            bound.push(BoundPass { pass, shader: shader(pass)?, buffers: vec![(1, output), (2, &sums)] });
        }
        let mut prepared = gpu.prepare_each(&bound).await?;
        let checksums = prepared.split_off(1);
        Ok(Guard { poison: prepared.remove(0), checksums, sums })
    }

    /// Overwrites the output with words that no scan leaves behind.
    ///
    /// # Errors
    /// As [`Gpu::run`].
    pub async fn poison(&self, gpu: &Gpu) -> Result<(), Error> {
        gpu.run(&self.poison, 1, None).await
    }

    /// Sums up the output as it is now, for sample `sample`.
    ///
    /// # Errors
    /// As [`Gpu::run`].
    pub async fn sum(&self, gpu: &Gpu, sample: u32) -> Result<(), Error> {
        gpu.run(&self.checksums[sample as usize], 1, None).await
    }

    /// For every sample, whether its output had the checksums of the last.
    ///
    /// # Errors
    /// As [`Gpu::download`].
    pub async fn same_as_last(&self, gpu: &Gpu, cancel: &Cancel) -> Result<Vec<bool>, Error> {
        let mut sums = Vec::new();
        let words = 2 * self.checksums.len() as u32;
        gpu.download(&self.sums, 0, words, cancel, |_, chunk| sums.extend_from_slice(chunk)).await?;
        let last = sums.len().saturating_sub(2);
        Ok(sums.chunks_exact(2).map(|pair| pair == &sums[last..]).collect())
    }
}

/// The kernels work on words, whatever the scan; a shader needs some monoid all the same.
fn shader(pass: &Pass) -> Result<Shader, Error> {
    Ok(compose(&pass.kernel, Form::new(Monoid::find("add", ElementType::U32)?, Mode::Inclusive)))
}

fn pass(modules: &'static [Module], entry_point: &'static str, words: u32, argument: u32) -> Pass {
    Pass {
        kernel: Kernel {
            modules,
            constants: vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))],
            entry_point,
            subgroups: false,
        },
        workgroups: words.div_ceil(WORKGROUP_SIZE).min(MAX_WORKGROUPS),
        elements: words,
        argument,
        bindings: Vec::new(),
        serial_elements: 1,
        cost: PassCost::default(),
    }
}
