use serde_json::{Value, json};

use super::*;
use crate::bench::Timing;

fn of(more: Value, verified: bool) -> Circumstances {
    let mut request = json!({
        "algorithm": "auto", "operator": "add", "type": "u32", "mode": "inclusive", "direction": "forward", "segmented": false,
        "inPlace": false, "n": 1000, "tuning": {}, "pattern": "ramp", "seed": 5,
    });
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Circumstances { request: serde_json::from_value(request).unwrap(), transfers: false, verified, hidden: false }
}

fn measured(more: Value, verified: bool, samples: Samples) -> Point {
    Point::measured(of(more, verified), "page-1", samples).unwrap()
}

fn summary() -> Summary {
    Summary {
        samples_ns: (0..11).map(|i| f64::from(1000 + i)).collect(),
        rounds: (1..12).collect(),
        samples_voided: 1,
        outliers: vec![10],
        repeats: 4,
        resolved: true,
        median_ns: Some(1005.0),
        interval_ns: Some([1002.0, 1008.0]),
        minimum_ns: Some(1000.0),
        stopped: Stopped::Width,
    }
}

fn samples() -> Samples {
    let copy = Summary { median_ns: Some(500.0), interval_ns: Some([499.0, 502.0]), ..summary() };
    Samples {
        timing: Timing { kind: TimerKind::Timestamp, resolution_ns: 32.0, overhead_ns: 900.0 },
        summary: summary(),
        copy_ratio: Some(Ratio { value: 2.0, interval: [1.9, 2.1] }),
        copy: Some(copy),
        copy_drifted: false,
        group: 2,
        ran: "hybrid",
        tuning: Tuning::from([("reduce_steps".into(), 3)]),
        dispatches: 5,
        scratch_bytes: 64,
        agreeing: None,
    }
}

fn json_of(point: &Point) -> Value {
    serde_json::to_value(point).unwrap()
}

#[test]
fn a_verified_point_has_its_times_and_their_rates() {
    let point = json_of(&measured(json!({}), true, samples()));
    let expected = json!({
        "algorithm": "auto", "operator": "add", "type": "u32", "mode": "inclusive", "direction": "forward", "segmented": false,
        "n": 1000, "pattern": "ramp", "seed": 5, "tuning": { "reduce_steps": 3 }, "verified": true, "mismatch": null,
        "timer": "timestamp", "samples_ns": summary().samples_ns, "rounds": summary().rounds, "block": "page-1-2", "hidden": false,
        "samples_voided": 1, "outliers": [10], "repeats": 4, "timer_resolution_ns": 32.0, "overhead_ns": 900.0, "resolved": true,
        "median_ns": 1005.0, "interval_ns": [1002.0, 1008.0], "minimum_ns": 1000.0, "stopped": "width",
        "copy_ratio": { "value": 2.0, "interval": [1.9, 2.1] }, "copy_drifted": false,
        "copy": { "median_ns": 500.0, "interval_ns": [499.0, 502.0], "elements_per_s": 2e9, "bytes_per_s": 16e9 },
        "elements_per_s": 1000.0 / 1005.0 * 1e9, "bytes_per_s": 8.0 * (1000.0 / 1005.0 * 1e9), "ran": "hybrid", "dispatches": 5,
        "scratch_bytes": 64, "skipped": null,
    });
    assert_eq!(point, expected);
}

#[test]
fn a_wrong_output_voids_the_times() {
    let point = measured(json!({}), false, samples());
    assert_eq!((point.samples_ns.len(), point.rounds.len(), point.outliers.len(), point.samples_voided), (0, 0, 0, 12));
    assert_eq!([point.median_ns, point.minimum_ns, point.elements_per_s, point.bytes_per_s], [None; 4]);
    assert_eq!((point.interval_ns, point.copy_ratio, point.stopped), (None, None, None));
    assert!(!point.verified && !point.resolved);
    // The point keeps the measurements that do not depend on the output, and the algorithm that ran.
    assert_eq!((point.copy.unwrap().median_ns, point.repeats, point.dispatches), (500.0, 4, 5));
    assert_eq!(
        (point.ran.as_deref(), point.timer_resolution_ns, point.block.as_deref()),
        (Some("hybrid"), Some(32.0), Some("page-1-2"))
    );
}

#[test]
fn rates_count_the_words_of_elements_and_need_a_time() {
    let point = measured(json!({ "operator": "bicyclic" }), true, samples());
    assert_eq!(point.bytes_per_s, point.elements_per_s.map(|rate| 16.0 * rate));
    let unresolved = Summary { median_ns: None, interval_ns: None, minimum_ns: None, resolved: false, ..summary() };
    let samples = Samples { copy: Some(unresolved.clone()), summary: unresolved, ..samples() };
    let point = measured(json!({}), true, samples);
    assert_eq!((point.elements_per_s, point.bytes_per_s, point.samples_ns.len()), (None, None, 11));
    assert!(point.copy.is_none() && point.verified);
    let none = Samples { copy: None, ..self::samples() };
    assert!(measured(json!({ "n": 0 }), true, none).copy.is_none());
}

#[test]
fn an_operator_that_is_not_known_is_refused() {
    assert!(Point::measured(of(json!({ "operator": "sum" }), true), "page-1", samples()).is_err());
    assert!(Point::sequential(of(json!({ "operator": "sum" }), true), &[1.0], 1).is_err());
}

#[test]
fn the_scan_in_javascript_is_timed_by_the_page() {
    let of_javascript =
        Circumstances { transfers: true, hidden: true, ..of(json!({ "algorithm": "javascript" }), true) };
    let point = Point::sequential(of_javascript, &[30.0, 10.0, 20.0, 40.0], 8).unwrap();
    assert_eq!(
        (point.timer, point.timer_resolution_ns, point.overhead_ns, point.block),
        (TimerKind::Wall, None, None, None)
    );
    assert_eq!((point.median_ns, point.minimum_ns, point.interval_ns), (Some(25.0), Some(10.0), None));
    assert_eq!((point.samples_ns, point.rounds, point.repeats), (vec![30.0, 10.0, 20.0, 40.0], vec![0, 1, 2, 3], 8));
    assert_eq!((point.ran.as_deref(), point.stopped, point.dispatches), (Some("javascript"), Some(Stopped::Cap), 0));
    assert_eq!(point.elements_per_s, Some(1000.0 / 25.0 * 1e9));
    assert!(point.resolved && point.verified && point.hidden && point.copy.is_none() && point.copy_ratio.is_none());
    assert_eq!((point.upload, point.readback), (Some(None), Some(None)));
    let untimed = Point::sequential(of(json!({}), true), &[], 0).unwrap();
    assert_eq!((untimed.resolved, untimed.median_ns, untimed.minimum_ns), (false, None, None));
}

#[test]
fn a_skipped_point_says_why_and_nothing_else() {
    let skipped = |transfers, reason: &str| {
        json_of(&Point::skipped(of(json!({}), false).request, transfers, TimerKind::Wall, reason.into()))
    };
    let point = skipped(true, "too large");
    assert_eq!(
        (&point["skipped"], &point["timer"], &point["verified"]),
        (&json!("too large"), &json!("wall"), &json!(false))
    );
    assert_eq!((&point["median_ns"], &point["samples_ns"], &point["ran"]), (&json!(null), &json!([]), &json!(null)));
    assert_eq!((&point["upload"], &point["readback"]), (&json!(null), &json!(null)));
    let without = skipped(false, "why");
    assert!(without.get("upload").is_none() && without.get("readback").is_none());
}
