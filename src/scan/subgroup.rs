//! `subgroup`: reduce-then-scan built on subgroup operations, for subgroups of any size.
//!
//! Merry, "Prefix sums on GPUs", 2014, "Reduce-then-Scan strategy"; Harris & Garland, "Optimizing Parallel Prefix Operations
//! for the Fermi Architecture", GPU Computing Gems, 2012, for scans by subgroups. Three dispatches: tiles of thousands of elements
//! are reduced, one workgroup scans their sums, tiles are scanned from there. Just over 2n global reads and n writes, 1 barrier a tile
//! and pass. The shaders ask every subgroup for its size (a power of two from 4 to 128), since adapters may run others than they
//! report. It changes from the sources that tiles stay in registers, as rows of packs over each subgroup, and that the sums are raked by
//! one workgroup instead of scanned recursively; subgroups are taken to be neighbours in the workgroup, which WebGPU does not
//! promise and every implementation does.

use super::register_tile::{self, RegisterTile};
use super::{WORKGROUP_SIZE, join, subgroup_scan};
use crate::flow::{Flow, combine};
use crate::plan::{Job, Kernel, Pass, PassCost, Plan, Resource};
use crate::scan::{Algorithm, InPlace, SUBGROUPS};
use crate::wgsl;
use crate::wgsl::Module;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    id: "subgroup",
    title: "Subgroup operations",
    family: "Reduce-then-scan",
    summary: "Reduce-then-scan whose tiles are scanned by shuffles within subgroups, not through workgroup memory.",
    paper: "Merry 2014, Reduce-then-Scan; Harris & Garland 2012",
    work: "about 4n",
    depth: "2k + 4 log₂ S + n / (W² k), k elements each",
    traffic: "2n reads, n writes",
    needs: &[SUBGROUPS],
    tuning: &[register_tile::ITEMS],
    in_place: InPlace::Always,
    flow,
    plan,
};

/// Subgroups of a quarter, a row each: scans by shuffles, a scan of the totals, and what lies before each.
fn flow(n: u32) -> Flow {
    let row = (n / 4).max(1);
    let mut flow = Flow::new(n);
    let mut distance = 1;
    while distance < row {
        let shuffled = (0..n).filter(|index| index % row >= distance);
        flow.step(format!("shuffle up by {distance}"), shuffled.map(|i| combine(i, i - distance, i)));
        distance *= 2;
    }
    let ends: Vec<u32> = (row - 1..n).step_by(row as usize).collect();
    for pair in ends.windows(2) {
        flow.step("scan the totals", [combine(pair[1], pair[0], pair[1])]);
    }
    let inner = (row..n).filter(|index| index % row != row - 1);
    flow.step("add what lies before", inner.map(|index| combine(index, index / row * row - 1, index)));
    flow
}

const MODULES: [Module; 6] = join([wgsl!("scan/subgroup.wgsl")], register_tile::SUBGROUP);

fn plan(job: &Job) -> Plan {
    let tile = RegisterTile::by_subgroups(job);
    let tiles = job.elements.div_ceil(tile.elements());
    let mut plan = tile.plan(job);
    let [source, prefixes] = [(1, Resource::Source), (2, Resource::Prefixes)];
    let scanned =
        PassCost { reads: tile.read(job.elements), writes: tile.written(job.elements), ..tile_cost(&tile, tiles) };
    if tiles == 1 {
        plan.operator_depth = tile.operator_depth();
        plan.passes.push(pass(&tile, "scan_only_tile", 1, job.elements, vec![source, prefixes], scanned));
        return plan;
    }
    let totals = plan.scratch(job, tiles);
    let reduced = PassCost {
        reads: tile.read(job.elements),
        writes: tiles.into(),
        applications: u64::from(tiles) * tile.sum_applications(),
        barriers: u64::from(tiles) * tile.barriers(),
    };
    // All invocations of a tile read what lies before it.
    let reads = scanned.reads + u64::from(WORKGROUP_SIZE) * u64::from(tiles);
    plan.operator_depth = 2 * tile.operator_depth() + 2 * tiles.div_ceil(WORKGROUP_SIZE);
    plan.passes = vec![
        pass(&tile, "reduce_tiles", tiles, job.elements, vec![source, (3, totals)], reduced),
        pass(&tile, "scan_totals", 1, tiles, vec![(3, totals)], totals_cost(&tile, tiles)),
        pass(
            &tile,
            "scan_tiles",
            tiles,
            job.elements,
            vec![source, prefixes, (4, totals)],
            PassCost { reads, ..scanned },
        ),
    ];
    plan
}

/// Applications and barriers of tiles that are scanned.
fn tile_cost(tile: &RegisterTile, tiles: u32) -> PassCost {
    let tiles = u64::from(tiles);
    // In `scan_tile`, what lies before the tile goes before what lies before an invocation.
    PassCost { applications: tiles * tile.applications(), barriers: tiles * tile.barriers(), ..PassCost::default() }
}

/// Every total is read to be summed, and read again to be replaced.
fn totals_cost(tile: &RegisterTile, tiles: u32) -> PassCost {
    let tiles = u64::from(tiles);
    let scan = subgroup_scan::least(tile.sizes, subgroup_scan::workgroup_scan_applications);
    PassCost { reads: 2 * tiles, writes: tiles, applications: 2 * tiles + scan, barriers: 1 }
}

fn pass(
    tile: &RegisterTile,
    entry_point: &'static str,
    workgroups: u32,
    elements: u32,
    bindings: Vec<(u32, Resource)>,
    cost: PassCost,
) -> Pass {
    let serial_elements = if entry_point == "scan_totals" { elements.div_ceil(WORKGROUP_SIZE) } else { tile.items() };
    Pass {
        kernel: Kernel { modules: &MODULES, constants: tile.constants(), entry_point, subgroups: true },
        workgroups,
        elements,
        argument: 0,
        bindings,
        serial_elements,
        cost,
    }
}
