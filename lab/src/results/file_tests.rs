//! Tests of reading and writing result files. One table has a broken value of every field.

use serde_json::{Value, json};

use super::*;
use crate::bench::TimerKind;
use crate::bench::compare::Ratio;
use crate::bench::series::Stopped;
use crate::bench::transfer::Transfer;
use crate::request::Request;
use crate::results::Point;
use crate::results::point::{CopyTimes, Mismatch};
use scanlab::error::ErrorCode;
use scanlab::monoid::ElementType;
use scanlab::plan::{Direction, Mode};

fn point(algorithm: &str, n: u64) -> Value {
    json!({
        "algorithm": algorithm, "operator": "add", "type": "u32", "mode": "inclusive", "direction": "forward", "segmented": false,
        "n": n, "pattern": "random", "seed": 1, "tuning": { "padding": 1 }, "verified": true, "mismatch": null,
        "timer": "timestamp", "samples_ns": [10, 12.5, 11], "rounds": [0, 1, 2], "block": "a1", "hidden": false,
        "samples_voided": 0, "outliers": [1], "repeats": 4, "timer_resolution_ns": 1, "overhead_ns": -0.5, "resolved": true,
        "median_ns": 11, "interval_ns": [10, 12.5], "minimum_ns": 10, "stopped": "width",
        "copy_ratio": { "value": 2, "interval": [1.9, 2.1] }, "copy_drifted": false,
        "copy": { "median_ns": 5.5, "interval_ns": [5, 6] }, "elements_per_s": 9e10, "bytes_per_s": 7e11, "dispatches": 3,
        "scratch_bytes": 64, "skipped": null,
    })
}

fn void(n: u64, more: Value) -> Value {
    let void = json!({
        "verified": false, "samples_ns": [], "outliers": [], "resolved": false, "median_ns": null, "interval_ns": null,
        "minimum_ns": null, "stopped": null, "copy_ratio": null, "copy": null, "elements_per_s": null, "bytes_per_s": null,
    });
    with(with(point("blelloch", n), void), more)
}

fn with(mut point: Value, more: Value) -> Value {
    let more = more.as_object().unwrap().clone();
    point.as_object_mut().unwrap().extend(more);
    point
}

fn transfer() -> Value {
    json!({ "samples_ns": [5, 6], "median_ns": 5.5, "interval_ns": null, "minimum_ns": 5, "resolved": true })
}

/// A run as the page passes it to `write`.
fn run() -> Value {
    let mismatch =
        json!({ "index": 8193, "expected": ["-0"], "found": ["NaN"], "tile": 32, "lane": 1, "tolerance": "Infinity" });
    let skipped = json!({ "algorithm": "javascript", "skipped": "no such operator" });
    json!({
        "app_version": "0.1.0",
        "date": "2026-01-02T03:04:05.678Z",
        "settings": "v=1&algorithms=blelloch:padding=1,javascript",
        "config": {
            "algorithms": ["blelloch", "javascript"], "sizes": [0, 1024], "operator": "add", "type": "u32", "mode": "inclusive",
            "pattern": "random", "seed": 1, "tuning": { "blelloch": { "padding": 1 } },
        },
        "adapter": {
            "vendor": "nvidia", "architecture": "hopper", "device": "", "description": "", "isFallback": false,
            "subgroups": { "min": 32, "max": 32 }, "timestamps": true, "forwardProgress": true,
            "limits": { "maxBufferSize": 2147483648u32 },
        },
        "browser": "Browser 1",
        "points": [point("blelloch", 0), void(1024, json!({ "mismatch": mismatch })), void(1024, skipped)],
    })
}

fn file() -> Value {
    serde_json::from_str(&write(&run().to_string()).unwrap()).unwrap()
}

fn refusal(text: &str) -> String {
    let error = check(text).expect_err(&format!("accepted {text:.100}"));
    assert_eq!(error.code(), ErrorCode::BadArgument);
    error.to_string()
}

/// A valid file with another value at a JSON pointer, or without the value there.
fn changed(pointer: &str, value: Option<Value>) -> String {
    let mut file = file();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let parent = file.pointer_mut(parent).unwrap();
    match (parent, value) {
        (Value::Object(fields), Some(value)) => drop(fields.insert(name.into(), value)),
        (Value::Object(fields), None) => drop(fields.remove(name).unwrap()),
        (Value::Array(list), Some(value)) => list[name.parse::<usize>().unwrap()] = value,
        other => panic!("{pointer}: {other:?}"),
    }
    file.to_string()
}

#[test]
fn what_is_written_is_accepted_and_says_all_that_was_given() {
    let (run, file) = (run(), file());
    check(&file.to_string()).unwrap();
    for (name, value) in run.as_object().unwrap() {
        assert_eq!(&file[name], value, "{name}");
    }
    assert_eq!(
        (&file["schema"], &file["version"], &file["app"]),
        (&json!("scanlab-results"), &json!(1), &json!("ScanLab"))
    );
    assert_eq!(file["timer"], json!({ "kind": "timestamp", "timer_resolution_ns": 1 }));
    let nothing = with(run, json!({ "adapter": null, "points": [] }));
    let text = write(&nothing.to_string()).unwrap();
    check(&text).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["timer"], json!(null));
}

#[test]
fn numbers_and_names_are_written_as_they_were_given() {
    let points = r#"[
    {
      "later": 1e21,
      "samples_ns": [
        0.30000000000000004
      ],
      "timer": "wall",
      "timer_resolution_ns": 100.00000000000001
    }
  ]"#;
    let run = format!(
        r#"{{"app_version":"","date":"","settings":"","config":{{}},"adapter":null,"browser":"é","points":{points}}}"#
    );
    let text = write(&run).unwrap();
    assert!(text.starts_with("{\n  \"schema\": \"scanlab-results\",\n  \"version\": 1,\n"), "{text}");
    assert!(text.contains(points) && text.contains("\"timer_resolution_ns\": 100.00000000000001\n"), "{text}");
    assert!(write("[]").unwrap_err().to_string().starts_with("results: "));
}

#[test]
fn files_of_earlier_and_later_versions_are_accepted() {
    for name in ["rounds", "block", "hidden", "copy"] {
        check(&changed(&format!("/points/0/{name}"), None)).unwrap();
    }
    check(&changed("/adapter/forwardProgress", None)).unwrap();
    check(&changed("/points/0/energy_j", Some(json!({ "total": 3 })))).unwrap();
    check(&changed("/points/0/__proto__", Some(json!({ "polluted": 1 })))).unwrap();
    check(&changed("/points/0/ran", Some(json!(null)))).unwrap();
    for date in ["2026-01-31T12:00:00Z", "2026-01-31T23:59:59.123456+01:30", "2026-12-01T00:00:00.5-23:00"] {
        check(&changed("/date", Some(json!(date)))).unwrap();
    }
}

#[test]
fn uploads_and_readbacks_are_checked_where_they_are() {
    let without =
        json!({ "samples_ns": [], "median_ns": null, "interval_ns": null, "minimum_ns": null, "resolved": false });
    let mut moved = file();
    moved["config"]["transfers"] = json!(true);
    moved["points"][0] = with(point("blelloch", 1024), json!({ "upload": transfer(), "readback": without }));
    moved["points"][1] = with(point("javascript", 1024), json!({ "upload": null, "readback": null }));
    moved["points"].as_array_mut().unwrap().truncate(2);
    check(&moved.to_string()).unwrap();
    assert_eq!(refusal(&changed("/points/0/upload", Some(json!(7)))), "points[0].upload must be an object; it is 7");
    let negative = with(transfer(), json!({ "samples_ns": [-1] }));
    let told = refusal(&changed("/points/0/readback", Some(negative)));
    assert_eq!(told, "points[0].readback.samples_ns[0] must be a number of 0 or more; it is -1");
    assert_eq!(
        refusal(&changed("/config/transfers", Some(json!("yes")))),
        "config.transfers must be true or false; it is \"yes\""
    );
}

#[test]
fn what_is_no_result_file_is_refused_with_what_was_required_and_found() {
    assert_eq!(refusal(" \n"), "it is empty; a result file that Save JSON made is required");
    let whole = write(&run().to_string()).unwrap();
    for text in [
        "algorithm,operator\r\nblelloch,add\r\n",
        &whole[..500],
        "<svg/>",
        &format!("{whole}{whole}"),
        &"[".repeat(100_000),
    ] {
        let told = refusal(text);
        assert!(
            told.starts_with("a result file that Save JSON made is required; this is not JSON, or not all of it ("),
            "{told}"
        );
    }
    for text in ["null", "3", "\"text\"", "[]", "{}"] {
        assert!(refusal(text).ends_with("with schema “scanlab-results”; this one has no schema"), "{text}");
    }
    assert!(refusal(r#"{"schema":"scanlab-conformance"}"#).ends_with("its schema is \"scanlab-conformance\""));
    let version = |value| refusal(&changed("/version", value));
    assert_eq!(
        version(Some(json!(2))),
        "version 1 of “scanlab-results” is required; its version is 2; a newer ScanLab opens it"
    );
    assert!(version(Some(json!("1"))).ends_with("its version is \"1\""));
    assert!(version(None).ends_with("its version is missing"));
}

#[test]
fn each_broken_value_is_named_with_what_it_must_be_and_what_it_is() {
    let text = |length| json!("x".repeat(length));
    let list = |value: Value, length| Value::Array(vec![value; length]);
    let cases = [
        ("/points", json!({}), "points must be a list of 0 to 20000 entries; it is an object"),
        ("/points/0", json!(null), "points[0] must be an object; it is null"),
        ("/points/0", json!([]), "points[0] must be an object; it is an array of length 0"),
        ("/points/0", json!(["blelloch", "add", "u32"]), "points[0] must be an object; it is an array of length 3"),
        ("/date", json!("yesterday"), "date must be a date and time like 2026-01-31T12:00:00Z; it is \"yesterday\""),
        ("/date", json!("2026-99-99T00:00:00Z"), "date must be a date"),
        ("/date", json!("2026-01-31T24:00:00Z"), "date must be a date"),
        ("/date", json!("2026-01-31T12:00:00.Z"), "date must be a date"),
        ("/date", json!("2026-01-31T12:00:00+1:00"), "date must be a date"),
        ("/date", json!("2026-01-31T12:00:00"), "date must be a date"),
        ("/date", json!(5), "date must be a date"),
        ("/browser", json!(null), "browser must be a text of at most 2000 characters; it is null"),
        ("/browser", text(2001), "browser must be a text of at most 2000 characters; it is \"xxx"),
        ("/adapter", json!([1]), "adapter must be an object; it is an array of length 1"),
        ("/adapter/vendor", json!(3), "adapter.vendor must be a text"),
        ("/adapter/subgroups", json!({ "min": "a" }), "adapter.subgroups.min must be a whole number"),
        ("/adapter/subgroups", json!([32, 32]), "adapter.subgroups must be an object; it is an array of length 2"),
        ("/adapter/limits/x", json!(null), "adapter.limits.x must be a number; it is null"),
        ("/config", json!("v=1"), "config must be an object; it is \"v=1\""),
        (
            "/config/algorithms",
            json!([]),
            "config.algorithms must be a list of 1 to 100 entries; it is an array of length 0",
        ),
        ("/config/algorithms", json!(["<b>"]), "config.algorithms[0] must be an id"),
        ("/config/algorithms", json!(["x".repeat(65)]), "config.algorithms[0] must be an id"),
        (
            "/config/sizes",
            list(json!(1), 201),
            "config.sizes must be a list of 1 to 200 entries; it is an array of length 201",
        ),
        ("/config/sizes/1", json!(-1), "config.sizes[1] must be a whole number from 0 to 9007199254740991; it is -1"),
        ("/config/sizes/1", json!(1.5), "config.sizes[1] must be a whole number from 0 to 9007199254740991; it is 1.5"),
        ("/config/sizes/1", json!(9007199254740992u64), "config.sizes[1] must be a whole number"),
        ("/config/type", json!("f64"), "config.type must be one of u32, i32, f32; it is \"f64\""),
        ("/config/type", json!({ "u32": null }), "config.type must be one of u32, i32, f32; it is an object"),
        (
            "/config/seed",
            json!(4294967296u64),
            "config.seed must be a whole number from 0 to 4294967295; it is 4294967296",
        ),
        ("/config/tuning", json!([]), "config.tuning must be an object; it is an array of length 0"),
        ("/config/tuning/blelloch/padding", json!("x"), "config.tuning.blelloch.padding must be a whole number"),
        (
            "/points/0/samples_ns",
            json!([10, "fast"]),
            "points[0].samples_ns[1] must be a number of 0 or more; it is \"fast\"",
        ),
        ("/points/0/samples_ns", json!([10, -1]), "points[0].samples_ns[1] must be a number of 0 or more; it is -1"),
        ("/points/0/samples_ns", json!({ "0": 1 }), "points[0].samples_ns must be a list"),
        (
            "/points/0/samples_ns",
            list(json!(5), 1001),
            "points[0].samples_ns must be a list of 0 to 1000 entries; it is an array of length 1001",
        ),
        ("/points/0/median_ns", json!("NaN"), "points[0].median_ns must be a number of 0 or more; it is \"NaN\""),
        (
            "/points/0/interval_ns",
            json!([12, 10]),
            "points[0].interval_ns must be an interval whose lower end comes first; it is \"12 to 10\"",
        ),
        ("/points/0/interval_ns", json!([12]), "points[0].interval_ns must be a list of 2 entries"),
        ("/points/0/copy_ratio", json!(2), "points[0].copy_ratio must be an object; it is 2"),
        (
            "/points/0/copy_ratio",
            json!([2, [1, 3]]),
            "points[0].copy_ratio must be an object; it is an array of length 2",
        ),
        ("/points/0/copy", json!({ "median_ns": "<img>" }), "points[0].copy.median_ns must be a number"),
        ("/points/0/rounds", json!("all"), "points[0].rounds must be a list"),
        ("/points/0/block", json!(7), "points[0].block must be a text"),
        ("/points/0/verified", json!("yes"), "points[0].verified must be true or false; it is \"yes\""),
        ("/points/0/verified", json!(1), "points[0].verified must be true or false; it is 1"),
        ("/points/0/timer", json!("sundial"), "points[0].timer must be one of timestamp, wall; it is \"sundial\""),
        ("/points/0/skipped", json!(7), "points[0].skipped must be a text of at most 100000 characters; it is 7"),
        ("/points/0/overhead_ns", json!("-0"), "points[0].overhead_ns must be a number; it is \"-0\""),
        ("/points/1/mismatch", json!([1]), "points[1].mismatch must be an object; it is an array of length 1"),
        ("/points/1/mismatch/expected", json!([]), "points[1].mismatch.expected must be a list of 1 to 16 entries"),
        (
            "/points/1/mismatch/found",
            json!(["NotANumber"]),
            "points[1].mismatch.found[0] must be a number; it is \"NotANumber\"",
        ),
        ("/points/0/algorithm", json!("look-back@2"), "points[0].algorithm must be an id"),
    ];
    for (pointer, value, message) in cases {
        let told = refusal(&changed(pointer, Some(value)));
        assert!(told.starts_with(message), "{told}");
    }
}

#[test]
fn what_is_missing_is_named_with_what_it_must_be() {
    let cases = [
        ("/points", "points must be a list of 0 to 20000 entries; it is missing"),
        ("/app_version", "app_version must be a text of at most 2000 characters; it is missing"),
        ("/adapter", "adapter must be an object; it is missing"),
        (
            "/adapter/subgroups/max",
            "adapter.subgroups.max must be a whole number from 0 to 9007199254740991; it is missing",
        ),
        ("/config/seed", "config.seed must be a whole number from 0 to 4294967295; it is missing"),
        ("/points/0/median_ns", "points[0].median_ns must be a number of 0 or more; it is missing"),
        ("/points/0/skipped", "points[0].skipped must be a text of at most 100000 characters; it is missing"),
    ];
    for (pointer, message) in cases {
        assert_eq!(refusal(&changed(pointer, None)), message);
    }
}

#[test]
fn an_operation_may_have_a_seed_for_each_size() {
    let mut file = file();
    let operation = json!({ "operation": "compact", "options": { "density": 0.25 } });
    file["config"] = with(file["config"].take(), operation.clone());
    file["config"].as_object_mut().unwrap().remove("seed");
    for (seed, point) in file["points"].as_array_mut().unwrap().iter_mut().enumerate() {
        *point = with(with(point.take(), operation.clone()), json!({ "seed": seed }));
    }
    check(&file.to_string()).unwrap();
    file["points"][1]["operation"] = json!("sort");
    let told = "points[1].operation must be that of the run, compact; it is \"sort\"";
    assert_eq!(refusal(&file.to_string()), told);
}

#[test]
fn numbers_are_compared_as_numbers_however_they_are_written() {
    let n = file()["points"][0]["n"].as_f64().unwrap();
    for (pointer, value) in [("/points/0/seed", json!(1.0)), ("/points/0/n", json!(n))] {
        check(&changed(pointer, Some(value))).unwrap();
    }
}

#[test]
fn the_initial_value_of_a_point_is_that_of_its_run() {
    let told = |of_run: Option<bool>, of_points: Option<bool>| {
        let mut file = file();
        let (run, points) = (json!({ "initial": of_run }), json!({ "initial": of_points }));
        if of_run.is_some() {
            file["config"] = with(file["config"].clone(), run);
        }
        for point in file["points"].as_array_mut().unwrap().iter_mut().filter(|_| of_points.is_some()) {
            *point = with(point.clone(), points.clone());
        }
        check(&file.to_string()).err().map(|error| error.to_string()).unwrap_or_default()
    };
    // Earlier files do not have the field.
    for (of_run, of_points) in [(None, None), (Some(false), None), (None, Some(false)), (Some(true), Some(true))] {
        assert_eq!(told(of_run, of_points), "");
    }
    assert!(told(None, Some(true)).contains("points[0].initial must be that of the run, false; it is true"));
    assert!(told(Some(true), None).contains("points[0].initial must be that of the run, true; it is "));
}

#[test]
fn what_contradicts_itself_is_refused() {
    let told = |pointer, value| refusal(&changed(pointer, Some(value)));
    assert_eq!(
        told("/points/0/operator", json!("max")),
        "points[0].operator must be that of the run, add; it is \"max\""
    );
    assert_eq!(told("/points/0/type", json!("f32")), "points[0].type must be that of the run, u32; it is \"f32\"");
    assert_eq!(
        told("/points/0/mode", json!("exclusive")),
        "points[0].mode must be that of the run, inclusive; it is \"exclusive\""
    );
    assert_eq!(told("/points/0/seed", json!(9)), "points[0].seed must be that of the run, 1; it is 9");
    assert_eq!(
        told("/points/0/algorithm", json!("hybrid")),
        "points[0].algorithm must be one of config.algorithms; it is \"hybrid\""
    );
    assert_eq!(told("/points/0/n", json!(77)), "points[0].n must be one of config.sizes; it is 77");
    let again = told("/points/1", point("blelloch", 0));
    assert_eq!(
        again,
        "points[1] must be the only one of its algorithm, n and tuning; it is \"one more of blelloch at 0\""
    );
    let required = "points[0].verified must be false, since the point was skipped or its output wrong; it is true";
    assert_eq!(told("/points/0/skipped", json!("too slow")), required);
    let required = "points[1].samples_ns must be empty, since the output was not verified; it is an array of length ";
    assert_eq!(told("/points/1/samples_ns", json!([1])), format!("{required}1"));
    assert_eq!(told("/points/1/median_ns", json!(1)), format!("{required}0"));
}

/// Collects the JSON pointers to all parts of a value.
fn pointers(value: &Value, path: &str, found: &mut Vec<String>) {
    let mut each = |name: &str, value| {
        found.push(format!("{path}/{name}"));
        pointers(value, &format!("{path}/{name}"), found);
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| each(name, value)),
        Value::Array(list) => list.iter().enumerate().for_each(|(i, value)| each(&i.to_string(), value)),
        _ => {}
    }
}

#[test]
fn every_value_may_be_replaced_by_any_other_which_is_accepted_or_refused_in_words() {
    let mut all = Vec::new();
    pointers(&file(), "", &mut all);
    let odd = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0.5),
        json!(1e300),
        json!(""),
        json!("\u{0}"),
        json!("NaN"),
        json!([]),
        json!([[]]),
        json!({}),
        json!({ "__proto__": null, "length": 3 }),
        json!("`, expected x"),
        json!("é".repeat(3000)),
    ];
    for pointer in &all {
        for value in &odd {
            if let Err(error) = check(&changed(pointer, Some(value.clone()))) {
                let told = error.to_string();
                let is_said = told.contains("must be") || told.contains("required");
                assert!(is_said && told.len() < 400, "{pointer} = {value}: {told}");
            }
        }
    }
}

#[test]
fn the_recorded_run_of_the_page_is_a_result_file() {
    check(include_str!("../../../www/measure/recorded-run.json")).unwrap();
}

/// Collects the names of a shape's fields, at all depths.
fn names(shape: &Shape, path: &str, found: &mut Vec<String>) {
    match shape {
        Object(fields) => fields.iter().for_each(|field| {
            found.push(format!("{path}{}", field.name));
            names(&field.shape, &format!("{path}{}.", field.name), found);
        }),
        OrNull(shape) => names(shape, path, found),
        _ => {}
    }
}

#[test]
fn the_bounds_of_a_point_are_those_of_its_fields_and_no_others() {
    let transfer = Transfer::new(&[1.0; 6], 1, 1.0);
    let mismatch = Mismatch { index: 0, expected: vec![1.0], found: vec![2.0], tile: 0, lane: 0, tolerance: 0.0 };
    let copy = CopyTimes { median_ns: 1.0, interval_ns: [1.0; 2], elements_per_s: 1.0, bytes_per_s: 1.0 };
    let request = r#"{"algorithm":"auto","operator":"add","type":"u32","n":1,"pattern":"random",
        "headsAsBits":true,"columns":8,"initial":true,"segmentLength":37}"#;
    let options = r#"{"where":"x > 1u","flags":false,"density":0.5,"indices":true,"bins":3,"from":-1,"to":2.5,"values":true,
        "reversed":true,"descending":true,"bits":[0,8],"k":3,"largest":false,"runs":37,"sortedLength":9,"upper":true,"words":1}"#;
    let whole = Point {
        operation: Some("compact".into()),
        options: Some(serde_json::from_str(options).unwrap()),
        upload: Some(Some(transfer.clone())),
        readback: Some(Some(transfer)),
        mismatch: Some(mismatch),
        copy_ratio: Some(Ratio { value: 1.0, interval: [1.0; 2] }),
        copy: Some(copy),
        in_order: Some(true),
        agreeing: Some(3),
        overflowed: Some(2),
        ..Point::skipped(Request::parse(request).unwrap(), true, TimerKind::Wall, "why".into())
    };
    let json = serde_json::to_string(&whole).unwrap();
    POINT.check(serde_json::from_str(&json).unwrap(), "point").unwrap();
    let mut said = Vec::new();
    pointers(&serde_json::to_value(&whole).unwrap(), "", &mut said);
    let is_entry = |path: &String| path.chars().last().is_some_and(|last| last.is_ascii_digit());
    let mut said: Vec<_> = said.iter().filter(|path| !is_entry(path)).map(|path| path[1..].replace('/', ".")).collect();
    let mut bounded = Vec::new();
    names(&POINT, "", &mut bounded);
    said.sort();
    bounded.sort();
    assert_eq!(said, bounded);
}

#[test]
fn every_name_of_a_kind_is_accepted() {
    let accepts =
        |shape: Shape, value: Value| shape.check(serde_json::from_str(&value.to_string()).unwrap(), "").unwrap();
    ElementType::ALL.into_iter().for_each(|element_type| accepts(TYPE, json!(element_type)));
    [Mode::Inclusive, Mode::Exclusive].into_iter().for_each(|mode| accepts(MODE, json!(mode)));
    let kinds = [json!({ "direction": Direction::Forward }), json!({ "direction": Direction::Backward })];
    let kinds =
        kinds.into_iter().chain([json!({ "timer": TimerKind::Timestamp }), json!({ "timer": TimerKind::Wall })]);
    for kind in kinds.chain([json!({ "stopped": Stopped::Width }), json!({ "stopped": Stopped::Cap })]) {
        let (name, value) = kind.as_object().unwrap().iter().next().unwrap();
        check(&changed(&format!("/points/0/{name}"), Some(value.clone()))).unwrap();
    }
}
