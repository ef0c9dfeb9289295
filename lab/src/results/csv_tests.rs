use serde_json::{Value, json};

use super::*;

fn point(more: Value) -> Value {
    let mut point = json!({
        "algorithm": "blelloch", "operator": "add", "type": "u32", "mode": "inclusive", "direction": "forward", "segmented": false,
        "n": 1024, "pattern": "random", "seed": 1, "tuning": { "padding": 1 }, "verified": true, "mismatch": null,
        "timer": "timestamp", "samples_ns": [10, 12], "rounds": [0, 1], "block": "page-1-0", "hidden": false,
        "samples_voided": 0, "outliers": [], "repeats": 4, "timer_resolution_ns": 1, "overhead_ns": 5, "resolved": true, "median_ns": 11,
        "interval_ns": [10, 12], "minimum_ns": 10, "stopped": "width", "copy_ratio": { "value": 2, "interval": [1.9, 2.1] },
        "copy_drifted": false,
        "copy": { "median_ns": 5.5, "interval_ns": [5, 6], "elements_per_s": 180000000000u64, "bytes_per_s": 1400000000000u64 },
        "elements_per_s": 90000000000u64, "bytes_per_s": 700000000000u64, "ran": "blelloch", "dispatches": 3, "scratch_bytes": 64,
        "skipped": null,
    });
    point.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    point
}

fn failed(more: Value) -> Value {
    let mismatch =
        json!({ "index": 8193, "expected": [5], "found": ["NaN", 7], "tile": 32, "lane": 1, "tolerance": 0 });
    let mut failed = point(json!({
        "interval_ns": null, "copy_ratio": null, "verified": false, "mismatch": mismatch, "samples_ns": [], "median_ns": null,
        "elements_per_s": null, "bytes_per_s": null,
    }));
    failed.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    failed
}

fn rows(points: &[Value], adapter_name: Option<&str>) -> Vec<String> {
    let run = json!({
        "adapter_name": adapter_name, "browser": "Browser 1, \"beta\"", "app_version": "0.1.0", "date": "2026-01-02T03:04:05.000Z",
        "points": points,
    });
    let text = csv(&run.to_string()).unwrap();
    let rows: Vec<_> = text.strip_suffix("\r\n").unwrap().split("\r\n").map(String::from).collect();
    assert_eq!(rows.len(), points.len() + 1);
    rows
}

/// A cell of a row without quoted cells.
fn cell(rows: &[String], row: usize, column: &str) -> String {
    let at = rows[0].split(',').position(|name| name == column).unwrap();
    rows[row].split(',').nth(at).unwrap().into()
}

#[test]
fn there_is_a_row_a_point_which_quotes_what_needs_it() {
    let found = rows(&[point(json!({})), failed(json!({ "skipped": "too slow, \"really\"" }))], Some("nvidia hopper"));
    assert!(found[0].starts_with("algorithm,operator,type,mode,direction,segmented,n,"), "{}", found[0]);
    assert!(found[0].ends_with(",adapter,browser,app_version,date,samples_ns"));
    let start =
        "blelloch,add,u32,inclusive,forward,false,1024,random,1,padding=1,PASS,11,10,12,10,2,1.9,2.1,false,5.5,5,6,";
    assert!(found[1].starts_with(&format!("{start}180000000000,1400000000000,90000000000,")), "{}", found[1]);
    let end = ",nvidia hopper,\"Browser 1, \"\"beta\"\"\",0.1.0,2026-01-02T03:04:05.000Z,10 12";
    assert!(found[1].ends_with(end), "{}", found[1]);
    assert!(
        found[2].contains("\"too slow, \"\"really\"\"\"") && found[2].contains(",8193,5,NaN 7,32,1,"),
        "{}",
        found[2]
    );
    assert!(rows(&[point(json!({}))], None)[1].contains(",,\"Browser 1"));
}

#[test]
fn cells_are_empty_where_a_point_says_nothing() {
    let mut early = point(json!({}));
    for name in ["rounds", "block", "hidden", "ran", "copy"] {
        early.as_object_mut().unwrap().remove(name);
    }
    let found = rows(&[early, failed(json!({}))], Some("nvidia hopper"));
    assert!(found[1].contains(",,,,nvidia hopper,"), "{}", found[1]);
    assert_eq!((cell(&found, 1, "copy_interval_low_ns"), cell(&found, 1, "ran")), (String::new(), String::new()));
    assert_eq!(cell(&found, 1, "samples"), "2");
    assert_eq!((cell(&found, 2, "samples"), cell(&found, 2, "median_ns")), ("0".into(), String::new()));
}

#[test]
fn an_outcome_is_one_of_three() {
    let found = rows(&[point(json!({})), failed(json!({})), failed(json!({ "skipped": "why" }))], None);
    assert_eq!([1, 2, 3].map(|row| cell(&found, row, "result")), ["PASS", "FAIL", "skipped"]);
}

#[test]
fn medians_of_uploads_and_readbacks_stand_there_where_they_were_measured() {
    let upload =
        json!({ "samples_ns": [7, 9], "median_ns": 8, "interval_ns": null, "minimum_ns": 7, "resolved": true });
    let readback =
        json!({ "samples_ns": [7, 9], "median_ns": null, "interval_ns": null, "minimum_ns": null, "resolved": false });
    let moved = point(json!({ "upload": upload, "readback": readback }));
    let found = rows(&[moved, point(json!({})), point(json!({ "upload": null, "readback": null }))], None);
    assert!(found[0].contains(",upload_ns,readback_ns,"));
    let cells = [1, 2, 3].map(|row| [cell(&found, row, "upload_ns"), cell(&found, row, "readback_ns")]);
    assert_eq!(cells, [["8", ""], ["", ""], ["", ""]]);
}

#[test]
fn no_text_becomes_a_formula_of_the_spreadsheet() {
    let formulas = ["=1+1", "+1", "@SUM(A1)", "=A1,\"x\"", "-2+3+cmd|x", "\t=1", "-5 of -6"];
    let found = rows(&formulas.map(|text| failed(json!({ "skipped": text }))), None);
    for (row, cell) in
        ["'=1+1", "'+1", "'@SUM(A1)", "\"'=A1,\"\"x\"\"\"", "'-2+3+cmd|x", "'\t=1", "'-5 of -6"].into_iter().enumerate()
    {
        assert!(found[row + 1].contains(&format!(",1,{cell},page-1-0,")), "{}", found[row + 1]);
    }
}

#[test]
fn negative_numbers_and_lists_of_them_are_no_formulas() {
    for numbers in ["-5", "-1.5e-7", "-5 -6 7", "-Infinity"] {
        assert!(!is_formula(numbers), "{numbers}");
    }
}

#[test]
fn every_column_of_a_point_is_one_of_its_fields() {
    let mut whole = point(json!({
        "upload": { "median_ns": 1 }, "readback": { "median_ns": 1 }, "operation": "compact", "options": { "density": 0.5 },
    }));
    let optional = [
        ("headsAsBits", json!(true)),
        ("columns", json!(8)),
        ("axis", json!(0)),
        ("segmentLength", json!(37)),
        ("initial", json!(true)),
        ("in_order", json!(false)),
        ("agreeing", json!(3)),
        ("overflowed", json!(2)),
    ];
    for (name, value) in optional {
        whole[name] = value;
    }
    whole["mismatch"] = failed(json!({}))["mismatch"].clone();
    let text = whole.to_string();
    let point: Fields = serde_json::from_str(&text).unwrap();
    for (name, cell) in &COLUMNS {
        let path = match cell {
            Same => name,
            At(path) | Count(path) => path,
            _ => continue,
        };
        assert!(at(&point, path).is_some(), "{name}");
    }
}
