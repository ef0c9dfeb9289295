//! The frame of scans that read the input once, in one dispatch: tiles by ticket, each from what lies before it.
//!
//! n reads and n writes, a state of 2 words a word of an element for every tile; 2 log₂ W + 8 barriers a tile, of which two
//! loads that are the same for a whole workgroup make 4, and more for what lies before it: [`Before`]. The states carry the
//! run's number, 14 bits of it, so scratch memory is cleared once in 2¹⁴ runs.

use super::{ELEMENTS, GRID, RUNS, WORKGROUP_SCAN, WORKGROUP_SIZE, workgroup};
use crate::flow::{Flow, combine};
use crate::plan::{Constant, Job, Kernel, Pass, PassCost, Plan, Resource, fold_workgroups, log2_ceil};
use crate::wgsl;
use crate::wgsl::Module;

/// The modules of a single-pass algorithm, after its own file.
pub(super) const FRAME: [Module; 6] =
    [wgsl!("lib/single_pass.wgsl"), wgsl!("lib/tile_states.wgsl"), RUNS, WORKGROUP_SCAN, GRID, ELEMENTS];

/// Predecessors that a look-back reads at a time: a subgroup's worth on most devices.
const LOOK_BACK_WINDOW: u32 = 32;

/// Numbers of runs that fit into a state.
const RUNS_BETWEEN_CLEARS: u32 = 1 << 14;

/// How many rounds an invocation waits in all before its tile gives the run up or sums silent tiles itself: some tenths of a
/// second on a GPU, where a round takes about a microsecond. Mesa's software rasteriser ends all loops of an invocation after
/// 65,535 rounds altogether, of which the scan itself needs some.
pub(super) fn spin_budget(job: &Job) -> u32 {
    if job.limits.software { 1 << 15 } else { 1 << 17 }
}

/// How a tile learns what lies before it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// It waits for its neighbour's prefix: always the same steps.
    Chained,
    /// It looks back as far as it has to: at least at one state.
    LookBack,
}

/// Plans one dispatch of `scan_tiles`; an empty tile's state is waited for `max_spins` rounds.
pub(super) fn plan(job: &Job, modules: &'static [Module], before: Before, max_spins: u32) -> Plan {
    let items = job.tuned("items").min(items_that_fit(job)).max(1);
    let tile = WORKGROUP_SIZE * items;
    let tiles = job.elements.div_ceil(tile);
    let mut plan = Plan::new(job, tile, items);
    plan.tuning.insert("items".into(), items);
    let states = plan.scratch_of_bytes(8 * u64::from(job.form.words()) * u64::from(tiles));
    let control = plan.scratch_of_bytes(8);
    plan.verdict = Some(control);
    plan.runs_between_clears = Some(RUNS_BETWEEN_CLEARS);
    plan.varies = true;
    // What is withheld makes others wait or give up, or do the work themselves.
    plan.cost_is_least = before == Before::LookBack || job.withheld_percent > 0;
    // A run's sum, the scan of the runs, a chain over all tiles at worst, and the run again.
    plan.operator_depth = 2 * items + log2_ceil(WORKGROUP_SIZE) + tiles + 2;
    let constants = vec![
        ("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)),
        ("ITEMS", Constant::U32(items)),
        ("LOOK_BACK_WINDOW", Constant::U32(LOOK_BACK_WINDOW)),
        ("MAX_SPINS", Constant::U32(max_spins)),
        ("SPIN_BUDGET", Constant::U32(spin_budget(job))),
        ("WITHHELD_PERCENT", Constant::U32(job.withheld_percent)),
    ];
    plan.passes.push(Pass {
        kernel: Kernel { modules, constants, entry_point: "scan_tiles", subgroups: false },
        workgroups: tiles,
        elements: job.elements,
        argument: 0,
        bindings: vec![(1, Resource::Source), (2, Resource::Prefixes), (3, states), (4, control)],
        serial_elements: items,
        cost: cost(job, items, before),
    });
    plan
}

/// Every element is read and written once. Whole tiles are added up and scanned, with the identity past the end; a tile makes
/// its sum, what lies before every run, and the prefix that it publishes. Where that depends on others, it is the least: of a
/// run that is not given up, and where every tile after the first finds its neighbour's prefix at once.
fn cost(job: &Job, items: u32, before: Before) -> PassCost {
    let invocations = u64::from(WORKGROUP_SIZE);
    let tile = invocations * u64::from(items);
    let tiles = u64::from(job.elements.div_ceil(WORKGROUP_SIZE * items));
    let [columns, rows] = fold_workgroups(tiles as u32, job.limits.workgroups_per_dimension);
    let published = if job.withheld_percent > 0 { 0 } else { tiles };
    // A window is one barrier and two uniform loads. The first tile of a look-back publishes its sum as it is.
    let (applications, barriers) = match before {
        Before::Chained => (published, tiles),
        Before::LookBack => (tiles - 1 + published.saturating_sub(1), tiles + 5 * (tiles - 1)),
    };
    PassCost {
        reads: job.elements.into(),
        writes: job.elements.into(),
        applications: tiles * (2 * tile + workgroup::SCAN_APPLICATIONS + 1 + invocations) + applications,
        // Every workgroup, those too many in a folded dispatch included, takes its ticket by a uniform load.
        barriers: 2 * u64::from(columns) * u64::from(rows) + tiles * (workgroup::SCAN_BARRIERS + 5) + barriers,
    }
}

/// Elements an invocation for which a tile, a value an invocation and a window of states fit workgroup memory.
fn items_that_fit(job: &Job) -> u32 {
    let words = job.form.words();
    let window_bytes = 4 * LOOK_BACK_WINDOW * (words + 1) + 4 * (4 * words + 8);
    let row_bytes = WORKGROUP_SIZE * 4 * words;
    (job.limits.workgroup_bytes.saturating_sub(window_bytes) / row_bytes).saturating_sub(1)
}

/// Four tiles: each is summed, takes over what lies before it, and is scanned from there.
pub(super) fn flow(n: u32) -> Flow {
    let tile = (n / 4).max(1);
    let ends = || (tile - 1..n).step_by(tile as usize);
    let mut flow = Flow::new(n);
    for offset in 1..tile {
        flow.step("sum the tiles", ends().map(|end| combine(end, end - offset, end)));
    }
    for end in ends().skip(1) {
        flow.step("look back", [combine(end, end - tile, end)]);
    }
    for offset in 0..tile - 1 {
        let starts = ends().map(|end| end + 1 - tile).filter(|&start| start + offset > 0);
        flow.step("scan the tiles", starts.map(|start| combine(start + offset, start + offset - 1, start + offset)));
    }
    flow
}
