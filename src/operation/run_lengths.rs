//! `run-lengths`: the runs of equal neighbouring elements. The output has one element and one length per run.
//!
//! A compaction keeps the elements that differ from their predecessor, with their indices. The lengths are differences
//! of neighbouring indices. Elements are compared bit by bit: −0 and +0 are different, and NaNs with equal bits are
//! equal. For k runs: n reads and 2k writes, then 2k reads and k writes.

use super::{Count, Operation, OperationJob, Outputs, of_counts, selection};
use crate::plan::{Constant, Kernel, Pass, PassCost, Plan, Resource};
use crate::scan::WORKGROUP_SIZE;
use crate::wgsl;
use crate::wgsl::binding;

pub(super) static OPERATION: Operation = Operation {
    id: "run-lengths",
    title: "Run lengths",
    summary: "The runs of equal neighbours: an element and a length each.",
    paper: "Sengupta, Lefohn & Owens 2006, section 4, for the compaction",
    traffic: "n + 2k reads, 3k writes for k runs",
    scan_forms: Some(of_counts),
    finds_runs: true,
    ..Operation::plain(outputs, plan)
};

/// The maximum number of workgroups that loop over the runs.
const MAX_WORKGROUPS: u32 = 2048;

fn outputs(job: &OperationJob) -> Outputs {
    Outputs { words: job.elements, second_words: Some(job.elements), second_element_words: 1, count: Count::Length }
}

fn plan(job: &OperationJob) -> Plan {
    let (mut plan, starts) = selection::plan_of_starts(job);
    let elements = u64::from(job.elements);
    let workgroups = job.elements.div_ceil(WORKGROUP_SIZE).min(MAX_WORKGROUPS);
    plan.passes.push(Pass {
        kernel: Kernel::new(
            wgsl!("operation/run-lengths.wgsl"),
            "subtract_starts",
            vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))],
        ),
        workgroups,
        elements: job.elements,
        takes_length: true,
        argument: 0,
        bindings: vec![
            (binding::STARTS, starts),
            (binding::COUNT, Resource::Count),
            (binding::LENGTHS, Resource::SecondOutput),
        ],
        serial_elements: job.elements.div_ceil(workgroups * WORKGROUP_SIZE),
        // The cost if every element is a run.
        cost: PassCost {
            reads: 2 * elements - 1 + u64::from(workgroups * WORKGROUP_SIZE),
            writes: elements,
            ..PassCost::default()
        },
    });
    plan
}
