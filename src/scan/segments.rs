//! Segmented scans: any algorithm on elements with flags, between a pass that adds the flags and one that drops them.
//!
//! Blelloch 1990, section 1.5. The flags make scratch copies of input and output necessary; the algorithm between is the same.

use super::{GRID, WORKGROUP_SIZE};
use crate::plan::{Constant, Job, Kernel, Pass, PassCost, Plan, Resource};
use crate::wgsl;

/// Puts a plan on flagged elements between the passes that add and drop the flags.
pub(super) fn plan(job: &Job, mut inner: Plan) -> Plan {
    let flagged = inner.scratch(job, job.elements);
    let flagged_prefixes = inner.scratch(job, job.elements);
    for (_, resource) in inner.passes.iter_mut().flat_map(|pass| &mut pass.bindings) {
        match resource {
            Resource::Source => *resource = flagged,
            Resource::Prefixes => *resource = flagged_prefixes,
            _ => {}
        }
    }
    let flag = vec![(3, Resource::Source), (4, Resource::Heads), (5, flagged)];
    inner.passes.insert(0, pass(job, "flag_elements", flag));
    let unflag = vec![(4, Resource::Heads), (6, flagged_prefixes), (7, Resource::Prefixes)];
    inner.passes.push(pass(job, "unflag_prefixes", unflag));
    inner
}

fn pass(job: &Job, entry_point: &'static str, bindings: Vec<(u32, Resource)>) -> Pass {
    Pass {
        kernel: Kernel {
            modules: &[wgsl!("lib/segments.wgsl"), GRID],
            constants: vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))],
            entry_point,
            subgroups: false,
        },
        workgroups: job.elements.div_ceil(WORKGROUP_SIZE),
        elements: job.elements,
        argument: 0,
        bindings,
        serial_elements: 1,
        cost: PassCost::default(),
    }
}
