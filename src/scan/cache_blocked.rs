//! `cache-blocked`: reduce-then-scan in chunks that stay in the last-level cache, so that the second read hits the cache.
//!
//! Source: Merry's reduce-then-scan ("Prefix sums on GPUs", 2014), whose 2n reads and n writes all go to memory. This project adds cache
//! blocking.
//!
//! One dispatch scans a chunk and reduces the next chunk, so that cache and memory traffic overlap. Every workgroup sums the totals of its
//! chunk's tiles redundantly, which saves a dispatch. There are ⌈n / chunk⌉ + 1 dispatches, and each takes at least the
//! time to start a dispatch. If there would be more than 1,024 chunks, chunks are enlarged. Workgroups do not wait for
//! each other, so no forward-progress guarantee is required. Subgroup operations are optional.

use super::WORKGROUP_SIZE;
use super::register_tile::{self, RegisterTile};
use super::single_pass::four_tiles;
use crate::flow::Flow;
use crate::plan::{Constant, Io, Job, Kernel, Pass, PassCost, Plan, Resource};
use crate::scan::{Algorithm, Effect, InPlace, Parameter, Tile, takes_all};
use crate::wgsl;
use crate::wgsl::binding;

const TILES: Parameter =
    Parameter { name: "tiles", title: "Tiles of a chunk", min: 16, max: 8192, default: Some(4096) };

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "cache-blocked",
    title: "Cache-blocked",
    family: "Reduce-then-scan",
    summary: "Scans a chunk that is still in the cache while it reduces the next chunk. No workgroup waits for another.",
    paper: "This project; Merry 2014, Reduce-then-Scan",
    work: "about 4n",
    depth: "2k + 4 log₂ W + n / chunk",
    order: "a tree over each tile, and over the tiles of a chunk; chunks from left to right",
    traffic: "2n reads, half of them from the cache, n writes",
    needs: &[],
    tuning: &[register_tile::ITEMS, TILES],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::Registers,
    effects: &[Effect::CachedChunks],
    formulas: |subject| subject.twice_in_once_out().into(),
    refuses: takes_all,
    flow,
    plan,
};

/// Two chunks of two tiles: sums of tiles, prefixes of tiles and chunks, scans of tiles.
fn flow(n: u32) -> Flow {
    four_tiles(n, ["reduce the tiles", "add up chunk by chunk"], false)
}

/// The maximum number of chunks of a scan. Each chunk has a dispatch with a separate bind group, which is kept until
/// the submission.
const MAX_CHUNKS: u32 = 1024;

/// The data that all passes share.
struct Chunks {
    tile: RegisterTile,
    /// Tiles of the input.
    tiles: u32,
    /// Tiles of a chunk.
    chunk: u32,
    elements: u32,
    kernel: Kernel,
    /// The bindings of a pass that reads elements. They include the totals of tiles and the prefixes of chunks.
    load: Vec<(u32, Resource)>,
    /// The same for a pass that also stores prefixes.
    load_and_store: Vec<(u32, Resource)>,
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let tile = RegisterTile::of(job, io);
    let tiles = job.elements.div_ceil(tile.elements());
    let chunk = job.tuned(TILES.name).max(tiles.div_ceil(MAX_CHUNKS));
    let count = tiles.div_ceil(chunk);
    let mut plan = tile.plan(job, io);
    plan.tuning.insert(TILES.name.into(), chunk);
    let totals = plan.scratch(job, tiles);
    // A full last chunk also stores the exclusive prefix of the chunk after it.
    let chunk_prefixes = plan.scratch(job, count + 1);
    let of_chunks = vec![(binding::TOTALS, totals), (binding::CHUNK_EXCLUSIVE_PREFIXES, chunk_prefixes)];
    plan.operator_depth = 2 * tile.operator_depth() + chunk.div_ceil(WORKGROUP_SIZE) + count + 2;
    let chunks = Chunks {
        tiles,
        chunk,
        elements: job.elements,
        kernel: tile.kernel(job, io, wgsl!("scan/cache-blocked.wgsl"), &[("CHUNK_TILES", Constant::U32(chunk))]),
        load: [tile.load(job, io), of_chunks.clone()].concat(),
        load_and_store: [tile.load_and_store(job, io), of_chunks].concat(),
        tile,
    };
    plan.passes.push(chunks.reduce_first());
    plan.passes.extend((0..count).map(|chunk| chunks.scan_and_reduce(chunk)));
    plan
}

impl Chunks {
    /// Number of tiles of a chunk; it is lower for a partial last chunk, and 0 after it.
    fn tiles_of(&self, chunk: u32) -> u32 {
        self.tiles.saturating_sub(chunk * self.chunk).min(self.chunk)
    }

    /// Elements written for a chunk.
    fn written(&self, chunk: u32) -> u64 {
        self.within(chunk, &|elements| self.tile.written(elements))
    }

    /// Elements and head flags read for a chunk.
    fn read(&self, chunk: u32) -> u64 {
        self.within(chunk, &|elements| self.tile.read(elements))
    }

    /// Elements that the store of a chunk reads.
    fn read_again(&self, chunk: u32) -> u64 {
        self.within(chunk, &|elements| self.tile.read_again(elements))
    }

    /// Applications of the store of a chunk.
    fn store_applications(&self, chunk: u32) -> u64 {
        self.within(chunk, &|elements| self.tile.store_applications(elements))
    }

    /// The part of a cost that falls to a chunk. `of_elements` is the cost of a number of elements from the beginning
    /// of the input.
    fn within(&self, chunk: u32, of_elements: &dyn Fn(u32) -> u64) -> u64 {
        let elements_before = |tiles: u32| tiles.saturating_mul(self.tile.elements()).min(self.elements);
        let first = chunk.saturating_mul(self.chunk);
        of_elements(elements_before(first.saturating_add(self.tiles_of(chunk)))) - of_elements(elements_before(first))
    }

    fn reduce_first(&self) -> Pass {
        self.pass("reduce_first", self.tiles_of(0), 0, self.load.clone(), self.reduce_cost(0))
    }

    fn scan_and_reduce(&self, chunk: u32) -> Pass {
        let [scan, reduce] = [self.scan_cost(chunk), self.reduce_cost(chunk + 1)];
        let cost = PassCost {
            reads: scan.reads + reduce.reads,
            writes: scan.writes + reduce.writes,
            applications: scan.applications + reduce.applications,
            barriers: scan.barriers + reduce.barriers,
        };
        self.pass("scan_and_reduce", 2 * self.tiles_of(chunk), chunk, self.load_and_store.clone(), cost)
    }

    /// Every tile stores its sum. The first tile also stores the exclusive prefix of the first chunk.
    fn reduce_cost(&self, chunk: u32) -> PassCost {
        let tiles = u64::from(self.tiles_of(chunk));
        PassCost {
            reads: self.read(chunk),
            writes: tiles + u64::from(chunk == 0),
            applications: tiles * self.tile.total_applications(),
            barriers: tiles * self.tile.total_barriers(),
        }
    }

    /// Every tile sums the totals of the tiles before it in the chunk. Every invocation reads the chunk's exclusive
    /// prefix. A full chunk stores the exclusive prefix of the next chunk.
    fn scan_cost(&self, chunk: u32) -> PassCost {
        let tiles = u64::from(self.tiles_of(chunk));
        let totals = tiles * tiles.saturating_sub(1) / 2;
        let full = u64::from(self.tiles_of(chunk) == self.chunk);
        let invocations = u64::from(WORKGROUP_SIZE);
        PassCost {
            reads: self.read(chunk) + self.read_again(chunk) + totals + invocations * tiles,
            writes: self.written(chunk) + full,
            applications: tiles * (self.tile.applications() + self.tile.workgroup_sum_applications() + invocations)
                + totals
                + full
                + self.store_applications(chunk),
            barriers: tiles * (self.tile.barriers() + self.tile.workgroup_sum_barriers() + 1),
        }
    }

    fn pass(
        &self,
        entry_point: &'static str,
        workgroups: u32,
        chunk: u32,
        bindings: Vec<(u32, Resource)>,
        cost: PassCost,
    ) -> Pass {
        Pass {
            kernel: self.kernel.at(entry_point),
            workgroups,
            elements: self.elements,
            takes_length: true,
            argument: chunk,
            bindings,
            serial_elements: self.tile.items() + self.chunk.div_ceil(WORKGROUP_SIZE),
            cost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monoid::{ElementType, Monoid};
    use crate::plan::{Form, Limits, Mode, Tuning};

    #[test]
    fn every_tuning_keeps_the_limit_of_chunks() {
        let form = Form::new(Monoid::find("add", ElementType::U32).unwrap(), Mode::Inclusive);
        let least = Tuning::from(["items", "tiles"].map(|name| (name.to_owned(), 1)));
        for elements in [1, 1 << 20, (1 << 28) + 1, 1 << 30] {
            let job = Job { elements, form: form.clone(), tuning: least.clone(), limits: Limits::CORE };
            let plan = plan(&job, &Io::ports(&form));
            let tiles = elements.div_ceil(plan.tile_elements);
            assert_eq!(plan.passes.len() as u32, 1 + tiles.div_ceil(plan.tuning["tiles"]));
            assert!(plan.passes.len() <= 1 + MAX_CHUNKS as usize, "{} passes", plan.passes.len());
        }
    }
}
