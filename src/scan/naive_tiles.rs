//! `naive-tiles`: the naive scan in workgroup memory, double-buffered. Tile totals extend it to any length.
//!
//! Sources: the naive inclusive kernel of Mahmoud's lecture; Harris, "Parallel Prefix Sum (Scan) with CUDA", 2007,
//! Algorithm 2 and Listing 1.
//!
//! Costs for tiles of E elements, one per invocation:
//!
//! - E log₂ E − (E − 1) applications per tile, and n to add the tile totals
//! - depth log₂ E per level of tiles
//! - 1 + log₂ E barriers per tile
//! - 3n reads: the input, then every prefix within a tile together with the tile's exclusive prefix; 2n writes
//! - in workgroup memory 2E log₂ E − (E − 1) reads and E log₂ E writes per tile, without the copies in and out
//!
//! Changes from the sources: for an exclusive scan, Harris shifts the input; here the inclusive result is read shifted by one. The lecture
//! scans in one buffer, with two barriers per step. Invocations leave its loop at different times, which is undefined behaviour; here every
//! invocation executes every step. `buffers` = 1 is the lecture's form, with half the workgroup memory and twice the barriers. The totals
//! are scanned recursively, as on the lecture's last slide and in Harris's scan of large arrays.

use super::{hillis_steele, tiles};
use crate::flow::Flow;
use crate::plan::{Constant, Io, Job, Plan, log2_ceil};
use crate::scan::{Algorithm, Formula, InPlace, Parameter, Subject, Tile, takes_all};
use crate::wgsl;

const BUFFERS: Parameter =
    Parameter { name: "buffers", title: "Buffers in workgroup memory", min: 1, max: 2, default: Some(2) };

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "naive-tiles",
    title: "Naive, in tiles",
    family: "Tiles in workgroup memory",
    summary: "Hillis and Steele's steps between two buffers in workgroup memory. Tile totals extend it to any length.",
    paper: "Hillis & Steele 1986; Harris 2007, Listing 1",
    work: "n log₂ E, tiles of E",
    depth: "log₂ E per level",
    order: "for each element of a tile a tree of ranges of 1, 2, 4 … neighbours; the same for tile totals",
    traffic: "3n reads, 2n writes",
    needs: &[],
    tuning: &[BUFFERS],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::Memory(|_, e| [2 * e * tiles::levels(e) - (e - 1), e * tiles::levels(e)]),
    effects: &[],
    formulas,
    refuses: takes_all,
    flow,
    plan,
};

fn flow(n: u32) -> Flow {
    let mut flow = Flow::new(n);
    hillis_steele::add_steps(&mut flow, n, 1);
    flow
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let buffers = job.tuned(BUFFERS.name);
    let tile = tiles::workgroup_size(job, |size| [buffers * size]);
    let steps = log2_ceil(tile);
    // The buffers alternate: an odd number of steps ends in the second.
    let result = if steps % 2 == 1 { tile } else { 0 };
    let (root, constants) = match buffers {
        1 => (wgsl!("lib/naive_one_buffer.wgsl"), Vec::new()),
        _ => (wgsl!("scan/naive-tiles.wgsl"), vec![("NAIVE_RESULT", Constant::U32(result))]),
    };
    let mut plan = tiles::plan(
        job,
        io,
        &tiles::TileScan {
            root,
            workgroup_size: tile,
            items: 1,
            inclusive: true,
            constants,
            operator_depth: steps,
            applications: tiles::kogge_stone_applications(tile),
            // With one buffer, a step has a barrier after its reads and another after its writes.
            barriers: u64::from(steps) * if buffers == 1 { 2 } else { 1 },
        },
    );
    plan.tuning.insert(BUFFERS.name.into(), buffers);
    plan
}

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let (tile, levels) = (subject.tile(), subject.tile().log2());
    vec![
        subject
            .tile_applications("log₂ N × N − 1, as printed", tile * levels - 1.0)
            .because("The steps combine N − 1, N − 2, N − 4 … N/2 elements; that adds up to the formula below."),
        subject.tile_applications("N log₂ N − (N − 1)", tile * levels - (tile - 1.0)),
        match subject.tuned(BUFFERS.name) {
            1.0 => subject.tile_barriers("2 log₂ N, in one buffer", 2.0 * levels),
            _ => subject.tile_barriers("log₂ N", levels),
        },
    ]
}
