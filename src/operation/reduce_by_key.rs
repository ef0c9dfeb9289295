//! `reduce-by-key`: the sum of each run of equal neighbouring keys, by any operator.
//!
//! Sengupta, Harris, Zhang & Owens, "Scan Primitives for GPU Computing", 2007, section 4.1, by a segmented scan: the inclusive prefix of a
//! run's last value is the run's sum. Keys are compared bit by bit, once: bits mark where runs start, and their counts, a word for 32 keys,
//! are scanned to the runs' places. The segmented scan reads the bits. On tiles in registers it stores the runs' sums alone: 2n reads, and for
//! k runs k reads and 2k writes. Any other scan stores all prefixes, n writes, of which the last of each run is read and stored.

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
    traffic: "2n reads, k reads and 2k writes for k runs",
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
    let is_fused = job.scan.chosen_for(&scan).has_register_tiles();
    let words = job.elements.div_ceil(WORD_KEYS);
    let mut plan = Plan::new(&scan, WORKGROUP_SIZE, 1);
    // Kernels may access four words at a time.
    let [bits, counts, places] = [(); 3].map(|()| plan.scratch_of_bytes(4 * u64::from(words).next_multiple_of(4)));
    plan.passes.push(mark_heads(job, bits, counts));
    let counting = Form::new(Monoid::counts(), Mode::Exclusive);
    plan.append_scan(place_runs(job, counting, words), counting, counts, places);
    let sums = (!is_fused).then(|| plan.scratch_of_bytes(scan.buffer_bytes()));
    append_sums(
        &mut plan,
        job,
        &Job { form: Form { stores_segment_sums: is_fused, ..form }, ..scan },
        bits,
        places,
        sums,
    );
    plan.passes.push(store_runs(job, bits, places, sums));
    plan
}

/// The segmented scan: to `sums`, or where there are none fused, with stores of the runs' sums alone.
fn append_sums(
    plan: &mut Plan,
    job: &OperationJob,
    scan: &Job,
    bits: Resource,
    places: Resource,
    sums: Option<Resource>,
) {
    let inner = job.scan.plan(scan);
    plan.tuning = inner.tuning.clone();
    plan.chosen = inner.chosen;
    plan.operator_depth = inner.operator_depth;
    let first = plan.passes.len();
    plan.append_scan(inner, scan.form, Resource::Values, sums.unwrap_or(Resource::SecondOutput));
    for bindings in plan.passes[first..].iter_mut().map(|pass| &mut pass.bindings) {
        bindings.iter_mut().filter(|(_, resource)| *resource == Resource::Heads).for_each(|(_, heads)| *heads = bits);
        let stores = bindings.iter_mut().find(|(_, resource)| *resource == Resource::SecondOutput);
        if let Some((binding, _)) = stores {
            *binding = 8;
            bindings.push((9, places));
        }
    }
}

/// The scan of the counts, which no option chooses and which has no forward progress to wait for.
fn place_runs(job: &OperationJob, form: Form, words: u32) -> Plan {
    let algorithm = Algorithm::find(if job.limits.subgroups.is_some() { "subgroup" } else { "reduce-then-scan" })
        .unwrap_or(job.scan);
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
fn store_runs(job: &OperationJob, bits: Resource, places: Resource, sums: Option<Resource>) -> Pass {
    let (keys, words) = (u64::from(job.elements), u64::from(job.elements.div_ceil(WORD_KEYS)));
    let run_words = 1 + sums.map_or(0, |_| u64::from(job.monoid.words()));
    let cost = PassCost { reads: 2 * words + keys * run_words, writes: keys * run_words, ..PassCost::default() };
    let sums = sums.into_iter().flat_map(|sums| [(8, sums), (9, Resource::SecondOutput)]);
    let outputs = [(7, Resource::Prefixes), (10, Resource::Count)].into_iter().chain(sums);
    let bindings = [(1, Resource::Source), (5, bits), (6, places)].into_iter().chain(outputs).collect();
    pass(job, "store_runs", job.elements.div_ceil(WORD_KEYS * WORKGROUP_SIZE), bindings, cost)
}

fn pass(
    job: &OperationJob,
    entry_point: &'static str,
    workgroups: u32,
    bindings: Vec<(u32, Resource)>,
    cost: PassCost,
) -> Pass {
    let stores_sums = bindings.iter().any(|&(_, resource)| resource == Resource::SecondOutput);
    let constants =
        vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)), ("SUMS", Constant::U32(stores_sums.into()))];
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
