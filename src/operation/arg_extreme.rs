//! `arg-min` and `arg-max`: the first of the smallest or largest keys, and its index.
//!
//! Harris, "Optimizing Parallel Reduction in CUDA", 2007, on pairs of a key and its index. CUB calls the operations
//! `DeviceReduce::ArgMin` and `DeviceReduce::ArgMax`. Each invocation keeps the best of its keys in registers. Two
//! atomic maxima in workgroup memory, of the keys and of the complements of their indices, find the best key of a
//! workgroup. Then one workgroup finds the best of up to 1024 pairs. Costs: n reads in two dispatches, or in one
//! dispatch for up to 4096 keys.

use super::sort::order_constants;
use super::{Count, Operation, OperationJob, Outputs, counts_form};
use crate::plan::{Constant, Io, Kernel, Pass, PassCost, Plan, Resource};
use crate::scan::WORKGROUP_SIZE;
use crate::wgsl;
use crate::wgsl::binding;

pub(crate) static MIN: Operation = Operation {
    id: "arg-min",
    title: "Index of the minimum",
    summary: "The first of the smallest keys, and its index.",
    ..extreme(|job| plan(job, true))
};

pub(crate) static MAX: Operation = Operation {
    id: "arg-max",
    title: "Index of the maximum",
    summary: "The first of the largest keys, and its index.",
    ..extreme(|job| plan(job, false))
};

const fn extreme(plan: fn(&OperationJob) -> Plan) -> Operation {
    Operation {
        paper: "Harris, Optimizing Parallel Reduction in CUDA, 2007",
        traffic: "n reads",
        ..Operation::plain(outputs, plan)
    }
}

/// Elements of a pack.
const PACK: u32 = 4;

/// Packs that an invocation loads at once, on GPUs and on software adapters.
const PACKS: (u32, u32) = (4, 1);

/// The maximum number of workgroups that read keys. Each stores a pair.
const MAX_WORKGROUPS: u32 = 1024;

fn outputs(job: &OperationJob) -> Outputs {
    let words = job.elements.min(1);
    Outputs { words, second_words: Some(words), second_element_words: 1, count: Count::None }
}

fn plan(job: &OperationJob, smallest: bool) -> Plan {
    let form = counts_form();
    let mut plan = Plan::new(&job.scan_job(form.clone(), job.elements), &Io::ports(&form), 1, 1);
    plan.takes_length = true;
    let packs = if job.limits.software { PACKS.1 } else { PACKS.0 };
    let order = order_constants(job.monoid.element_type, smallest);
    let constants = [("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)), ("PACKS", Constant::U32(packs))];
    let constants = [&constants[..], &order].concat();
    let workgroups = job.elements.div_ceil(4 * PACK * WORKGROUP_SIZE).min(MAX_WORKGROUPS);
    let pass = |entry_point, workgroups: u32, handled: u32, argument, bindings, (reads, writes): (u64, u64)| Pass {
        kernel: Kernel::of_form(&form, wgsl!("operation/arg-extreme.wgsl"), entry_point, &constants),
        workgroups,
        elements: job.elements,
        takes_length: true,
        argument,
        bindings,
        serial_elements: handled.div_ceil(workgroups * WORKGROUP_SIZE),
        cost: PassCost { reads, writes, barriers: 2 * u64::from(workgroups), ..PassCost::default() },
    };
    let n = u64::from(job.elements);
    let keys = (binding::PACKS_OF_KEYS, Resource::Input);
    let outputs = [(binding::BEST_KEY, Resource::Output), (binding::BEST_INDEX, Resource::SecondOutput)];
    if workgroups == 1 {
        let bindings = [&[keys], &outputs[..]].concat();
        plan.passes.push(pass("find_in_all", 1, job.elements, 0, bindings, (n + 1, 2)));
        return plan;
    }
    // A pair is a struct of two words, one access.
    let pairs = plan.scratch_of_bytes(8 * u64::from(workgroups));
    let count = u64::from(workgroups);
    let bindings = vec![keys, (binding::NEXT_PAIRS, pairs)];
    plan.passes.push(pass("find_in_parts", workgroups, job.elements, workgroups, bindings, (n, 2 * count)));
    let bindings = [&[keys, (binding::PAIRS, pairs)], &outputs[..]].concat();
    plan.passes.push(pass("find_in_pairs", 1, workgroups, workgroups, bindings, (2 * count + 1, 2)));
    plan
}
