//! The frame of scans that read the input once, in one dispatch. Each tile gets its exclusive prefix from the states of earlier tiles.
//!
//! Costs: n reads in whole packs or whole tiles, and n writes in whole packs. A tile's state has 2 words for each word
//! of an element. In addition to the barriers of the tile's scan ([`RegisterTile`]), there are those of the tile's
//! exclusive prefix ([`TilePrefix`]), and 2 per ticket, unless the device starts workgroups in order. The states
//! contain 14 bits of the run's number, so scratch memory is cleared every 2¹⁴ runs.

use super::deterministic;
use super::persistent::{self, Workgroups};
use super::register_tile::RegisterTile;
use super::subgroup_scan;
use crate::flow::{Flow, combine};
use crate::plan::{Abort, Constant, Io, Job, Pass, PassCost, Plan, SPIN_BUDGET, fold_workgroups};
use crate::scan::{Formula, Subject};
use crate::wgsl;
use crate::wgsl::{Module, Slot, binding};

/// Predecessors that a workgroup without subgroup operations reads at a time.
const LOOK_BACK_WINDOW: u32 = 32;

/// Up to this number of tiles, states with one writer are published by `atomicStore` instead of `atomicMax`. NVIDIA H200, Chromium 156,
/// November 2026: `atomicStore` is 5 % faster for 32 tiles, and slower for 512.
const MAX_TILES_ONE_WRITER: u32 = 256;

/// The number of tiles whose states are interleaved, so that the reads of a look-back coalesce: for elements of one word,
/// and for wider elements. The state of a one-word element has only two words, and is faster without interleaving. NVIDIA
/// H200, Chromium 156, November 2026.
const STATES_INTERLEAVED: [u32; 2] = [1, 32];

/// The maximum number of aggregates that an invocation of `lib/few_tiles.wgsl` reads at a time. NVIDIA H200, Chromium
/// 156, November 2026: 4 aggregates, for 128 tiles, are no faster than a look-back.
const MAX_PREDECESSORS: u64 = 2;

/// The number of runs that a state can distinguish.
const MAX_RUNS_BETWEEN_CLEARS: u32 = 1 << 14;

/// The way in which a tile gets its exclusive prefix.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TilePrefix {
    /// From its predecessor's inclusive prefix, for which it waits.
    Chained,
    /// By look-back.
    LookBack,
    /// By look-back in a fixed association, `look-back-deterministic`.
    Deterministic,
    /// By look-back, in which it reduces tiles without a published state from the input.
    Fallback {
        /// Spins before a fallback.
        max_spins: u32,
    },
    /// From the aggregates of the tiles since the last tile of its workgroup, `look-ahead`. A workgroup handles several
    /// tiles.
    LookAhead {
        /// The requested number of workgroups.
        workgroups: u32,
    },
}

impl TilePrefix {
    /// The workgroups, if they handle several tiles; `None` if each handles one tile.
    fn workgroups(self, job: &Job, tiles: u32) -> Option<Workgroups> {
        match self {
            TilePrefix::LookAhead { workgroups } => Some(Workgroups::of(job, tiles, workgroups)),
            _ => None,
        }
    }
}

/// The tuning parameter for the number of workgroups.
pub(super) const WORKGROUPS: &str = "workgroups";

pub(super) fn plan(job: &Job, io: &Io<'_>, root: &'static Module, prefix: TilePrefix) -> Plan {
    let tile = RegisterTile::of(job, io);
    let tiles = job.elements.div_ceil(tile.elements());
    let mut plan = tile.plan(job, io);
    let mut bindings = tile.load_and_store(job, io);
    let words = job.form.monoid.words();
    let fault = job.limits.fault;
    let interleaved = STATES_INTERLEAVED[usize::from(words > 1)];
    let persistent = prefix.workgroups(job, tiles);
    let tickets = persistent.map_or(tiles, |workgroups| workgroups.count * workgroups.most_tiles);
    if tiles > 1 {
        let states = if prefix == TilePrefix::Deterministic { deterministic::states(tiles) } else { tiles };
        let states = u64::from(states.next_multiple_of(interleaved));
        let states = plan.scratch_of_bytes(8 * u64::from(words) * states);
        let control = plan.scratch_of_bytes(16);
        bindings.extend([(binding::STATES, states), (binding::CONTROL, control)]);
        plan.abort_flags.push(control);
        // Tickets must not reach the highest bit of a word. A dispatch in two dimensions draws fewer than twice the planned
        // number of tickets.
        plan.runs_between_clears = Some(MAX_RUNS_BETWEEN_CLEARS.min(u32::MAX / (4 * tickets)));
        // A chain, a deterministic look-back and a look-ahead add tiles up in a fixed order.
        plan.varies = matches!(prefix, TilePrefix::LookBack | TilePrefix::Fallback { .. });
        // States that a test withholds make other tiles spin, abort the run or fall back.
        plan.is_lower_bound |= plan.varies
            || fault.withheld_percent > 0
            || persistent.is_some_and(|workgroups| workgroups.depends_on_timing());
    }
    plan.operator_depth = tile.operator_depth()
        + match (prefix, persistent) {
            (TilePrefix::Deterministic, _) => deterministic::operator_depth(tiles),
            (_, Some(workgroups)) => workgroups.operator_depth(),
            // At worst a chain over all tiles.
            _ => tiles + 2,
        };
    let (max_spins, one_writer) = match prefix {
        TilePrefix::Fallback { max_spins } => (max_spins, false),
        _ => (SPIN_BUDGET, tiles <= MAX_TILES_ONE_WRITER),
    };
    let spin_budget = if persistent.is_some() { persistent::SPIN_BUDGET } else { SPIN_BUDGET };
    let in_order = is_in_order(job, &tile, tiles, prefix);
    let (abort, withheld_percent) = match fault.withheld_percent {
        _ if in_order && fault.breaks_order => (Abort::OutOfOrder, 100),
        0 if in_order => (Abort::OutOfOrder, 0),
        // A state that a test withholds says nothing about the device.
        percent => (Abort::NoProgress, percent),
    };
    let constants = [
        ("ABORT_CODE", Constant::U32(abort as u32)),
        ("STATES_INTERLEAVED", Constant::U32(interleaved)),
        ("LOOK_BACK_WINDOW", Constant::U32(LOOK_BACK_WINDOW)),
        ("GROUP_TILES", Constant::U32(deterministic::GROUP_TILES)),
        ("MAX_SPINS", Constant::U32(max_spins)),
        ("SPIN_BUDGET", Constant::U32(spin_budget)),
        ("WITHHELD_PERCENT", Constant::U32(withheld_percent)),
        ("ONE_WRITER", Constant::Bool(one_writer)),
        ("ROUNDS", Constant::Bool(job.form.monoid.rounds())),
    ];
    let (root, entry_point) = match tiles {
        1 => (root, "scan_only_tile"),
        _ if is_few_tiles(job, &tile, tiles, prefix) => (wgsl!("lib/few_tiles.wgsl"), IN_ORDER),
        _ if in_order => (root, IN_ORDER),
        _ => (root, "scan_tiles"),
    };
    let mut kernel = tile.kernel(job, io, root, &constants).at(entry_point);
    if is_few_tiles(job, &tile, tiles, prefix) {
        let of_few_tiles = [
            ("OTHER_SUBGROUP_SIZE", Abort::OtherSubgroupSize as u32),
            ("PREDECESSORS", predecessors(&tile, tiles) as u32),
        ];
        kernel.constants.extend(of_few_tiles.map(|(name, value)| (name, Constant::U32(value))));
    }
    if let Some(workgroups) = persistent {
        plan.tuning.insert(WORKGROUPS.into(), workgroups.count);
        kernel.constants.push(("WORKGROUP_TILES", Constant::U32(workgroups.most_tiles)));
    }
    kernel = match prefix {
        TilePrefix::LookAhead { .. } if tile.subgroups() => kernel.with(Slot::Wait, wgsl!("lib/wait_subgroup.wgsl")),
        TilePrefix::LookAhead { .. } => kernel.with(Slot::Wait, wgsl!("lib/wait_workgroup.wgsl")),
        TilePrefix::Deterministic => deterministic::with_modules(kernel, job, &tile),
        _ if tile.subgroups() => kernel.with(Slot::LookBack, wgsl!("lib/look_back_subgroup.wgsl")),
        _ => kernel.with(Slot::LookBack, wgsl!("lib/look_back_workgroup.wgsl")),
    };
    plan.passes.push(Pass {
        kernel,
        workgroups: persistent.map_or(tiles, |workgroups| workgroups.count),
        elements: job.elements,
        takes_length: true,
        argument: if prefix == TilePrefix::Deterministic { deterministic::first_group_state(tiles) } else { 0 },
        bindings,
        serial_elements: persistent.map_or(tile.items(), |workgroups| workgroups.serial_elements(&tile)),
        cost: cost(job, &tile, prefix),
    });
    plan
}

/// The entry point of `lib/in_order.wgsl`.
const IN_ORDER: &str = "scan_tiles_in_order";

/// Whether `lib/in_order.wgsl` applies, in which tiles have the indices of their workgroups. This frame requires that the
/// last tile waits for all others. In a segmented scan, a look-back ends where a segment starts, so the last tile waits
/// for all only if it reads all aggregates. A deterministic look-back is slower without tickets on an NVIDIA H200.
fn is_in_order(job: &Job, tile: &RegisterTile, tiles: u32, prefix: TilePrefix) -> bool {
    let waits_for_all = !job.form.segments.are_flagged() || reads_all(tile, tiles);
    // The dispatch of the probe has one row of workgroups.
    let is_probed = job.limits.starts_in_order && tile.subgroups() && tiles <= job.limits.workgroups_per_dimension;
    is_probed && prefix == TilePrefix::LookBack && waits_for_all
}

/// Whether `lib/few_tiles.wgsl` applies.
fn is_few_tiles(job: &Job, tile: &RegisterTile, tiles: u32, prefix: TilePrefix) -> bool {
    is_in_order(job, tile, tiles, prefix) && reads_all(tile, tiles)
}

/// Whether a subgroup can read the aggregates of all tiles at once.
fn reads_all(tile: &RegisterTile, tiles: u32) -> bool {
    predecessors(tile, tiles) <= MAX_PREDECESSORS
}

/// The number of aggregates that each invocation of the smallest subgroup reads, so that the subgroup reads those of
/// all tiles.
fn predecessors(tile: &RegisterTile, tiles: u32) -> u64 {
    u64::from(tiles).div_ceil(tile.sizes.first().copied().unwrap_or(1))
}

/// The cost of the pass. Every element is read and written once. A tile computes its exclusive prefix, and the inclusive
/// prefix that it publishes. For a look-back, the cost is a lower bound, as if every tile finds its predecessor's
/// inclusive prefix in the first window.
fn cost(job: &Job, tile: &RegisterTile, prefix: TilePrefix) -> PassCost {
    let tiles = u64::from(job.elements.div_ceil(tile.elements()));
    let reads = tile.read(job.elements) + tile.read_again(job.elements);
    let moved = PassCost { reads, writes: tile.written(job.elements), ..PassCost::default() };
    let stored = tile.store_applications(job.elements);
    if tiles == 1 {
        let applications = tile.only_tile_applications() + stored;
        return PassCost { applications, barriers: tile.barriers(), ..moved };
    }
    let persistent = prefix.workgroups(job, tiles as u32);
    let workgroups = persistent.map_or(tiles as u32, |workgroups| workgroups.count);
    let [columns, rows] = fold_workgroups(workgroups, job.limits.workgroups_per_dimension);
    // Every workgroup, including the surplus ones of a dispatch in two dimensions, gets its ticket by a uniform load.
    let dispatched = u64::from(columns) * u64::from(rows);
    let tickets = persistent.map_or(dispatched, |workgroups| workgroups.tickets(dispatched));
    let ticket_barriers = if is_in_order(job, tile, tiles as u32, prefix) { 0 } else { 2 * tickets };
    let published = if job.limits.fault.withheld_percent > 0 { 0 } else { tiles };
    let look_backs = tiles - 1;
    let (applications, barriers) = match (prefix, persistent) {
        (_, Some(workgroups)) => {
            let windows = workgroups.cost(tile);
            (windows.applications, ticket_barriers + windows.barriers)
        }
        (TilePrefix::Chained, _) => (published, ticket_barriers + tiles),
        (TilePrefix::Deterministic, _) => {
            let extra = deterministic::cost(job, tile, tiles);
            (extra.applications, ticket_barriers + extra.barriers)
        }
        // A sum of each window of the predecessors, and their sum in each invocation.
        _ if is_few_tiles(job, tile, tiles as u32, prefix) => {
            let windows = predecessors(tile, tiles as u32);
            let sum = |size| windows * subgroup_scan::sum_applications(&job.form, size) + (windows - 1) * size;
            (look_backs * subgroup_scan::min_over_sizes(tile.sizes, &sum), tiles)
        }
        // The first subgroup sums a window and combines it with the running prefix in each invocation; then one uniform load.
        _ if tile.subgroups() => {
            let window = |size| subgroup_scan::sum_applications(&job.form, size) + size;
            (
                look_backs * subgroup_scan::min_over_sizes(tile.sizes, &window) + published.saturating_sub(1),
                ticket_barriers + 2 * look_backs,
            )
        }
        // A window takes a barrier and two uniform loads, and a uniform load ends the look-back.
        _ => (look_backs + published.saturating_sub(1), ticket_barriers + 7 * look_backs),
    };
    PassCost {
        applications: tiles * tile.applications() + stored + applications,
        barriers: tiles * tile.barriers() + barriers,
        ..moved
    }
}

/// Four tiles. Each tile except the first takes the inclusive prefix of the tile before it.
pub(super) fn chain_flow(n: u32) -> Flow {
    four_tiles(n, [SUM, LOOK_BACK], false)
}

/// Four tiles, which look back at the same time: first at the aggregates of their predecessors, then at the tiles before those, which have
/// prefixes by then.
pub(super) fn look_back_flow(n: u32) -> Flow {
    four_tiles(n, [SUM, LOOK_BACK], true)
}

/// Four tiles of one window, each of which sums the aggregates of all tiles before it.
pub(super) fn look_ahead_flow(n: u32) -> Flow {
    four_tiles(n, [SUM, LOOK_AHEAD], true)
}

const SUM: &str = "sum the tiles";
const LOOK_BACK: &str = "look back";
const LOOK_AHEAD: &str = "look ahead";

/// Four tiles, which are summed first. Then they get their exclusive prefixes, all `at_once` or one after another. Last,
/// each tile is scanned from its exclusive prefix.
pub(super) fn four_tiles(n: u32, [sum, prefix]: [&str; 2], at_once: bool) -> Flow {
    let tile = (n / 4).max(1);
    let mut flow = Flow::new(n);
    // Combines one element of each tile, from `first` on, with the element at a distance before it.
    let mut row = |label: &str, first: u32, most: usize, distance: u32| {
        let targets = (first..n).step_by(tile as usize).take(most);
        flow.step(label, targets.map(|target| combine(target, target - distance, target)));
    };
    for offset in 1..tile {
        row(sum, tile - 1, 4, offset);
    }
    for rank in 1..if at_once { 3 } else { 4 } {
        let (most, distance) = if at_once { (4, rank) } else { (1, 1) };
        row(prefix, (rank + 1) * tile - 1, most, distance * tile);
    }
    for offset in 0..tile - 1 {
        row("scan the tiles", if offset == 0 { tile } else { offset }, 4, 1);
    }
    flow
}

pub(super) fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let [reads, writes] = subject.traffic(("n", subject.n), ("n", subject.n));
    vec![subject.dispatches("1", 1.0), reads, writes]
}

#[cfg(test)]
mod tests {
    use super::{LOOK_AHEAD, LOOK_BACK};
    use crate::monoid::{ElementType, Monoid};
    use crate::plan::{Form, Job, Limits, Mode, Tuning};
    use crate::scan::{ALGORITHMS, Algorithm};

    /// Pipelines are cached by the text of their shaders, which contains every constant.
    #[test]
    fn long_scans_have_the_same_kernels_whatever_their_length() {
        let limits =
            Limits { forward_progress: true, starts_in_order: true, subgroups: Some((32, 32)), ..Limits::CORE };
        let form = Form::new(Monoid::find("add", ElementType::U32).unwrap(), Mode::Inclusive);
        for limits in [limits, Limits { starts_in_order: false, ..limits }, Limits { subgroups: None, ..limits }] {
            for id in ["chained", "look-back", "look-back-deterministic", "look-back-fallback", "look-ahead"] {
                let algorithm = Algorithm::find(id).unwrap();
                let constants = |elements| {
                    let tuning = algorithm.resolve_tuning(&Tuning::new()).unwrap();
                    let plan = algorithm.plan(&Job { elements, form: form.clone(), tuning, limits });
                    format!("{:?}", plan.passes[0].kernel.constants)
                };
                assert_eq!(constants(10_000_000), constants(20_000_001), "{id}");
            }
        }
    }

    /// The steps between the sums and the scans of four tiles. A chain takes one step per tile; a look-back reads several tiles at once.
    #[test]
    fn a_look_back_is_shorter_than_a_chain() {
        let steps = |id: &str| {
            let flow = (Algorithm::find(id).unwrap().flow)(16);
            flow.steps
                .iter()
                .filter(|step| [LOOK_BACK, LOOK_AHEAD].contains(&step.label.as_str()))
                .map(|step| step.operations.len())
                .collect::<Vec<_>>()
        };
        assert_eq!(steps("chained"), [1, 1, 1]);
        for id in ["look-back", "look-back-deterministic", "look-back-fallback", "look-ahead"] {
            assert_eq!(steps(id), [3, 2], "{id}");
        }
    }

    /// Rounded sums depend on the order in which the tiles are added up. This order is fixed, or depends on timing.
    #[test]
    fn only_look_backs_in_no_fixed_order_vary_from_run_to_run() {
        let limits = Limits { forward_progress: true, subgroups: Some((32, 32)), ..Limits::CORE };
        let form = Form::new(Monoid::find("add", ElementType::F32).unwrap(), Mode::Inclusive);
        let varying = ALGORITHMS.iter().filter(|algorithm| {
            let tuning = algorithm.resolve_tuning(&Tuning::new()).unwrap();
            let job = Job { elements: 1 << 20, form: form.clone(), tuning, limits };
            !algorithm.is_auto() && algorithm.check_form(&form).is_ok() && algorithm.plan(&job).varies
        });
        assert_eq!(varying.map(|algorithm| algorithm.id).collect::<Vec<_>>(), ["look-back", "look-back-fallback"]);
    }
}
