//! `han-carlson`: Kogge and Stone's recurrence over sums of pairs, in workgroup memory.
//!
//! Source: Han & Carlson, "Fast Area-Efficient VLSI Adders", 1987, with one level of Brent and Kung's tree before the recurrence and one after
//! it.
//!
//! Costs for tiles of E elements, two per invocation:
//!
//! - (E / 2) log₂ E applications per tile: E / 2 for the sums of pairs, (E / 2) log₂ (E / 2) − (E / 2 − 1) for their
//!   scan, and E / 2 − 1 for the remaining prefixes
//! - n applications to add the tile totals
//! - depth log₂ E + 1 per level of tiles
//! - 2 log₂ E + 1 barriers per tile
//! - 3n reads: the input, then every prefix within a tile together with the tile's exclusive prefix; 2n writes
//! - in workgroup memory (E / 2) log₂ E + E − 1 reads and (E / 2) log₂ E + E / 2 − 1 writes per tile, without the
//!   copies in and out
//!
//! The work is that of `sklansky`, with one more step. The fan-out is 1 instead of E / 2: in each step, one invocation
//! reads a value.
//!
//! Changes from the paper, whose circuits add two numbers: the operator is any associative operator. The paper also has circuits with several
//! levels of Brent and Kung's tree; this circuit has the least depth. As in `kogge-stone`, a sum stays in a register.

use super::{hillis_steele, tiles};
use crate::flow::{Flow, combine};
use crate::plan::{Io, Job, Plan, Tuning, log2_ceil};
use crate::scan::{Algorithm, Effect, Formula, InPlace, Subject, Tile, takes_all};
use crate::wgsl;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "han-carlson",
    title: "Han–Carlson",
    family: "Tiles in workgroup memory",
    summary: "Adds pairs, scans the sums by Kogge and Stone's steps, and computes the remaining prefixes in one last step.",
    paper: "Han & Carlson 1987",
    work: "½ n log₂ E, tiles of E",
    depth: "log₂ E + 1 per level",
    order: "for each second element of a tile a tree of ranges of 1, 2, 4 … neighbouring pairs, before every other element the prefix of its \
            predecessor; the same for tile totals",
    traffic: "3n reads, 2n writes",
    needs: &[],
    tuning: &[],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::Memory(accesses),
    effects: &[Effect::BankConflicts(None)],
    formulas,
    refuses: takes_all,
    flow,
    plan,
};

/// Elements per invocation: a pair.
const ITEMS: u32 = 2;

fn flow(n: u32) -> Flow {
    let mut flow = Flow::new(n);
    let second = (1..n).step_by(2);
    flow.step("pairs", second.map(|column| combine(column, column - 1, column)));
    hillis_steele::add_steps(&mut flow, n / ITEMS, ITEMS);
    let first = (2..n).step_by(2);
    flow.step("between", first.map(|column| combine(column, column - 1, column)));
    flow
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let workgroup_size = tiles::workgroup_size(job, |size| [ITEMS * size]);
    let steps = log2_ceil(ITEMS * workgroup_size);
    tiles::plan(
        job,
        io,
        &tiles::TileScan {
            root: wgsl!("scan/han-carlson.wgsl"),
            workgroup_size,
            items: ITEMS,
            inclusive: true,
            constants: Vec::new(),
            operator_depth: steps + 1,
            applications: u64::from(workgroup_size) * u64::from(steps),
            barriers: 2 * u64::from(steps),
        },
    )
}

fn accesses(_: &Tuning, e: u64) -> [u64; 2] {
    let combined = e / 2 * tiles::levels(e);
    [combined + e - 1, combined + e / 2 - 1]
}

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let (tile, levels) = (subject.tile(), subject.tile().log2());
    vec![
        subject.tile_applications("(N/2) log₂ N", tile / 2.0 * levels),
        subject.tile_barriers("2 log₂ N", 2.0 * levels),
    ]
}
