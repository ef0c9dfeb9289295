//! Tests of malformed requests, and of the longest valid requests.

use super::*;
use scanlab::scan::{ALGORITHMS, Parameter};

#[test]
fn malformed_json_is_an_error_without_a_panic() {
    let with = |field: &str| format!(r#"{{"algorithm":"hybrid","operator":"add","type":"u32",{field}}}"#);
    let numbers =
        ["null", "-1", "-0", "1.5", "1e400", "-1e400", "1e19", "18446744073709551616", "\"5\"", "[]", "{}", "NaN"];
    let of_fields = ["n", "seed", "tuning", "mode", "segmented", "algorithm"]
        .map(|name| numbers.map(|number| with(&format!("\"{name}\":{number}"))));
    let deep = "[".repeat(100_000);
    let long = with(&format!("\"pattern\":{:?}", "x".repeat(1_000_000)));
    let texts = ["", "null", "[", "{}", "\u{0}", &deep, r#"{"algorithm":"auto"}"#, r#"{"algorithm":{}}"#];
    let texts = texts.into_iter().map(str::to_owned).chain(of_fields.into_iter().flatten()).chain([long]);
    for text in texts {
        let found = Request::parse(&text).and_then(|request| request.resolve(Limits::CORE));
        let all = json::parse::<Vec<Request>>("requests", &format!("[{text}]"));
        let errors = found.err().into_iter().chain(all.err());
        assert!(errors.map(|error| error.to_string()).all(|text| text.len() < 1000), "{text:.80}");
    }
    let name = "x".repeat(1_000_000);
    let error = Request::parse(&with(&format!("\"{name}\":1"))).unwrap_err().to_string();
    assert!(error.len() < 100, "{error:.200}");
}

#[test]
fn every_request_that_resolves_is_planned_in_passes_that_can_be_held() {
    // Bindings up to the largest of any device, and larger bindings.
    let limits = [128 << 20, (4 << 30) - 4, u64::MAX].map(|binding_bytes| Limits {
        binding_bytes,
        subgroups: Some((4, 128)),
        forward_progress: true,
        ..Limits::CORE
    });
    for (algorithm, operator) in ALGORITHMS.iter().flat_map(|algorithm| ["add", "mat2"].map(|id| (algorithm, id))) {
        let tunings = [|parameter: &Parameter| parameter.min, |parameter: &Parameter| parameter.max]
            .map(|value| algorithm.tuning.iter().map(|one| (one.name.to_owned(), value(one))).collect::<Tuning>());
        for (limits, tuning) in limits.iter().flat_map(|limits| tunings.iter().map(move |tuning| (*limits, tuning))) {
            for n in [0, 1, 2, 3, 255, 257, 1 << 16, 1 << 25, (1 << 28) - 1, 1 << 28, 1 << 30, (1 << 32) - 1] {
                examine(algorithm, operator, n, tuning, limits);
            }
        }
    }
}

/// Plans a request as a whole and as a chunk, if the device supports the request.
fn examine(algorithm: &Algorithm, operator: &str, n: u64, tuning: &Tuning, limits: Limits) {
    const MAX_PASSES: usize = 1 << 18;
    for (mode, segmented) in [(Mode::Inclusive, false), (Mode::Exclusive, true)] {
        let json = format!(r#"{{"algorithm":"{}","operator":"{operator}","type":"u32","n":{n}}}"#, algorithm.id);
        let request = Request { mode, segmented, tuning: tuning.clone(), ..Request::parse(&json).unwrap() };
        let Ok(resolved) = request.resolve(limits) else { continue };
        let passes = resolved.plan().passes.len();
        assert!(passes <= MAX_PASSES, "{} of {n} elements: {passes} passes", algorithm.id);
        if n > 0 {
            algorithm.plan_chunk(&resolved.job);
        }
    }
}
