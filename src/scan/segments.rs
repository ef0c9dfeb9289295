//! Segmented scans: any algorithm on flagged elements, between a pass that adds the flags and one that drops them.
//!
//! Blelloch 1990, section 1.5. Input and output are copied to flagged scratch buffers, in place to a single one; the algorithm is
//! unchanged.

use super::WORKGROUP_SIZE;
use crate::plan::{Constant, Direction, Job, Kernel, Mode, Pass, PassCost, Plan, Resource};
use crate::wgsl;

/// Wraps a plan on flagged elements in the passes that add and drop the flags.
pub(super) fn plan(job: &Job, mut inner: Plan) -> Plan {
    // Kernels may access four elements at a time.
    let elements = job.elements.next_multiple_of(4);
    let flagged = inner.scratch(job, elements);
    let (source, flagged_prefixes) = match job.form.in_place {
        true => (Resource::Prefixes, flagged),
        false => (Resource::Source, inner.scratch(job, elements)),
    };
    for (_, resource) in inner.passes.iter_mut().flat_map(|pass| &mut pass.bindings) {
        match resource {
            Resource::Source => *resource = flagged,
            Resource::Prefixes => *resource = flagged_prefixes,
            _ => {}
        }
    }
    let flag = vec![(3, source), (4, Resource::Heads), (5, flagged)];
    inner.passes.insert(0, pass(job, "flag_elements", flag, heads(job)));
    let unflag = vec![(4, Resource::Heads), (6, flagged_prefixes), (7, Resource::Prefixes)];
    let starts = if job.form.mode == Mode::Exclusive { heads(job) } else { 0 };
    inner.passes.push(pass(job, "unflag_prefixes", unflag, starts));
    inner
}

/// Head flags that a pass reads to find where segments start: backward, none for the last element.
fn heads(job: &Job) -> u64 {
    u64::from(job.elements) - u64::from(job.form.direction == Direction::Backward)
}

/// A pass that reads and writes every element, and reads as many head flags.
fn pass(job: &Job, entry_point: &'static str, bindings: Vec<(u32, Resource)>, heads: u64) -> Pass {
    let elements = u64::from(job.elements);
    Pass {
        kernel: Kernel::new(
            wgsl!("lib/segments.wgsl"),
            entry_point,
            vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))],
        ),
        workgroups: job.elements.div_ceil(WORKGROUP_SIZE),
        elements: job.elements,
        argument: 0,
        bindings,
        serial_elements: 1,
        cost: PassCost { reads: elements + heads, writes: elements, ..PassCost::default() },
    }
}
