//! `two-level`: a fixed number C of blocks, each handled serially by one workgroup. Three dispatches for any length.
//!
//! Source: Merry, "Prefix sums on GPUs", 2014, "Two-level prefix sum". A workgroup handles its block in sub-blocks of two elements per
//! invocation, Merry's 2G. C is the number of blocks that saturates the device. One workgroup scans the C sums, also serially.
//!
//! Costs for blocks of M elements and W invocations:
//!
//! - about (7 + log₂ W) n / 2 applications
//! - depth 2 (M / 2W) (log₂ W + 2) per block
//! - 2n reads, and W more per block, since every invocation reads the prefix of the block; n writes
//! - (n / 2W) (3 log₂ W + 4) barriers
//! - scratch memory for C elements
//!
//! Changes from the source: a block is a whole number of sub-blocks, so a short input may have fewer than C blocks. A block has at most
//! [`MAX_BLOCK_ELEMENTS`], so a long input has more than C.

use super::segments::Ends;
use super::{WORKGROUP_SIZE, workgroup};
use crate::flow::{Flow, combine};
use crate::plan::{Constant, Io, Job, Kernel, Mode, Pass, PassCost, Plan, Resource, log2_ceil};
use crate::scan::{Algorithm, Effect, Formula, InPlace, Parameter, Subject, Tile, takes_all};
use crate::wgsl;
use crate::wgsl::binding;

const BLOCKS: Parameter = Parameter { name: "blocks", title: "Blocks C", min: 1, max: 2048, default: Some(1024) };

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "two-level",
    title: "Two-level",
    family: "Reduce-then-scan",
    summary: "A fixed number of blocks. One workgroup scans each block, sub-block by sub-block. Three dispatches.",
    paper: "Merry 2014, Two-Level Prefix Sum; Merrill & Grimshaw 2009",
    work: "(7 + log₂ W) n / 2",
    depth: "(n / CW)·(log₂ W + 2)",
    order: "a tree over each sub-block; sub-blocks, and the totals of blocks, from left to right",
    traffic: "2n reads, n writes",
    needs: &[],
    tuning: &[BLOCKS],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::None,
    effects: &[Effect::Strides],
    formulas,
    refuses: takes_all,
    flow,
    plan,
};

/// Elements of a sub-block: Merry's 2G.
const SUB_BLOCK_ELEMENTS: u32 = 2 * WORKGROUP_SIZE;

/// The longest block: a thousand sub-blocks take some milliseconds. The system's watchdog may end a longer dispatch, and lavapipe ends loops
/// after 65,535 iterations.
const MAX_BLOCK_ELEMENTS: u32 = 1024 * SUB_BLOCK_ELEMENTS;

/// Two blocks of two sub-blocks.
fn flow(n: u32) -> Flow {
    let (block, sub_block) = ((n / 2).max(1), (n / 4).max(1));
    let mut flow = Flow::new(n);
    // A block's sum is in its last column; the elements are read again later, so no other column changes.
    for offset in (1..block).rev() {
        flow.step(
            "reduce",
            (block - 1..n).step_by(block as usize).map(|end| combine(end, end - (block - offset), end)),
        );
    }
    if n > block {
        flow.step("scan the sums", [combine(n - 1, block - 1, n - 1)]);
    }
    let starts: Vec<u32> = (0..n).step_by(block as usize).collect();
    for first in (0..block).step_by(sub_block as usize) {
        // The prefix of the previous sub-block is combined with the first element; then the sub-block is scanned.
        for offset in first..(first + sub_block).min(block - 1) {
            let element = starts.iter().map(|start| start + offset).filter(|&element| element > 0);
            flow.step(format!("sub-block {}", first / sub_block + 1), element.map(|i| combine(i, i - 1, i)));
        }
    }
    flow
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let block = block_elements(job.elements, job.tuned(BLOCKS.name));
    let blocks = job.elements.div_ceil(block);
    let mut plan = Plan::new(job, io, block, 2);
    plan.tuning.insert(BLOCKS.name.into(), blocks);
    let sums = plan.scratch(job, blocks);
    let ends = Ends { job, io };
    let kernel = ends.kernel(wgsl!("scan/two-level.wgsl"), &[("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))]);
    let (of_sums, of_prefixes) = (vec![(binding::SUMS, sums)], vec![(binding::BLOCK_PREFIXES, sums)]);
    let whole =
        |entry_point, bindings, cost| pass(kernel.at(entry_point), blocks, [job.elements, block], bindings, cost);
    plan.passes = vec![
        ends.load(whole("reduce_blocks", of_sums.clone(), reduce_cost(job, blocks))),
        pass(kernel.at("scan_sums"), 1, [blocks, 0], of_sums, sums_cost(blocks)),
        ends.load_and_store(whole("scan_blocks", of_prefixes, scan_cost(job, blocks))),
    ];
    // A sub-block adds a pair, a workgroup's tree and the running sum.
    let sub_block_depth = 2 + log2_ceil(WORKGROUP_SIZE);
    let serial = 2 * block.div_ceil(SUB_BLOCK_ELEMENTS) + blocks.div_ceil(WORKGROUP_SIZE);
    plan.operator_depth = serial + 3 * sub_block_depth + 3;
    plan
}

/// Elements of a block, a whole number of sub-blocks, for about `blocks` blocks.
fn block_elements(elements: u32, blocks: u32) -> u32 {
    elements.div_ceil(blocks.max(1)).next_multiple_of(SUB_BLOCK_ELEMENTS).min(MAX_BLOCK_ELEMENTS)
}

/// Sub-blocks of all blocks: only the last block may end within one.
fn sub_blocks(job: &Job) -> u64 {
    job.elements.div_ceil(SUB_BLOCK_ELEMENTS).into()
}

/// A sub-block sums one pair per invocation, reduces the sums over the workgroup, and adds the result to the running
/// sum in every invocation. Elements past the end are identities.
fn reduce_cost(job: &Job, blocks: u32) -> PassCost {
    PassCost {
        reads: job.elements.into(),
        writes: blocks.into(),
        applications: sub_blocks(job) * (2 * u64::from(WORKGROUP_SIZE) + workgroup::REDUCE_APPLICATIONS),
        barriers: sub_blocks(job) * (workgroup::REDUCE_BARRIERS + 1),
    }
}

/// A round scans one sum per invocation, combines each with the running sum, and updates the running sum.
fn sums_cost(blocks: u32) -> PassCost {
    let rounds = u64::from(blocks.div_ceil(WORKGROUP_SIZE));
    let blocks = u64::from(blocks);
    PassCost {
        reads: blocks,
        writes: blocks,
        applications: rounds * (workgroup::SCAN_APPLICATIONS + u64::from(WORKGROUP_SIZE)) + blocks,
        barriers: rounds * (workgroup::SCAN_BARRIERS + 1),
    }
}

/// A sub-block sums one pair per invocation, scans the pairs, combines each with the running sum, and updates the
/// running sum. The second element of a pair, if it exists, takes one more application. In an inclusive scan, the first
/// element also takes one more application, even past the end of the input.
fn scan_cost(job: &Job, blocks: u32) -> PassCost {
    let invocations = u64::from(WORKGROUP_SIZE);
    let first = if job.form.mode == Mode::Inclusive { invocations } else { 0 };
    PassCost {
        // All invocations read their block's exclusive prefix.
        reads: u64::from(job.elements) + invocations * u64::from(blocks),
        writes: job.elements.into(),
        applications: sub_blocks(job) * (3 * invocations + first + workgroup::SCAN_APPLICATIONS)
            + u64::from(job.elements / 2),
        barriers: sub_blocks(job) * (workgroup::SCAN_BARRIERS + 1),
    }
}

fn pass(
    kernel: Kernel,
    workgroups: u32,
    [elements, block]: [u32; 2],
    bindings: Vec<(u32, Resource)>,
    cost: PassCost,
) -> Pass {
    // A single workgroup handles all sums, or the only block.
    let handled = if workgroups == 1 { elements } else { block };
    let serial_elements = handled.div_ceil(WORKGROUP_SIZE);
    Pass { kernel, workgroups, elements, takes_length: false, argument: block, bindings, serial_elements, cost }
}

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let scratch_bytes = subject.tuned(BLOCKS.name) * subject.element_bytes;
    let [reads, writes] = subject.twice_in_once_out();
    vec![
        subject.dispatches("3", 3.0),
        Formula::new("Scratch memory, bytes", "C elements", scratch_bytes, subject.cost.scratch_bytes as f64),
        reads,
        writes,
        subject.barrier_instructions("O(N log₂ G)", subject.n * subject.invocations.log2()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_as_many_as_asked_for_unless_they_would_be_too_long() {
        let blocks = |elements: u32, blocks| elements.div_ceil(block_elements(elements, blocks));
        assert_eq!(blocks(1 << 24, 256), 256);
        assert_eq!(blocks(1 << 18, 1), 1);
        assert_eq!(blocks(1, 256), 1);
        assert_eq!(blocks(513, 256), 2);
        assert_eq!(blocks(1 << 20, 1), 2);
        assert!(blocks(1 << 30, 1) <= 2048);
    }
}
