//! `look-back`: single-pass scan with decoupled look-back.
//!
//! Merrill & Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016. Costs: 3n applications, n
//! reads and n writes, one dispatch. One subgroup reads a window, one state per invocation, and sums it. Without
//! subgroups, 32 invocations read and one sums. The number of windows depends on timing, so the cost is a lower bound.
//! The scan requires forward progress of started workgroups. Every wait is bounded: if it ends without a state, the
//! tile aborts the run.
//!
//! Additions to the paper, if a probe has shown that workgroups start in order: tiles have the indices of their
//! workgroups and draw no tickets. If the number of tiles is at most twice the subgroup size, all aggregates are read
//! at once (`docs/fast-scan.md`).

use super::register_tile;
use super::single_pass::{self, TilePrefix};
use crate::plan::{Io, Job, Plan};
use crate::scan::{Algorithm, Effect, InPlace, Need, Tile, takes_all};
use crate::wgsl;

pub(crate) static ALGORITHM: Algorithm = Algorithm {
    id: "look-back",
    title: "Decoupled look-back",
    family: "Single pass",
    summary: "Tiles publish their sums and look back for a prefix, in one dispatch that reads the input once.",
    paper: "Merrill & Garland 2016",
    work: "3n",
    depth: "2k + log₂ W + tiles, runs of k",
    order: "a tree over each tile; the sums of earlier tiles in the order of their publication, which differs from run to run",
    traffic: "n reads, n writes",
    needs: &[Need::ForwardProgress],
    tuning: &[register_tile::ITEMS],
    in_place: InPlace::Always,
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
    single_pass::plan(job, io, wgsl!("scan/look-back.wgsl"), TilePrefix::LookBack)
}
