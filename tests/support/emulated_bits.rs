//! The same scans on the emulator and on a device: equal bits.

use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::Mode;
use scanlab::scan::ALGORITHMS;
use scanlab_emulator::{Options, Programs};
use scanlab_lab::gpu::Gpu;
use scanlab_lab::recording::Recording;

use crate::emulate::emulated;
use crate::support::{Case, offered};

/// Compares sums of floats, too: every run of a plan associates a sum in the same way, unless timing decides.
pub async fn examine(gpu: &Gpu) {
    let subgroup_size = gpu.limits().subgroups.map_or(4, |(smallest, _)| smallest);
    let mut compared = 0;
    for algorithm in offered(gpu) {
        for (operator, element_type) in [("bicyclic", ElementType::U32), ("add", ElementType::F32)] {
            let monoid = Monoid::find(operator, element_type).expect("a known operator");
            let case = Case::new(algorithm, monoid.clone(), Mode::Exclusive, 5_003, "random");
            if !case.is_taken() {
                continue;
            }
            let data = case.data();
            let job = case.job(gpu).expect("a job");
            let plan = algorithm.plan(&job);
            if plan.varies && monoid.rounds() {
                continue;
            }
            let Some(run) = case.run_unless_aborted(gpu, &data.words, &data.heads).await else { continue };
            let (_, output) = run.expect("a run");
            let recording = Recording::new(&job, &plan, &data.words, &data.heads);
            let options = Options { subgroup_size, ..Options::default() };
            let played = emulated(&recording).play(&options, &mut Programs::default()).expect("a run");
            let same = played.buffers[recording.output][..output.len()] == output;
            assert!(same, "{} {operator} on {}", algorithm.id, element_type.name());
            compared += 1;
        }
    }
    assert!(compared > ALGORITHMS.len() / 2, "{compared} scans compared");
}
