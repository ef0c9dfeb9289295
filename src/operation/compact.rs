//! `compact`: the elements for which a predicate holds, in their order.
//!
//! Sengupta, Lefohn & Owens, "A Work-Efficient Step-Efficient Prefix Sum Algorithm", 2006, section 4: the exclusive sums of flags are the places
//! of the elements that stay. Fused with a scan on tiles in registers, n reads and as many writes as elements stay; the count stays on the
//! device. Otherwise also 2n numbers, written and read by the passes around the scan.

use super::{Count, Operation, OperationJob, Outputs, atomics, of_counts, selection};
use crate::plan::Plan;

pub(crate) static OPERATION: Operation = Operation {
    id: "compact",
    title: "Compaction",
    summary: "Keeps the elements for which a predicate holds, in their order.",
    paper: "Sengupta, Lefohn & Owens 2006, section 4",
    traffic: "n reads, k writes for k elements kept",
    own_options: &["indices"],
    own_tuning: &[],
    scan_forms: Some(of_counts),
    sums: false,
    finds_runs: false,
    carries_values: false,
    takes_values: false,
    moves_records: true,
    selects: true,
    variants: atomics::VARIANTS,
    check_options: None,
    identity_of_none: false,
    outputs,
    plan,
};

fn outputs(job: &OperationJob) -> Outputs {
    let second_words = job.options.indices.then_some(job.elements);
    Outputs { words: job.record_words(), second_words, second_element_words: 1, count: Count::Length }
}

fn plan(job: &OperationJob) -> Plan {
    selection::plan(job, false)
}
