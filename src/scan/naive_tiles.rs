//! `naive-tiles`: the naive scan, double-buffered in workgroup memory, for any length by tile totals.
//!
//! The lecture's naive inclusive kernel; Harris, "Parallel Prefix Sum (Scan) with CUDA", 2007, Algorithm 2 and Listing 1. For
//! tiles of E elements, one an invocation: work E log₂ E − (E − 1) a tile and n for the tile totals, depth log₂ E a level,
//! 1 + log₂ E barriers a tile, 2n reads and 2n writes; of workgroup memory 2E log₂ E − (E − 1) reads and E log₂ E writes a
//! tile, the copies in and out left out. It changes from the sources: Harris shifts the input for an exclusive
//! scan, here the inclusive result is read one place off; the lecture scans in one buffer, with two barriers a step inside a
//! loop that invocations leave at different times, which no kernel may do, here every invocation takes every step. The totals
//! are scanned recursively, as the lecture's last slide and Harris have it for large arrays.

use super::{hillis_steele, tiles};
use crate::flow::Flow;
use crate::plan::{Constant, Job, Plan, log2_ceil};
use crate::scan::{Algorithm, InPlace};
use crate::wgsl;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    id: "naive-tiles",
    title: "Naive, in tiles",
    family: "Tiles in workgroup memory",
    summary: "Hillis and Steele's steps between two buffers in workgroup memory; tile totals for any length.",
    paper: "Hillis & Steele 1986; Harris 2007, Listing 1",
    work: "n log₂ E, tiles of E",
    depth: "log₂ E a level",
    traffic: "2n reads, 2n writes",
    needs: &[],
    tuning: &[],
    in_place: InPlace::Always,
    flow,
    plan,
};

fn flow(n: u32) -> Flow {
    let mut flow = Flow::new(n);
    hillis_steele::add_steps(&mut flow, n, 1);
    flow
}

fn plan(job: &Job) -> Plan {
    let tile = tiles::workgroup_size(job, |size| [2 * size]);
    let steps = log2_ceil(tile);
    // The buffers take turns: the last step of an odd number ends in the second.
    let result = if steps % 2 == 1 { tile } else { 0 };
    tiles::plan(
        job,
        &tiles::TileScan {
            root: wgsl!("scan/naive-tiles.wgsl"),
            workgroup_size: tile,
            items: 1,
            inclusive: true,
            constants: vec![("NAIVE_RESULT", Constant::U32(result))],
            operator_depth: steps,
            applications: tiles::kogge_stone_applications(tile),
            barriers: steps.into(),
        },
    )
}
