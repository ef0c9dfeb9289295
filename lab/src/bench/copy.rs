//! The copy kernel. It moves the minimum number of bytes that a scan must move, so its time bounds the time of every scan.

use super::kernel::{WORKGROUP_SIZE, unscanned};
use crate::gpu::{GpuBuffer, IoBuffers};
use scanlab::plan::{Constant, Pass};
use scanlab::wgsl;
use scanlab::wgsl::binding;

/// The number of vectors of four words that an invocation copies one after another: in copies of up to
/// [`MAX_VECTORS_AT_ONCE`] vectors, and in longer copies. NVIDIA H200, Chromium 156, November 2026: with 4 vectors instead
/// of 1, copies of 2¹² to 2¹⁸ words take 9 % longer, copies of 2²² and 2²⁴ words about the same time, and copies of 2²⁶
/// words a fifth less.
const STEPS: [u32; 2] = [1, 4];
const MAX_VECTORS_AT_ONCE: u32 = 1 << 20;

/// The pass that copies the first `words` words of a scan's input to its output, except up to three words at the end.
pub fn pass(words: u32) -> Pass {
    let vectors = words / 4;
    let mut pass = unscanned(wgsl!("bench/copy.wgsl"), "copy_tiles", vectors, 0);
    let steps = STEPS[usize::from(vectors > MAX_VECTORS_AT_ONCE)];
    pass.kernel.constants.push(("STEPS", Constant::U32(steps)));
    // At least one workgroup, since the overhead of a dispatch is measured without elements.
    pass.workgroups = vectors.div_ceil(steps * WORKGROUP_SIZE).max(1);
    pass
}

/// The buffers that the copy kernel binds: the input and output of a scan.
pub fn buffers(data: &IoBuffers) -> Vec<(u32, &GpuBuffer)> {
    from_to(data.source(), data.output())
}

/// The buffers that the copy kernel binds for a copy between any two buffers.
pub fn from_to<'a>(from: &'a GpuBuffer, to: &'a GpuBuffer) -> Vec<(u32, &'a GpuBuffer)> {
    vec![(binding::WORDS, from), (binding::COPIES, to)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vector_is_copied() {
        for (words, workgroups) in
            [(0, 1), (3, 1), (1024, 1), (1027, 1), (1028, 2), (1 << 22, 1 << 12), (1 << 30, 1 << 18)]
        {
            assert_eq!(pass(words).workgroups, workgroups);
        }
    }
}
