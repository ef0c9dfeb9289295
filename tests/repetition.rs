//! Runs whose workgroups do not start in the order that the probe has shown. They are repeated with tickets, so that
//! one call has the right result, or an error with the reason.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use std::time::Instant;

use pollster::block_on;
use scanlab::error::Error;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::{OPERATIONS, OperationJob, Options};
use scanlab::plan::{Abort, Fault, Job, Limits, Mode, Plan, Resource, Segments};
use scanlab::scan::{Algorithm, PlannedScan};
use scanlab_lab::bench::{Bench, Settings, TimerKind, Timing};
use scanlab_lab::chunked::ChunkedScan;
use scanlab_lab::gpu::{ByWords, Cancel, DeviceWork, Gpu, OpenOptions, OperationInput, Phases};
use scanlab_lab::pattern::{Input, Pattern};
use scanlab_lab::reference;
use scanlab_lab::request::{Resolved, ResolvedOperation};
use support::{Case, PATIENT, open, unless_aborted};

const ELEMENTS: u32 = 20_003;

/// A change of the form of a scan.
type Change = fn(Case) -> Case;

fn look_back() -> &'static Algorithm {
    Algorithm::find("look-back").expect("a known algorithm")
}

fn add() -> Monoid {
    Monoid::find("add", ElementType::U32).expect("add on u32")
}

/// A device that breaks the order that its probe has shown; `None` without subgroups, since tiles then always draw
/// tickets.
async fn open_that_breaks_order() -> Option<(Gpu, Limits)> {
    let gpu = open(OpenOptions::default()).await?;
    gpu.set_starts_in_order(true);
    let limits = Limits { fault: Fault { breaks_order: true, ..Fault::NONE }, ..gpu.limits() };
    limits.subgroups.map(|_| (gpu, limits))
}

fn has_no_tickets(plan: &Plan) -> bool {
    plan.passes.iter().any(|pass| pass.kernel.entry_point == "scan_tiles_in_order")
}

fn job(case: &Case, gpu: &Gpu, limits: Limits) -> Job {
    Job { limits, ..case.job(gpu).expect("a job") }
}

fn case(elements: u32) -> Case {
    Case::new(look_back(), add(), Mode::Inclusive, elements, "random").tuned("items", 1)
}

/// Repeats an attempt that fails because a tile with a ticket exceeds its spins: this proves nothing about the order.
async fn undisturbed<T>(gpu: &Gpu, attempt: impl AsyncFn() -> Result<T, Error>) -> T {
    let in_order = async || match attempt().await {
        Err(error @ Error::Aborted(Abort::OutOfOrder)) => panic!("{error}"),
        done => done,
    };
    unless_aborted(gpu, PATIENT, in_order).await.expect("a result")
}

/// Runs a scan. Returns its output, and the number of requests for its first words.
async fn run(gpu: &Gpu, scan: &PlannedScan, words: &[u32], heads: &[u32]) -> Result<(Vec<u32>, u32), Error> {
    let (mut output, mut uploads) = (vec![0xdead_beef; words.len()], 0);
    let fill = |start: u32, chunk: &mut [u32]| {
        uploads += u32::from(start == 0);
        chunk.copy_from_slice(&words[start as usize..][..chunk.len()]);
    };
    let fill_heads = |start: u32, chunk: &mut [u32]| chunk.copy_from_slice(&heads[start as usize..][..chunk.len()]);
    let take = |start: u32, chunk: &[u32]| output[start as usize..][..chunk.len()].copy_from_slice(chunk);
    gpu.scan(scan, &Cancel::default(), fill, fill_heads, take).await?;
    Ok((output, uploads))
}

#[test]
fn a_scan_is_repeated_with_tickets() {
    block_on(async {
        let forms: [(Change, u32); 6] = [
            (|case| case, ELEMENTS),
            (|case| case, 3_000),
            (Case::backward, ELEMENTS),
            // The first run has overwritten its input.
            (Case::in_place, ELEMENTS),
            (|case| case.backward().in_place(), 3_000),
            (Case::segmented, 3_000),
        ];
        for (form, elements) in forms {
            let Some((gpu, limits)) = open_that_breaks_order().await else { return };
            let case = form(case(elements));
            let scan = look_back().planned(job(&case, &gpu, limits)).expect("a plan");
            assert!(has_no_tickets(scan.plan()));
            let data = case.data();
            let (output, uploads) = undisturbed(&gpu, async || run(&gpu, &scan, &data.words, &data.heads).await).await;
            assert_eq!(uploads, 2);
            let depth = scan.in_any_order().plan().operator_depth;
            assert_eq!(
                reference::compare(&case.form, depth, &data.words, &data.heads, &output),
                None,
                "{:?}",
                case.form
            );
            // Later plans have tickets at once.
            assert!(!gpu.limits().starts_in_order);
        }
    });
}

#[test]
fn a_scan_that_fails_again_has_the_reason() {
    block_on(async {
        let Some((gpu, mut limits)) = open_that_breaks_order().await else { return };
        limits.fault.withheld_percent = 100;
        let scan = look_back().planned(job(&case(3_000), &gpu, limits)).expect("a plan");
        let failure = run(&gpu, &scan, &[1; 3_000], &[]).await.expect_err("two aborted runs");
        assert_eq!(failure, Error::Aborted(Abort::NoProgress));
    });
}

/// A repeated run would lack the inputs that an earlier phase has uploaded.
#[test]
fn a_phase_without_an_upload_is_not_repeated() {
    block_on(async {
        let Some((gpu, limits)) = open_that_breaks_order().await else { return };
        let scan = look_back().planned(job(&case(3_000), &gpu, limits)).expect("a plan");
        let (upload, run) = (
            Phases { readbacks: 0, work: DeviceWork::Nothing, keep_buffers: true, ..Phases::ALL },
            Phases { uploads: 0, ..Phases::ALL },
        );
        let none = Cancel::default();
        let mut exchange = ByWords {
            fill: |_: u32, words: &mut [u32]| words.fill(1),
            fill_heads: |_: u32, _: &mut [u32]| (),
            take: |_: u32, _: &[u32]| panic!("an aborted run has no output"),
        };
        gpu.scan_with(&scan, &none, &mut exchange, upload).await.expect("an upload");
        let failure = gpu.scan_with(&scan, &none, &mut exchange, run).await;
        assert_eq!(failure, Err(Error::Aborted(Abort::OutOfOrder)));
    });
}

#[test]
fn operations_are_repeated_with_tickets() {
    block_on(async {
        let Some((gpu, limits)) = open_that_breaks_order().await else { return };
        let words: Vec<u32> = (0..ELEMENTS).map(|index| index % 1_009).collect();
        let flags: Vec<u32> = words.iter().map(|word| word % 3 % 2).collect();
        let mut repeated = Vec::new();
        for operation in OPERATIONS.iter().filter(|operation| operation.takes_scan()) {
            let job = OperationJob::new(operation.id, ELEMENTS, add(), limits).expect("an operation");
            let options = Options { segments: 2, ..Options::default() };
            let planned = OperationJob { scan: look_back(), options, ..job }.planned().expect("a plan");
            if !has_no_tickets(planned.plan()) {
                continue;
            }
            let has = |input| planned.job().words_of(input).is_some();
            let input = OperationInput {
                source: &words,
                flags: if has(Resource::Flags) { &flags } else { &[] },
                values: if has(Resource::Values) { &words } else { &[] },
                offsets: if has(Resource::Offsets) { &[0, ELEMENTS / 3, ELEMENTS] } else { &[] },
            };
            let found = undisturbed(&gpu, async || gpu.operate(&planned, &Cancel::default(), input).await).await;
            let in_any_order = planned.in_any_order();
            let expect = undisturbed(&gpu, async || gpu.operate(&in_any_order, &Cancel::default(), input).await).await;
            assert!(found == expect, "{}", operation.id);
            if operation.id == "compact" {
                let kept: Vec<u32> = words.iter().zip(&flags).filter(|pair| *pair.1 == 1).map(|pair| *pair.0).collect();
                assert!(found.words == kept && found.count == Some(kept.len() as u32));
            }
            repeated.push(operation.id);
        }
        assert!(repeated.contains(&"compact") && repeated.len() > 1, "{repeated:?}");
        println!("{repeated:?}");
    });
}

/// A chunk cannot be repeated, so its tiles draw tickets at once.
#[test]
fn chunks_need_no_order() {
    block_on(async {
        let Some((gpu, limits)) = open_that_breaks_order().await else { return };
        let ones = async || {
            let resolved = Resolved { algorithm: look_back(), job: job(&case(ELEMENTS), &gpu, limits) };
            let scan = ChunkedScan::new(&gpu, resolved).await?;
            for chunk in 0..3 {
                let first = chunk * ELEMENTS + 1;
                let take = |start: u32, words: &[u32]| {
                    assert!((first + start..).zip(words).all(|(sum, &word)| sum == word), "chunk {chunk}");
                };
                let fill = |_: u32, words: &mut [u32]| words.fill(1);
                let mut exchange = ByWords { fill, fill_heads: |_: u32, _: &mut [u32]| (), take };
                scan.push(&gpu, ELEMENTS, &Cancel::default(), &mut exchange).await?;
            }
            Ok(())
        };
        undisturbed(&gpu, ones).await;
        assert!(gpu.limits().starts_in_order);
    });
}

#[test]
fn measurements_are_repeated_with_tickets() {
    block_on(async {
        let Some((gpu, limits)) = open_that_breaks_order().await else { return };
        let (start, cancel) = (Instant::now(), Cancel::default());
        let clock = move || start.elapsed().as_nanos() as f64;
        let timing = Timing { kind: TimerKind::Timestamp, resolution_ns: 1.0, overhead_ns: 0.0 };
        // Without a limit, the test passes even on a busy processor.
        let settings = Settings { run_limit_ns: f64::INFINITY, ..Settings::of(&gpu) };
        let bench = Bench { gpu: &gpu, clock: &clock, cancel: &cancel, settings, timing };
        let raking = Algorithm::find("raking").expect("a known algorithm");
        let input = Input { pattern: Pattern::find("ones").expect("a pattern"), monoid: add(), seed: 1 };
        let scans = async || {
            let broken = Resolved { algorithm: look_back(), job: job(&case(3_000), &gpu, limits) };
            let other = Case::new(raking, add(), Mode::Inclusive, 3_000, "random").job(&gpu)?;
            let works = vec![Ok(broken), Ok(Resolved { algorithm: raking, job: other })];
            let measured = bench.measure(works, input.clone(), &|_, _| ()).await?;
            let mut groups = Vec::new();
            for rank in 0..2 {
                let samples = bench.finish(&measured, rank).await?;
                assert_eq!(samples.summary.samples_voided, 0, "{samples:?}");
                groups.push(samples.group);
                let right =
                    |start: u32, words: &[u32]| assert!((start + 1..).zip(words).all(|(sum, &word)| sum == word));
                gpu.download(measured.output().expect("an output"), 0, 3_000, &cancel, right).await?;
            }
            Ok(groups)
        };
        let groups = undisturbed(&gpu, scans).await;
        assert_ne!(groups[0], groups[1], "what is measured by itself shares no rounds");
        let compact = async || {
            let operation = OperationJob::new("compact", ELEMENTS, add(), limits)?;
            let planned = OperationJob { scan: look_back(), ..operation }.planned().expect("a plan");
            assert!(has_no_tickets(planned.plan()));
            let measured = bench.measure(vec![Ok(ResolvedOperation { planned })], input.clone(), &|_, _| ()).await?;
            bench.finish(&measured, 0).await
        };
        let samples = undisturbed(&gpu, compact).await;
        assert_eq!(samples.summary.samples_voided, 0, "{samples:?}");
    });
}

/// The segments of a scan do not affect its repetition. A scan of rows either runs on elements with a flag, or
/// reads where rows start.
#[test]
fn rows_are_repeated_with_tickets() {
    block_on(async {
        let Some((gpu, limits)) = open_that_breaks_order().await else { return };
        let case = case(3_000).segments(Segments::Rows(70));
        let scan = look_back().planned(job(&case, &gpu, limits)).expect("a plan");
        assert!(has_no_tickets(scan.plan()));
        let data = case.data();
        let (output, uploads) = undisturbed(&gpu, async || run(&gpu, &scan, &data.words, &data.heads).await).await;
        let depth = scan.in_any_order().plan().operator_depth;
        assert_eq!(reference::compare(&case.form, depth, &data.words, &data.heads, &output), None);
        assert_eq!(uploads, 2);
    });
}
