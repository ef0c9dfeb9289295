//! `partition`: moves the elements that satisfy a predicate to the front, then the others, both in their order.
//!
//! Blelloch, "Prefix Sums and Their Applications", 1990, section 1.3, the split operation. The scatter indices of the
//! others begin at the number of selected elements. Therefore these are counted first, tile by tile: 2n reads and n
//! writes.

use super::{Count, Operation, OperationJob, Outputs, of_counts, selection};
use crate::plan::Plan;

pub(super) static OPERATION: Operation = Operation {
    id: "partition",
    title: "Partition",
    summary: "Moves the elements for which a predicate holds before the others; stable on both sides.",
    paper: "Blelloch 1990, section 1.3",
    traffic: "2n reads, n writes",
    scan_forms: Some(of_counts),
    moves_records: true,
    selects: true,
    ..Operation::plain(outputs, plan)
};

fn outputs(job: &OperationJob) -> Outputs {
    Outputs { words: job.record_words(), count: Count::Split, ..Outputs::default() }
}

fn plan(job: &OperationJob) -> Plan {
    selection::plan(job, true)
}
