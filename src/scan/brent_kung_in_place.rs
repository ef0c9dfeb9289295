//! `brent-kung-in-place`: Merry's exclusive Brent–Kung recurrence in one array, with its bank conflicts or with padding.
//!
//! Sources: Brent & Kung 1982; Merry, "Prefix sums on GPUs", 2014, "Memory Arrangement". Each sum replaces the second element of its pair, so
//! no extra memory is needed, but there are many bank conflicts.
//!
//! Costs for tiles of E elements, two per invocation:
//!
//! - 2E − 3 applications per tile, including its total, and n to add the tile totals
//! - depth 2 log₂ E − 2 per level of tiles
//! - 2 log₂ E barriers per tile
//! - 3n reads: the input, then every prefix within a tile together with the tile's exclusive prefix; 2n writes
//!
//! Difference from `blelloch`: Blelloch reduces the whole tile to a root, keeps the root as the total, clears it, and sweeps down through all
//! log₂ E levels. In Merry's recurrence, q is the exclusive scan of the pair sums, s₂ᵢ = qᵢ and s₂ᵢ₊₁ = qᵢ ⊕ a₂ᵢ. The recurrence ends at two
//! values (a, b), whose exclusive scan (identity, a) needs no application. So there is no root, each sweep has one level less, and a tile has
//! two barriers fewer. The total is the last prefix ⊕ the last element. In total, a tile takes one application fewer
//! than Blelloch's 2E − 2. On the other levels, both scans move the same values: q moves from the second slot of its
//! pair to the first, and the second slot becomes q ⊕ a₂ᵢ.
//!
//! Merry's slides have no code for this scan. `padding`, one free slot after every 32 as in Harris 2007, removes the
//! conflicts.

use super::tiles::PADDING;
use super::{brent_kung, brent_kung_radix, tiles};
use crate::plan::{Constant, Io, Job, Plan};
use crate::scan::{Algorithm, Effect, InPlace, Tile, takes_all};
use crate::wgsl;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "brent-kung-in-place",
    title: "Brent–Kung, in place",
    family: "Tiles in workgroup memory",
    summary: "Brent and Kung's tree in one array: each sum replaces the second element of its pair, which causes bank conflicts.",
    paper: "Brent & Kung 1982; Merry 2014, Brent–Kung, in place",
    work: "3n",
    depth: "2 log₂ E − 2 per level, tiles of E",
    order: "a balanced tree over each tile; the same for tile totals",
    traffic: "3n reads, 2n writes",
    needs: &[],
    tuning: &[PADDING],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::Memory(brent_kung::accesses),
    effects: &[Effect::BankConflicts(Some(PADDING.name))],
    formulas: brent_kung::formulas,
    refuses: takes_all,
    flow: |n| brent_kung_radix::tree_flow(n, brent_kung::ITEMS),
    plan,
};

/// Banks of workgroup memory that padding assumes.
const BANKS: u32 = 32;

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let padding = job.tuned(PADDING.name) == 1;
    let slots = |size: u32| brent_kung::ITEMS * size + if padding { brent_kung::ITEMS * size / BANKS } else { 0 };
    let workgroup_size = tiles::workgroup_size(job, |size| [slots(size)]);
    let constants = vec![
        ("PADDING", Constant::Bool(padding)),
        ("BRENT_KUNG_BANKS", Constant::U32(BANKS)),
        ("BRENT_KUNG_SLOTS", Constant::U32(slots(workgroup_size))),
    ];
    let root = wgsl!("scan/brent-kung-in-place.wgsl");
    tiles::plan(job, io, &brent_kung::tile_scan(root, workgroup_size, constants))
}
