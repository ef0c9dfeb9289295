//! `subgroup`: reduce-then-scan built on subgroup operations, for subgroups of any size.
//!
//! Merry, "Prefix sums on GPUs", 2014, "Reduce-then-Scan strategy"; Harris & Garland, "Optimizing Parallel Prefix Operations for
//! the Fermi Architecture", GPU Computing Gems, 2012, for scans by subgroups. For subgroups of S: work about 2n log₂ S, depth
//! items + 2 log₂ S a level and pass, just over 2n global reads and n global writes, 1 barrier a tile and pass, W / 4
//! elements of workgroup memory. The shaders ask every subgroup for its size (a power of two from 4 to 128), since adapters may run
//! others than they report. It changes from the sources that a subgroup takes rows of neighbouring elements, one after the
//! other, with what it has summed so far, instead of a run an invocation, so that no tile goes through workgroup memory;
//! subgroups are taken to be neighbours in the workgroup, which WebGPU does not promise and every implementation does.

use super::{ELEMENTS, GRID, WORKGROUP_SIZE};
use crate::flow::{Flow, combine};
use crate::plan::{Constant, Job, Kernel, Pass, PassCost, Plan, Resource};
use crate::scan::{Algorithm, Parameter, SUBGROUPS};
use crate::wgsl;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    id: "subgroup",
    title: "Subgroup operations",
    family: "Reduce-then-scan",
    summary: "Reduce-then-scan whose tiles are scanned by shuffles within subgroups, not through workgroup memory.",
    paper: "Merry 2014, Reduce-then-Scan; Harris & Garland 2012",
    work: "2n log₂ S, subgroups of S",
    depth: "2k + 4 log₂ S a level, k rows",
    traffic: "2n reads, n writes",
    needs: &[SUBGROUPS],
    tuning: &[Parameter { name: "items", title: "Elements an invocation", min: 1, max: 16, default: 8 }],
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

/// Applications within a tile beyond the rows: a row's and the totals' steps, at most 16 rounds of totals (subgroups of 4), and the
/// joints between.
const TILE_DEPTH: u32 = 2 * 7 + 16 + 4;

fn plan(job: &Job) -> Plan {
    let items = job.tuned("items").max(1);
    let tile = WORKGROUP_SIZE * items;
    let mut plan = Plan::new(job, tile, 1);
    // Level 0 is the input; each further level holds the sums of the tiles below, down to a single tile.
    let mut lengths = vec![job.elements];
    let mut levels = vec![Resource::Source];
    while lengths[levels.len() - 1] > tile {
        let (level, elements) = (levels[levels.len() - 1], lengths[levels.len() - 1]);
        let totals = plan.scratch(job, elements.div_ceil(tile));
        plan.passes.push(match level {
            Resource::Source => pass(items, "reduce_source", elements, vec![(1, level), (4, totals)]),
            _ => pass(items, "reduce_level", elements, vec![(3, level), (4, totals)]),
        });
        lengths.push(elements.div_ceil(tile));
        levels.push(totals);
    }
    plan.operator_depth = 2 * levels.len() as u32 * (items + TILE_DEPTH);
    for (rank, &level) in levels.iter().enumerate().rev() {
        plan.passes.push(scan_pass(items, lengths[rank], level, levels.get(rank + 1).copied()));
    }
    plan
}

/// Scans a level, each tile from the prefix that the level above holds for it.
fn scan_pass(items: u32, elements: u32, level: Resource, above: Option<Resource>) -> Pass {
    let ends = [(1, Resource::Source), (2, Resource::Prefixes)];
    match (level, above) {
        (Resource::Source, None) => pass(items, "scan_only_tile", elements, ends.to_vec()),
        (Resource::Source, Some(above)) => pass(items, "scan_tiles", elements, vec![ends[0], ends[1], (5, above)]),
        (_, None) => pass(items, "scan_last_level", elements, vec![(6, level)]),
        (_, Some(above)) => pass(items, "scan_level", elements, vec![(5, above), (6, level)]),
    }
}

fn pass(items: u32, entry_point: &'static str, elements: u32, bindings: Vec<(u32, Resource)>) -> Pass {
    Pass {
        kernel: Kernel {
            modules: &[wgsl!("scan/subgroup.wgsl"), wgsl!("lib/subgroup_scan.wgsl"), GRID, ELEMENTS],
            constants: vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)), ("ITEMS", Constant::U32(items))],
            entry_point,
            subgroups: true,
        },
        workgroups: elements.div_ceil(WORKGROUP_SIZE * items),
        elements,
        argument: 0,
        bindings,
        serial_elements: items,
        cost: PassCost::default(),
    }
}
