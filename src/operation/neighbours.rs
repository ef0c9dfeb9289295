//! `neighbours`: for every object, lists the objects shortly before it that differ from it by less than a threshold.
//! The lists are stored without gaps.
//!
//! Merry, "Prefix sums on GPUs", 2014, "Problem Statement" and "Solution": every invocation counts its records, which
//! are the entries of a list. An exclusive scan of the counts gives the scatter indices, and every invocation emits its records there.
//! "Atomics": a counter assigns the indices in one pass, in an undefined order. The operation is for measurements only.
//! Merry leaves open which objects are compared. Here each object is compared with the [`CANDIDATES`] objects before it,
//! so that the work is the same for each object. For n objects, k records and c candidates, the passes around the scan
//! take about 2n (1 + c) reads and n + k writes. Atomics take n (1 + c) reads and k writes.

use super::{Count, Operation, OperationJob, Outputs, Variant, counts_form, of_counts};
use crate::plan::{Constant, Io, Kernel, Pass, PassCost, Plan, Resource};
use crate::scan::{WORKGROUP_SIZE, element_pass};
use crate::wgsl;
use crate::wgsl::binding;

pub(super) static OPERATION: Operation = Operation {
    id: "neighbours",
    title: "Neighbour lists",
    summary: "For every object, lists the objects shortly before it that differ from it by less than a threshold.",
    paper: "Merry 2014, Problem Statement, Solution",
    traffic: "2n (1 + c) reads, n + k writes for c candidates per object and k records, and those of the scan",
    scan_forms: Some(of_counts),
    variants: VARIANTS,
    ..Operation::plain(outputs, plan)
};

const VARIANTS: &[Variant] = &[
    Variant {
        id: "atomic-records",
        title: "Atomics, one per record",
        summary: "Every record takes its output index from one counter, in no order.",
        plan: |job| append(job, "append_records"),
    },
    Variant {
        id: "atomic-lists",
        title: "Atomics, one per list",
        summary: "Every list takes its output indices from one counter, in no order.",
        plan: |job| append(job, "append_lists"),
    },
];

/// The number of objects that each object is compared with. A record is one word: the object's index times this number, plus the
/// distance to the other object minus 1.
const CANDIDATES: u32 = 8;

fn outputs(job: &OperationJob) -> Outputs {
    let words = CANDIDATES.saturating_mul(job.elements);
    Outputs { words, second_words: None, second_element_words: 1, count: Count::Length }
}

/// Three steps: counts, their scan, records.
fn plan(job: &OperationJob) -> Plan {
    let scan = job.scan_job(counts_form(), job.elements);
    let mut plan = Plan::new(&scan, &Io::ports(&scan.form), WORKGROUP_SIZE, 1);
    let [numbers, places] = [(); 2].map(|()| plan.scratch_of_bytes(scan.buffer_bytes()));
    let n = u64::from(job.elements);
    let counted = PassCost { reads: compared(job), writes: n, ..PassCost::default() };
    plan.passes.push(pass(
        job,
        "count_neighbours",
        vec![(binding::OBJECTS, Resource::Input), (binding::NUMBERS, numbers)],
        counted,
    ));
    let inner = job.scan.plan_on(&scan, &Io::within(&plan, numbers, places));
    (plan.tuning, plan.chosen) = (inner.tuning.clone(), inner.chosen);
    plan.append(inner);
    let emitted = PassCost { reads: compared(job) + n, writes: u64::from(outputs(job).words), ..PassCost::default() };
    let bindings = vec![
        (binding::OBJECTS, Resource::Input),
        (binding::PLACES, places),
        (binding::EMITTED, Resource::Output),
        (binding::COUNT, Resource::Count),
    ];
    plan.passes.push(pass(job, "emit_neighbours", bindings, emitted));
    plan
}

/// One pass with atomics.
fn append(job: &OperationJob, entry_point: &'static str) -> Plan {
    let mut plan = Plan::new(&job.scan_job(counts_form(), job.elements), &Io::ports(&counts_form()), WORKGROUP_SIZE, 1);
    let clear = pass(job, "clear_count", vec![(binding::COUNT, Resource::Count)], PassCost::default());
    let cost = PassCost { reads: compared(job), writes: u64::from(outputs(job).words), ..PassCost::default() };
    let bindings = vec![
        (binding::OBJECTS, Resource::Input),
        (binding::EMITTED, Resource::Output),
        (binding::COUNT, Resource::Count),
    ];
    plan.passes = vec![Pass { workgroups: 1, ..clear }, pass(job, entry_point, bindings, cost)];
    plan.varies = true;
    plan
}

/// Reads to compare every object: the object itself, and those before it.
fn compared(job: &OperationJob) -> u64 {
    let (n, candidates) = (u64::from(job.elements), u64::from(CANDIDATES));
    let lacking = n.min(candidates);
    // The first objects have fewer predecessors.
    n * (1 + candidates) - (lacking * candidates - lacking * (lacking - 1) / 2)
}

fn pass(job: &OperationJob, entry_point: &'static str, bindings: Vec<(u32, Resource)>, cost: PassCost) -> Pass {
    let constants = vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)), ("CANDIDATES", Constant::U32(CANDIDATES))];
    let kernel = Kernel::new(wgsl!("operation/neighbours.wgsl"), entry_point, constants);
    element_pass(kernel, job.elements, bindings, cost)
}
