//! `look-back-deterministic`: single-pass scan with the same result in every run, also if the operator rounds.
//!
//! After the deterministic look-back of CCCL's `DeviceScan`, which fixes the tree of reductions by an anchor at every 32nd tile; the tiles,
//! tickets and states are those of Merrill & Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016. Work 3n, n reads
//! and n writes, one dispatch; 1 barrier per tile beyond those of `look-back`'s frame, 3 without subgroups. A look-back combines whatever
//! states it finds, so its association depends on timing, and rounded sums differ from run to run. Here it depends only on the index of the
//! tile. So the cost is exact, and the same input has the same result bit by bit on all devices of the same subgroup size whose compilers
//! neither fuse nor reorder operations; a sum has nothing to fuse.
//!
//! Change from the source: two levels. The last tile of a group of 32 publishes the group's aggregate, and every 32nd group an anchor, the
//! inclusive prefix of all tiles up to it, so the chain of anchors has a link for each 1,024 tiles instead of 32. A tile waits for up to
//! 31 aggregates of its group, 31 of groups, and one anchor, which two subgroups read at once; without subgroups 64 invocations read them
//! and one sums. Requires forward progress of started workgroups; every wait is bounded, and a tile whose wait ends without a state aborts
//! the run.

use super::register_tile;
use super::single_pass::{self, TilePrefix};
use crate::plan::{Io, Job, Plan};
use crate::scan::{Algorithm, Effect, InPlace, Need, Tile, takes_all};
use crate::wgsl;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "look-back-deterministic",
    title: "Deterministic look-back",
    family: "Single pass",
    summary: "Look-back that combines sums in a fixed order: rounded sums are equal bit by bit in every run.",
    paper: "NVIDIA 2026 (CCCL); Merrill & Garland 2016",
    work: "3n",
    depth: "2k + log₂ W + 64 + tiles / 1024, runs of k",
    order: "a tree over each tile, and a fixed tree over tiles",
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
    single_pass::plan(job, io, wgsl!("scan/look-back-deterministic.wgsl"), TilePrefix::Deterministic)
}
