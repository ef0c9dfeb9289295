//! Compactions by atomics, for measurements only: an atomic counter on the device holds the next free index of the
//! output.
//!
//! Merry, "Prefix sums on GPUs", 2014, "Atomics": one pass and no scan, but contention for the counter. The order of
//! the output is the order in which invocations reach the counter, and differs from run to run. Costs for k kept
//! elements: n reads and k writes, besides the atomics.

use super::{OperationJob, Variant, counts_form};
use crate::plan::{Constant, Fusion, Io, Kernel, Others, Pass, PassCost, Plan, Resource, Selection};
use crate::scan::WORKGROUP_SIZE;
use crate::wgsl;
use crate::wgsl::binding;

pub(super) const VARIANTS: &[Variant] = &[
    Variant {
        id: "atomic-elements",
        title: "Atomics, one per element",
        summary: "Every kept element takes its output index from one counter, in no order.",
        plan: |job| plan(job, "append_elements", &|packs| (packs, 0)),
    },
    Variant {
        id: "atomic-workgroups",
        title: "Atomics, one per workgroup",
        summary: "Every workgroup takes the output indices of its elements from one counter, in no order.",
        // All invocations read a pack; those past the end read the last one.
        plan: |job| {
            plan(job, "append_workgroups", &|packs| {
                let workgroups = packs.div_ceil(WORKGROUP_SIZE);
                (workgroups * WORKGROUP_SIZE, 2 * workgroups)
            })
        },
    },
];

/// Elements of a pack.
const PACK: u32 = 4;

/// The plan of a kernel, given the packs that it reads, and its barriers as a function of the packs of the input.
fn plan(job: &OperationJob, entry_point: &'static str, cost: &dyn Fn(u32) -> (u32, u32)) -> Plan {
    let selection = Selection {
        mask: job.options.mask.clone(),
        indices: None,
        others: Others::Dropped,
        bits: None,
        pivot: None,
        record_words: 1,
    };
    let form = counts_form();
    let io = Io { fusion: Some(Fusion::Selection(selection.clone())), ..Io::ports(&form) };
    let mut plan = Plan::new(&job.scan_job(form.clone(), job.elements), &io, PACK * WORKGROUP_SIZE, PACK);
    let constants = [("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)), ("PACK", Constant::U32(PACK))];
    let kernel = Kernel::of_form(&form, wgsl!("operation/atomics.wgsl"), entry_point, &constants).on(&io);
    let pass = |kernel, workgroups, bindings, cost| Pass {
        kernel,
        workgroups,
        elements: job.elements,
        takes_length: true,
        argument: 0,
        bindings,
        serial_elements: PACK,
        cost,
    };
    let packs = job.elements.div_ceil(PACK);
    let workgroups = packs.div_ceil(WORKGROUP_SIZE);
    let (packs_read, barriers) = cost(packs);
    let cost = PassCost {
        reads: u64::from(PACK * packs_read) + selection.reads(job.elements.into()),
        writes: job.elements.into(),
        barriers: barriers.into(),
        ..PassCost::default()
    };
    plan.passes = vec![
        pass(kernel.at("clear_count"), 1, vec![(binding::COUNT, Resource::Count)], PassCost::default()),
        pass(kernel, workgroups, selection.load_and_store(&io), cost),
    ];
    plan.varies = true;
    plan
}
