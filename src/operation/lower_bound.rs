//! `lower-bound`: for each needle, the index of the first key of a sorted array that is not less than the needle, or
//! with the option `upper` of the first key that is greater.
//!
//! Knuth 1998, "The Art of Computer Programming 3", section 6.2.1, algorithm U with Shar's steps: a binary search whose steps
//! have the lengths of the powers of two that do not exceed the number of keys m, from the largest one. CUB calls the
//! operation `DeviceFind::LowerBound` and `DeviceFind::UpperBound`. Keys have the order of `sort`.
//!
//! Change from the source: the search has one start, and does not take a step that would pass the last key. Each step
//! reads one key, also if the search does not take it. So every search reads ⌊log₂ m⌋ + 1 keys. An invocation searches
//! for the four needles of a pack, so that four loads are issued together. Costs for each pack: 4 reads of needles, 4
//! reads of keys per step, and 4 writes of bounds.

use super::sort::order_constants;
use super::{Count, Operation, OperationJob, Outputs};
use crate::error::Error;
use crate::plan::{Constant, Io, Kernel, Pass, PassCost, Plan, Resource};
use crate::scan::WORKGROUP_SIZE;
use crate::wgsl;
use crate::wgsl::binding;

pub(crate) static OPERATION: Operation = Operation {
    id: "lower-bound",
    title: "Lower bound",
    summary: "For each needle, the index of the first sorted key that is not less, or that is greater.",
    paper: "Knuth 1998, section 6.2.1",
    traffic: "n (⌊log₂ m⌋ + 2) reads, n writes for m sorted keys",
    own_options: &["upper"],
    takes_sorted: true,
    ..Operation::plain(outputs, plan)
};

/// Needles of a pack.
const PACK: u32 = 4;

/// The error for an invalid number of sorted keys.
///
/// ```
/// let message = scanlab::operation::sorted_length_error("-1").to_string();
/// assert_eq!(message, "sortedLength must be an integer from 0 to 4294967295; found -1");
/// ```
pub fn sorted_length_error(found: &str) -> Error {
    Error::bad_argument("sortedLength", format!("an integer from 0 to {}", u32::MAX), found)
}

fn outputs(job: &OperationJob) -> Outputs {
    Outputs { words: job.elements, count: Count::None, ..Outputs::default() }
}

fn plan(job: &OperationJob) -> Plan {
    let form = job.form();
    let mut plan = Plan::new(&job.scan_job(form.clone(), job.elements), &Io::ports(&form), PACK * WORKGROUP_SIZE, PACK);
    plan.takes_length = true;
    let constants = [("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)), ("UPPER", Constant::Bool(job.options.upper))];
    let constants = [&constants[..], &order_constants(job.monoid.element_type, false)].concat();
    let keys = job.options.sorted_length;
    let steps = u32::BITS - keys.leading_zeros();
    let packs = job.elements.div_ceil(PACK);
    let words = u64::from(PACK) * u64::from(packs);
    plan.passes.push(Pass {
        kernel: Kernel::of_form(&form, wgsl!("operation/lower-bound.wgsl"), "find_bounds", &constants),
        workgroups: packs.div_ceil(WORKGROUP_SIZE),
        elements: job.elements,
        takes_length: true,
        argument: keys,
        bindings: vec![
            (binding::NEEDLES, Resource::Input),
            (binding::SORTED, Resource::Sorted),
            (binding::BOUNDS, Resource::Output),
        ],
        serial_elements: PACK,
        cost: PassCost { reads: words * (1 + u64::from(steps)), writes: words, ..PassCost::default() },
    });
    plan
}
