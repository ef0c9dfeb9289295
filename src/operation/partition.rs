//! `partition`: moves the elements that satisfy a predicate to the front, in order, and the others behind them, in order
//! or in reverse order.
//!
//! Blelloch, "Prefix Sums and Their Applications", 1990, section 1.3, the split operation. The scatter indices of the
//! others begin at the number of selected elements. Therefore the selected elements are counted first, tile by tile: 2n
//! reads and n writes. In reverse order, as in CUB's `DevicePartition`, the others begin at the end of the output.
//! Their scatter indices do not depend on the number of selected elements, so a single-pass scan takes n reads and n
//! writes.

use super::{Count, Operation, OperationJob, Outputs, of_counts, selection};
use crate::plan::{Others, Plan};

pub(super) static OPERATION: Operation = Operation {
    id: "partition",
    title: "Partition",
    summary: "Moves the elements for which a predicate holds, in order, before the others.",
    paper: "Blelloch 1990, section 1.3",
    traffic: "2n reads, n writes; n reads, n writes by a single-pass scan with the others in reverse order",
    own_options: &["reversed"],
    scan_forms: Some(of_counts),
    moves_records: true,
    selects: true,
    ..Operation::plain(outputs, plan)
};

fn outputs(job: &OperationJob) -> Outputs {
    Outputs { words: job.record_words(), count: Count::Split, ..Outputs::default() }
}

fn plan(job: &OperationJob) -> Plan {
    selection::plan(job, if job.options.reversed { Others::Reversed } else { Others::InOrder })
}
