//! Scans with an initial value. Every prefix is combined with it once, whatever the scan and its segments are.
//!
//! A scan on tiles in registers combines it with the prefixes that it stores: n applications, and one read per pack.
//! After any other scan, and after a scan along columns, one more pass takes n applications, 2 n reads and n writes.

use super::{Algorithm, Tile, WORKGROUP_SIZE};
use crate::plan::{Constant, Form, Fusion, Io, Job, Kernel, Pass, PassCost, Plan, Resource, Segments};
use crate::wgsl;
use crate::wgsl::binding;

/// The plan of a job of at least one element with an initial value.
pub(super) fn plan(algorithm: &Algorithm, job: &Job, io: &Io<'_>) -> Plan {
    let without = Job { form: Form { initial: false, ..job.form.clone() }, ..job.clone() };
    let by_columns = matches!(job.form.segments, Segments::Columns(_));
    let is_fused = matches!(algorithm.chosen_for(&without).tile, Tile::Registers) && !by_columns;
    let fusion = is_fused.then_some(Fusion::Initial);
    let mut plan = algorithm.plan_on(&without, &Io { fusion, ..io.clone() });
    if !is_fused {
        plan.passes.push(pass(&without, io));
    }
    plan.operator_depth = plan.operator_depth.saturating_add(1);
    plan
}

fn pass(job: &Job, io: &Io<'_>) -> Pass {
    let n = u64::from(job.elements);
    let constants = [("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))];
    Pass {
        kernel: Kernel::of_form(&job.form, wgsl!("lib/combine_initial.wgsl"), "combine_initial", &constants),
        workgroups: job.elements.div_ceil(WORKGROUP_SIZE),
        elements: job.elements,
        takes_length: true,
        argument: 0,
        bindings: vec![io.store(), (binding::INITIAL, Resource::Initial)],
        serial_elements: 1,
        cost: PassCost { reads: 2 * n, writes: n, applications: n, barriers: 0 },
    }
}
