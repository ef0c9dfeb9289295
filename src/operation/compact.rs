//! `compact`: keeps the elements that satisfy a predicate, in their order.
//!
//! Sengupta, Lefohn & Owens, "A Work-Efficient Step-Efficient Prefix Sum Algorithm", 2006, section 4: a flag is 1 for
//! each kept element, and the exclusive sums of the flags are the scatter indices. The operation is fused with a scan
//! on tiles in registers: n reads, and one write per kept element. The count stays on the device. With any other scan,
//! the passes around the scan write and read another 2n numbers.

use super::{Count, Operation, OperationJob, Outputs, atomics, of_counts, selection};
use crate::plan::{Others, Plan};

pub(crate) static OPERATION: Operation = Operation {
    id: "compact",
    title: "Compaction",
    summary: "Keeps the elements for which a predicate holds, in their order.",
    paper: "Sengupta, Lefohn & Owens 2006, section 4",
    traffic: "n reads, k writes for k elements kept",
    own_options: &["indices"],
    scan_forms: Some(of_counts),
    moves_records: true,
    selects: true,
    variants: atomics::VARIANTS,
    ..Operation::plain(outputs, plan)
};

fn outputs(job: &OperationJob) -> Outputs {
    let second_words = job.options.indices.then_some(job.elements);
    Outputs { words: job.record_words(), second_words, second_element_words: 1, count: Count::Length }
}

fn plan(job: &OperationJob) -> Plan {
    selection::plan(job, Others::Dropped)
}
