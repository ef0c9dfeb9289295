//! Auxiliary kernels of measuring: passes outside any plan.

use crate::gpu::{BoundPass, GpuBuffer};
use scanlab::plan::{Constant, Kernel, Pass, PassCost};
use scanlab::shader::compose;
use scanlab::wgsl::Module;

/// Invocations of a workgroup of these kernels.
pub const WORKGROUP_SIZE: u32 = 256;

/// A pass with its buffers.
pub fn bound<'a>(pass: &'a Pass, buffers: Vec<(u32, &'a GpuBuffer)>) -> BoundPass<'a> {
    BoundPass { pass, shader: compose(&pass.kernel), columns: 0, buffers }
}

/// A pass that scans nothing and belongs to no plan.
pub fn unscanned(root: &'static Module, entry_point: &'static str, elements: u32, argument: u32) -> Pass {
    Pass {
        kernel: Kernel::new(root, entry_point, vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))]),
        workgroups: 1,
        elements,
        takes_length: false,
        argument,
        bindings: Vec::new(),
        serial_elements: 1,
        cost: PassCost::default(),
    }
}
