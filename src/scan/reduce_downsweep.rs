//! `reduce-downsweep`: a reduce tree over the whole device that keeps every level, then a down-sweep. One dispatch per level.
//!
//! Source: Sengupta, Lefohn & Owens 2006, section 2.3, after Blelloch 1990.
//!
//! Costs for a power of two:
//!
//! - n − 1 applications up, and n − 1 − log₂ n down
//! - depth 2 log₂ n
//! - 2n reads up and 3n down; n writes up and 2n down
//! - no barriers
//! - scratch memory for n elements
//!
//! Erratum of the paper: it prints that Horn's scan does n log n − 2n(1 − 2ⁿ) operations more than the tree. The bracket is negative, so this
//! difference exceeds all operations of Horn's scan. With 2^(−log₂ n) instead of 2ⁿ, it is n log₂ n − 2(n − 1): all n elements in every
//! step of Horn's scan, including copies, minus the 2(n − 1) operations of a tree. If only applications of the operator count, Horn's
//! n log₂ n − (n − 1) minus the 2(n − 1) − log₂ n here is (n + 1) log₂ n − 3(n − 1).
//!
//! Changes from the paper: a level of odd length ends in a pair of one element, so n need not be a power of two. The tree goes up to one
//! element; the paper stops earlier and scans the rest, which is its hybrid. Operands are in index order, while the paper prints a sum that
//! commutes. Indices start at 0, so the second element of a pair has an odd index.

use super::{WORKGROUP_SIZE, hillis_steele};
use crate::flow::{Flow, combine};
use crate::plan::{Constant, Io, Job, Kernel, Mode, Pass, PassCost, Plan, Resource, log2_ceil};
use crate::scan::{Algorithm, Effect, Formula, InPlace, Subject, Tile, takes_all};
use crate::wgsl;
use crate::wgsl::binding;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "reduce-downsweep",
    title: "Reduce and down-sweep",
    family: "Device-wide steps",
    summary: "Sums go up a binary tree that keeps all its levels, then prefixes go down, with one dispatch per level.",
    paper: "Sengupta, Lefohn & Owens 2006, §2.3, Algorithms 3 and 4",
    work: "2(n − 1) − log₂ n",
    depth: "2 log₂ n",
    order: "a balanced tree over all elements",
    traffic: "5n reads, 3n writes",
    needs: &[],
    tuning: &[],
    in_place: InPlace::Inclusive,
    takes_length: true,
    reads_segments: false,
    tile: Tile::None,
    effects: &[Effect::Strides],
    formulas,
    refuses: takes_all,
    flow: |n| flow_with(n, log2_ceil(n)),
    plan: |job, io| plan_with(job, io, log2_ceil(job.elements)),
};

/// The tree of `reduce_steps` levels on `n` columns, a power of two. A pair's sum replaces its second element.
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

/// `reduce_steps` levels of the tree, Horn's scan of the last of them, and the down-sweep.
pub(super) fn plan_with(job: &Job, io: &Io<'_>, reduce_steps: u32) -> Plan {
    let steps = reduce_steps.min(log2_ceil(job.elements)) as usize;
    if steps == 0 {
        return hillis_steele::plan(job, io);
    }
    let mut plan = Plan::new(job, io, WORKGROUP_SIZE, 1);
    let constants = [("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))];
    let kernel = Kernel::of_form(&job.form, wgsl!("scan/reduce-downsweep.wgsl"), "", &constants).on(io);
    // Reads that an exclusive scan saves at the input, level 0: shifted, it starts with the identity.
    let shifted_out = |level: usize| u64::from(level == 0 && job.form.mode == Mode::Exclusive);
    let mut lengths = vec![job.elements];
    let mut levels = vec![io.input];
    for step in 0..steps {
        let elements = lengths[step];
        lengths.push(elements.div_ceil(2));
        levels.push(plan.scratch(job, lengths[step + 1]));
        let (entry_point, below) = match step {
            0 => ("reduce_source", io.load()),
            _ => ("reduce_level", (binding::BELOW, levels[step])),
        };
        let bindings = vec![below, (binding::ABOVE, levels[step + 1])];
        let cost = reduce_cost(elements, shifted_out(step));
        plan.passes.push(Pass {
            takes_length: step == 0,
            ..pass(kernel.at(entry_point), elements, lengths[step + 1], bindings, cost)
        });
    }
    let rest = lengths[steps];
    plan.operator_depth = 2 * steps as u32 + log2_ceil(rest);
    let mut coarse = levels[steps];
    if rest > 1 {
        let spare = plan.scratch(job, rest);
        coarse = hillis_steele::scan_level(&mut plan, &hillis_steele::kernel(job, io), rest, coarse, spare);
    }
    for step in (0..steps).rev() {
        let elements = lengths[step];
        let (entry_point, fine) = match step {
            0 => ("sweep_source", io.load_and_store()),
            _ => ("sweep_level", vec![(binding::FINE, levels[step])]),
        };
        let bindings = [fine, vec![(binding::COARSE, coarse)]].concat();
        let cost = sweep_cost(elements, shifted_out(step));
        plan.passes
            .push(Pass { takes_length: step == 0, ..pass(kernel.at(entry_point), elements, elements, bindings, cost) });
        coarse = levels[step];
    }
    plan
}

/// Every pair is read, except the `saved` reads, and its sum is stored.
fn reduce_cost(elements: u32, saved: u64) -> PassCost {
    PassCost {
        reads: u64::from(elements) - saved,
        writes: u64::from(elements.div_ceil(2)),
        applications: u64::from(elements / 2),
        barriers: 0,
    }
}

/// First elements of pairs are read; all elements except the first of the level read a prefix of the coarser level.
fn sweep_cost(elements: u32, saved: u64) -> PassCost {
    let firsts = u64::from(elements.div_ceil(2));
    let all = u64::from(elements);
    PassCost { reads: firsts + all - 1 - saved, writes: all, applications: firsts - 1, barriers: 0 }
}

fn pass(kernel: Kernel, elements: u32, invocations: u32, bindings: Vec<(u32, Resource)>, cost: PassCost) -> Pass {
    let workgroups = invocations.div_ceil(WORKGROUP_SIZE);
    Pass { kernel, workgroups, elements, takes_length: false, argument: 0, bindings, serial_elements: 1, cost }
}

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let (n, steps) = (subject.n, subject.n.log2());
    let mut rows = vec![subject.dispatches("2 log₂ n", 2.0 * steps)];
    let Some(horn) = subject.horn else { return rows };
    let planned = horn.applications as f64 - subject.cost.applications as f64;
    let saved = |formula, said| Formula::new("Operations fewer than Horn’s", formula, said, planned);
    rows.extend([
        saved("n log n − 2n(1 − 2ⁿ), as printed", n * steps - 2.0 * n * (1.0 - n.exp2())).because(
            "The bracket is negative, so the difference exceeds all operations of Horn’s scan; 2ⁿ must be 2 to the power of −log₂ n.",
        ),
        saved("n log₂ n − 2n(1 − 1/n)", n * steps - 2.0 * (n - 1.0)).because(
            "The formula counts copies as operations, also in Horn’s steps; the plans count only applications of ⊕.",
        ),
        saved("(n + 1) log₂ n − 3(n − 1), without copies", (n + 1.0) * steps - 3.0 * (n - 1.0)),
        subject.tree_traffic().because(
            "Merry’s invocation reads the prefix of a pair once for both elements. The paper’s has one element, so each prefix is read twice: 5n reads.",
        ),
    ]);
    rows
}
