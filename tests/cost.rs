//! Costs of plans against counters in their kernels.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/count.rs"]
mod count;
mod support;

use count::{Counts, Instruments, count};
use pollster::block_on;
use scanlab::analysis::formulas::accesses;
use scanlab::gpu::{Gpu, OpenOptions};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Direction, Form, Job, Limits, Mode, Segments, Tuning};
use scanlab::scan::Algorithm;
use support::{is_sampled, offered, open};

const MODES: [Mode; 2] = [Mode::Inclusive, Mode::Exclusive];

/// No elements, few, and around a workgroup, a tile and several tiles.
const SIZES: [u32; 14] = [0, 1, 2, 3, 4, 255, 256, 257, 512, 513, 2304, 2305, 3841, 5000];

fn add() -> Monoid {
    Monoid::find("add", ElementType::U32).expect("add on u32")
}

fn job(algorithm: &Algorithm, form: Form, elements: u32, tuning: &Tuning, limits: Limits) -> Job {
    let tuning = algorithm.resolve_tuning(tuning).expect("tuning within its range");
    Job { elements, form, withheld_percent: 0, tuning, limits }
}

/// The default tuning, and every parameter at both ends of its range.
fn tunings(algorithm: &Algorithm) -> Vec<Tuning> {
    let ends = algorithm.tuning.iter().flat_map(|parameter| {
        [parameter.min, parameter.max].map(|value| Tuning::from([(parameter.name.to_owned(), value)]))
    });
    std::iter::once(Tuning::new()).chain(ends).collect()
}

/// Counts the operations of a job's kernels, and compares every pass with its cost.
async fn examine(gpu: &Gpu, instruments: &Instruments, algorithm: &Algorithm, job: &Job) -> Vec<Counts> {
    let plan = algorithm.plan(job);
    let counts = count(gpu, instruments, job, &plan).await;
    for (rank, (pass, counted)) in plan.passes.iter().zip(&counts).enumerate() {
        let (planned, counted) = (pass.cost, counted.cost);
        // Only a fallback reads elements again.
        let reads_again = plan.tuning.contains_key("max_spins") && counted.reads > planned.reads;
        let agrees = if plan.cost_is_lower_bound {
            planned.writes == counted.writes
                && (planned.reads == counted.reads || reads_again)
                && planned.applications <= counted.applications
                && planned.barriers <= counted.barriers
        } else {
            planned == counted
        };
        assert!(
            agrees,
            "{planned:?} planned, {counted:?} counted: pass {rank} {} of {} n={} {:?} {:?}",
            pass.kernel.entry_point, algorithm.id, job.elements, job.form, job.tuning
        );
    }
    counts
}

#[test]
fn every_pass_costs_what_its_kernel_counts() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let instruments = Instruments::default();
        for algorithm in offered(&gpu) {
            for tuning in tunings(algorithm) {
                for mode in MODES.into_iter().filter(|mode| is_sampled((algorithm.id, &tuning, mode))) {
                    for size in SIZES {
                        let job = job(algorithm, Form::new(add(), mode), size, &tuning, gpu.limits());
                        examine(&gpu, &instruments, algorithm, &job).await;
                    }
                }
            }
        }
    });
}

#[test]
fn segments_and_directions_cost_what_their_kernels_count() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let instruments = Instruments::default();
        for algorithm in offered(&gpu) {
            for mode in MODES {
                for (direction, segments) in [
                    (Direction::Backward, Segments::Whole),
                    (Direction::Forward, Segments::Heads),
                    (Direction::Backward, Segments::Heads),
                    (Direction::Forward, Segments::HeadBits),
                    (Direction::Backward, Segments::HeadBits),
                    (Direction::Forward, Segments::Rows(37)),
                    (Direction::Backward, Segments::Columns(7)),
                ] {
                    if !is_sampled((algorithm.id, mode, direction, segments)) {
                        continue;
                    }
                    let form = Form { direction, segments, ..Form::new(add(), mode) };
                    if algorithm.check_form(form).is_err() {
                        continue;
                    }
                    for size in [1, 2, 2305] {
                        let job = job(algorithm, form, size, &Tuning::new(), gpu.limits());
                        examine(&gpu, &instruments, algorithm, &job).await;
                    }
                }
            }
        }
    });
}

/// So many tiles that their totals are scanned in blocks.
#[test]
fn blocks_of_totals_cost_what_their_kernels_count() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let instruments = Instruments::default();
        let subgroup = Algorithm::find("subgroup").expect("an algorithm");
        if subgroup.check_needs(&gpu.limits()).is_err() {
            return;
        }
        let tuning = Tuning::from([("items".to_owned(), 1)]);
        for operator in ["add", "mul"] {
            let monoid = Monoid::find(operator, ElementType::U32).expect("an operator on u32");
            let job = |elements| job(subgroup, Form::new(monoid, Mode::Inclusive), elements, &tuning, gpu.limits());
            let tile = subgroup.plan(&job(5)).tile_elements;
            for tiles in [1024, 1025, 2051] {
                examine(&gpu, &instruments, subgroup, &job(tiles * tile - 3)).await;
            }
        }
    });
}

/// Tiles of many rows whose invocations hold neighbours, where subgroups scan them.
#[test]
fn wide_elements_cost_what_their_kernels_count() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let instruments = Instruments::default();
        let holds_tiles = |algorithm: &&Algorithm| {
            algorithm.tuning.iter().any(|parameter| parameter.name == "items" && parameter.max == 32)
        };
        for algorithm in offered(&gpu).filter(holds_tiles) {
            for operator in ["bicyclic", "mat2"] {
                let monoid = Monoid::find(operator, ElementType::U32).expect("an operator on u32");
                for mode in MODES {
                    for items in [1, 32] {
                        let tuning = Tuning::from([("items".to_owned(), items)]);
                        for size in [1, 2047, 2048, 6149] {
                            let job = job(algorithm, Form::new(monoid, mode), size, &tuning, gpu.limits());
                            examine(&gpu, &instruments, algorithm, &job).await;
                        }
                    }
                }
            }
        }
    });
}

/// More than two levels of tiles, on a device with WebGPU's guaranteed limits. Single-pass scans have no levels, and beside other tests a
/// chain of hundreds of tiles is often aborted.
#[test]
fn several_levels_cost_what_their_kernels_count() {
    block_on(async {
        let plain = OpenOptions { raise_limits: false, ..OpenOptions::default() };
        let Some(gpu) = open(plain).await else { return };
        let instruments = Instruments::default();
        for algorithm in offered(&gpu).filter(|algorithm| !algorithm.needs_progress()) {
            for tuning in tunings(algorithm).into_iter().filter(|tuning| is_sampled((algorithm.id, tuning))) {
                let form = Form::new(add(), Mode::Inclusive);
                let job = job(algorithm, form, 70_001, &tuning, gpu.limits());
                examine(&gpu, &instruments, algorithm, &job).await;
            }
        }
        let blelloch = Algorithm::find("blelloch").expect("a known algorithm");
        let form = Form::new(add(), Mode::Exclusive);
        let job = job(blelloch, form, 512 * 512 + 1, &Tuning::new(), gpu.limits());
        examine(&gpu, &instruments, blelloch, &job).await;
    });
}

/// The second tile finds the first one's inclusive prefix whatever the timing, so the lower bound is exact unless a run is aborted.
#[test]
fn a_look_back_over_one_tile_costs_the_lower_bound() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let (instruments, algorithm) =
            (Instruments::default(), Algorithm::find("look-back").expect("a known algorithm"));
        for mode in MODES {
            let job = |elements| job(algorithm, Form::new(add(), mode), elements, &Tuning::new(), gpu.limits());
            let tile = algorithm.plan(&job(1)).tile_elements;
            for elements in [1, tile, tile + 1, 2 * tile] {
                let counts = examine(&gpu, &instruments, algorithm, &job(elements)).await;
                assert_eq!(algorithm.plan(&job(elements)).passes[0].cost, counts[0].cost, "n={elements}");
            }
        }
    });
}

/// The association of a deterministic look-back is fixed, so its cost is exact where the subgroup size is: in a group of tiles and past
/// one, and where the operator sums by a built-in operation, by shuffles, and rounds.
#[test]
fn a_deterministic_look_back_costs_exactly_the_same_in_every_run() {
    block_on(async {
        for subgroups in [true, false] {
            let Some(gpu) = open(OpenOptions { subgroups, ..OpenOptions::default() }).await else { return };
            let (instruments, algorithm) =
                (Instruments::default(), Algorithm::find("look-back-deterministic").expect("a known algorithm"));
            let tuning = Tuning::from([("items".to_owned(), 1)]);
            let types = [("add", ElementType::U32), ("mul", ElementType::I32), ("add", ElementType::F32)];
            for (operator, element_type) in types {
                let monoid = Monoid::find(operator, element_type).expect("a known operator");
                let job =
                    |elements| job(algorithm, Form::new(monoid, Mode::Inclusive), elements, &tuning, gpu.limits());
                let tile = algorithm.plan(&job(1)).tile_elements;
                for tiles in [1, 2, 32, 33, 40] {
                    examine(&gpu, &instruments, algorithm, &job(tiles * tile)).await;
                }
            }
            let job = job(algorithm, Form::new(add(), Mode::Inclusive), 5 << 10, &tuning, gpu.limits());
            let is_fixed = gpu.limits().subgroups.is_none_or(|(min, max)| min == max);
            assert_eq!(algorithm.plan(&job).cost_is_lower_bound, !is_fixed);
        }
    });
}

/// Where all tiles withhold their states, every tile but the last is read again at least once.
#[test]
fn a_fallback_reads_withheld_tiles_again() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let (instruments, algorithm) =
            (Instruments::default(), Algorithm::find("look-back-fallback").expect("a known algorithm"));
        let tuning = Tuning::from([("items".to_owned(), 1)]);
        let job = job(algorithm, Form::new(add(), Mode::Inclusive), 5000, &tuning, gpu.limits());
        let job = Job { withheld_percent: 100, ..job };
        let counts = examine(&gpu, &instruments, algorithm, &job).await;
        let tile = u64::from(algorithm.plan(&job).tile_elements);
        assert!(counts[0].cost.reads >= 5000 + 5000 / tile * tile, "{counts:?}");
    });
}

/// The tree of one tile: 2 reads and a write a sum, 3 and 2 a prefix, one of each to load and store an element; two more for the root and
/// its sum.
#[test]
fn workgroup_memory_is_counted() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let blelloch = Algorithm::find("blelloch").expect("a known algorithm");
        let form = Form::new(add(), Mode::Exclusive);
        let job = job(blelloch, form, 512, &Tuning::new(), gpu.limits());
        let counts = examine(&gpu, &Instruments::default(), blelloch, &job).await;
        assert_eq!(counts[0].local_reads, 512 + 2 * 511 + 3 * 511 + 2);
        assert_eq!(counts[0].local_writes, 512 + 511 + 2 * 511 + 2);
    });
}

/// Reads and writes of workgroup memory to scan a tile of E elements, as in the algorithms' documentation. Merry: about E log₂ E of each for
/// Kogge and Stone's scan, about 4E reads and 3E writes for Brent and Kung's.
#[test]
fn tiles_use_workgroup_memory_as_their_sources_state() {
    let scans = [
        ("naive-tiles", None),
        ("kogge-stone", Some(0)),
        ("kogge-stone", Some(1)),
        ("sklansky", None),
        ("brent-kung", None),
        ("brent-kung-in-place", Some(0)),
        ("brent-kung-in-place", Some(1)),
    ];
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (id, padding) in scans {
            let algorithm = Algorithm::find(id).expect("a known algorithm");
            let tuning = padding.map(|padding| ("padding".to_owned(), padding)).into_iter().collect();
            let job = |elements| job(algorithm, Form::new(add(), Mode::Exclusive), elements, &tuning, gpu.limits());
            let tile = algorithm.plan(&job(1)).tile_elements;
            let counts = examine(&gpu, &Instruments::default(), algorithm, &job(tile)).await;
            let e = u64::from(tile);
            let [reads, writes] = accesses(id, padding == Some(1), e).expect("counted");
            // Besides, every element is written before the scan, and every prefix read after it, except the identity, plus one for the total.
            let read_after = if id.starts_with("brent-kung") { e + 1 } else { e };
            assert_eq!(
                [counts[0].local_reads, counts[0].local_writes],
                [reads + read_after, writes + e],
                "{id} {padding:?}"
            );
        }
    });
}
