//! Auxiliary kernels of measuring: passes outside any plan.

use crate::gpu::{BoundPass, GpuBuffer};
use scanlab::error::Error;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Constant, Form, Kernel, Mode, Pass, PassCost};
use scanlab::shader::compose;
use scanlab::wgsl::Module;

/// Invocations of a workgroup of these kernels.
pub const WORKGROUP_SIZE: u32 = 256;

/// A pass with its buffers. The kernels work on words; the monoid is there only since every shader has one.
///
/// # Errors
/// None that is known.
pub fn bound<'a>(pass: &'a Pass, buffers: Vec<(u32, &'a GpuBuffer)>) -> Result<BoundPass<'a>, Error> {
    let form = Form::new(Monoid::find("add", ElementType::U32)?, Mode::Inclusive);
    Ok(BoundPass { pass, shader: compose(&pass.kernel, &form), columns: 0, buffers })
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
