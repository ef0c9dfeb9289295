//! Scans whose tiles wait for each other. With any percentage of withheld states they are exact, or aborted without the
//! loss of the device.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use pollster::block_on;
use scanlab::error::{Error, ErrorCode};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::{OPERATIONS, OperationJob};
use scanlab::plan::{Abort, Mode};
use scanlab::scan::Algorithm;
use scanlab_lab::gpu::{Gpu, OpenOptions};
use scanlab_lab::probe;
use scanlab_lab::reference;
use support::{Case, PATIENT, offered, open, unless_aborted};

fn algorithm(id: &str) -> &'static Algorithm {
    Algorithm::find(id).expect("a known algorithm")
}

#[test]
fn a_fallback_is_exact_for_any_percentage_of_withheld_states() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for percent in [0, 1, 50, 99, 100] {
            for (operator, element_type) in
                [("mul", ElementType::I32), ("add", ElementType::F32), ("max", ElementType::U32)]
            {
                let monoid = Monoid::find(operator, element_type).expect("a known operator");
                for (size, items) in [(700, 1), (20_001, 1), (30_011, 3)] {
                    let case = || {
                        let case =
                            Case::new(algorithm("look-back-fallback"), monoid.clone(), Mode::Exclusive, size, "random");
                        case.tuned("items", items).withheld(percent)
                    };
                    case().examine(&gpu).await;
                    case().tuned("max_spins", 0).segmented().backward().examine(&gpu).await;
                }
            }
        }
    });
}

/// Enough fallbacks that workgroups reduce their predecessors' tiles first.
#[test]
fn many_fallbacks_reduce_predecessors_first() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (operator, element_type) in [("mul", ElementType::I32), ("bicyclic", ElementType::U32)] {
            let monoid = Monoid::find(operator, element_type).expect("a known operator");
            let case = Case::new(algorithm("look-back-fallback"), monoid, Mode::Inclusive, 300_001, "random");
            case.tuned("items", 1).withheld(60).examine(&gpu).await;
        }
    });
}

#[test]
fn a_wait_without_a_state_aborts_the_run_and_not_the_device() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
        // 49 tiles, and 3 tiles. Workgroups that stay handle several tiles.
        for (id, elements) in [
            ("chained", 50_000),
            ("look-back", 50_000),
            ("look-back-deterministic", 50_000),
            ("look-back", 3_000),
            ("look-ahead", 50_000),
        ] {
            let case = || {
                let case = Case::new(algorithm(id), monoid.clone(), Mode::Inclusive, elements, "random");
                let case = case.tuned("items", 1);
                if id == "look-ahead" { case.tuned("workgroups", 8) } else { case }
            };
            let input = vec![1; elements as usize];
            // Also plans as for a GPU: an adapter may not be known as a software adapter, although its driver ends
            // loops after 65,535 iterations.
            for withheld in [case(), case().planned_for_gpu()] {
                let run = withheld.withheld(100).run(&gpu, &input, &[]).await.map(|_| "a result");
                assert_eq!(run, Err(Error::Aborted(Abort::NoProgress)), "{id}, {elements} elements");
            }
            case().examine(&gpu).await;
        }
    });
}

/// Few and many tiles without tickets. Outside tests, software adapters always use tickets; here they may abort a run.
#[test]
fn tiles_are_right_without_tickets() {
    // Few tiles are read at once, in one window and in two. 20 tiles are more than subgroups of 8 read.
    const TILES: [u32; 3] = [3, 11, 20];
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        if gpu.limits().subgroups.is_none() {
            // Without subgroups, tiles always draw tickets.
            return;
        }
        let forms: [fn(Case) -> Case; 4] = [|case| case, Case::backward, Case::segmented, Case::in_place];
        for (operator, mode) in [
            ("add", Mode::Exclusive),
            ("mul", Mode::Inclusive),
            ("bicyclic", Mode::Exclusive),
            ("mat2", Mode::Inclusive),
        ] {
            let monoid = Monoid::find(operator, ElementType::U32).expect("an operator on u32");
            for (form, tiles) in forms.into_iter().flat_map(|form| TILES.map(|tiles| (form, tiles))) {
                let make = |elements| {
                    let case = form(Case::new(algorithm("look-back"), monoid.clone(), mode, elements, "random"));
                    case.tuned("items", 1).planned_for_gpu()
                };
                let plan = |case: &Case| case.algorithm.plan(&case.job(&gpu).expect("a job"));
                let case = make(tiles * plan(&make(1)).tile_elements + 5);
                if case.form.segments.are_flagged() && tiles == 20 {
                    // A look-back ends where a segment starts, so the last tile waits for all others only among few.
                    continue;
                }
                assert!(plan(&case).passes.iter().any(|pass| pass.kernel.entry_point == "scan_tiles_in_order"));
                let data = case.data();
                let run = unless_aborted(&gpu, PATIENT, async || case.run(&gpu, &data.words, &data.heads).await).await;
                let (depth, output) = run.unwrap_or_else(|error| panic!("{operator}: {error}"));
                assert_eq!(
                    reference::compare(&case.form, depth, &data.words, &data.heads, &output),
                    None,
                    "{operator}"
                );
            }
        }
    });
}

/// On a GPU, differences of segments take two look-backs on the same states, one run after the other, with tickets and
/// without, on few tiles and on more.
#[test]
fn two_look_backs_share_their_states() {
    const ATTEMPTS: u32 = 50;
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let monoid = Monoid::find("xor", ElementType::U32).expect("xor on u32");
        let sizes = [(150_011, Mode::Inclusive), (5_001, Mode::Exclusive)];
        for ((elements, mode), with_tickets) in sizes.into_iter().flat_map(|size| [true, false].map(|it| (size, it))) {
            let case = Case::new(algorithm("segmented-difference"), monoid.clone(), mode, elements, "random");
            let case = Case { with_tickets, ..case.backward().segmented().planned_for_gpu() };
            let entry_point = if with_tickets { "scan_tiles" } else { "scan_tiles_in_order" };
            let plan = case.algorithm.plan(&case.job(&gpu).expect("a job"));
            assert_eq!(plan.passes.len(), 5);
            let look_backs = plan.passes.iter().filter(|pass| pass.kernel.entry_point == entry_point).count();
            assert!(look_backs == 2 || gpu.limits().subgroups.is_none(), "{look_backs} of {entry_point}");
            assert!(!plan.abort_flags.is_empty());
            let (data, mut compared) = (case.data(), 0);
            for _ in 0..ATTEMPTS {
                match case.run(&gpu, &data.words, &data.heads).await {
                    Err(Error::Aborted(_)) if gpu.is_software() => continue,
                    run => {
                        let (depth, output) = run.expect("a result");
                        let mismatch = reference::compare(&case.form, depth, &data.words, &data.heads, &output);
                        assert_eq!(mismatch, None, "n={elements}, run {compared}");
                        compared += 1;
                    }
                }
                if compared == 3 {
                    break;
                }
            }
            assert!(compared > 0, "every run of {elements} elements was aborted");
        }
    });
}

/// States hold the number of their run, so that buffers can be reused without clears.
#[test]
fn states_of_earlier_runs_count_as_empty() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
        let case = |id, elements| {
            Case::new(algorithm(id), monoid.clone(), Mode::Inclusive, elements, "random").tuned("items", 1)
        };
        for id in ["look-back-fallback", "look-back-deterministic", "look-back", "look-ahead"] {
            run_many_times(&gpu, &case(id, 3_000), 2_000).await;
        }
        // Workgroups that stay for several tiles.
        run_many_times(&gpu, &case("look-ahead", 12_000).tuned("workgroups", 3), 2_000).await;
        // Without tickets: few tiles, in one window and in two, and more tiles than subgroups of 8 read.
        for (elements, runs) in [(3_000, 2_000), (12_000, 100), (20_000, 100)] {
            run_many_times(&gpu, &case("look-back", elements).planned_for_gpu(), runs).await;
        }
    });
}

/// Each round has other data. Its first run must not read states of the previous data. Many further runs follow.
async fn run_many_times(gpu: &Gpu, case: &Case, many: u32) {
    let algorithm = case.algorithm;
    let job = case.job(gpu).expect("a job");
    let plan = case.algorithm.planned(job.clone()).expect("a plan");
    let data = gpu.io_buffers(&job.ports()).await.expect("buffers");
    let prepared = gpu.prepare(&plan, &data).await.expect("a prepared plan");
    let cancel = scanlab_lab::gpu::Cancel::default();
    let mut compared = 0;
    // More runs than a state can distinguish.
    for round in 0..20u32 {
        let fill = |start: u32, words: &mut [u32]| {
            (start..).zip(words).for_each(|(index, word)| *word = index.wrapping_mul(round + 1));
        };
        gpu.upload(data.source(), job.elements, &cancel, fill).await.expect("an upload");
        gpu.run(&prepared, if round % 2 == 0 { 1 } else { many }).await.expect("a run");
        // On a busy software adapter a tile may exceed its spins, which aborts the run.
        let checked = gpu.check_abort_flag(&prepared).await;
        if gpu.is_software() && algorithm.needs_progress() && matches!(checked, Err(Error::Aborted(_))) {
            continue;
        }
        checked.expect("no aborted run");
        compared += 1;
        let mut sum = 0u32;
        let take = |start: u32, words: &[u32]| {
            for (index, &word) in (start..).zip(words) {
                sum = sum.wrapping_add(index.wrapping_mul(round + 1));
                assert_eq!(word, sum, "round {round}, element {index}");
            }
        };
        gpu.download(data.output(), 0, job.elements, &cancel, take).await.expect("a readback");
    }
    assert!(compared > 0, "every run of {} was aborted", algorithm.id);
}

#[test]
fn the_probe_sets_the_limits_and_does_not_lose_the_device() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let found = probe::probe(&gpu).await.expect("a result");
        assert_eq!(gpu.limits().forward_progress, found);
        assert!(found || !gpu.limits().starts_in_order);
        let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
        Case::new(algorithm("look-back-fallback"), monoid, Mode::Inclusive, 10_000, "random").examine(&gpu).await;
        // Software adapters count as without forward progress.
        let offered = probe::forward_progress(&gpu).await.expect("a result");
        assert!(!gpu.is_software() || !(offered || gpu.limits().starts_in_order));
        assert_eq!(algorithm("look-back").check_needs(&gpu.limits()).is_ok(), offered);
    });
}

/// A device without a probe for subgroups of neighbouring invocations plans like one without subgroup operations. Only
/// the reason differs.
#[test]
fn without_subgroups_of_neighbours_no_plan_uses_subgroups() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let Some(reported) = gpu.reported_subgroups() else { return };
        let subgroup = algorithm("subgroup");
        assert_eq!(gpu.limits().subgroups, Some(reported), "the probe when a device is opened");
        gpu.set_subgroups_adjoin(false);
        let refusal = subgroup.check_needs(&gpu.limits()).expect_err("a refusal");
        assert_eq!(refusal.code(), ErrorCode::Unsupported);
        assert!(refusal.to_string().contains("needs subgroups of neighbouring invocations"), "{refusal}");
        let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
        for algorithm in offered(&gpu) {
            let case = Case::new(algorithm, monoid.clone(), Mode::Inclusive, 100_003, "random");
            let plan = algorithm.plan(&case.job(&gpu).expect("a job"));
            assert!(plan.passes.iter().all(|pass| !pass.kernel.subgroups), "{}", algorithm.id);
        }
        for operation in OPERATIONS {
            let job = OperationJob::new(operation.id, 100_003, monoid.clone(), gpu.limits()).expect("an operation");
            assert!(job.plan().passes.iter().all(|pass| !pass.kernel.subgroups), "{}", operation.id);
        }
        Case::new(algorithm("auto"), monoid, Mode::Inclusive, 10_000, "random").examine(&gpu).await;
        assert_eq!(probe::subgroups(&gpu).await, Ok(true));
        assert!(subgroup.check_needs(&gpu.limits()).is_ok());
    });
}

#[test]
fn a_device_that_is_not_probed_has_no_subgroups_for_plans() {
    block_on(async {
        let Ok(gpu) = Gpu::open(OpenOptions::default()).await else { return };
        let limits = gpu.limits();
        assert_eq!((limits.subgroups, limits.subgroups_not_shown), (None, gpu.reported_subgroups().is_some()));
        let without = OpenOptions { subgroups: false, ..OpenOptions::default() };
        let Ok(gpu) = Gpu::open(without).await else { return };
        assert_eq!(probe::subgroups(&gpu).await, Ok(false));
        assert_eq!((gpu.limits().subgroups, gpu.limits().subgroups_not_shown), (None, false));
    });
}
