//! `reduce-then-scan`: reduces blocks of M elements, scans the sums recursively, and scans each block from its prefix.
//!
//! Source: Merry, "Prefix sums on GPUs", 2014, "Reduce-then-Scan strategy".
//!
//! Costs: about 3n applications; just over 2n global reads, and n global writes; 3 log₂ W + 5 barriers per block of W invocations. Merry counts
//! about log_M n kernels. Each of the ⌈log_M n⌉ levels except the last is reduced and scanned, which makes 2⌈log_M n⌉ − 1 dispatches.
//!
//! Addition to the source, which does not specify the scan within a block: an invocation scans a run of `items` elements before and after one
//! scan by the workgroup. If wide elements would not fit workgroup memory, `items` is lowered.

use super::segments::Ends;
use super::{WORKGROUP_SIZE, workgroup};
use crate::flow::{Flow, combine};
use crate::plan::{Constant, Io, Job, Kernel, Pass, PassCost, Plan, Resource, log2_ceil};
use crate::scan::{Algorithm, Effect, Formula, InPlace, Parameter, Subject, Tile, takes_all};
use crate::wgsl;
use crate::wgsl::binding;

const ITEMS: Parameter =
    Parameter { name: "items", title: "Elements per invocation", min: 1, max: 15, default: Some(5) };

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "reduce-then-scan",
    title: "Reduce, then scan",
    family: "Reduce-then-scan",
    summary: "Sums each block, scans the sums, then scans each block from its prefix.",
    paper: "Merry 2014, Reduce-then-Scan; Merrill & Grimshaw 2009",
    work: "3n",
    depth: "3k + 2 log₂ W per level, runs of k",
    order: "runs of k from left to right, then a tree over their sums; the same for block totals",
    traffic: "2n reads, n writes",
    needs: &[],
    tuning: &[ITEMS],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::None,
    effects: &[Effect::BankConflicts(Some(ITEMS.name))],
    formulas,
    refuses: takes_all,
    flow,
    plan,
};

/// Four blocks: their sums, a scan of the sums, and a scan of every block from its exclusive prefix.
fn flow(n: u32) -> Flow {
    let block = (n / 4).max(1);
    let mut flow = Flow::new(n);
    add_block_sums(&mut flow, block);
    for end in (2 * block - 1..n).step_by(block as usize) {
        flow.step("scan the sums", [combine(end, end - block, end)]);
    }
    add_block_scans(&mut flow, block);
    flow
}

/// Steps that put the sum of every block into its last column. The elements are read again later, so no other column changes.
pub(super) fn add_block_sums(flow: &mut Flow, block: u32) {
    for offset in (1..block).rev() {
        let ends = (block - 1..flow.columns).step_by(block as usize);
        flow.step("sum the blocks", ends.map(|end| combine(end, end - (block - offset), end)));
    }
}

/// Steps that scan every block from its exclusive prefix, once the last columns of the blocks hold their inclusive prefixes.
pub(super) fn add_block_scans(flow: &mut Flow, block: u32) {
    for offset in 0..block - 1 {
        let columns = (offset..flow.columns).step_by(block as usize).filter(|&column| column > 0);
        flow.step("scan the blocks", columns.map(|column| combine(column, column - 1, column)));
    }
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let items = job.tuned(ITEMS.name).min(items_that_fit(job)).max(1);
    let tile = WORKGROUP_SIZE * items;
    let mut plan = Plan::new(job, io, tile, items);
    plan.tuning.insert(ITEMS.name.into(), items);
    let ends = Ends { job, io };
    let constants = [("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)), ("ITEMS", Constant::U32(items))];
    let kernel = ends.kernel(wgsl!("scan/reduce-then-scan.wgsl"), &constants);
    // Level 0 is the input; each further level holds the sums of the tiles below, down to a single tile.
    let mut lengths = vec![job.elements];
    let mut levels = vec![io.input];
    while lengths[levels.len() - 1] > tile {
        let (level, elements) = (levels.len() - 1, lengths[levels.len() - 1]);
        let tiles = elements.div_ceil(tile);
        let totals = plan.scratch(job, tiles);
        let reduce = |entry_point, below: Option<(u32, Resource)>| {
            let bindings = below.into_iter().chain([(binding::TOTALS, totals)]).collect();
            pass(kernel.at(entry_point), items, elements, bindings, reduce_cost(items, elements))
        };
        plan.passes.push(match level {
            0 => ends.load(reduce("reduce_source", None)),
            _ => reduce("reduce_level", Some((binding::LEVEL_BELOW, levels[level]))),
        });
        lengths.push(tiles);
        levels.push(totals);
    }
    plan.operator_depth = levels.len() as u32 * (3 * items + 2 * log2_ceil(WORKGROUP_SIZE) + 1);
    // Each tile of a level is scanned from the prefix that the level above holds for it.
    for level in (0..levels.len()).rev() {
        let above = levels.get(level + 1).map(|&above| (binding::TILE_PREFIXES, above));
        let scan = |entry_point, of_level: Option<(u32, Resource)>| {
            let bindings = above.into_iter().chain(of_level).collect();
            let cost = scan_cost(items, lengths[level], above.is_some());
            pass(kernel.at(entry_point), items, lengths[level], bindings, cost)
        };
        let of_level = Some((binding::LEVEL, levels[level]));
        plan.passes.push(match (level, above) {
            (0, None) => ends.load_and_store(scan("scan_only_tile", None)),
            (0, Some(_)) => ends.load_and_store(scan("scan_tiles", None)),
            (_, None) => scan("scan_last_level", of_level),
            (_, Some(_)) => scan("scan_level", of_level),
        });
    }
    plan
}

/// The maximum number of elements per invocation for which a tile and one value per invocation fit workgroup memory.
fn items_that_fit(job: &Job) -> u32 {
    let row_bytes = WORKGROUP_SIZE * 4 * job.form.words();
    (job.limits.workgroup_bytes / row_bytes).saturating_sub(1)
}

/// Every element is read once, and every tile stores its sum. Whole tiles are summed, with the identity past the end.
fn reduce_cost(items: u32, elements: u32) -> PassCost {
    let tile = WORKGROUP_SIZE * items;
    let tiles = u64::from(elements.div_ceil(tile));
    PassCost {
        reads: u64::from(elements),
        writes: tiles,
        applications: tiles * (u64::from(tile) + workgroup::REDUCE_APPLICATIONS),
        barriers: tiles * (1 + workgroup::REDUCE_BARRIERS),
    }
}

/// Every element is read and written once, and a tile below another level reads its exclusive prefix. Whole tiles are summed and
/// scanned; one application adds the exclusive prefix.
fn scan_cost(items: u32, elements: u32, has_prefixes: bool) -> PassCost {
    let tile = WORKGROUP_SIZE * items;
    let tiles = u64::from(elements.div_ceil(tile));
    PassCost {
        reads: u64::from(elements) + if has_prefixes { tiles } else { 0 },
        writes: u64::from(elements),
        applications: tiles * (2 * u64::from(tile) + workgroup::SCAN_APPLICATIONS + 1),
        barriers: tiles * (2 + workgroup::SCAN_BARRIERS),
    }
}

fn pass(kernel: Kernel, items: u32, elements: u32, bindings: Vec<(u32, Resource)>, cost: PassCost) -> Pass {
    let workgroups = elements.div_ceil(WORKGROUP_SIZE * items);
    Pass { kernel, workgroups, elements, takes_length: false, argument: 0, bindings, serial_elements: items, cost }
}

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let (n, levels) = (subject.n, f64::from(subject.plan.tile_elements).log2());
    let [reads, writes] = subject.twice_in_once_out();
    vec![
        subject
            .dispatches("log_M N", n.log2() / levels)
            .because("Every level except the last is reduced and scanned: 2⌈log_M N⌉ − 1."),
        reads,
        writes,
        subject.barrier_instructions("O(N log₂ M)", n * levels),
    ]
}
