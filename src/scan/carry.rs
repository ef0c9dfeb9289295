//! Chunks of a long scan. Any algorithm scans one chunk. Then one pass adds the carry, the sum of the previous chunks,
//! to the chunk's prefixes, and one pass updates the carry.
//!
//! Costs per chunk of n elements: n applications, n reads and n writes in addition to those of the algorithm.

use super::WORKGROUP_SIZE;
use crate::plan::{Constant, Job, Kernel, Pass, PassCost, Plan, Resource};
use crate::wgsl;
use crate::wgsl::binding;

/// Applications of the operator that the two passes add to the longest chain of a chunk: one for the carry, and one for
/// the last element in an exclusive scan.
pub(super) const DEPTH: u32 = 2;

/// Appends the passes to the plan of a chunk. Returns the index of the pass that applies the carry.
pub(super) fn append(job: &Job, plan: &mut Plan) -> usize {
    let index = plan.passes.len();
    let elements = u64::from(job.elements);
    let cost = PassCost { reads: elements + 1, writes: elements, applications: elements, barriers: 0 };
    let apply = vec![(binding::CHUNK_PREFIXES, Resource::Output), (binding::CARRY, Resource::Carry)];
    plan.passes.push(pass(job, "apply_carry", job.elements.div_ceil(WORKGROUP_SIZE), apply, cost));
    let cost = PassCost { reads: 2, writes: 1, applications: 1, barriers: 0 };
    let update = vec![
        (binding::CHUNK, Resource::Input),
        (binding::CHUNK_PREFIXES, Resource::Output),
        (binding::CARRY, Resource::Carry),
    ];
    plan.passes.push(pass(job, "update_carry", 1, update, cost));
    plan.operator_depth = plan.operator_depth.saturating_add(DEPTH);
    index
}

fn pass(job: &Job, entry_point: &'static str, workgroups: u32, bindings: Vec<(u32, Resource)>, cost: PassCost) -> Pass {
    Pass {
        kernel: Kernel::of_form(
            &job.form,
            wgsl!("lib/carry.wgsl"),
            entry_point,
            &[("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))],
        ),
        workgroups,
        elements: job.elements,
        takes_length: false,
        argument: 0,
        bindings,
        serial_elements: 1,
        cost,
    }
}
