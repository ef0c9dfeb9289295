//! The frame of scans that read the input once, in one dispatch: tiles by ticket, but for few of them, each from what lies before it.
//!
//! n reads and n writes in whole packs, or reads in whole tiles; a state of 2 words a word of an element for every tile of
//! thousands. Beyond what a tile's own scan takes ([`RegisterTile`]): a ticket's 2 barriers a workgroup, and a tile's for what lies
//! before it ([`Before`]). The states carry the run's number, 14 bits of it, so scratch memory is cleared once in 2¹⁴ runs.

use super::register_tile::RegisterTile;
use super::subgroup_scan;
use crate::flow::{Flow, combine};
use crate::plan::{Constant, Job, Pass, PassCost, Plan, Resource, fold_workgroups};
use crate::wgsl;
use crate::wgsl::{Module, Slot};

/// Predecessors that a workgroup without subgroup operations reads at a time.
const LOOK_BACK_WINDOW: u32 = 32;

/// Up to how many tiles states are stored rather than joined by atomic operations, where only one writes each. NVIDIA H200,
/// Chromium 156, November 2026: 5 % of the time for 32 tiles; for 512 it is the other way round.
const MAX_TILES_STORED: u32 = 256;

/// Tiles whose states lie side by side, for elements of one word and of more: a look-back's invocations read a state each, and what
/// they read at once should be neighbours, but with two halves it is faster where a state's own are. NVIDIA H200, Chromium 156,
/// November 2026.
const STATES_TOGETHER: [u32; 2] = [1, 32];

/// Numbers of runs that fit into a state.
const RUNS_BETWEEN_CLEARS: u32 = 1 << 14;

/// How many rounds an invocation waits in all before its tile aborts the run or reduces tiles without a published state itself: some tenths of a
/// second on a GPU, where a round takes about a microsecond. Mesa's software rasteriser ends all loops of an invocation after
/// 65,535 rounds altogether, of which the scan itself needs some.
fn spin_budget(job: &Job) -> u32 {
    if job.limits.software { 1 << 14 } else { 1 << 17 }
}

/// How a tile gets its exclusive prefix.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// It waits for its predecessor's inclusive prefix: always the same steps.
    Chained,
    /// It looks back as far as it has to: at least at one state.
    LookBack,
    /// The same, and it reduces tiles itself that have published nothing after so many rounds.
    Fallback {
        /// Rounds of waiting.
        max_spins: u32,
    },
}

/// Plans one dispatch.
pub(super) fn plan(job: &Job, root: &'static Module, before: Before) -> Plan {
    let tile = RegisterTile::of(job);
    let tiles = job.elements.div_ceil(tile.elements());
    let mut plan = tile.plan(job);
    let mut bindings = vec![(1, Resource::Source), (2, Resource::Prefixes)];
    let together = STATES_TOGETHER[usize::from(job.form.words() > 1)];
    if tiles > 1 {
        let states = u64::from(tiles.next_multiple_of(together));
        let states = plan.scratch_of_bytes(8 * u64::from(job.form.words()) * states);
        let control = plan.scratch_of_bytes(16);
        bindings.extend([(3, states), (4, control)]);
        plan.abort_flag = Some(control);
        // Nor may tickets reach their highest bit; a folded dispatch draws more than it has tiles, but less than twice as many.
        plan.runs_between_clears = Some(RUNS_BETWEEN_CLEARS.min(u32::MAX / (4 * tiles)));
        plan.varies = true;
        // Withheld states make other tiles wait, abort the run or reduce the tiles themselves.
        plan.cost_is_least |= before != Before::Chained || job.withheld_percent > 0;
    }
    // A chain over all tiles at worst.
    plan.operator_depth = tile.operator_depth() + tiles + 2;
    let (max_spins, one_writer) = match before {
        Before::Fallback { max_spins } => (max_spins, false),
        _ => (spin_budget(job), tiles <= MAX_TILES_STORED),
    };
    let constants = [
        ("STATES_TOGETHER", Constant::U32(together)),
        ("LOOK_BACK_WINDOW", Constant::U32(LOOK_BACK_WINDOW)),
        ("MAX_SPINS", Constant::U32(max_spins)),
        ("SPIN_BUDGET", Constant::U32(spin_budget(job))),
        ("WITHHELD_PERCENT", Constant::U32(job.withheld_percent)),
        ("ONE_WRITER", Constant::Bool(one_writer)),
        ("ROUNDS", Constant::Bool(job.form.monoid.rounds())),
    ];
    let (root, entry_point) = match tiles {
        1 => (root, "scan_only_tile"),
        _ if are_few(job, &tile, tiles, before) => (wgsl!("lib/few_tiles.wgsl"), "scan_few_tiles"),
        _ => (root, "scan_tiles"),
    };
    let mut kernel = tile.kernel(root, entry_point, &constants);
    kernel.variants.push((
        Slot::LookBack,
        match tile.subgroups() {
            true => wgsl!("lib/look_back_subgroup.wgsl"),
            false => wgsl!("lib/look_back_workgroup.wgsl"),
        },
    ));
    plan.passes.push(Pass {
        kernel,
        workgroups: tiles,
        elements: job.elements,
        argument: 0,
        bindings,
        serial_elements: tile.items(),
        cost: cost(job, &tile, before),
    });
    plan
}

/// Whether a look-back has so few tiles that a subgroup has an invocation for each, whatever its size.
fn are_few(job: &Job, tile: &RegisterTile, tiles: u32, before: Before) -> bool {
    let smallest = tile.sizes.first().copied().unwrap_or_default();
    before == Before::LookBack && job.limits.few_in_order && u64::from(tiles) <= smallest
}

/// Every element is read and written once, in whole tiles; a tile makes what lies before it, and the prefix that it publishes.
/// Where that depends on others, it is the least: of a run that is not aborted, and where every tile after the first finds its
/// neighbour's prefix at once.
fn cost(job: &Job, tile: &RegisterTile, before: Before) -> PassCost {
    let tiles = u64::from(job.elements.div_ceil(tile.elements()));
    let moved = PassCost { reads: tile.read(job.elements), writes: tile.written(job.elements), ..PassCost::default() };
    if tiles == 1 {
        return PassCost { applications: tile.only_tile_applications(), barriers: tile.barriers(), ..moved };
    }
    let [columns, rows] = fold_workgroups(tiles as u32, job.limits.workgroups_per_dimension);
    // Every workgroup, those too many in a folded dispatch included, takes its ticket by a uniform load.
    let drawn = 2 * u64::from(columns) * u64::from(rows);
    let published = if job.withheld_percent > 0 { 0 } else { tiles };
    let looking = tiles - 1;
    let (applications, barriers) = match before {
        Before::Chained => (published, drawn + tiles),
        // All sums are added up at once, and nothing is joined to that.
        _ if are_few(job, tile, tiles as u32, before) => {
            let sum = |size| subgroup_scan::sum_applications(job.form, size);
            (looking * subgroup_scan::least(tile.sizes, &sum), tiles)
        }
        // The first subgroup adds up a window, and every of its invocations what it had; then all wait once, by a uniform load.
        _ if tile.subgroups() => {
            let window = |size| subgroup_scan::sum_applications(job.form, size) + size;
            (looking * subgroup_scan::least(tile.sizes, &window) + published.saturating_sub(1), drawn + 2 * looking)
        }
        // A window is a barrier and two uniform loads, and another uniform load ends it.
        _ => (looking + published.saturating_sub(1), drawn + 7 * looking),
    };
    PassCost {
        applications: tiles * tile.applications() + applications,
        barriers: tiles * tile.barriers() + barriers,
        ..moved
    }
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
