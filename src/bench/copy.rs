//! The copy kernel: as fast as a device moves as many bytes as a scan has to, and so the roof over every scan.

use super::guard::unscanned;
use crate::error::Error;
use crate::gpu::{BoundPass, Gpu, Prepared, ScanData};
use crate::plan::{Constant, Pass};
use crate::wgsl;
use crate::wgsl::Module;

const MODULES: &[Module] = &[wgsl!("bench/copy.wgsl"), wgsl!("lib/grid.wgsl")];

/// Vectors of four words that an invocation copies, one after the other.
const STEPS: u32 = 4;

/// Makes ready to copy the first `words` words of a scan's input to its output; up to three words at the end are left out.
///
/// # Errors
/// As [`Gpu::prepare`].
pub async fn prepare(gpu: &Gpu, data: &ScanData, words: u32) -> Result<Prepared, Error> {
    let pass = pass(words / 4);
    let (shader, buffers) = (super::guard::shader(&pass)?, vec![(1, &data.source), (2, &data.prefixes)]);
    let mut prepared = gpu.prepare_each(&[BoundPass { pass: &pass, shader, buffers }]).await?;
    Ok(prepared.remove(0))
}

fn pass(vectors: u32) -> Pass {
    let mut pass = unscanned(MODULES, "copy_tiles", vectors, 0);
    pass.kernel.constants.push(("STEPS", Constant::U32(STEPS)));
    // A dispatch of no workgroups would be no dispatch.
    pass.workgroups = vectors.div_ceil(STEPS * super::guard::WORKGROUP_SIZE).max(1);
    pass
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vector_is_copied() {
        for (vectors, workgroups) in [(0, 1), (1, 1), (1024, 1), (1025, 2), (1 << 28, 1 << 18)] {
            assert_eq!(pass(vectors).workgroups, workgroups);
        }
    }
}
