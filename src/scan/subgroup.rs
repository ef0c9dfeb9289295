//! `subgroup`: reduce-then-scan built on subgroup operations, for subgroups of any size.
//!
//! Merry, "Prefix sums on GPUs", 2014, "Reduce-then-Scan strategy"; Harris & Garland, "Optimizing Parallel Prefix Operations
//! for the Fermi Architecture", GPU Computing Gems, 2012, for scans by subgroups. For subgroups of S: work about 2n (log₂ S +
//! 2), depth items + 2 log₂ S a level and pass, just over 2n global reads and n global writes, 1 barrier a tile and pass, W / 4
//! elements of workgroup memory. Another W reads a tile are of one element, what lies before the tile. The shaders ask every
//! subgroup for its size (a power of two from 4 to 128), since adapters may run others than they report. It changes from the
//! sources that a subgroup takes rows of neighbouring elements, one after the other, with what it has summed so far, instead of
//! a run an invocation, so that no tile goes through workgroup memory; subgroups are taken to be neighbours in the workgroup,
//! which WebGPU does not promise and every implementation does.

use super::{ELEMENTS, GRID, WORKGROUP_SIZE};
use crate::flow::{Flow, combine};
use crate::plan::{Constant, Job, Kernel, Pass, PassCost, Plan, Resource};
use crate::scan::{Algorithm, InPlace, Parameter, SUBGROUPS};
use crate::wgsl;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    id: "subgroup",
    title: "Subgroup operations",
    family: "Reduce-then-scan",
    summary: "Reduce-then-scan whose tiles are scanned by shuffles within subgroups, not through workgroup memory.",
    paper: "Merry 2014, Reduce-then-Scan; Harris & Garland 2012",
    work: "2n (log₂ S + 2), subgroups of S",
    depth: "2k + 4 log₂ S a level, k rows",
    traffic: "2n reads, n writes",
    needs: &[SUBGROUPS],
    tuning: &[Parameter { name: "items", title: "Elements an invocation", min: 1, max: 16, default: 8 }],
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

/// Invocations of a workgroup, as counts have them.
const INVOCATIONS: u64 = WORKGROUP_SIZE as u64;

/// The smallest and the largest size of a subgroup, both powers of two, that the shaders are made for.
const SIZES: (u32, u32) = (4, 128);

/// Applications within a tile beyond the rows: a row's and the totals' steps, at most 16 rounds of totals (subgroups of 4), and
/// the joints between.
const TILE_DEPTH: u32 = 2 * 7 + 16 + 4;

fn plan(job: &Job) -> Plan {
    let items = job.tuned("items").max(1);
    let tile = WORKGROUP_SIZE * items;
    let mut plan = Plan::new(job, tile, 1);
    let sizes = subgroup_sizes(job);
    // Level 0 is the input; each further level holds the sums of the tiles below, down to a single tile.
    let mut lengths = vec![job.elements];
    let mut levels = vec![Resource::Source];
    while lengths[levels.len() - 1] > tile {
        let (level, elements) = (levels[levels.len() - 1], lengths[levels.len() - 1]);
        let totals = plan.scratch(job, elements.div_ceil(tile));
        let cost = reduce_cost(items, elements, &sizes);
        plan.passes.push(match level {
            Resource::Source => pass(items, "reduce_source", elements, vec![(1, level), (4, totals)], cost),
            _ => pass(items, "reduce_level", elements, vec![(3, level), (4, totals)], cost),
        });
        lengths.push(elements.div_ceil(tile));
        levels.push(totals);
    }
    plan.operator_depth = 2 * levels.len() as u32 * (items + TILE_DEPTH);
    plan.cost_is_least = sizes.len() != 1;
    for (rank, &level) in levels.iter().enumerate().rev() {
        let above = levels.get(rank + 1).copied();
        let cost = scan_cost(items, lengths[rank], above.is_some(), &sizes);
        plan.passes.push(scan_pass(items, lengths[rank], level, above, cost));
    }
    plan
}

/// Scans a level, each tile from the prefix that the level above holds for it.
fn scan_pass(items: u32, elements: u32, level: Resource, above: Option<Resource>, cost: PassCost) -> Pass {
    let ends = [(1, Resource::Source), (2, Resource::Prefixes)];
    match (level, above) {
        (Resource::Source, None) => pass(items, "scan_only_tile", elements, ends.to_vec(), cost),
        (Resource::Source, Some(above)) => {
            pass(items, "scan_tiles", elements, vec![ends[0], ends[1], (5, above)], cost)
        }
        (_, None) => pass(items, "scan_last_level", elements, vec![(6, level)], cost),
        (_, Some(above)) => pass(items, "scan_level", elements, vec![(5, above), (6, level)], cost),
    }
}

/// The sizes that subgroups may have as far as the adapter tells; all that the shaders are made for where it tells nothing.
fn subgroup_sizes(job: &Job) -> Vec<u64> {
    let (min, max) = job.limits.subgroups.unwrap_or(SIZES);
    let within = |size: &u32| (min..=max).contains(size);
    let sizes = (SIZES.0.ilog2()..=SIZES.1.ilog2()).map(|levels| 1 << levels).filter(within);
    sizes.map(u64::from).collect()
}

/// A row of every subgroup scanned: S − 2ⁱ applications in step i for each subgroup of S.
fn row_applications(size: u64) -> u64 {
    INVOCATIONS / size * (size * u64::from(size.ilog2()) - (size - 1))
}

/// `subgroup_sums`: every subgroup scans the totals of all, as many at a time as it has invocations, and adds them up; once an
/// invocation, its own subgroup's prefix is put together.
fn sums_applications(size: u64) -> u64 {
    let rounds = (INVOCATIONS / size).div_ceil(size);
    rounds * (row_applications(size) + INVOCATIONS) + INVOCATIONS
}

/// The least applications that any of the sizes makes.
fn least(sizes: &[u64], applications: impl Fn(u64) -> u64) -> u64 {
    sizes.iter().map(|&size| applications(size)).min().unwrap_or_default()
}

/// Every element is read once and every tile leaves its sum. Whole rows are scanned, with the identity past the end; their last
/// elements are added up.
fn reduce_cost(items: u32, elements: u32, sizes: &[u64]) -> PassCost {
    let tiles = u64::from(elements.div_ceil(WORKGROUP_SIZE * items));
    let tile = |size| u64::from(items) * (row_applications(size) + INVOCATIONS) + sums_applications(size);
    PassCost { reads: elements.into(), writes: tiles, applications: tiles * least(sizes, tile), barriers: tiles }
}

/// Every element is read and written once, and all invocations of a tile below another level read its prefix. Beyond what a
/// sum takes, every element of a row gets what lies before the row; then the elements that there are get what lies before that.
fn scan_cost(items: u32, elements: u32, has_prefixes: bool, sizes: &[u64]) -> PassCost {
    let sum = reduce_cost(items, elements, sizes);
    let tiles = sum.writes;
    let elements = u64::from(elements);
    PassCost {
        reads: elements + if has_prefixes { INVOCATIONS * tiles } else { 0 },
        writes: elements,
        applications: sum.applications + tiles * (u64::from(items) + 1) * INVOCATIONS + elements,
        barriers: sum.barriers,
    }
}

fn pass(items: u32, entry_point: &'static str, elements: u32, bindings: Vec<(u32, Resource)>, cost: PassCost) -> Pass {
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
        cost,
    }
}
