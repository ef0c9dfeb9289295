//! `look-back`: single-pass scan with decoupled look-back.
//!
//! Merrill & Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016. Work 3n, n reads and n writes, one
//! dispatch. One subgroup reads a window with one tile per invocation and sums it; without subgroups, 32 invocations
//! read and one sums. The number of windows depends on timing, so the cost is a lower bound. Requires forward progress of started
//! workgroups; every wait is bounded, and a tile whose wait ends without a state aborts the run.
//!
//! Additions to the paper, where a probe has shown that workgroups start in order: tiles have the indices of their workgroups and draw no
//! tickets, and up to twice as many tiles as a subgroup has invocations read all aggregates at once (`docs/fast-scan.md`).

use super::register_tile;
use super::single_pass::{self, TilePrefix};
use crate::plan::{Io, Job, Plan};
use crate::scan::{Algorithm, Effect, InPlace, Need, Tile, takes_all};
use crate::wgsl;

pub(crate) static ALGORITHM: Algorithm = Algorithm {
    id: "look-back",
    title: "Decoupled look-back",
    family: "Single pass",
    summary: "Tiles publish their sums and look back for a prefix, in one dispatch; reads the input once.",
    paper: "Merrill & Garland 2016",
    work: "3n",
    depth: "2k + log₂ W + tiles, runs of k",
    order: "a tree over each tile; the sums of tiles before it as they are published, which differs from run to run",
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
