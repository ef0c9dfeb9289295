//! `sklansky`: divide and conquer in workgroup memory.
//!
//! Source: Sklansky, "Conditional-Sum Addition Logic", 1960.
//!
//! Costs for tiles of E elements, two per invocation:
//!
//! - (E / 2) log₂ E applications per tile, and n to add the tile totals
//! - depth log₂ E per level of tiles
//! - log₂ E + 1 barriers per tile
//! - 3n reads: the input, then every prefix within a tile together with the tile's exclusive prefix; 2n writes
//! - in workgroup memory E log₂ E reads and half that number of writes per tile, without the copies in and out
//!
//! The depth is the least possible, with half of the applications of `kogge-stone`. The disadvantage is fan-out: in
//! the last step, half of the tile reads one prefix, which workgroup memory serves by a broadcast. `ladner-fischer`
//! has fewer applications at the same depth.
//!
//! Change from the paper, whose circuit adds two numbers: the operator is any associative operator.

use super::tiles;
use crate::flow::{Flow, combine};
use crate::plan::{Io, Job, Plan, log2_ceil};
use crate::scan::{Algorithm, Formula, InPlace, Subject, Tile, takes_all};
use crate::wgsl;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "sklansky",
    title: "Sklansky",
    family: "Tiles in workgroup memory",
    summary: "Divide and conquer: scan both halves, then add the sum of the left half to each prefix of the right half.",
    paper: "Sklansky 1960",
    work: "½ n log₂ E, tiles of E",
    depth: "log₂ E per level",
    order: "a balanced tree over each tile, with the sum of the left half before each element of the right half; the same for tile totals",
    traffic: "3n reads, 2n writes",
    needs: &[],
    tuning: &[],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::Memory(|_, e| [e * tiles::levels(e), e / 2 * tiles::levels(e)]),
    effects: &[],
    formulas,
    refuses: takes_all,
    flow,
    plan,
};

/// Elements per invocation, which combines one pair per step.
const ITEMS: u32 = 2;

fn flow(n: u32) -> Flow {
    let mut flow = Flow::new(n);
    for step in 0..log2_ceil(n) {
        let half = 1 << step;
        let right = (0..n).filter(|column| column & half > 0);
        flow.step(format!("halves of {half}"), right.map(|column| combine(column, column / half * half - 1, column)));
    }
    flow
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let workgroup_size = tiles::workgroup_size(job, |size| [ITEMS * size]);
    let steps = log2_ceil(ITEMS * workgroup_size);
    tiles::plan(
        job,
        io,
        &tiles::TileScan {
            root: wgsl!("scan/sklansky.wgsl"),
            workgroup_size,
            items: ITEMS,
            inclusive: true,
            constants: Vec::new(),
            operator_depth: steps,
            applications: u64::from(workgroup_size) * u64::from(steps),
            barriers: steps.into(),
        },
    )
}

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let (tile, levels) = (subject.tile(), subject.tile().log2());
    vec![subject.tile_applications("(N/2) log₂ N", tile / 2.0 * levels), subject.tile_barriers("log₂ N", levels)]
}
