//! `kogge-stone`: Kogge and Stone's scan in one buffer in workgroup memory, with the running value in a register.
//!
//! Sources: Kogge & Stone 1973; Merry, "Prefix sums on GPUs", 2014, "Kogge-Stone", the work-item form with its optimisations.
//!
//! Costs for tiles of E elements, one per invocation:
//!
//! - E log₂ E − (E − 1) applications per tile (with `padding`, E log₂ E), and n to add the tile totals
//! - depth log₂ E per level of tiles
//! - 2 log₂ E + 1 barriers per tile, one of which is for the copies in and out
//! - 3n reads: the input, then every prefix within a tile together with the tile's exclusive prefix; 2n writes
//!
//! Merry counts E log₂ E reads and E log₂ E writes of workgroup memory. Reusing the register leaves one read per step
//! and element, while his plain form has two. The exact numbers include the read of the first value and the writes of
//! identities, but not the copies. They are E log₂ E + 1 reads and E log₂ E writes without `padding`, and E log₂ E + E
//! reads and E log₂ E + E / 2 writes with `padding`.
//!
//! Changes from Merry's slides: they print x ⊕ a[i − t], which swaps the operands of their recurrence and is right only
//! for commutative operators. They also let t run up to N, a step that changes nothing. With `padding`, E / 2
//! identities in front of the tile replace the `if` that skips elements without a predecessor at distance t.

use super::{hillis_steele, tiles};
use crate::flow::Flow;
use crate::plan::{Constant, Io, Job, Plan, Tuning, log2_ceil};
use crate::scan::{Algorithm, Formula, InPlace, Parameter, Subject, Tile, takes_all};
use crate::wgsl;

const PADDING: Parameter = Parameter { title: "Identities in front of the tile", ..tiles::PADDING };

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "kogge-stone",
    title: "Kogge–Stone",
    family: "Tiles in workgroup memory",
    summary: "Every invocation keeps its sum in a register and adds the sum of the invocation 1, 2, 4 … positions before it.",
    paper: "Kogge & Stone 1973; Merry 2014, Kogge–Stone",
    work: "n log₂ E, tiles of E",
    depth: "log₂ E per level",
    order: "for each element of a tile a tree of ranges of 1, 2, 4 … neighbours; the same for tile totals",
    traffic: "3n reads, 2n writes",
    needs: &[],
    tuning: &[PADDING],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::Memory(accesses),
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
    let padding = job.tuned(PADDING.name) == 1;
    // There are as many identities as the longest distance.
    let identities = |size: u32| if padding { size / 2 } else { 0 };
    let tile = tiles::workgroup_size(job, |size| [identities(size) + size]);
    let steps = log2_ceil(tile);
    let applications = match padding {
        true => u64::from(tile) * u64::from(steps),
        false => tiles::kogge_stone_applications(tile),
    };
    tiles::plan(
        job,
        io,
        &tiles::TileScan {
            root: wgsl!("scan/kogge-stone.wgsl"),
            workgroup_size: tile,
            items: 1,
            inclusive: true,
            constants: vec![
                ("PADDING", Constant::Bool(padding)),
                ("KOGGE_STONE_IDENTITIES", Constant::U32(identities(tile))),
            ],
            operator_depth: steps,
            applications,
            barriers: 2 * u64::from(steps),
        },
    )
}

fn accesses(tuning: &Tuning, e: u64) -> [u64; 2] {
    match tuning.get(PADDING.name) == Some(&1) {
        // Half as many identities as elements stand in front of the tile.
        true => [e * tiles::levels(e) + e, e * tiles::levels(e) + e / 2],
        false => [e * tiles::levels(e) + 1, e * tiles::levels(e)],
    }
}

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let (tile, levels) = (subject.tile(), subject.tile().log2());
    let all = tile * levels;
    let [reads, writes] = subject.tile_accesses(
        accesses,
        ("N log₂ N", all),
        ("N log₂ N", all),
        "Besides the steps, one value is read at the start, and padding is written and read.",
    );
    vec![
        subject
            .tile_applications("N log₂ N − (N − 1)", all - (tile - 1.0))
            .because("With padding, every element combines in every step, some with an identity."),
        subject.tile_barriers("2 log₂ N", 2.0 * levels),
        reads,
        writes,
    ]
}
