//! `brent-kung-in-place`: Merry's exclusive Brent–Kung recurrence in one array, with its bank conflicts or with padding.
//!
//! Brent & Kung 1982; Merry, "Prefix sums on GPUs", 2014, "Memory Arrangement": each sum replaces the second element of the
//! pair summed, no extra memory, bad bank conflicts. For tiles of E elements, two per invocation: work 2E − 3 per tile, its total
//! included, and n for the tile totals; depth 2 log₂ E − 2 per level; 2 log₂ E barriers per tile; 2n reads and 2n writes.
//!
//! Differences from `blelloch`: Blelloch reduces the whole tile to a root, keeps that as the total, clears it, and sweeps down
//! through all log₂ E levels. Merry's recurrence, q the exclusive scan of the pair sums, s₂ᵢ = qᵢ and s₂ᵢ₊₁ = qᵢ ⊕ a₂ᵢ, ends at
//! two values, whose exclusive scan needs no application: (a, b) becomes (identity, a). So there is no root, one level less up
//! and one less down, and two barriers fewer per tile. The total is the last prefix ⊕ the last element, which makes one application
//! fewer in all: 2E − 3 against 2E − 2. On the levels between, the recurrence in place moves the same values as Blelloch's swap: q
//! moves from the second slot of its pair to the first, and the second becomes q ⊕ a₂ᵢ.
//!
//! The slides give no code for it. `padding`, one free slot after every 32, as in Harris 2007, removes the conflicts.

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
    traffic: "2n reads, 2n writes",
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
