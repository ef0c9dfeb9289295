//! `look-back`: single-pass scan with decoupled look-back.
//!
//! Merrill & Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016. Work 3n, n reads and n writes, one
//! dispatch. One subgroup reads a window of as many tiles as it has invocations and adds them up; without subgroups, 32 invocations
//! read and one adds. How many windows a tile reads depends on the others, so its cost is the least that it can be. It needs
//! forward progress of workgroups that have started; every wait is bounded, and a run whose wait ends without a state is aborted.
//!
//! It adds to the paper: tiles so few that a subgroup has an invocation for each take no ticket and read all aggregates at once, which needs
//! so few workgroups to start together or in their order (`docs/fast-scan.md`).

use super::register_tile;
use super::single_pass::{self, Before};
use crate::plan::{Job, Plan};
use crate::scan::{Algorithm, FORWARD_PROGRESS, InPlace};
use crate::wgsl;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    id: "look-back",
    title: "Decoupled look-back",
    family: "Single pass",
    summary: "Tiles publish their sums and look back for a prefix, in one dispatch; reads the input once.",
    paper: "Merrill & Garland 2016",
    work: "3n",
    depth: "2k + log₂ W + tiles, runs of k",
    traffic: "n reads, n writes",
    needs: &[FORWARD_PROGRESS],
    tuning: &[register_tile::ITEMS],
    in_place: InPlace::Always,
    flow: single_pass::flow,
    plan,
};

fn plan(job: &Job) -> Plan {
    single_pass::plan(job, wgsl!("scan/look-back.wgsl"), Before::LookBack)
}
