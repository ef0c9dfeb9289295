//! `top-k`: the k largest or smallest keys with their indices, in the order of the input.
//!
//! A radix select: Alabi, Blanchard, Gordon & Steinbach, "Fast k-Selection Algorithms for Graphics Processing Units",
//! 2012. One pass per digit of 8 bits counts the keys that begin like the k-th one, and a workgroup finds its next
//! digit. A compaction (Sengupta, Lefohn & Owens 2006, section 4) then keeps the keys up to the k-th. Keys have the
//! order of `sort`.
//!
//! Changes from the paper: the digits of the key are followed by those of its index. So all elements differ, and among
//! equal keys the first are kept. If all keys that begin like the k-th one are kept, the remaining passes read no
//! keys: distinct keys need no digits of indices. The keys are not compacted between digits, so that no scratch memory
//! depends on the length. Costs: 5n reads and k writes for distinct keys of 32 bits; if all keys are equal, n more
//! reads per digit of indices.

use super::sort::{DIGIT_BITS, RADIX, order_constants};
use super::{Count, Operation, OperationJob, Options, Outputs, counts_form, of_counts, selection};
use crate::error::Error;
use crate::monoid::ElementType;
use crate::plan::{Constant, Io, Kernel, Pass, PassCost, Pivot, Plan, Resource};
use crate::scan::{WORKGROUP_SIZE, workgroup};
use crate::wgsl;
use crate::wgsl::binding;

pub(crate) static OPERATION: Operation = Operation {
    id: "top-k",
    title: "Top k",
    summary: "The k largest or smallest keys with their indices, in the order of the input.",
    paper: "Alabi, Blanchard, Gordon & Steinbach 2012, radix select; Sengupta, Lefohn & Owens 2006, section 4",
    traffic: "5n reads, 2k writes for distinct keys",
    own_options: &["k", "largest"],
    scan_forms: Some(of_counts),
    check_options: Some(check_options),
    ..Operation::plain(outputs, plan)
};

/// Keys that an invocation loads at once, on GPUs and on software adapters.
const ITEMS: (u32, u32) = (8, 2);

/// The maximum number of workgroups that count. Each adds its counts to those in global memory.
const MAX_WORKGROUPS: u32 = 1024;

/// Words of the pivot: the k-th key as an unsigned integer of the same order, its index, the number of keys that are
/// still to be found, and whether the pivot is final.
const PIVOT_WORDS: u64 = 4;

fn check_options(options: &Options, _: ElementType) -> Result<(), Error> {
    match options.k {
        0 => Err(Error::bad_argument("k", format!("an integer from 1 to {}", u32::MAX), "0")),
        _ => Ok(()),
    }
}

fn outputs(job: &OperationJob) -> Outputs {
    let words = job.options.k.min(job.elements);
    Outputs { words, second_words: Some(words), second_element_words: 1, count: Count::Length }
}

fn plan(job: &OperationJob) -> Plan {
    let form = counts_form();
    let mut outer = Plan::new(&job.scan_job(form.clone(), job.elements), &Io::ports(&form), 1, 1);
    let counts = outer.scratch_of_bytes(4 * u64::from(RADIX));
    let pivot = outer.scratch_of_bytes(4 * PIVOT_WORDS);
    let order = order_constants(job.monoid.element_type, job.options.largest);
    let pivot_of_keys = Pivot { buffer: pivot, order, most: job.options.k };
    let mut plan = selection::plan_of_pivot(job, pivot_of_keys, &outer.scratch_bytes);
    let select = Select { job, counts, pivot };
    let digits = digits(job).into_iter().flat_map(|digit| [select.count(digit), select.choose(digit)]);
    plan.passes.splice(0..0, [select.begin()].into_iter().chain(digits));
    plan
}

/// The digits of keys, then those of indices. Each is given by its first bit, plus 1 << 8 for a digit of indices. If
/// all keys are kept, one digit suffices, since its counts show this.
fn digits(job: &OperationJob) -> Vec<u32> {
    let index_bits = u32::BITS - (job.elements - 1).leading_zeros();
    let firsts = |bits: u32| (0..bits).step_by(DIGIT_BITS as usize).rev();
    let all = firsts(u32::BITS).chain(firsts(index_bits).map(|first| first | 1 << 8));
    all.take(if job.options.k < job.elements { usize::MAX } else { 1 }).collect()
}

/// The only kernel that loops over keys.
const COUNT: &str = "count_candidates";

/// A radix select that is being planned.
struct Select<'a> {
    job: &'a OperationJob,
    counts: Resource,
    pivot: Resource,
}

impl Select<'_> {
    /// Clears the counts, and stores a pivot without digits.
    fn begin(&self) -> Pass {
        let bindings = vec![(binding::DIGIT_COUNTS, self.counts), (binding::NEXT_PIVOT, self.pivot)];
        let cost = PassCost { writes: PIVOT_WORDS, ..PassCost::default() };
        self.pass("begin_pivot", 1, self.job.options.k, bindings, cost)
    }

    /// Counts the digit of the keys that begin like the pivot.
    fn count(&self, digit: u32) -> Pass {
        let n = self.job.elements;
        let workgroups = n.div_ceil(2 * self.items() * WORKGROUP_SIZE).clamp(1, MAX_WORKGROUPS);
        let bindings =
            vec![(binding::KEYS, Resource::Input), (binding::DIGIT_COUNTS, self.counts), (binding::PIVOT, self.pivot)];
        let cost = PassCost { reads: n.into(), barriers: workgroups.into(), ..PassCost::default() };
        self.pass(COUNT, workgroups, digit, bindings, cost)
    }

    /// Finds the digit of the pivot, and clears the counts for the next digit.
    fn choose(&self, digit: u32) -> Pass {
        let bindings = vec![(binding::DIGIT_COUNTS, self.counts), (binding::NEXT_PIVOT, self.pivot)];
        let cost = PassCost {
            reads: PIVOT_WORDS * u64::from(WORKGROUP_SIZE),
            writes: PIVOT_WORDS,
            applications: workgroup::SCAN_APPLICATIONS,
            barriers: workgroup::SCAN_BARRIERS + 1,
        };
        self.pass("choose_digit", 1, digit, bindings, cost)
    }

    fn items(&self) -> u32 {
        if self.job.limits.software { ITEMS.1 } else { ITEMS.0 }
    }

    fn pass(
        &self,
        entry_point: &'static str,
        workgroups: u32,
        argument: u32,
        bindings: Vec<(u32, Resource)>,
        cost: PassCost,
    ) -> Pass {
        let elements = self.job.elements;
        let order = order_constants(self.job.monoid.element_type, self.job.options.largest);
        let constants = [("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)), ("ITEMS", Constant::U32(self.items()))];
        let constants = [&constants[..], &order].concat();
        Pass {
            kernel: Kernel::of_form(&counts_form(), wgsl!("operation/top-k.wgsl"), entry_point, &constants),
            workgroups,
            elements,
            takes_length: true,
            argument,
            bindings,
            serial_elements: if entry_point == COUNT { elements.div_ceil(workgroups * WORKGROUP_SIZE) } else { 1 },
            cost,
        }
    }
}
