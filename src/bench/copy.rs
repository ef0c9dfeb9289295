//! The copy kernel: as fast as a device moves as many bytes as a scan has to, and so the roof over every scan.

use super::guard::{WORKGROUP_SIZE, unscanned};
use crate::gpu::{GpuBuffer, ScanData};
use crate::plan::{Constant, Pass};
use crate::wgsl;
use crate::wgsl::Module;

const MODULES: &[Module] = &[wgsl!("bench/copy.wgsl"), wgsl!("lib/grid.wgsl")];

/// Vectors of four words that an invocation copies, one after the other.
const STEPS: u32 = 4;

/// Copies the first `words` words of a scan's input to its output; up to three words at the end are left out.
pub fn pass(words: u32) -> Pass {
    let vectors = words / 4;
    let mut pass = unscanned(MODULES, "copy_tiles", vectors, 0);
    pass.kernel.constants.push(("STEPS", Constant::U32(STEPS)));
    // A dispatch of no workgroups would be no dispatch.
    pass.workgroups = vectors.div_ceil(STEPS * WORKGROUP_SIZE).max(1);
    pass
}

/// The buffers that it binds.
pub fn buffers(data: &ScanData) -> Vec<(u32, &GpuBuffer)> {
    vec![(1, data.source()), (2, &data.prefixes)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vector_is_copied() {
        for (words, workgroups) in [(0, 1), (3, 1), (4096, 1), (4099, 1), (4100, 2), (1 << 30, 1 << 18)] {
            assert_eq!(pass(words).workgroups, workgroups);
        }
    }
}
