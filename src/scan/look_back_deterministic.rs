//! `look-back-deterministic`: single-pass scan with the same result in every run, even if the operator rounds.
//!
//! Sources: the deterministic look-back of CCCL's `DeviceScan`, which has a fixed tree of reductions with an anchor at every 32nd tile;
//! Merrill & Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016, for tiles, tickets and states. In their look-back, the
//! association depends on the states that a tile finds, so rounded sums differ from run to run. Here it depends only on the tile's index.
//! So the cost is exact. The same input has the same result bit by bit on all devices that have the same subgroup size and whose compilers
//! neither fuse nor reorder operations. Sums have no operations to fuse.
//!
//! Costs: 3n applications, n reads and n writes, one dispatch. In addition to the barriers of the frame
//! (`src/scan/single_pass.rs`), a tile has 1 barrier, or 3 without subgroups.
//!
//! Change from CCCL: two levels. The last tile of each group of 32 publishes the aggregate of the group. Every 32nd group also publishes an
//! anchor, the inclusive prefix of all tiles up to its end. So the chain of anchors has a link per 1,024 tiles instead of 32. A tile waits for
//! up to 31 aggregates of its group, 31 aggregates of groups, and one anchor. Two subgroups read these states at once. Without subgroups, 64
//! invocations read them, and one invocation sums them.
//!
//! The scan requires forward progress of started workgroups. Every wait is bounded: if it ends without a state, the tile aborts the run.

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
