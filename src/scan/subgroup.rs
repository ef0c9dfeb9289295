//! `subgroup`: reduce-then-scan by subgroup operations, for subgroups of any size.
//!
//! Sources: Merry, "Prefix sums on GPUs", 2014, "Reduce-then-Scan strategy"; for scans by subgroups Harris & Garland, "Optimizing Parallel
//! Prefix Operations for the Fermi Architecture", GPU Computing Gems, 2012. There are three dispatches: tiles of thousands of elements are
//! reduced, their sums are scanned in blocks, and tiles are scanned from their exclusive prefixes.
//!
//! Costs: just over 2n global reads, and n writes; 1 barrier per tile and pass.
//!
//! Changes from the sources: tiles stay in registers, as rows of packs over each subgroup. The recursion over sums ends with blocks of sums,
//! which every subgroup sums redundantly. The shaders read the size of each subgroup (a power of two from 4 to 128) from the built-in value,
//! since it may differ from the adapter's report. Subgroups must consist of neighbouring invocations, which WebGPU does not guarantee. When a
//! device is opened, a probe tests this (`src/record/probe.rs`).

use super::register_tile::{self, RegisterTile};
use super::{WORKGROUP_SIZE, subgroup_scan};
use crate::flow::{Flow, combine};
use crate::plan::{Constant, Io, Job, Pass, PassCost, Plan};
use crate::scan::{Algorithm, InPlace, Need, Tile, takes_all};
use crate::wgsl;
use crate::wgsl::binding;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "subgroup",
    title: "Subgroup operations",
    family: "Reduce-then-scan",
    summary: "Reduce-then-scan whose tiles are scanned by shuffles within subgroups, not through workgroup memory.",
    paper: "Merry 2014, Reduce-then-Scan; Harris & Garland 2012",
    work: "about 4n",
    depth: "2k + 6 log₂ W + n / (4 W² k), k elements each",
    order: "a tree over each tile, by lanes of a subgroup, rows and subgroups; the same for tile totals",
    traffic: "2n reads, n writes",
    needs: &[Need::Subgroups],
    tuning: &[register_tile::ITEMS],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::Registers,
    effects: &[],
    formulas: |subject| subject.twice_in_once_out().into(),
    refuses: takes_all,
    flow,
    plan,
};

/// Four subgroups with a row each: scans by shuffles, a scan of the totals, and the addition of the exclusive prefixes.
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
    flow.step("add the exclusive prefixes", inner.map(|index| combine(index, index / row * row - 1, index)));
    flow
}

/// Neighbouring totals that an invocation scans.
const BLOCK_ITEMS: u32 = 4;

/// Tiles whose totals a workgroup scans.
const BLOCK_TILES: u32 = WORKGROUP_SIZE * BLOCK_ITEMS;

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let tile = RegisterTile::by_subgroups(job, io);
    let tiles = job.elements.div_ceil(tile.elements());
    let mut plan = tile.plan(job, io);
    let kernel = tile.kernel(job, io, wgsl!("scan/subgroup.wgsl"), &[("BLOCK_ITEMS", Constant::U32(BLOCK_ITEMS))]);
    let pass = |entry_point, workgroups, elements, bindings, cost| Pass {
        kernel: kernel.at(entry_point),
        workgroups,
        elements,
        takes_length: true,
        argument: 0,
        bindings,
        serial_elements: tile.items(),
        cost,
    };
    let reads = tile.read(job.elements) + tile.read_again(job.elements);
    let of_tiles = tile_cost(&tile, tiles);
    let applications = of_tiles.applications + tile.store_applications(job.elements);
    let scanned = PassCost { reads, writes: tile.written(job.elements), applications, ..of_tiles };
    if tiles == 1 {
        plan.operator_depth = tile.operator_depth();
        plan.passes.push(pass("scan_only_tile", 1, job.elements, tile.load_and_store(job, io), scanned));
        return plan;
    }
    let blocks = tiles.div_ceil(BLOCK_TILES);
    let totals = plan.scratch(job, tiles);
    let block_totals = plan.scratch(job, blocks);
    let reduced = PassCost {
        reads: tile.read(job.elements),
        writes: tiles.into(),
        applications: u64::from(tiles) * tile.total_applications(),
        barriers: u64::from(tiles) * tile.total_barriers(),
    };
    // A block's scan, and the sum of the blocks: a round of S ≥ 4 blocks is at most S applications deep.
    let between = 2 * BLOCK_ITEMS + tile.operator_depth() + blocks;
    plan.operator_depth = 2 * tile.operator_depth() + between;
    let prefix = prefix_cost(job, &tile, tiles);
    let scanned = PassCost {
        reads: scanned.reads + prefix.reads,
        applications: scanned.applications + prefix.applications,
        ..scanned
    };
    let summed = [tile.load(job, io), vec![(binding::TOTALS, totals)]].concat();
    let in_blocks = vec![(binding::TOTALS, totals), (binding::BLOCK_TOTALS, block_totals)];
    let from_blocks = vec![(binding::PREFIXES_IN_BLOCK, totals), (binding::BLOCK_SUMS, block_totals)];
    let stored = [tile.load_and_store(job, io), from_blocks].concat();
    plan.passes = vec![
        pass("reduce_tiles", tiles, job.elements, summed, reduced),
        Pass {
            takes_length: false,
            serial_elements: BLOCK_ITEMS,
            ..pass("scan_totals", blocks, tiles, in_blocks, totals_cost(&tile, tiles))
        },
        pass("scan_tiles", tiles, job.elements, stored, scanned),
    ];
    plan
}

/// Applications and barriers of tiles that are scanned.
fn tile_cost(tile: &RegisterTile, tiles: u32) -> PassCost {
    let tiles = u64::from(tiles);
    PassCost { applications: tiles * tile.applications(), barriers: tiles * tile.barriers(), ..PassCost::default() }
}

/// Every total is read to be summed, and read again to be replaced. A workgroup scans the sums of its invocations.
fn totals_cost(tile: &RegisterTile, tiles: u32) -> PassCost {
    let (tiles, blocks) = (u64::from(tiles), u64::from(tiles.div_ceil(BLOCK_TILES)));
    PassCost {
        reads: 2 * tiles,
        writes: tiles + blocks,
        applications: 2 * tiles + blocks * tile.workgroup_sum_applications(),
        barriers: blocks * tile.workgroup_sum_barriers(),
    }
}

/// The cost of the exclusive prefixes of tiles: all invocations read the prefix of the tile in its block, and every
/// subgroup sums the earlier blocks.
fn prefix_cost(job: &Job, tile: &RegisterTile, tiles: u32) -> PassCost {
    let invocations = u64::from(WORKGROUP_SIZE);
    // A round handles one block per invocation of a subgroup.
    let rounds = |size: u64| -> u64 {
        let of_block = |block: u32| {
            let tiles = (tiles - block * BLOCK_TILES).min(BLOCK_TILES);
            u64::from(tiles) * u64::from(block).div_ceil(size)
        };
        (0..tiles.div_ceil(BLOCK_TILES)).map(of_block).sum()
    };
    let round = |size: u64| invocations / size * subgroup_scan::sum_applications(&job.form, size) + invocations;
    let tiles = u64::from(tiles);
    PassCost {
        reads: invocations * (tiles + subgroup_scan::min_over_sizes(tile.sizes, &rounds)),
        applications: invocations * tiles
            + subgroup_scan::min_over_sizes(tile.sizes, &|size| rounds(size) * round(size)),
        ..PassCost::default()
    }
}
