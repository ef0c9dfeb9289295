//! What plans say they cost, held against counters in their kernels.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/count.rs"]
mod count;
mod support;

use count::{Counts, count};
use pollster::block_on;
use scanlab::gpu::{Gpu, OpenOptions};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Direction, Form, Job, Limits, Mode, Tuning};
use scanlab::scan::{ALGORITHMS, Algorithm};
use support::open;

const MODES: [Mode; 2] = [Mode::Inclusive, Mode::Exclusive];

/// None, few, around a workgroup, around tiles, and several of them.
const SIZES: [u32; 14] = [0, 1, 2, 3, 4, 255, 256, 257, 512, 513, 2304, 2305, 3841, 5000];

fn add() -> Monoid {
    Monoid::find("add", ElementType::U32).expect("add on u32")
}

fn job(algorithm: &Algorithm, form: Form, elements: u32, tuning: &Tuning, limits: Limits) -> Job {
    let tuning = algorithm.resolve_tuning(tuning).expect("tuning within its range");
    Job { elements, form, withheld_percent: 0, tuning, limits }
}

/// The default tuning, and every parameter at both its ends.
fn tunings(algorithm: &Algorithm) -> Vec<Tuning> {
    let ends = algorithm.tuning.iter().flat_map(|parameter| {
        [parameter.min, parameter.max].map(|value| Tuning::from([(parameter.name.to_owned(), value)]))
    });
    std::iter::once(Tuning::new()).chain(ends).collect()
}

/// Counts what a job's kernels do, and holds every pass against its cost.
async fn examine(gpu: &Gpu, algorithm: &Algorithm, job: &Job) -> Vec<Counts> {
    let plan = algorithm.plan(job);
    let counts = count(gpu, job, &plan).await;
    for (rank, (pass, counted)) in plan.passes.iter().zip(&counts).enumerate() {
        assert_eq!(
            pass.cost, counted.cost,
            "(planned, counted) pass {rank} {} of {} n={} {:?} {:?}",
            pass.kernel.entry_point, algorithm.id, job.elements, job.form, job.tuning
        );
    }
    counts
}

#[test]
fn every_pass_costs_what_its_kernel_counts() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for &algorithm in ALGORITHMS {
            for tuning in tunings(algorithm) {
                for mode in MODES {
                    for size in SIZES {
                        let job = job(algorithm, Form::new(add(), mode), size, &tuning, gpu.limits());
                        examine(&gpu, algorithm, &job).await;
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
        for &algorithm in ALGORITHMS {
            for mode in MODES {
                for (direction, segmented) in
                    [(Direction::Backward, false), (Direction::Forward, true), (Direction::Backward, true)]
                {
                    for size in [1, 2, 2305] {
                        let form = Form { direction, segmented, ..Form::new(add(), mode) };
                        let job = job(algorithm, form, size, &Tuning::new(), gpu.limits());
                        examine(&gpu, algorithm, &job).await;
                    }
                }
            }
        }
    });
}

/// More than two levels of tiles, on a device that grants no more than any other.
#[test]
fn several_levels_cost_what_their_kernels_count() {
    block_on(async {
        let plain = OpenOptions { raise_limits: false, ..OpenOptions::default() };
        let Some(gpu) = open(plain).await else { return };
        for &algorithm in ALGORITHMS {
            for tuning in tunings(algorithm) {
                let form = Form::new(add(), Mode::Inclusive);
                examine(&gpu, algorithm, &job(algorithm, form, 70_001, &tuning, gpu.limits())).await;
            }
        }
        let blelloch = Algorithm::find("blelloch").expect("a known algorithm");
        let form = Form::new(add(), Mode::Exclusive);
        examine(&gpu, blelloch, &job(blelloch, form, 512 * 512 + 1, &Tuning::new(), gpu.limits())).await;
    });
}

/// The tree of one tile: 2 reads and a write for a sum, 3 and 2 for a prefix, one of each to put and take an element; two more
/// for the root and its sum.
#[test]
fn workgroup_memory_is_counted() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let blelloch = Algorithm::find("blelloch").expect("a known algorithm");
        let form = Form::new(add(), Mode::Exclusive);
        let counts = examine(&gpu, blelloch, &job(blelloch, form, 512, &Tuning::new(), gpu.limits())).await;
        assert_eq!(counts[0].local_reads, 512 + 2 * 511 + 3 * 511 + 2);
        assert_eq!(counts[0].local_writes, 512 + 511 + 2 * 511 + 2);
    });
}

/// Merry's counts for N elements in workgroup memory: N log₂ N reads and writes in Kogge and Stone's scan, 4N reads and 3N
/// writes in Brent and Kung's out of place, "about" each; the device-wide frame puts and takes every element once more.
#[test]
fn tiles_use_workgroup_memory_as_their_source_says() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let per_element = |id: &str, levels: u64| match id {
            "kogge-stone" => Some((levels, levels)),
            "brent-kung" => Some((4, 3)),
            _ => None,
        };
        for &algorithm in ALGORITHMS {
            let form = Form::new(add(), Mode::Exclusive);
            let plan = |elements| algorithm.plan(&job(algorithm, form, elements, &Tuning::new(), gpu.limits()));
            let tile = plan(1).tile_elements;
            let Some((reads, writes)) = per_element(algorithm.id, u64::from(tile.ilog2())) else { continue };
            let counts = examine(&gpu, algorithm, &job(algorithm, form, tile, &Tuning::new(), gpu.limits())).await;
            let tile = u64::from(tile);
            let about = |counted: u64, said: u64| counted.abs_diff(said * tile) <= tile + tile / 2;
            assert!(about(counts[0].local_reads, reads), "{}: {counts:?}", algorithm.id);
            assert!(about(counts[0].local_writes, writes), "{}: {counts:?}", algorithm.id);
        }
    });
}
