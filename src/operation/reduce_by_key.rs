//! `reduce-by-key`: the sum of each run of equal neighbouring keys, by any operator.
//!
//! Sengupta, Harris, Zhang & Owens, "Scan Primitives for GPU Computing", 2007, section 4.1, by a segmented scan: the inclusive prefix of a
//! run's last value is the run's sum. Keys are compared bit by bit, once: bits mark where runs start, and their counts, a word for 32 keys,
//! are scanned to the runs' places. The segmented scan reads the bits. 2n reads and n writes, and for k runs 2k reads and 2k writes.

use super::{Count, Operation, OperationJob, Outputs};
use crate::monoid::Monoid;
use crate::plan::{Constant, Form, Job, Kernel, Mode, Pass, PassCost, Plan, Resource, Segments, Tuning};
use crate::scan::{Algorithm, WORKGROUP_SIZE};
use crate::wgsl;

pub(super) const OPERATION: Operation = Operation {
    id: "reduce-by-key",
    title: "Reduction by key",
    summary: "The sum of each run of equal neighbouring keys, by any operator.",
    paper: "Sengupta, Harris, Zhang & Owens 2007, section 4.1",
    traffic: "2n reads, n writes, 2k reads and 2k writes for k runs",
    own_options: &["operator", "runs"],
    takes_scan: true,
    takes_values: true,
    selects: false,
    outputs,
    plan,
};

/// Keys whose heads are marked in a word.
const WORD_KEYS: u32 = 32;

/// Keys that an invocation marks.
const PACK: u64 = 4;

fn outputs(job: &OperationJob) -> Outputs {
    let words = job.monoid.words();
    Outputs {
        words: job.elements,
        second_words: Some(job.elements.saturating_mul(words)),
        second_element_words: words,
        count: Count::Length,
    }
}

fn plan(job: &OperationJob) -> Plan {
    let form = Form { segments: Segments::HeadBits, ..Form::new(job.monoid, Mode::Inclusive) };
    let scan = job.scan_job(form, job.elements);
    let words = job.elements.div_ceil(WORD_KEYS);
    let mut plan = Plan::new(&scan, WORKGROUP_SIZE, 1);
    // Kernels may access four words at a time.
    let [bits, counts, places] = [(); 3].map(|()| plan.scratch_of_bytes(4 * u64::from(words).next_multiple_of(4)));
    let sums = plan.scratch_of_bytes(scan.buffer_bytes());
    plan.passes.push(mark_heads(job, bits, counts));
    let counting = Form::new(Monoid::counts(), Mode::Exclusive);
    plan.append_scan(place_runs(job, counting, words), counting, counts, places);
    let inner = job.scan.plan(&scan);
    plan.tuning = inner.tuning.clone();
    plan.chosen = inner.chosen;
    plan.operator_depth = inner.operator_depth;
    let first = plan.passes.len();
    plan.append_scan(inner, form, Resource::Values, sums);
    for (_, resource) in plan.passes[first..].iter_mut().flat_map(|pass| &mut pass.bindings) {
        if *resource == Resource::Heads {
            *resource = bits;
        }
    }
    plan.passes.push(store_runs(job, bits, places, sums));
    plan
}

/// The scan of the counts, which no option chooses and which has no forward progress to wait for.
fn place_runs(job: &OperationJob, form: Form, words: u32) -> Plan {
    let algorithm = Algorithm::find("reduce-then-scan").unwrap_or(job.scan);
    let tuning = algorithm.resolve_tuning(&Tuning::new()).unwrap_or_default();
    algorithm.plan(&Job { elements: words, form, withheld_percent: 0, tuning, limits: job.limits })
}

fn mark_heads(job: &OperationJob, bits: Resource, counts: Resource) -> Pass {
    let (keys, words) = (u64::from(job.elements), u64::from(job.elements.div_ceil(WORD_KEYS)));
    let workgroups = keys.div_ceil(PACK).div_ceil(u64::from(WORKGROUP_SIZE));
    // Every invocation, also past the end, reads its keys and the one before them.
    let reads = workgroups * u64::from(WORKGROUP_SIZE) * (PACK + 1);
    let cost = PassCost { reads, writes: 2 * words, barriers: workgroups, applications: 0 };
    pass(job, "mark_heads", workgroups as u32, vec![(2, Resource::Source), (3, bits), (4, counts)], cost)
}

/// Its cost where every key is a run of its own.
fn store_runs(job: &OperationJob, bits: Resource, places: Resource, sums: Resource) -> Pass {
    let (keys, words) = (u64::from(job.elements), u64::from(job.elements.div_ceil(WORD_KEYS)));
    let value_words = u64::from(job.monoid.words());
    let cost = PassCost {
        reads: 2 * words + keys * (1 + value_words),
        writes: keys * (1 + value_words),
        ..PassCost::default()
    };
    let outputs = [(8, Resource::Prefixes), (9, Resource::SecondOutput), (10, Resource::Count)];
    let bindings = [(1, Resource::Source), (5, bits), (6, places), (7, sums)].into_iter().chain(outputs).collect();
    pass(job, "store_runs", job.elements.div_ceil(WORD_KEYS * WORKGROUP_SIZE), bindings, cost)
}

fn pass(
    job: &OperationJob,
    entry_point: &'static str,
    workgroups: u32,
    bindings: Vec<(u32, Resource)>,
    cost: PassCost,
) -> Pass {
    let constants = vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))];
    Pass {
        kernel: Kernel::new(wgsl!("operation/reduce-by-key.wgsl"), entry_point, constants),
        workgroups,
        elements: job.elements,
        argument: 0,
        bindings,
        serial_elements: WORD_KEYS,
        cost,
    }
}
