//! The registry of operations that are made of scans.
//!
//! An operation is one entry of [`OPERATIONS`] and one Rust file with its documentation, cost and plan. If the operation
//! uses a scan of the registry, any scan can be chosen. Scans on tiles in registers are fused with the operation: their
//! tiles load its elements, and their stores move them.

pub(crate) mod arg_extreme;
mod atomics;
pub(crate) mod compact;
mod histogram;
mod job;
pub(crate) mod lower_bound;
pub(crate) mod merge;
mod neighbours;
mod partition;
pub(crate) mod reduce;
mod reduce_by_key;
mod run_lengths;
pub(crate) mod segmented_reduce;
pub(crate) mod segmented_sort;
mod selection;
pub(crate) mod sort;
pub(crate) mod top_k;
pub(crate) mod unique;

pub use histogram::MAX_BINS;
pub use job::{Count, OperationJob, Options, Outputs, PlannedOperation};
pub use lower_bound::sorted_length_error;
pub use segmented_reduce::segments_error;

use crate::error::Error;
use crate::monoid::{ElementType, Monoid};
use crate::plan::{Form, Mode, Plan, Resource};
use crate::quote::quoted;
use crate::scan::Parameter;

/// Every operation, in display order.
pub static OPERATIONS: &[&Operation] = &[
    &reduce::OPERATION,
    &compact::OPERATION,
    &partition::OPERATION,
    &unique::OPERATION,
    &run_lengths::OPERATION,
    &reduce_by_key::OPERATION,
    &segmented_reduce::OPERATION,
    &histogram::OPERATION,
    &sort::OPERATION,
    &segmented_sort::OPERATION,
    &top_k::OPERATION,
    &arg_extreme::MIN,
    &arg_extreme::MAX,
    &lower_bound::OPERATION,
    &merge::OPERATION,
];

/// Operations for measurements only.
pub static MEASURED: &[&Operation] = &[&neighbours::OPERATION];

/// Checks the options of an operation on a type.
type CheckOptions = fn(&Options, ElementType) -> Result<(), Error>;

/// The description and the planner of an operation.
///
/// ```
/// use scanlab::operation::OPERATIONS;
///
/// let without_scan = OPERATIONS.iter().filter(|operation| !operation.takes_scan());
/// assert!(without_scan.map(|operation| operation.id).eq(["reduce", "histogram", "arg-min", "arg-max", "lower-bound", "merge"]));
/// ```
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Operation {
    /// Public name: file stem, API, URL, CSV.
    pub id: &'static str,
    /// Display name.
    pub title: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// Citations of its sources.
    pub paper: &'static str,
    /// Elements read and written in global memory.
    pub traffic: &'static str,
    /// The names of its options, except those that follow from the other fields.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) own_options: &'static [&'static str],
    /// Its tuning parameters if no scan is chosen.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) own_tuning: &'static [Parameter],
    /// The forms that a scan must support to be chosen for it; `None` if it uses no scan of the registry.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) scan_forms: Option<fn(&OperationJob) -> Vec<Form>>,
    /// Whether it combines elements by an operator, on elements of one or several words.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub sums: bool,
    /// Whether its output depends on runs of equal elements of its input.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub finds_runs: bool,
    /// Whether it moves values with its keys if the job has values.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) carries_values: bool,
    /// Whether it always has values beside its keys.
    pub takes_values: bool,
    /// Whether offsets give segments of its input.
    pub takes_offsets: bool,
    /// Whether it has sorted keys beside its input.
    pub takes_sorted: bool,
    /// Whether its input is sorted too, and its output has the keys of both arrays.
    pub merges: bool,
    /// Whether it moves elements as a whole, which may then be records of several words; for a sort, its values.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) moves_records: bool,
    /// Whether it also sorts keys of two words.
    pub sorts_wide_keys: bool,
    /// Whether it selects elements, by a predicate or by flags.
    pub selects: bool,
    /// Its variants.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub variants: &'static [Variant],
    /// Checks its own options; `None` if every value is valid.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) check_options: Option<CheckOptions>,
    /// Whether its output for no elements is the operator's identity, as for a sum; otherwise it is zeros.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) identity_of_none: bool,
    /// The lengths of its outputs.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) outputs: fn(&OperationJob) -> Outputs,
    /// Plans a job of at least one element.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) plan: fn(&OperationJob) -> Plan,
}

impl Operation {
    /// An operation without texts and special properties, from which every operation is made.
    const fn plain(outputs: fn(&OperationJob) -> Outputs, plan: fn(&OperationJob) -> Plan) -> Self {
        Operation {
            id: "",
            title: "",
            summary: "",
            paper: "",
            traffic: "",
            own_options: &[],
            own_tuning: &[],
            scan_forms: None,
            sums: false,
            finds_runs: false,
            carries_values: false,
            takes_values: false,
            takes_offsets: false,
            takes_sorted: false,
            merges: false,
            moves_records: false,
            sorts_wide_keys: false,
            selects: false,
            variants: &[],
            check_options: None,
            identity_of_none: false,
            outputs,
            plan,
        }
    }
}

/// Another implementation of an operation, for measurements only. Its output has the right elements in an undefined
/// order.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::operation::OperationJob;
/// use scanlab::plan::Limits;
///
/// // Compaction by an atomic counter, without scratch memory.
/// let job = OperationJob::new("compact", 1 << 20, Monoid::counts(), Limits::CORE)?;
/// let variant = job.operation.variants.iter().find(|variant| variant.id == "atomic-elements");
/// assert_eq!(OperationJob { variant, ..job }.planned()?.plan().total_scratch_bytes(), 0);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "OperationVariant"))]
pub struct Variant {
    /// Public name, used in place of a scan's.
    pub id: &'static str,
    /// Display name.
    pub title: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// Plans a job of at least one element.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) plan: fn(&OperationJob) -> Plan,
}

/// The form of a scan of counts. Its prefixes are scatter indices.
fn counts_form() -> Form {
    Form::new(Monoid::counts(), Mode::Exclusive)
}

/// For [`Operation::scan_forms`]: only counts are scanned.
fn of_counts(_: &OperationJob) -> Vec<Form> {
    vec![counts_form()]
}

impl Operation {
    /// Whether a scan of the registry can be chosen for it.
    pub fn takes_scan(&self) -> bool {
        self.scan_forms.is_some()
    }

    /// The names of the options that it takes, in the order in which messages list them.
    pub fn options(&self) -> Vec<&'static str> {
        let selection: &[_] = if self.selects { &["where", "flags", "density"] } else { &[] };
        let named = [
            ("operator", self.sums),
            ("runs", self.finds_runs || self.takes_offsets),
            ("values", self.carries_values),
            ("words", self.moves_records),
            ("segments", self.takes_offsets),
            ("sortedLength", self.takes_sorted),
        ];
        let named: Vec<_> = named.into_iter().filter_map(|(name, is_taken)| is_taken.then_some(name)).collect();
        let scan: &[_] = if self.takes_scan() { &["scan", "tuning"] } else { &[] };
        [selection, &named, self.own_options, scan].concat()
    }

    /// The second input, besides flags and offsets: sorted keys or values. Not every operation has one.
    pub fn second_input(&self) -> Resource {
        if self.takes_sorted { Resource::Sorted } else { Resource::Values }
    }

    /// Looks up an operation by its public name.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for an unknown name.
    pub fn find(id: &str) -> Result<&'static Operation, Error> {
        OPERATIONS.iter().chain(MEASURED).copied().find(|operation| operation.id == id).ok_or_else(|| {
            let ids: Vec<_> = OPERATIONS.iter().map(|operation| operation.id).collect();
            Error::bad_argument("operation", format!("one of {}", ids.join(", ")), quoted(id))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_has_its_own_texts() {
        let all: Vec<_> = OPERATIONS.iter().chain(MEASURED).collect();
        for (index, operation) in all.iter().enumerate() {
            let Operation { id, title, summary, paper, traffic, .. } = operation;
            assert!([id, title, summary, paper, traffic].iter().all(|text| !text.is_empty()), "{operation:?}");
            assert!(all[..index].iter().all(|other| other.id != *id && other.summary != *summary), "{id}");
        }
    }
}
