//! `look-ahead`: single-pass scan in which each workgroup handles several tiles, and tiles publish only their aggregates.
//!
//! Source: "lookahead", the scan of CUB's `DeviceScan` since CCCL 3.4 (NVIDIA 2026). A fixed number of workgroups draw tickets for tiles. A
//! workgroup keeps the prefix of its last tile and adds the aggregates of the tiles after that. So a tile publishes one state, and no tile
//! waits for the prefix of another. All invocations read one state each, and sum the states as they sum a tile. The scan requires forward
//! progress of started workgroups. Every wait is bounded: if it ends without a state, the tile aborts the run.
//!
//! Costs: 3n applications, n reads and n writes, one dispatch. If workgroups handle several tiles, the costs are lower bounds, because timing
//! determines the tiles of each workgroup.
//!
//! The association is fixed: all workgroups sum aligned windows of 256 tiles in the same order, and add the windows from left to right. So a
//! rounded sum is the same in every run, as in CUB's deterministic form, whose windows have 32 tiles.
//!
//! Changes from the source, which WGSL requires: there are no bulk copies of tiles, no warps with separate roles, and no launch control
//! (`shaders/scan/look-ahead.wgsl`). CUB loads the next tile into workgroup memory during the wait. Here a tile fills the registers, and only
//! the next ticket is drawn before the wait. During the wait, other workgroups of the same processor run. If there are
//! at most as many tiles as workgroups, each workgroup has at most one tile.

use super::register_tile;
use super::single_pass::{self, TilePrefix};
use crate::plan::{Io, Job, Plan};
use crate::scan::{Algorithm, Effect, InPlace, Need, Parameter, Tile, takes_all};
use crate::wgsl;

/// The default is near the best number on an H200. There, twice the default gains 5 % at 2²⁶ elements and loses 3 % at 2²⁴.
const WORKGROUPS: Parameter = Parameter {
    name: single_pass::WORKGROUPS,
    title: "Workgroups that stay",
    min: 1,
    max: 1 << 15,
    default: Some(512),
};

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "look-ahead",
    title: "Look-ahead",
    family: "Single pass",
    summary: "Each workgroup handles one tile after another, and adds to its prefix the sums that other workgroups have published since. Rounded sums are equal in every run.",
    paper: "NVIDIA 2026 (CCCL)",
    work: "3n",
    depth: "2k + 2 log₂ W + tiles / W, runs of k",
    order: "a tree over each tile, and over each window of W tiles; windows from left to right",
    traffic: "n reads, n writes",
    needs: &[Need::ForwardProgress],
    tuning: &[register_tile::ITEMS, WORKGROUPS],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::Registers,
    effects: &[Effect::LookBack],
    formulas: single_pass::formulas,
    refuses: takes_all,
    flow: single_pass::look_ahead_flow,
    plan,
};

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let workgroups = job.tuned(WORKGROUPS.name);
    single_pass::plan(job, io, wgsl!("scan/look-ahead.wgsl"), TilePrefix::LookAhead { workgroups })
}
