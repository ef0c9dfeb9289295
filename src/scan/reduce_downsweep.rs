//! `reduce-downsweep`: a reduce tree over the whole device with every level kept, then a down-sweep; one dispatch a level.
//!
//! Sengupta, Lefohn & Owens 2006, section 2.3, after Blelloch 1990. Work n − 1 up and at most n down, depth 2 log₂ n,
//! about 3n reads and 3n writes, no barriers, scratch n. It changes from the paper: levels of odd length keep their last element
//! as a pair of its own, so n need not be a power of two; the tree goes up to one element (the paper stops early and scans
//! the rest, which is its hybrid); the operands are in index order, where the paper prints a sum that commutes; and the
//! indices run from 0, so "second of a pair" is the odd index.

use super::{ELEMENTS, GRID, WORKGROUP_SIZE, hillis_steele};
use crate::flow::{Flow, combine};
use crate::plan::{Constant, Job, Kernel, Pass, PassCost, Plan, Resource, log2_ceil};
use crate::scan::Algorithm;
use crate::wgsl;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    id: "reduce-downsweep",
    title: "Reduce and down-sweep",
    family: "Device-wide steps",
    summary: "Sums up a binary tree whose levels are all kept, then prefixes down again; a dispatch a level.",
    paper: "Sengupta, Lefohn & Owens 2006, §2.3, Algorithms 3 and 4",
    work: "2n",
    depth: "2 log₂ n",
    traffic: "3n reads, 3n writes",
    needs: &[],
    tuning: &[],
    flow: |n| flow_with(n, log2_ceil(n)),
    plan: |job| plan_with(job, log2_ceil(job.elements)),
};

/// The tree of `reduce_steps` levels on a power of two of columns; a pair's sum stands where its second element stood.
pub(super) fn flow_with(n: u32, reduce_steps: u32) -> Flow {
    let mut flow = Flow::new(n);
    for step in 0..reduce_steps {
        let (half, whole) = (1 << step, 2 << step);
        let ends = (whole - 1..n).step_by(whole as usize);
        flow.step(format!("reduce {}", step + 1), ends.map(|end| combine(end, end - half, end)));
    }
    hillis_steele::add_steps(&mut flow, n >> reduce_steps, 1 << reduce_steps);
    for step in (0..reduce_steps).rev() {
        let (half, whole) = (1u32 << step, 2u32 << step);
        let firsts = (whole + half - 1..n).step_by(whole as usize);
        flow.step(format!("sweep {}", reduce_steps - step), firsts.map(|end| combine(end, end - half, end)));
    }
    flow
}

/// `reduce_steps` levels of the tree, Horn's scan of the last of them, and the way down again.
pub(super) fn plan_with(job: &Job, reduce_steps: u32) -> Plan {
    let steps = reduce_steps.min(log2_ceil(job.elements));
    if steps == 0 {
        return hillis_steele::plan(job);
    }
    let mut plan = Plan::new(job, WORKGROUP_SIZE, 1);
    let mut lengths = vec![job.elements];
    let mut levels = vec![Resource::Source];
    for step in 0..steps as usize {
        lengths.push(lengths[step].div_ceil(2));
        levels.push(plan.scratch(job, lengths[step + 1]));
        plan.passes.push(reduce_pass(lengths[step], levels[step], levels[step + 1]));
    }
    let rest = lengths[steps as usize];
    plan.operator_depth = 2 * steps + log2_ceil(rest);
    let mut coarse = levels[steps as usize];
    if rest > 1 {
        let spare = plan.scratch(job, rest);
        coarse = hillis_steele::scan_level(&mut plan, rest, coarse, spare);
    }
    for step in (0..steps as usize).rev() {
        plan.passes.push(sweep_pass(lengths[step], coarse, levels[step]));
        coarse = levels[step];
    }
    plan
}

fn reduce_pass(elements: u32, below: Resource, above: Resource) -> Pass {
    match below {
        Resource::Source => pass("reduce_source", elements, elements.div_ceil(2), vec![(1, below), (4, above)]),
        _ => pass("reduce_level", elements, elements.div_ceil(2), vec![(3, below), (4, above)]),
    }
}

fn sweep_pass(elements: u32, coarse: Resource, fine: Resource) -> Pass {
    match fine {
        Resource::Source => {
            pass("sweep_source", elements, elements, vec![(1, fine), (2, Resource::Prefixes), (5, coarse)])
        }
        _ => pass("sweep_level", elements, elements, vec![(5, coarse), (6, fine)]),
    }
}

fn pass(entry_point: &'static str, elements: u32, invocations: u32, bindings: Vec<(u32, Resource)>) -> Pass {
    Pass {
        kernel: Kernel {
            modules: &[wgsl!("scan/reduce-downsweep.wgsl"), GRID, ELEMENTS],
            constants: vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))],
            entry_point,
            subgroups: false,
        },
        workgroups: invocations.div_ceil(WORKGROUP_SIZE),
        elements,
        argument: 0,
        bindings,
        serial_elements: 1,
        cost: PassCost::default(),
    }
}
