//! `hillis-steele`: Horn's device-wide scan, ⌈log₂ n⌉ dispatches between two buffers.
//!
//! Horn, GPU Gems 2, chapter 36, 2005, after Hillis & Steele 1986; Sengupta, Lefohn & Owens 2006, Algorithm 2. Costs:
//! Σ(n − 2ⁱ) = n log₂ n − (n − 1) applications for a power of two; depth log₂ n; up to 2n reads and n writes per step;
//! no barriers. Algorithm 2 prints x[k − 2ⁱ] for i from 1; the distances here are 1, 2, 4 …, as in the text of the paper.

use super::{WORKGROUP_SIZE, element_pass};
use crate::flow::{Flow, combine};
use crate::plan::{Constant, Io, Job, Kernel, Mode, Pass, PassCost, Plan, Resource, log2_ceil};
use crate::scan::{Algorithm, Effect, Formula, InPlace, Subject, Tile, takes_all};
use crate::wgsl;
use crate::wgsl::binding;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "hillis-steele",
    title: "Horn / Hillis–Steele",
    family: "Device-wide steps",
    summary: "Every element adds the element 1, 2, 4 … positions before it. Each step is a dispatch that reads one buffer and writes another.",
    paper: "Hillis & Steele 1986; Horn 2005; Sengupta, Lefohn & Owens 2006, Algorithm 2",
    work: "n log₂ n − (n − 1)",
    depth: "log₂ n",
    order: "for each element a tree of ranges of 1, 2, 4 … neighbours",
    traffic: "2n log₂ n reads, n log₂ n writes",
    needs: &[],
    tuning: &[],
    in_place: InPlace::Never,
    takes_length: true,
    reads_segments: false,
    tile: Tile::None,
    effects: &[Effect::CachedElements],
    formulas,
    refuses: takes_all,
    flow,
    plan,
};

fn flow(n: u32) -> Flow {
    let mut flow = Flow::new(n);
    add_steps(&mut flow, n, 1);
    flow
}

/// Horn's steps on `n` columns that are `stride` apart, the first at `stride − 1`.
pub(super) fn add_steps(flow: &mut Flow, n: u32, stride: u32) {
    for step in 0..log2_ceil(n) {
        let distance = 1 << step;
        let column = |index| (index + 1) * stride - 1;
        let label = format!("distance {distance}");
        flow.step(label, (distance..n).map(|i| combine(column(i), column(i - distance), column(i))));
    }
}

pub(super) fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let mut plan = Plan::new(job, io, WORKGROUP_SIZE, 1);
    let steps = log2_ceil(job.elements).max(1);
    let kernel = kernel(job, io);
    plan.operator_depth = steps;
    if steps == 1 {
        plan.passes.push(source_pass(job, kernel.at("step_source_to_prefixes"), io.load_and_store()));
        return plan;
    }
    // The output is one of the two buffers. The buffers alternate such that the last step writes the output.
    let spare = plan.scratch(job, job.elements);
    let target = |step: u32| if (steps - step) % 2 == 1 { io.output } else { spare };
    let bindings = vec![io.load(), (binding::AFTER, target(0))];
    plan.passes.push(source_pass(job, kernel.at("step_source_to_level"), bindings));
    for step in 1..steps - 1 {
        plan.passes.push(step_pass(&kernel, job.elements, step, target(step - 1), target(step)));
    }
    let bindings = vec![io.store(), (binding::BEFORE, spare)];
    plan.passes.push(pass(kernel.at("step_level_to_prefixes"), job.elements, 1 << (steps - 1), bindings));
    plan
}

/// The kernel of a step. Its entry point depends on the buffers that it reads and writes.
pub(super) fn kernel(job: &Job, io: &Io<'_>) -> Kernel {
    let constants = [("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))];
    Kernel::of_form(&job.form, wgsl!("scan/hillis-steele.wgsl"), "", &constants).on(io)
}

/// Scans `elements` elements of scratch memory, alternating between two buffers. Returns the buffer with the result.
pub(super) fn scan_level(
    plan: &mut Plan,
    kernel: &Kernel,
    elements: u32,
    level: Resource,
    spare: Resource,
) -> Resource {
    let (mut from, mut to) = (level, spare);
    for step in 0..log2_ceil(elements) {
        plan.passes.push(Pass { takes_length: false, ..step_pass(kernel, elements, step, from, to) });
        (from, to) = (to, from);
    }
    from
}

/// The first step. An exclusive scan starts with the identity instead of the first element, which saves two reads of
/// that element.
fn source_pass(job: &Job, kernel: Kernel, bindings: Vec<(u32, Resource)>) -> Pass {
    let mut pass = pass(kernel, job.elements, 1, bindings);
    if job.form.mode == Mode::Exclusive {
        pass.cost.reads -= u64::from(job.elements.min(2));
    }
    pass
}

fn step_pass(kernel: &Kernel, elements: u32, step: u32, from: Resource, to: Resource) -> Pass {
    let bindings = vec![(binding::BEFORE, from), (binding::AFTER, to)];
    pass(kernel.at("step_level_to_level"), elements, 1 << step, bindings)
}

fn pass(kernel: Kernel, elements: u32, distance: u32, bindings: Vec<(u32, Resource)>) -> Pass {
    let cost = step_cost(elements, distance);
    Pass { argument: distance, ..element_pass(kernel, elements, bindings, cost) }
}

/// All elements are read and written. If an element has a predecessor at `distance`, the predecessor is read again, and
/// both are combined.
fn step_cost(elements: u32, distance: u32) -> PassCost {
    let combined = u64::from(elements - distance);
    let elements = u64::from(elements);
    PassCost { reads: elements + combined, writes: elements, applications: combined, barriers: 0 }
}

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let (n, steps) = (subject.n, subject.n.log2());
    let planned = subject.plan.passes.last().map_or(0, |pass| pass.cost.applications) as f64;
    let last = |formula, said| Formula::new("Applications of ⊕, last step", formula, said, planned);
    vec![
        subject.applications("n log₂ n − (n − 1)", n * steps - (n - 1.0)),
        subject.dispatches("log₂ n", steps),
        last("n/2ⁱ in step i, as printed", n / steps.exp2())
            .because("Far more elements combine: all that have a predecessor at distance 2ⁱ⁻¹."),
        last("n − 2ⁱ⁻¹ in step i", n - (steps - 1.0).exp2()),
    ]
}
