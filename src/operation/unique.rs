//! `unique`: the first element of each run of equal neighbours, in order.
//!
//! A compaction (Sengupta, Lefohn & Owens, "A Work-Efficient Step-Efficient Prefix Sum Algorithm", 2006, section 4) of
//! the elements that differ from their predecessor. CUB calls the operation `DeviceSelect::Unique`. Elements are
//! compared bit by bit, as for run lengths; records by all of their words. With a single-pass scan, the operation takes
//! one pass of n reads, and one write per run. A record is read twice to be compared, and once more to be moved.

use super::{Count, Operation, OperationJob, Outputs, of_counts, selection};

pub(crate) static OPERATION: Operation = Operation {
    id: "unique",
    title: "Unique",
    summary: "The first element of each run of equal neighbours, in order.",
    paper: "Sengupta, Lefohn & Owens 2006, section 4, for the compaction",
    traffic: "n reads, k writes for k runs",
    own_options: &["indices"],
    scan_forms: Some(of_counts),
    finds_runs: true,
    moves_records: true,
    ..Operation::plain(outputs, selection::plan_of_unique)
};

fn outputs(job: &OperationJob) -> Outputs {
    let second_words = job.options.indices.then_some(job.elements);
    Outputs { words: job.record_words(), second_words, second_element_words: 1, count: Count::Length }
}
