use std::cell::RefCell;
use std::rc::Rc;

use serde_json::{Value, json};

use super::*;
use crate::analysis::model::LaunchFrom;

/// A device with a launch of 2 µs and 1,000 GB/s, and its plans: `twice` moves 12 bytes per element in three dispatches.
const SIZES: [u64; 3] = [1 << 10, 1 << 16, 1 << 24];

fn copy_ns(n: u64) -> f64 {
    2000.0 + 8.0 * n as f64 / 1000.0
}

fn request(algorithm: &str, n: u64) -> Value {
    json!({
        "algorithm": algorithm, "operator": "add", "type": "u32", "mode": "inclusive", "direction": "forward",
        "segmented": false, "n": n, "tuning": { "items": 4 },
    })
}

fn point(algorithm: &str, n: u64, dispatches: u64, ns: f64) -> Point {
    let request = serde_json::value::to_raw_value(&request(algorithm, n)).unwrap();
    Point { algorithm: algorithm.to_owned(), request, dispatches, scratch_bytes: 0, ns }
}

fn measured(algorithm: &str) -> Measured {
    let time = |n: u64| 6000.0 + 12.0 * n as f64 / 1000.0;
    let point = |n: u64| point(algorithm, n, 3, time(n));
    Measured {
        algorithms: vec![algorithm.to_owned()],
        points: SIZES.into_iter().rev().map(point).collect(),
        copies: SIZES.into_iter().rev().map(|n| CopyTime { n, ns: copy_ns(n) }).collect(),
        overheads_ns: vec![2500.0, 2000.0],
        element_bytes: 4.0,
    }
}

fn twice(request: &str) -> Option<Planned> {
    let n = Request::parse(request).ok()?.n;
    let facts = PlanFacts { dispatches: 3, ..PlanFacts::default() };
    Some(Planned { ran: "twice".to_owned(), n, moved: 3 * n, scratch_bytes: 0, facts })
}

/// The model and the predictions of measured times.
fn known(predictor: &mut Predictor, measured: &Measured) -> (Model, Vec<Scan>) {
    match predictor.predict(measured) {
        Predictions::Known { model, scans } => (model, scans),
        Predictions::Unknown { problem } => panic!("{problem:?}"),
    }
}

#[test]
fn points_that_follow_the_model_are_predicted_as_they_were_measured() {
    let (_, scans) = known(&mut Predictor::with_planner(twice), &measured("twice"));
    let [Scan { rows, judgement: Some(judgement), causes, .. }] = &scans[..] else { panic!("{scans:?}") };
    for row in rows {
        assert!((row.ratio - 1.0).abs() < 1e-9 && (row.copy_speed.unwrap() - 1.0).abs() < 1e-9, "{row:?}");
    }
    let told: Vec<_> = rows.iter().map(|row| (row.n, row.bytes, row.case().launched)).collect();
    let expected = [0, 1, 2].map(|i| (SIZES[i], 12.0 * SIZES[i] as f64, i < 2));
    assert_eq!(told, expected);
    assert_eq!((judgement.off.len(), causes.len()), (0, 0));
}

#[test]
fn the_model_is_that_of_the_shortest_empty_dispatch_and_of_the_longest_copy() {
    let (model, _) = known(&mut Predictor::with_planner(twice), &measured("twice"));
    assert_eq!((model.launch_ns, model.launch_from, model.largest), (2000.0, LaunchFrom::Empty, 1 << 24));
    assert!((model.bytes_per_ns - 1000.0).abs() < 1e-9);
}

#[test]
fn predictions_without_a_model_have_its_problem() {
    let measured = Measured { copies: Vec::new(), ..measured("twice") };
    let found = Predictor::with_planner(twice).predict(&measured);
    assert!(matches!(found, Predictions::Unknown { problem: Problem::NoCopies }), "{found:?}");
}

#[test]
fn differences_have_causes_and_a_range_of_ratios() {
    let mut measured = measured("twice");
    for (point, ratio) in measured.points.iter_mut().zip([1.9, 1.5, 0.9]) {
        point.ns *= ratio;
    }
    measured.overheads_ns = vec![20.0];
    let (_, scans) = known(&mut Predictor::with_planner(twice), &measured);
    let [Scan { judgement: Some(judgement), causes, traffic_ratios: Some(ratios), .. }] = &scans[..] else {
        panic!("{scans:?}")
    };
    assert_eq!((judgement.worst, judgement.off.contains(&2)), (0, true));
    assert!(!causes.is_empty() && ratios[0] < ratios[1], "{causes:?} {ratios:?}");
}

#[test]
fn each_request_is_planned_once_as_it_was_measured() {
    let asked = Rc::new(RefCell::new(Vec::new()));
    let seen = asked.clone();
    let mut predictor = Predictor::with_planner(move |request| {
        seen.borrow_mut().push(request.to_owned());
        twice(request)
    });
    for _ in 0..3 {
        predictor.predict(&measured("twice"));
    }
    assert_eq!(asked.borrow().len(), SIZES.len());
    assert!(asked.borrow().contains(&request("twice", 1024).to_string()));
}

/// A point of a device with the core limits.
fn planned(algorithm: &str, change: impl Fn(&mut Point)) -> Vec<Row> {
    let points = SIZES.map(|n| {
        let Planned { scratch_bytes, facts, .. } = plan(&request("auto", n).to_string(), Limits::CORE).unwrap();
        let mut point = Point { scratch_bytes, ..point(algorithm, n, facts.dispatches, 1e6) };
        change(&mut point);
        point
    });
    let measured = Measured { points: points.into(), ..measured(algorithm) };
    let (_, mut scans) = known(&mut Predictor::new(Limits::CORE), &measured);
    scans.remove(0).rows
}

#[test]
fn auto_has_the_prediction_of_the_scan_that_it_chooses() {
    // The tuning of a point is that of the chosen scan; `auto` has no parameters.
    let rows = planned("auto", |_| ());
    let ran: Vec<_> = rows.iter().map(|row| row.ran.as_str()).collect();
    assert_eq!(ran, ["look-back-fallback"; 3]);
}

#[test]
fn points_of_other_devices_and_unsupported_ones_have_no_prediction() {
    assert_eq!(planned("auto", |point| point.dispatches = 5).len(), 0);
    assert_eq!(planned("auto", |point| point.scratch_bytes += 8).len(), 0);
    assert_eq!(planned("no such scan", |_| ()).len(), 0);
    for (known, unknown) in [("u32", "u8"), ("\"n\":", "\"n\":1000000"), ("\"n\":", "\"more\":")] {
        let changed = |request: &RawValue| RawValue::from_string(request.get().replace(known, unknown)).unwrap();
        let rows = planned("auto", |point| point.request = changed(&point.request));
        assert_eq!(rows.len(), 0, "{known}");
    }
}
