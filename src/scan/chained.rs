//! `chained`: one dispatch; every tile waits for its predecessor's inclusive prefix.
//!
//! Yan, Long & Zhang, "StreamScan", PPoPP 2013. Costs: 3n applications, n reads and n writes; the depth is a chain over
//! all tiles. The scan requires forward progress of started workgroups. Every wait is bounded: if it ends without a
//! state, the tile aborts the run.

use super::register_tile;
use super::single_pass::{self, TilePrefix};
use crate::plan::{Io, Job, Plan};
use crate::scan::{Algorithm, Effect, InPlace, Need, Tile, takes_all};
use crate::wgsl;

pub(crate) static ALGORITHM: Algorithm = Algorithm {
    id: "chained",
    title: "Chained scan",
    family: "Single pass",
    summary: "Every tile waits for the prefix of the tile before it, in one dispatch.",
    paper: "Yan, Long & Zhang 2013 (StreamScan)",
    work: "3n",
    depth: "2k + log₂ W + tiles, runs of k",
    order: "a tree over each tile; tiles from left to right",
    traffic: "n reads, n writes",
    needs: &[Need::ForwardProgress],
    tuning: &[register_tile::ITEMS],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::Registers,
    effects: &[Effect::Chain],
    formulas: single_pass::formulas,
    refuses: takes_all,
    flow: single_pass::chain_flow,
    plan,
};

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    single_pass::plan(job, io, wgsl!("scan/chained.wgsl"), TilePrefix::Chained)
}
