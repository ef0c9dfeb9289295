//! `ladner-fischer`: the circuits P₀, P₁, P₂ … in workgroup memory, from the least depth to the least work.
//!
//! Source: Ladner & Fischer, "Parallel Prefix Computation", 1980. P₀ scans the left half by P₁ and the right half by P₀, then combines the last
//! prefix of the left half with every prefix of the right half, as `sklansky` does. P₁ takes one more step, but not for its last prefix, so
//! P₀ has the least depth. P_k scans the sums of pairs by P_(k − 1), as Brent and Kung do. `extra_steps` is k.
//!
//! Costs for tiles of E = 2ᵐ elements, two per invocation:
//!
//! - 2 (1 + 2⁻ᵏ) E − F(5 + m − k) + 1 − k applications per tile, where F(i) is the i-th Fibonacci number, and n to add
//!   the tile totals
//! - depth m + k per level of tiles
//! - m + k + 1 barriers per tile
//! - 3n reads: the input, then every prefix within a tile together with the tile's exclusive prefix; 2n writes
//! - in workgroup memory two reads and one write per application of the tile scan, without the copies in and out
//!
//! P₀ takes less than 4E applications at Sklansky's depth. If k is m − 2 or more, the circuit is Brent and Kung's,
//! with 2E − 2 − m applications and depth 2m − 2, and the plan lowers k to m − 2. The disadvantage is fan-out: in one
//! step, E / 2ᵏ⁺¹ values are combined with the same value.
//!
//! Changes from the paper, whose circuits have gates: from a slot and the step, the kernel computes the value that it combines with the slot.
//! If the circuits leave the step of an application open, it is as late as possible. So the last step of the inner P₀ also computes the
//! remaining prefixes. Textbooks of adders use the name Ladner–Fischer for a simpler circuit, Sklansky's between k levels of pairs. Both
//! circuits are the same if E / 2ᵏ is 8 or less.

use super::tiles;
use crate::flow::{Flow, Operation, combine};
use crate::plan::{Constant, Io, Job, Plan, Tuning, log2_ceil};
use crate::scan::{Algorithm, Formula, InPlace, Parameter, Subject, Tile, takes_all};
use crate::wgsl;

const EXTRA_STEPS: Parameter = Parameter {
    name: "extra_steps",
    title: "Steps beyond the least depth",
    min: 0,
    max: 7,
    default: Some(DEFAULT_EXTRA_STEPS),
};

const DEFAULT_EXTRA_STEPS: u32 = 1;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "ladner-fischer",
    title: "Ladner–Fischer",
    family: "Tiles in workgroup memory",
    summary: "Halves as in Sklansky's scan, pairs as in Brent and Kung's: a parameter trades depth for work.",
    paper: "Ladner & Fischer 1980",
    work: "(3 + 2¹⁻ᵏ) n, parameter k",
    depth: "log₂ E + k per level, tiles of E",
    order: "a balanced tree over each tile, with the sum of the left part before each element of the right part; the same for tile totals",
    traffic: "3n reads, 2n writes",
    needs: &[],
    tuning: &[EXTRA_STEPS],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::Memory(accesses),
    effects: &[],
    formulas,
    refuses: takes_all,
    flow: |n| circuit_flow(n, DEFAULT_EXTRA_STEPS),
    plan,
};

/// Elements per invocation.
const ITEMS: u32 = 2;

/// The parameter k for 2ᵐ elements. It is limited to m − 2, since larger values give the same circuit with more steps.
fn extra_steps(given: u32, levels: u32) -> u32 {
    given.min(levels.saturating_sub(2))
}

/// P_k on `n` columns.
fn circuit_flow(n: u32, extra: u32) -> Flow {
    let levels = log2_ceil(n);
    let extra = extra_steps(extra, levels);
    let mut steps = vec![Vec::new(); (levels + extra) as usize];
    add_circuit(&mut steps, &(0..n).collect::<Vec<_>>(), extra);
    let mut flow = Flow::new(n);
    for (step, operations) in steps.into_iter().enumerate() {
        flow.step(format!("step {}", step + 1), operations);
    }
    flow
}

/// Adds the operations of P_k on `columns` to `steps`.
fn add_circuit(steps: &mut [Vec<Operation>], columns: &[u32], extra: u32) {
    let Some(last) = steps.len().checked_sub(1).filter(|_| columns.len() > 1) else { return };
    if extra == 0 {
        let (left, right) = columns.split_at(columns.len() / 2);
        add_circuit(steps, left, 1);
        add_circuit(&mut steps[..last], right, 0);
        let before = left[left.len() - 1];
        steps[last].extend(right.iter().map(|&column| combine(column, before, column)));
    } else {
        let with = |pair: &[u32]| combine(pair[1], pair[0], pair[1]);
        steps[0].extend(columns.chunks_exact(2).map(with));
        let sums: Vec<_> = columns.iter().copied().skip(1).step_by(2).collect();
        add_circuit(&mut steps[1..last], &sums, extra - 1);
        steps[last].extend(columns[1..].chunks_exact(2).map(with));
    }
}

/// Applications of P_k to 2ᵐ elements, by its construction.
fn applications(levels: u32, extra: u32) -> u64 {
    match (levels, extra) {
        (0, _) => 0,
        (_, 0) => applications(levels - 1, 1) + applications(levels - 1, 0) + (1 << (levels - 1)),
        // The sums of pairs, and the remaining prefix of every pair except the first.
        _ => applications(levels - 1, extra - 1) + (1 << levels) - 1,
    }
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let workgroup_size = tiles::workgroup_size(job, |size| [ITEMS * size]);
    let levels = log2_ceil(ITEMS * workgroup_size);
    let extra = extra_steps(job.tuned(EXTRA_STEPS.name), levels);
    let steps = levels + extra;
    let mut plan = tiles::plan(
        job,
        io,
        &tiles::TileScan {
            root: wgsl!("scan/ladner-fischer.wgsl"),
            workgroup_size,
            items: ITEMS,
            inclusive: true,
            constants: vec![
                ("LADNER_FISCHER_EXTRA_STEPS", Constant::U32(extra)),
                ("LADNER_FISCHER_STEPS", Constant::U32(steps)),
            ],
            operator_depth: steps,
            applications: applications(levels, extra),
            barriers: steps.into(),
        },
    );
    plan.tuning.insert(EXTRA_STEPS.name.into(), extra);
    plan
}

fn accesses(tuning: &Tuning, e: u64) -> [u64; 2] {
    let levels = e.ilog2();
    let given = tuning.get(EXTRA_STEPS.name).copied().unwrap_or(DEFAULT_EXTRA_STEPS);
    let combined = applications(levels, extra_steps(given, levels));
    [2 * combined, combined]
}

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let (tile, levels, extra) = (subject.tile(), subject.tile().log2(), subject.tuned(EXTRA_STEPS.name));
    let said = 2.0 * (1.0 + (-extra).exp2()) * tile - fibonacci(5.0 + levels - extra) + 1.0 - extra;
    vec![
        subject.tile_applications("2 (1 + 2⁻ᵏ) N − F(5 + log₂ N − k) + 1 − k", said),
        subject.tile_barriers("log₂ N + k, the depth", levels + extra),
    ]
}

/// Binet's formula.
fn fibonacci(index: f64) -> f64 {
    let root = 5_f64.sqrt();
    (((1.0 + root) / 2.0).powf(index) / root).round()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_circuit_scans_with_its_steps_and_applications() {
        for levels in 0..=9 {
            let n = 1 << levels;
            for given in 0..=EXTRA_STEPS.max {
                let flow = circuit_flow(n, given);
                let extra = extra_steps(given, levels);
                assert_eq!(flow.steps.len() as u32, levels + extra, "P_{given} on {n}");
                let counted: usize = flow.steps.iter().map(|step| step.operations.len()).sum();
                assert_eq!(counted as u64, applications(levels, extra), "P_{given} on {n}");
                assert_eq!(applications(levels, given.min(levels)), applications(levels, extra), "P_{given} on {n}");
                let evaluated = flow.evaluate();
                assert!(evaluated.windows(2).all(|pair| pair[1].starts_with(&pair[0])), "P_{given} on {n}");
                assert!(evaluated.iter().enumerate().all(|(index, prefix)| prefix.chars().count() == index + 1));
            }
        }
    }

    #[test]
    fn the_bounds_of_the_paper_hold() {
        for levels in 1..=9 {
            let n = 1 << levels;
            assert!(applications(levels, 0) < 4 * n);
            assert_eq!(applications(levels, levels), 2 * n - 2 - u64::from(levels));
            assert_eq!(
                fibonacci(f64::from(levels)) + fibonacci(f64::from(levels + 1)),
                fibonacci(f64::from(levels + 2))
            );
        }
    }
}
