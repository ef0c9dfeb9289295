//! `blelloch`: work-efficient exclusive scan of tiles, in place in workgroup memory. Tile totals extend it to any length.
//!
//! Sources: Blelloch 1990; Harris, "Parallel Prefix Sum (Scan) with CUDA", 2007; the kernel of Mahmoud's lecture.
//!
//! Costs for tiles of E elements:
//!
//! - 2(E − 1) applications per tile, and n to add the tile totals
//! - depth 2 log₂ E per level of tiles
//! - 2 log₂ E + 2 barriers per tile, one of which is for the copies in and out
//! - 3n reads: the input, then every prefix within a tile together with the tile's exclusive prefix; 2n writes
//!
//! Changes from the sources: an invocation loads two elements that are half a tile apart, so that accesses coalesce. An inclusive scan adds
//! each element to its exclusive prefix. Tiles of wide elements are smaller, so that they fit workgroup memory.

use super::tiles;
use super::tiles::PADDING;
use crate::flow::{Flow, Operation, combine};
use crate::plan::{Constant, Io, Job, Plan, log2_ceil};
use crate::scan::{Algorithm, Effect, Formula, InPlace, Subject, Tile, takes_all};
use crate::wgsl;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "blelloch",
    title: "Blelloch",
    family: "Tiles in workgroup memory",
    summary: "Sums go up a balanced tree, then prefixes go down, in place in workgroup memory. Tile totals extend it to any length.",
    paper: "Blelloch 1990; Harris 2007; Harris, Sengupta & Owens 2007, §39.2.2",
    work: "3n",
    depth: "2 log₂ E per level, tiles of E",
    order: "a balanced tree over each tile; the same for tile totals",
    traffic: "3n reads, 2n writes",
    needs: &[],
    tuning: &[PADDING],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::None,
    effects: &[Effect::BankConflicts(Some(PADDING.name))],
    formulas,
    refuses: takes_all,
    flow,
    plan,
};

/// Leaves of the tree per invocation.
const ITEMS: u32 = 2;

/// Banks of workgroup memory that padding assumes.
const BANKS: u32 = 32;

fn flow(n: u32) -> Flow {
    let mut flow = Flow::new(n);
    flow.exclusive = true;
    let levels = log2_ceil(n);
    let ends = |level: u32| ((2 << level) - 1..n).step_by(2 << level);
    for level in 0..levels {
        flow.step(format!("up {}", level + 1), ends(level).map(|end| combine(end, end - (1 << level), end)));
    }
    flow.step("clear the root", [Operation::Identity { target: n - 1 }]);
    for level in (0..levels).rev() {
        let pair = |end: u32| {
            let left = end - (1 << level);
            [Operation::Copy { target: left, from: end }, combine(end, end, left)]
        };
        flow.step(format!("down {}", levels - level), ends(level).flat_map(pair));
    }
    flow
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let padding = job.tuned(PADDING.name) == 1;
    let slots = |size: u32| ITEMS * size + if padding { ITEMS * size / BANKS } else { 0 };
    let workgroup_size = tiles::workgroup_size(job, |size| [slots(size), 1]);
    let tile = ITEMS * workgroup_size;
    tiles::plan(
        job,
        io,
        &tiles::TileScan {
            root: wgsl!("scan/blelloch.wgsl"),
            workgroup_size,
            items: ITEMS,
            inclusive: false,
            constants: vec![
                ("PADDING", Constant::Bool(padding)),
                ("BLELLOCH_BANKS", Constant::U32(BANKS)),
                ("BLELLOCH_SLOTS", Constant::U32(slots(workgroup_size))),
            ],
            operator_depth: 2 * log2_ceil(tile),
            applications: 2 * (u64::from(tile) - 1),
            barriers: 2 * u64::from(log2_ceil(tile)) + 1,
        },
    )
}

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let (tile, levels) = (subject.tile(), subject.tile().log2());
    vec![
        subject
            .tile_applications("2(N − 1)", 2.0 * (tile - 1.0))
            .because("An inclusive scan also combines each element with its exclusive prefix."),
        subject.tile_barriers("2 log₂ N + 1", 2.0 * levels + 1.0),
    ]
}
