//! Costs of operations against counters in their kernels, on an input of zeros.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/count.rs"]
mod count;
mod support;

use count::{Instruments, count_operation};
use pollster::block_on;
use scanlab::gpu::{Gpu, OpenOptions};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::{OperationJob, Options};
use scanlab::plan::{Limits, Mask, Pass, Plan};
use scanlab::scan::Algorithm;
use support::open;

/// Few elements, around a pack, a word of bits, a workgroup and a tile, and several tiles.
const SIZES: [u32; 9] = [1, 2, 5, 33, 255, 2048, 2049, 5000, 20_001];

/// Compares every pass of an operation with its cost; `is_exact` for the passes whose cost no input changes.
async fn examine(gpu: &Gpu, instruments: &Instruments, job: &OperationJob, is_exact: impl Fn(&Pass) -> bool) {
    let plan: Plan = job.plan();
    let counts = count_operation(gpu, instruments, job, &plan).await;
    for (pass, counted) in plan.passes.iter().zip(&counts).filter(|(pass, _)| is_exact(pass)) {
        let (planned, counted) = (pass.cost, counted.cost);
        let agrees = match plan.cost_is_lower_bound {
            true => planned.writes == counted.writes && planned.applications <= counted.applications,
            false => planned == counted,
        };
        assert!(
            agrees,
            "{planned:?} planned, {counted:?} counted: {} of {} by {} n={} {:?}",
            pass.kernel.entry_point, job.operation.id, job.scan.id, job.elements, job.options
        );
    }
}

/// Devices with subgroups and without, each with forward progress and without.
async fn devices() -> Vec<(Gpu, Limits)> {
    let mut devices = Vec::new();
    for subgroups in [true, false] {
        for forward_progress in [true, false] {
            let Some(gpu) = open(OpenOptions { subgroups, ..OpenOptions::default() }).await else { continue };
            let limits = Limits { forward_progress, ..gpu.limits() };
            devices.push((gpu, limits));
        }
    }
    devices
}

#[test]
fn selections_cost_what_their_kernels_count_where_all_is_selected() {
    block_on(async {
        let all = Mask::condition("x == 0u", ElementType::U32).expect("a condition");
        for (gpu, limits) in devices().await {
            let instruments = Instruments::default();
            for (id, scan) in [
                ("compact", "cache-blocked"),
                ("compact", "raking"),
                ("partition", "cache-blocked"),
                ("partition", "raking"),
            ] {
                for (rank, elements) in SIZES.into_iter().enumerate() {
                    let indices = id == "compact" && rank % 2 == 0;
                    let options = Options { mask: all, indices, ..Options::default() };
                    let scan = Algorithm::find(scan).expect("a scan");
                    let job = OperationJob::new(id, elements, Monoid::counts(), limits).expect("an operation");
                    examine(&gpu, &instruments, &OperationJob { options, scan, ..job }, |_| true).await;
                }
            }
        }
    });
}

#[test]
fn reductions_and_sorts_cost_what_their_kernels_count() {
    block_on(async {
        for (gpu, limits) in devices().await {
            let instruments = Instruments::default();
            for elements in SIZES {
                for operator in ["add", "mat2"] {
                    let monoid = Monoid::find(operator, ElementType::U32).expect("an operator on u32");
                    let job = OperationJob::new("reduce", elements, monoid, limits).expect("an operation");
                    examine(&gpu, &instruments, &job, |_| true).await;
                }
                for (values, bits) in [(false, [0, 32]), (true, [3, 9])] {
                    let options = Options { values, bits, ..Options::default() };
                    let job = OperationJob::new("sort", elements, Monoid::counts(), limits).expect("an operation");
                    examine(&gpu, &instruments, &OperationJob { options, ..job }, |_| true).await;
                }
            }
        }
    });
}

/// Keys of zeros are one run, so the costs of the passes that store runs are not met.
#[test]
fn heads_are_marked_at_the_cost_that_their_kernel_counts() {
    block_on(async {
        for (gpu, limits) in devices().await {
            let instruments = Instruments::default();
            for elements in SIZES {
                let job = OperationJob::new("reduce-by-key", elements, Monoid::counts(), limits).expect("an operation");
                let scan = Algorithm::find("cache-blocked").expect("a scan");
                let job = OperationJob { scan, ..job };
                let stores_sums = |pass: &Pass| pass.kernel.form.is_some_and(|form| form.stores_segment_sums);
                let is_exact = |pass: &Pass| pass.kernel.entry_point != "store_runs" && !stores_sums(pass);
                examine(&gpu, &instruments, &job, is_exact).await;
            }
        }
    });
}
