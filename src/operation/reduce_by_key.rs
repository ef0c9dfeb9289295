//! `reduce-by-key`: the sum of each run of equal neighbouring keys, by any operator.
//!
//! Sengupta, Harris, Zhang & Owens, "Scan Primitives for GPU Computing", 2007, section 4.1, by a segmented scan: the
//! inclusive prefix of the last value of a run is the run's sum. A compaction of the first keys of runs compares the
//! bits of neighbouring keys. It also stores one bit per key, which marks first keys, and one number per 32 keys, the
//! number of runs before them. If tiles are in registers, the compaction obtains the number of runs from
//! these bits. The segmented scan reads the bits. On tiles in registers it stores only the sums of the runs. The whole
//! operation then has 2n reads, and 2k writes for k runs. Any other scan stores all n prefixes, and the last prefix of
//! each run is then read and stored.

use super::selection::WORD_BITS;
use super::{Count, Operation, OperationJob, Outputs, counts_form, selection};
use crate::plan::{Constant, Form, Fusion, Io, Kernel, Mode, Pass, PassCost, Plan, Resource, Segments, Tuning};
use crate::scan::{Tile, WORKGROUP_SIZE};
use crate::wgsl;
use crate::wgsl::binding;

pub(super) static OPERATION: Operation = Operation {
    id: "reduce-by-key",
    title: "Reduction by key",
    summary: "The sum of each run of equal neighbouring keys, by any operator.",
    paper: "Sengupta, Harris, Zhang & Owens 2007, section 4.1",
    traffic: "2n reads, 2k writes for k runs",
    scan_forms: Some(scan_forms),
    sums: true,
    finds_runs: true,
    takes_values: true,
    ..Operation::plain(outputs, plan)
};

fn outputs(job: &OperationJob) -> Outputs {
    let words = job.monoid.words();
    Outputs {
        words: job.elements,
        second_words: Some(job.elements.saturating_mul(words)),
        second_element_words: words,
        count: Count::Length,
    }
}

/// The segmented scan of the values.
fn sums_form(job: &OperationJob) -> Form {
    Form { segments: Segments::HeadBits, ..Form::new(job.monoid.clone(), Mode::Inclusive) }
}

/// The scan of counts in the compaction, and the scan of the values.
fn scan_forms(job: &OperationJob) -> Vec<Form> {
    vec![counts_form(), sums_form(job)]
}

fn plan(job: &OperationJob) -> Plan {
    let form = sums_form(job);
    let scan = job.scan_job(form.clone(), job.elements);
    let is_fused = matches!(job.scan.chosen_for(&scan).tile, Tile::Registers);
    // The requested tuning is for the segmented scan, so the compaction has the defaults.
    let keys = OperationJob { tuning: Tuning::new(), ..job.clone() };
    let (mut plan, [bits, places]) = selection::plan_of_heads(&keys);
    let sums = (!is_fused).then(|| plan.scratch_of_bytes(scan.buffer_bytes()));
    let io = Io {
        flags: bits,
        fusion: is_fused.then_some(Fusion::SegmentSums { places }),
        ..Io::within(&plan, Resource::Values, sums.unwrap_or(Resource::SecondOutput))
    };
    let inner = job.scan.plan_on(&scan, &io);
    // The properties of the plan are those of the segmented scan.
    plan.tuning = inner.tuning.clone();
    plan.chosen = inner.chosen;
    plan.takes_length &= inner.takes_length;
    plan.operator_depth = inner.operator_depth;
    plan.tile_elements = inner.tile_elements;
    plan.elements_per_invocation = inner.elements_per_invocation;
    plan.append(inner);
    plan.passes.extend(sums.map(|sums| store_sums(job, bits, places, sums)));
    plan
}

/// Stores the sums of runs, given all prefixes. The cost is for runs of one key each.
fn store_sums(job: &OperationJob, bits: Resource, places: Resource, sums: Resource) -> Pass {
    let words = u64::from(job.elements.div_ceil(WORD_BITS));
    let sum_words = u64::from(job.elements) * u64::from(job.monoid.words());
    let constants = [("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))];
    Pass {
        kernel: Kernel::of_form(&job.form(), wgsl!("operation/reduce-by-key.wgsl"), "store_sums", &constants),
        workgroups: job.elements.div_ceil(WORD_BITS * WORKGROUP_SIZE),
        elements: job.elements,
        takes_length: true,
        argument: 0,
        bindings: vec![
            (binding::HEAD_BITS, bits),
            (binding::HEAD_PLACES, places),
            (binding::SUMS, sums),
            (binding::RUN_SUMS, Resource::SecondOutput),
        ],
        serial_elements: WORD_BITS,
        cost: PassCost { reads: 2 * words + sum_words, writes: sum_words, ..PassCost::default() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monoid::Monoid;
    use crate::plan::Limits;
    use crate::scan::ALGORITHMS;

    /// WebGPU's guaranteed maximum: the compaction binds states, control, keys twice, and four outputs.
    #[test]
    fn no_pass_binds_more_than_eight_buffers() {
        for subgroups in [None, Some((4, 128))] {
            let limits = Limits { subgroups, forward_progress: true, ..Limits::CORE };
            for scan in ALGORITHMS.iter().filter(|scan| scan.check_needs(&limits).is_ok()) {
                let job = OperationJob::new("reduce-by-key", 1 << 22, Monoid::counts(), limits).unwrap();
                let job = OperationJob { scan, ..job };
                if let Err(refused) = job.check_scan() {
                    assert!(refused.to_string().starts_with("\"matrix\" scans without segments: "), "{refused}");
                    continue;
                }
                for pass in job.plan().passes {
                    assert!(pass.bindings.len() <= 8, "{} by {}", pass.kernel.entry_point, scan.id);
                }
            }
        }
    }

    #[test]
    fn auto_takes_two_passes_where_workgroups_make_progress() {
        let limits = Limits { forward_progress: true, ..Limits::CORE };
        let job = OperationJob::new("reduce-by-key", 1 << 20, Monoid::counts(), limits).unwrap();
        let plan = job.plan();
        assert_eq!((plan.passes.len(), plan.abort_flags.len()), (2, 2));
    }
}
