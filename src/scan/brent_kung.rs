//! `brent-kung`: exclusive scan over a binary tree in workgroup memory, out of place. Each level is stored contiguously.
//!
//! Sources: Brent & Kung 1982; Merry, "Prefix sums on GPUs", 2014, "Brent-Kung", the out-of-place pseudo-code for N/2 work-items.
//!
//! Costs for tiles of E elements, two per invocation:
//!
//! - 2E − 3 applications per tile, including its total, and n to add the tile totals
//! - depth 2 log₂ E − 2 per level of tiles
//! - 2 log₂ E barriers per tile, one of which is for the copies in and out
//! - 3n reads: the input, then every prefix within a tile together with the tile's exclusive prefix; 2n writes
//!
//! Merry counts 4N reads and 3N writes. These are the accesses of the tree in workgroup memory without the copies,
//! exactly 4E − 7 and 3E − 4. Contiguous levels double the memory, but bank conflicts are at most two-way.
//!
//! Errata of Merry's slides: the first pseudo-code, b[2ᵗ⁺¹ + i] ← b[2ᵗ⁺¹ + i] ⊕ b[2ᵗ⁺¹ + i + 1], lacks the factor 2 in
//! the indices of the children, and writes a child instead of the parent. The pseudo-code for work-items has b[2ᵗ + i]
//! ← b[2ᵗ⁺¹ + 2i] ⊕ b[2ᵗ⁺¹ + 2i + 1], which is implemented here, but calls the array `a` in the two lines at the top of
//! the tree.
//!
//! Changes from Merry's slides: the total of the tile, which the slides do not need, is the last prefix ⊕ the last
//! element. An inclusive scan adds each element to its prefix. `invocations`, rounded down to a power of two, shortens
//! the tile, for comparisons with tiles of other scans.

use super::{brent_kung_radix, tiles};
use crate::plan::{Constant, Io, Job, Plan, Tuning, log2_ceil};
use crate::scan::{Algorithm, Effect, Formula, InPlace, Parameter, Subject, Tile, takes_all};
use crate::wgsl;
use crate::wgsl::Module;

const INVOCATIONS: Parameter =
    Parameter { name: "invocations", title: "Invocations of a workgroup", min: 16, max: 256, default: Some(256) };

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "brent-kung",
    title: "Brent–Kung",
    family: "Tiles in workgroup memory",
    summary: "Adds pairs, scans the sums by the same rule, and computes two prefixes from each result. Each level has its own memory.",
    paper: "Brent & Kung 1982; Merry 2014, Brent–Kung, out of place",
    work: "3n",
    depth: "2 log₂ E − 2 per level, tiles of E",
    order: "a balanced tree over each tile; the same for tile totals",
    traffic: "3n reads, 2n writes",
    needs: &[],
    tuning: &[INVOCATIONS],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::Memory(accesses),
    effects: &[Effect::BankConflicts(None)],
    formulas,
    refuses: takes_all,
    // A column is a value, not an address in memory, so the drawing does not show the arrangement in memory.
    flow: |n| brent_kung_radix::tree_flow(n, ITEMS),
    plan,
};

/// Leaves of the tree per invocation.
pub(super) const ITEMS: u32 = 2;

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let most = tiles::workgroup_size(job, |size| [2 * ITEMS * size]);
    // A power of two. A scan with one element per invocation needs twice this number for a tile of the same length.
    let workgroup_size = most.min(1 << job.tuned(INVOCATIONS.name).max(1).ilog2());
    let root = wgsl!("scan/brent-kung.wgsl");
    let mut plan = tiles::plan(job, io, &tile_scan(root, workgroup_size, Vec::new()));
    plan.tuning.insert(INVOCATIONS.name.into(), workgroup_size);
    plan
}

/// The scan of a tile by a binary tree, whose arrangement in memory depends on `root`.
pub(super) fn tile_scan(
    root: &'static Module,
    workgroup_size: u32,
    constants: Vec<(&'static str, Constant)>,
) -> tiles::TileScan {
    let tile = ITEMS * workgroup_size;
    tiles::TileScan {
        root,
        workgroup_size,
        items: ITEMS,
        inclusive: false,
        constants,
        operator_depth: 2 * (log2_ceil(tile) - 1),
        applications: 2 * (u64::from(tile) - 2) + 1,
        barriers: 2 * (u64::from(log2_ceil(tile)) - 1) + 1,
    }
}

pub(super) fn accesses(_: &Tuning, e: u64) -> [u64; 2] {
    [4 * e - 7, 3 * e - 4]
}

pub(super) fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let tile = subject.tile();
    let about = "“About”: the levels near the top are not whole.";
    let [reads, writes] = subject.tile_accesses(accesses, ("4N", 4.0 * tile), ("3N", 3.0 * tile), about);
    vec![
        reads,
        writes,
        subject.tile_barriers("2 log₂ N", 2.0 * tile.log2()),
        Formula::new("Invocations, per tile", "N/2", tile / 2.0, subject.invocations),
    ]
}
