//! The measuring engine on a device: outputs of timed runs are right, and scans that cannot be measured are refused with the reason.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use std::time::Instant;

use pollster::block_on;
use scanlab::error::{Error, ErrorCode};
use scanlab::plan::{Abort, Resource};
use scanlab::scan::Algorithm;
use scanlab::shader::compose;
use scanlab_lab::bench::copy;
use scanlab_lab::bench::{Bench, Measured, Samples, Settings, TimerKind, Timing};
use scanlab_lab::gpu::{BoundPass, Cancel, Gpu, OpenOptions};
use scanlab_lab::pattern::{Input, Pattern};
use scanlab_lab::reference;
use scanlab_lab::request::{OperationRequest, Request, Resolved};
use support::{offered, open};

fn resolve(gpu: &Gpu, algorithm: &str, n: u32) -> (Resolved, Input) {
    let json = format!(r#"{{"algorithm":"{algorithm}","operator":"add","type":"u32","n":{n}}}"#);
    let resolved = Request::parse(&json).and_then(|request| request.resolve(gpu.limits())).expect("a request");
    let pattern = Pattern::find("random").expect("a known pattern");
    let input = Input { pattern, monoid: resolved.job.form.monoid.clone(), seed: 3 };
    (resolved, input)
}

/// A clock: the nanoseconds since this call.
fn clock() -> impl Fn() -> f64 {
    let start = Instant::now();
    move || start.elapsed().as_nanos() as f64
}

/// Measures algorithms in a block. Passes the result of `finish` for each to `examine`, while its output is on the
/// device.
fn measure(
    gpu: &Gpu,
    algorithms: &[&str],
    n: u32,
    settings: Settings,
    cancel: &Cancel,
    mut examine: impl FnMut(&str, &Measured, Result<Samples, Error>),
) -> Result<(), Error> {
    let clock = clock();
    block_on(async {
        let timing = Timing::find(gpu, &clock, &Cancel::default()).await?;
        let bench = Bench { gpu, clock: &clock, cancel, settings, timing };
        let resolved = algorithms.iter().map(|algorithm| Ok(resolve(gpu, algorithm, n).0)).collect();
        let measured = bench.measure(resolved, resolve(gpu, "hybrid", n).1, &|_, _| ()).await?;
        for (index, algorithm) in algorithms.iter().enumerate() {
            let samples = bench.finish(&measured, index).await;
            examine(algorithm, &measured, samples);
        }
        Ok(())
    })
}

fn measure_one(gpu: &Gpu, algorithm: &str, n: u32, settings: Settings, cancel: &Cancel) -> Result<Samples, Error> {
    let mut found = Err(Error::Cancelled);
    measure(gpu, &[algorithm], n, settings, cancel, |_, _, samples| found = samples)?;
    found
}

fn words_of(gpu: &Gpu, measured: &Measured, n: u32) -> Vec<u32> {
    let mut words = Vec::new();
    let take = |_, chunk: &[u32]| words.extend_from_slice(chunk);
    block_on(gpu.download(measured.output().expect("an output"), 0, n, &Cancel::default(), take)).expect("a readback");
    words
}

#[test]
fn every_algorithm_is_measured_and_its_timed_output_is_right() {
    for timestamps in [true, false] {
        let Some(gpu) = block_on(open(OpenOptions { timestamps, ..OpenOptions::default() })) else { return };
        gpu.set_forward_progress(true);
        let n = 10_001;
        let (resolved, input) = resolve(&gpu, "hybrid", n);
        let mut words = vec![0; n as usize];
        input.fill(0, &mut words);
        let ids: Vec<_> = offered(&gpu).map(|algorithm| algorithm.id).collect();
        let settings = Settings::of(&gpu);
        measure(&gpu, &ids, n, settings, &Cancel::default(), |id, measured, samples| {
            // On a busy software adapter one of thousands of runs may be aborted.
            let algorithm = Algorithm::find(id).expect("a known algorithm");
            if algorithm.needs_progress() && matches!(samples, Err(Error::Aborted(_))) {
                return;
            }
            let samples = samples.expect("samples");
            let summary = &samples.summary;
            assert_eq!(samples.timing.kind == TimerKind::Timestamp, gpu.has_timestamps());
            assert_eq!(summary.samples_voided, 0, "{id}: {samples:?}");
            assert!(summary.samples_ns.len() >= settings.min_samples_on_timeout, "{id}: {samples:?}");
            assert!(summary.resolved && summary.minimum_ns <= summary.median_ns, "{id}: {samples:?}");
            assert!(samples.copy_ratio.is_some_and(|ratio| ratio.value > 0.0), "{id}: {samples:?}");
            let copy = samples.copy.as_ref().expect("samples of the copy kernel");
            assert!(
                copy.samples_ns.len() >= settings.min_samples_on_timeout && copy.minimum_ns <= copy.median_ns,
                "{id}: {copy:?}"
            );
            let output = words_of(&gpu, measured, n);
            assert_eq!(reference::compare(&resolved.job.form, n, &words, &[], &output), None, "{id}");
        })
        .expect("a block");
    }
}

/// Operations with two outputs, with an output that is shorter than the input, and with a scan between passes.
#[test]
fn operations_are_measured_and_all_their_outputs_are_guarded() {
    let Some(gpu) = block_on(open(OpenOptions::default())) else { return };
    let n = 10_001;
    for (operation, options) in [
        ("compact", r#""options":{"where":"x % 2u == 0u","indices":true},"scan":"raking""#),
        ("partition", r#""options":{"flags":true,"density":0.25},"scan":"reduce-then-scan""#),
        ("reduce", r#""operator":"max""#),
        ("histogram", r#""options":{"bins":7,"to":4294967296}"#),
    ] {
        let json =
            format!(r#"{{"operation":"{operation}","type":"u32","n":{n},"pattern":"random","seed":3,{options}}}"#);
        let request = OperationRequest::parse(&json).expect("a request");
        let inputs = request.inputs().expect("inputs");
        let (clock, cancel) = (clock(), Cancel::default());
        block_on(async {
            let timing = Timing::find(&gpu, &clock, &cancel).await.expect("a timer");
            let bench = Bench { gpu: &gpu, clock: &clock, cancel: &cancel, settings: Settings::of(&gpu), timing };
            let work = vec![request.resolve(gpu.limits())];
            let measured = bench.measure(work, inputs.clone(), &|_, _| ()).await.expect("a block");
            let samples = bench.finish(&measured, 0).await.expect("samples");
            assert_eq!(samples.summary.samples_voided, 0, "{operation}: {samples:?}");
            assert!(samples.summary.resolved && samples.copy_ratio.is_some(), "{operation}: {samples:?}");
            let mut source = vec![0; n as usize];
            inputs.fill(Resource::Input, 0, &mut source);
            let words = if operation == "reduce" { 1 } else { 7 };
            let mut first = vec![0; words as usize];
            let output = measured.output().expect("an output");
            gpu.download(output, 0, words, &cancel, |_, words| first.copy_from_slice(words)).await.expect("a readback");
            match operation {
                "compact" => {
                    let kept: Vec<_> = source.iter().copied().filter(|word| word % 2 == 0).take(7).collect();
                    assert_eq!(first, kept);
                    assert!(measured.buffer(Resource::SecondOutput).is_some());
                    assert!(measured.buffer(Resource::Count).is_some());
                }
                "reduce" => assert_eq!(Some(&first[0]), source.iter().max()),
                "histogram" => assert_eq!(first.iter().sum::<u32>(), n),
                _ => assert!(source.contains(&first[0])),
            }
        });
    }
}

#[test]
fn a_failed_scan_does_not_affect_the_others_of_its_block() {
    let Some(gpu) = block_on(open(OpenOptions::default())) else { return };
    let n = 50_000;
    let cancel = Cancel::default();
    let clock = clock();
    let measured = block_on(async {
        let timing = Timing { kind: TimerKind::Timestamp, resolution_ns: 1.0, overhead_ns: 0.0 };
        let bench = Bench { gpu: &gpu, clock: &clock, cancel: &cancel, settings: Settings::of(&gpu), timing };
        let mut aborting = resolve(&gpu, "chained", n).0;
        aborting.job.limits.fault.withheld_percent = 100;
        let refused = Err(Error::Unsupported("not here".into()));
        let scans = vec![Ok(resolve(&gpu, "raking", n).0), Ok(aborting), refused, Ok(resolve(&gpu, "blelloch", n).0)];
        let measured = bench.measure(scans, resolve(&gpu, "raking", n).1, &|_, _| ()).await.expect("a block");
        let mut found = Vec::new();
        for index in 0..4 {
            found.push(bench.finish(&measured, index).await.map(|samples| samples.summary.samples_ns.len()));
        }
        found
    });
    assert_eq!(measured[1], Err(Error::Aborted(Abort::NoProgress)));
    assert_eq!(measured[2], Err(Error::Unsupported("not here".into())));
    assert!([0, 3].iter().all(|&index| measured[index].as_ref().is_ok_and(|&count| count >= 6)), "{measured:?}");
}

#[test]
fn the_copy_kernel_copies() {
    let Some(gpu) = block_on(open(OpenOptions::default())) else { return };
    for n in [1, 4, 4 * 1024 + 4, 70_007] {
        let (resolved, input) = resolve(&gpu, "hybrid", n);
        let cancel = Cancel::default();
        let (mut words, mut copied) = (vec![0; n as usize], Vec::new());
        input.fill(0, &mut words);
        block_on(async {
            let data = gpu.io_buffers(&resolved.job.ports()).await.expect("buffers");
            gpu.upload(data.source(), n, &cancel, |start, chunk| input.fill(start, chunk)).await.expect("an upload");
            let pass = copy::pass(n);
            let shader = compose(&pass.kernel);
            let bound = BoundPass { pass: &pass, shader, columns: 0, buffers: copy::buffers(&data) };
            let prepared = gpu.prepare_each(&[bound]).await.expect("a kernel");
            gpu.run(&prepared[0], 1).await.expect("a run");
            let take = |_, chunk: &[u32]| copied.extend_from_slice(chunk);
            gpu.download(data.output(), 0, n, &cancel, take).await.expect("a readback");
        });
        let whole = n as usize / 4 * 4;
        assert_eq!(copied[..whole], words[..whole], "{n}");
    }
}

#[test]
fn scans_of_other_inputs_are_refused() {
    let Some(gpu) = block_on(open(OpenOptions::default())) else { return };
    block_on(async {
        let (clock, cancel, settings) = (|| 0.0, Cancel::default(), Settings::of(&gpu));
        let timing = Timing { kind: TimerKind::Timestamp, resolution_ns: 1.0, overhead_ns: 0.0 };
        let bench = Bench { gpu: &gpu, clock: &clock, cancel: &cancel, settings, timing };
        let scans = vec![Ok(resolve(&gpu, "hybrid", 0).0), Ok(resolve(&gpu, "hybrid", 5).0)];
        let measured = bench.measure(scans, resolve(&gpu, "hybrid", 0).1, &|_, _| ()).await.expect("a block");
        let error = bench.finish(&measured, 1).await.expect_err("a refusal");
        assert_eq!((error.code(), error.to_string().contains("5")), (ErrorCode::BadArgument, true), "{error}");
        assert_eq!(bench.finish(&measured, 2).await.expect_err("a refusal").code(), ErrorCode::BadArgument);
    });
}

#[test]
fn a_scan_that_takes_too_long_is_refused_with_the_limit() {
    let Some(gpu) = block_on(open(OpenOptions::default())) else { return };
    let settings = Settings { run_limit_ns: 1e6, ..Settings::default() };
    let error = measure_one(&gpu, "sequential", 1 << 20, settings, &Cancel::default()).expect_err("a refusal");
    assert_eq!(error.code(), ErrorCode::Unsupported);
    assert!(error.to_string().contains("longer than 1 ms"), "{error}");
}

#[test]
fn a_cancelled_measurement_stops() {
    let Some(gpu) = block_on(open(OpenOptions::default())) else { return };
    let cancel = Cancel::default();
    cancel.cancel();
    let error = measure_one(&gpu, "hybrid", 1 << 20, Settings::default(), &cancel).expect_err("a refusal");
    assert_eq!(error, Error::Cancelled);
}

#[test]
fn no_elements_take_no_time() {
    let Some(gpu) = block_on(open(OpenOptions::default())) else { return };
    let examine = |_: &str, measured: &Measured, samples: Result<Samples, Error>| {
        let samples = samples.expect("samples");
        assert!(measured.output().is_none() && samples.summary.samples_ns.is_empty() && samples.copy_ratio.is_none());
        assert!(samples.copy.is_none());
    };
    measure(&gpu, &["hybrid"], 0, Settings::of(&gpu), &Cancel::default(), examine).expect("a block");
}
