//! The measuring engine on a device: times are tied to outputs, and what cannot be measured is refused with its reason.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use std::time::Instant;

use pollster::block_on;
use scanlab::bench::{Bench, Measurement, Settings};
use scanlab::error::Error;
use scanlab::gpu::{Cancel, Gpu, OpenOptions};
use scanlab::pattern::{Input, Pattern};
use scanlab::reference;
use scanlab::request::{Request, Resolved};
use scanlab::scan::ALGORITHMS;
use support::open;

fn resolve(gpu: &Gpu, algorithm: &str, n: u32) -> (Resolved, Input) {
    let json = format!(r#"{{"algorithm":"{algorithm}","operator":"add","type":"u32","n":{n}}}"#);
    let resolved = Request::parse(&json).and_then(|request| request.resolve(gpu.limits())).expect("a request");
    let pattern = Pattern::find("random").expect("a known pattern");
    let input = Input { pattern, monoid: resolved.job.form.monoid, seed: 3 };
    (resolved, input)
}

fn measure(gpu: &Gpu, algorithm: &str, n: u32, settings: Settings, cancel: &Cancel) -> Result<Measurement, Error> {
    let (resolved, input) = resolve(gpu, algorithm, n);
    let start = Instant::now();
    let clock = move || start.elapsed().as_nanos() as f64;
    let bench = Bench { gpu, clock: &clock, cancel, settings };
    block_on(bench.measure(&resolved, input, &|_| ()))
}

#[test]
fn every_algorithm_is_measured_and_its_timed_output_is_right() {
    for timestamps in [true, false] {
        let Some(gpu) = block_on(open(OpenOptions { timestamps, ..OpenOptions::default() })) else { return };
        gpu.set_forward_progress(true);
        for algorithm in ALGORITHMS {
            let n = 10_001;
            let measured = measure(&gpu, algorithm.id, n, Settings::default(), &Cancel::default());
            // Of thousands of runs on a busy processor that plays a GPU, one may well wait in vain.
            if algorithm.needs_progress() && matches!(measured, Err(Error::Unsupported(_))) {
                continue;
            }
            let measurement = measured.expect("a measurement");
            let samples = &measurement.samples;
            assert_eq!(samples.samples_voided, 0, "{}: {samples:?}", algorithm.id);
            assert_eq!(samples.samples_ns.len(), 12, "{}: {samples:?}", algorithm.id);
            let (resolved, input) = resolve(&gpu, algorithm.id, n);
            let mut words = vec![0; n as usize];
            input.fill(0, &mut words);
            let mut output = Vec::new();
            let buffer = measurement.output.expect("an output");
            let take = |_, chunk: &[u32]| output.extend_from_slice(chunk);
            block_on(gpu.download(&buffer, 0, n, &Cancel::default(), take)).expect("a readback");
            assert_eq!(reference::compare(resolved.job.form, n, &words, &[], &output), None, "{}", algorithm.id);
        }
    }
}

#[test]
fn a_scan_that_takes_too_long_is_refused_with_the_limit() {
    let Some(gpu) = block_on(open(OpenOptions::default())) else { return };
    let settings = Settings { run_limit_ns: 1e6, ..Settings::default() };
    let error = measure(&gpu, "sequential", 1 << 20, settings, &Cancel::default()).err().expect("a refusal");
    assert_eq!(error.code(), "unsupported");
    assert!(error.to_string().contains("longer than 1 ms"), "{error}");
}

#[test]
fn a_cancelled_measurement_stops() {
    let Some(gpu) = block_on(open(OpenOptions::default())) else { return };
    let cancel = Cancel::default();
    cancel.cancel();
    let error = measure(&gpu, "hybrid", 1 << 20, Settings::default(), &cancel).err().expect("a refusal");
    assert_eq!(error, Error::Cancelled);
}

#[test]
fn no_elements_take_no_time() {
    let Some(gpu) = block_on(open(OpenOptions::default())) else { return };
    let measurement = measure(&gpu, "hybrid", 0, Settings::default(), &Cancel::default()).expect("a measurement");
    assert!(measurement.output.is_none() && measurement.samples.samples_ns.is_empty());
}
