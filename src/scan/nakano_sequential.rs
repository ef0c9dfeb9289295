//! `nakano-sequential`: Nakano's scan of groups of k elements, one group after another, with scratch memory for one group.
//!
//! Source: Nakano, "An Optimal Parallel Prefix-sums Algorithm on the Memory Machine Models for GPUs", 2012, section 7, Corollary 1. The last
//! prefix of a group is combined with the first element of the next group. For width w and latency l, k = wl log (wl) hides the latency: some
//! hundred thousand elements on a current GPU.
//!
//! Costs:
//!
//! - about 2n applications, 4n reads and 3n writes
//! - depth about 2 (n / k) log₂ k
//! - no barriers
//! - scratch memory for k elements
//!
//! On the memory machines with p threads, the time is n/w + nl/p + (n l log k)/k.
//!
//! Change from the paper: if there would be more than 256 groups, k is raised, because each group is a chain of dispatches.

use super::nakano;
use crate::flow::{Flow, combine};
use crate::plan::{Io, Job, Plan};
use crate::scan::{Algorithm, Effect, Formula, InPlace, Parameter, Subject, Tile, takes_all};

const K: Parameter =
    Parameter { name: "k", title: "Elements of a group k", min: 256, max: 1 << 26, default: Some(1 << 22) };

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "nakano-sequential",
    title: "Nakano, group by group",
    family: "Device-wide steps",
    summary: "Nakano's scan of groups of k elements, one group after another. Each group continues from the last prefix of the previous group.",
    paper: "Nakano 2012, §7, Corollary 1",
    work: "2n",
    depth: "2 (n / k) log₂ k",
    order: "a balanced tree over each group; groups from left to right",
    traffic: "4n reads, 3n writes",
    needs: &[],
    tuning: &[K],
    in_place: InPlace::Inclusive,
    takes_length: false,
    reads_segments: false,
    tile: Tile::None,
    effects: &[Effect::Strides],
    formulas,
    refuses: takes_all,
    flow,
    plan,
};

/// The maximum number of groups of a scan.
const MAX_GROUPS: u32 = 256;

/// Four groups.
fn flow(n: u32) -> Flow {
    let k = (n / 4).max(1);
    let mut flow = Flow::new(n);
    for start in (0..n).step_by(k as usize) {
        if start > 0 {
            flow.step("the prefix of the group before", [combine(start, start - 1, start)]);
        }
        nakano::add_stages(&mut flow, start, k);
    }
    flow
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let mut job = job.clone();
    let k = job.tuned(K.name).max(job.elements.div_ceil(MAX_GROUPS));
    job.tuning.insert(K.name.into(), k);
    let first = k.min(job.elements);
    let mut plan = Plan::new(&job, io, first, 2);
    let levels = nakano::levels(&mut plan, &job, first);
    plan.operator_depth = job.elements.div_ceil(k) * (nakano::operator_depth(first) + 1);
    for start in (0..job.elements).step_by(k as usize) {
        let length = k.min(job.elements - start);
        nakano::add_passes(&mut plan, &nakano::Group { job: &job, io, k: Some(k), start, length }, &levels);
    }
    plan
}

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let (n, k) = (subject.n, subject.tuned(K.name).min(subject.n));
    vec![
        Formula::new("Work space, elements", "k", k, subject.scratch_elements())
            .because("The levels of a group of k elements hold k − log₂ k − 1."),
        subject
            .dispatches("(n/k)(2 log₂ k − 1)", n / k * (2.0 * k.log2() - 1.0))
            .because("No group has a step for its last element alone."),
    ]
}
