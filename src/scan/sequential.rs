//! `sequential`: one invocation scans the input, Algorithm 1 of every source. This scan is the baseline on the GPU.
//!
//! Costs: n applications, depth n, n reads and n writes, and those of one carry per chunk; no barriers.
//!
//! Change from the sources: the input is scanned in chunks, with one dispatch per chunk, because the system's watchdog ends dispatches that run
//! for seconds.

use crate::flow::{Flow, combine};
use crate::plan::{Constant, Io, Job, Kernel, Pass, PassCost, Plan};
use crate::scan::{Algorithm, Effect, Formula, InPlace, Subject, Tile, takes_all};
use crate::wgsl;
use crate::wgsl::binding;

/// Elements of a dispatch, which takes some milliseconds. lavapipe ends every loop after 65,535 iterations, so a chunk must be shorter.
const CHUNK_ELEMENTS: u32 = 1 << 15;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "sequential",
    title: "Sequential",
    family: "Baseline",
    summary: "One invocation adds the elements from the first to the last.",
    paper: "Sengupta, Lefohn & Owens 2006, Algorithm 1",
    work: "n",
    depth: "n",
    order: "from left to right",
    traffic: "n reads, n writes",
    needs: &[],
    tuning: &[],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: false,
    tile: Tile::None,
    effects: &[Effect::OneInvocation],
    formulas,
    refuses: takes_all,
    flow,
    plan,
};

fn flow(n: u32) -> Flow {
    let mut flow = Flow::new(n);
    for index in 1..n {
        flow.step(format!("element {index}"), [combine(index, index - 1, index)]);
    }
    flow
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let mut plan = Plan::new(job, io, job.elements, job.elements);
    plan.operator_depth = job.elements;
    let carry = plan.scratch(job, 1);
    let constants = [("WORKGROUP_SIZE", Constant::U32(1)), ("CHUNK_ELEMENTS", Constant::U32(CHUNK_ELEMENTS))];
    let kernel = Kernel::of_form(&job.form, wgsl!("scan/sequential.wgsl"), "scan_chunk", &constants).on(io);
    for start in (0..job.elements).step_by(CHUNK_ELEMENTS as usize) {
        let elements = CHUNK_ELEMENTS.min(job.elements - start);
        plan.passes.push(Pass {
            kernel: kernel.clone(),
            workgroups: 1,
            elements: job.elements,
            takes_length: true,
            argument: start,
            bindings: [io.load_and_store(), vec![(binding::CARRY, carry)]].concat(),
            serial_elements: elements,
            cost: cost(elements, start > 0),
        });
    }
    plan
}

/// Every element is read and written once. All chunks except the first read the carry, and all chunks write it.
fn cost(elements: u32, carried: bool) -> PassCost {
    let elements = u64::from(elements);
    PassCost { reads: elements + u64::from(carried), writes: elements + 1, applications: elements, barriers: 0 }
}

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    vec![subject.applications("n", subject.n)]
}
