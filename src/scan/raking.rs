//! `raking`: each invocation scans a contiguous run serially, before and after one scan of the runs' sums by the workgroup.
//!
//! Sources: Blelloch 1990, section 1.2, for more elements than processors; Dotsenko, Govindaraju, Sloan, Boyd & Manferdelli, "Fast Scan
//! Algorithms on Graphics Processors", 2008; Merrill & Grimshaw 2009.
//!
//! Costs for runs of k = `items` elements and W invocations:
//!
//! - 2k − 1 + log₂ W applications per run, and n to add the tile totals
//! - depth 2k + log₂ W per level of tiles
//! - 2 log₂ W + 3 barriers per tile of any length
//! - 3n reads: the input, then every prefix within a tile together with the tile's exclusive prefix; 2n writes
//!
//! The frame (`tiles.rs`) is that of all scans of tiles in workgroup memory: scan the tiles, then add prefixes. So comparisons with these scans
//! are fair. `reduce-then-scan` scans the same tiles, but reads the input twice and writes the output once.
//!
//! Changes from the papers: a run belongs to an invocation, not to a lane of a warp, and Kogge and Stone's recurrence scans the sums.

use super::{hillis_steele, reduce_then_scan, tiles};
use crate::flow::Flow;
use crate::plan::{Io, Job, Plan, log2_ceil};
use crate::scan::{Algorithm, Effect, InPlace, Parameter, Tile, takes_all};
use crate::wgsl;

const ITEMS: Parameter =
    Parameter { name: "items", title: "Elements per invocation", min: 1, max: 15, default: Some(7) };

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "raking",
    title: "Raking",
    family: "Tiles in workgroup memory",
    summary: "Every invocation sums a run of neighbours, the workgroup scans the sums, and every invocation scans its run from its prefix.",
    paper: "Blelloch 1990, §1.2; Dotsenko et al. 2008; Merrill & Grimshaw 2009",
    work: "3n",
    depth: "2k + log₂ W per level, runs of k, W invocations",
    order: "runs of k from left to right, then a tree over their sums; the same for tile totals",
    traffic: "3n reads, 2n writes",
    needs: &[],
    tuning: &[ITEMS],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::None,
    effects: &[Effect::BankConflicts(Some(ITEMS.name))],
    formulas: |_| Vec::new(),
    refuses: takes_all,
    flow,
    plan,
};

/// Four invocations with a quarter of the columns each.
fn flow(n: u32) -> Flow {
    let run = (n / 4).max(1);
    let mut flow = Flow::new(n);
    reduce_then_scan::add_block_sums(&mut flow, run);
    hillis_steele::add_steps(&mut flow, n / run, run);
    reduce_then_scan::add_block_scans(&mut flow, run);
    flow
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let items = job.tuned(ITEMS.name);
    let workgroup_size = tiles::workgroup_size(job, |size| [items * size, size]);
    let runs = u64::from(workgroup_size);
    tiles::plan(
        job,
        io,
        &tiles::TileScan {
            root: wgsl!("scan/raking.wgsl"),
            workgroup_size,
            items,
            inclusive: true,
            constants: Vec::new(),
            operator_depth: 2 * items + log2_ceil(workgroup_size),
            applications: runs * u64::from(2 * items - 1) + tiles::kogge_stone_applications(workgroup_size),
            barriers: 2 * u64::from(log2_ceil(workgroup_size)) + 2,
        },
    )
}
