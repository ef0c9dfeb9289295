//! `look-back-fallback`: decoupled look-back with fallback, which needs no forward-progress guarantee.
//!
//! Source: Smith, Levien & Owens, "Decoupled Fallback", SPAA 2025. The scan is `look-back` with one difference. If a tile has published no state
//! after `max_spins` spins, each tile that waits for the state reduces the silent tile from the input and publishes its aggregate. States are
//! split over self-contained words, and two writers of a state write the same bits, so wide elements are safe. Two rounded sums of a tile
//! may differ, so only the tile itself publishes its rounded sum. A fallback reads the input again, so a scan in place is not possible.
//!
//! Addition to the paper: fallbacks are counted. If a run has many of them, a workgroup reduces its predecessor's tile first
//! (`docs/fast-scan.md`).

use super::register_tile;
use super::single_pass::{self, TilePrefix};
use crate::plan::{Io, Job, Plan};
use crate::scan::{Algorithm, Effect, InPlace, Parameter, Tile, takes_all};
use crate::wgsl;

const MAX_SPINS: Parameter =
    Parameter { name: "max_spins", title: "Spins before a fallback", min: 0, max: 1024, default: Some(4) };

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "look-back-fallback",
    title: "Look-back with fallback",
    family: "Single pass",
    summary: "Look-back that reduces a tile without a published state from the input, so it needs no forward progress.",
    paper: "Smith, Levien & Owens 2025",
    work: "3n",
    depth: "2k + log₂ W + tiles, runs of k",
    order: "a tree over each tile; the sums of earlier tiles in the order of their publication, which differs from run to run",
    traffic: "n reads, n writes",
    needs: &[],
    tuning: &[register_tile::ITEMS, MAX_SPINS],
    in_place: InPlace::Never,
    takes_length: true,
    reads_segments: true,
    tile: Tile::Registers,
    effects: &[Effect::LookBack],
    formulas: single_pass::formulas,
    refuses: takes_all,
    flow: single_pass::look_back_flow,
    plan,
};

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    single_pass::plan(
        job,
        io,
        wgsl!("scan/look-back-fallback.wgsl"),
        TilePrefix::Fallback { max_spins: job.tuned(MAX_SPINS.name) },
    )
}
