//! The benchmark's table and report; its times are not checked.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use pollster::block_on;
use scanlab::operation::OPERATIONS;
use scanlab_lab::gpu::OpenOptions;
use serde_json::Value;

/// Runs the benchmark as `cargo test --workspace` builds it, so that no dependency is compiled again with other features.
fn bench(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--quiet", "--workspace", "--bench", "scans", "--"]).args(arguments);
    command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("a cargo that runs")
}

fn report_file() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench.json")
}

/// The words of each row below the header.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let table = text.lines().skip_while(|line| !line.starts_with("n ")).skip(1);
    table.map(|line| line.split_whitespace().collect()).collect()
}

#[test]
fn every_size_has_the_copy_kernel_and_every_scan() {
    if block_on(support::open(OpenOptions::default())).is_none() {
        return;
    }
    let file = report_file();
    let path = file.to_str().expect("a path of text");
    let output = bench(&["--calibrate", "--sizes", "2^10,1000", "--algorithms", "auto,hybrid", "--json", path]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    for line in ["adapter  ", "driver   ", "date     20", "ScanLab  "] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line}: {text}");
    }
    let mut lines = text.lines().skip_while(|line| *line != "auto, as calibrated on this device:").skip(1);
    assert!(lines.any(|line| line.starts_with("  up to 4294967295 elements  ")), "{text}");
    let rows = rows(&text);
    let names: Vec<_> = rows.iter().map(|row| (row[0], row[1])).collect();
    let scans = |n| [(n, "copy"), (n, "auto"), (n, "hybrid")];
    assert_eq!(names, [scans("2^10"), scans("1000")].concat());
    for row in rows.iter().filter(|row| row[1] != "copy") {
        // n, scan, rate, "46.3 %", "44.0 % - 49.8 %".
        assert!(row[2].parse::<f64>().is_ok_and(|rate| rate > 0.0), "{row:?}");
        assert_eq!((row[4], row[6], row[7], row[9]), ("%", "%", "-", "%"), "{row:?}");
    }
    check_report(&fs::read_to_string(&file).expect("a report"));
}

#[test]
fn every_operation_has_a_row_and_its_outputs_are_right() {
    if block_on(support::open(OpenOptions::default())).is_none() {
        return;
    }
    let run = || {
        let output = bench(&["--sizes", "3001", "--operations", "all"]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        text
    };
    let mut text = run();
    // On a busy machine, the first run may exceed its time limit, since the driver compiles the kernels. It keeps them.
    if text.contains("would take longer than") {
        text = run();
    }
    let rows = rows(&text);
    for operation in OPERATIONS {
        assert!(rows.iter().any(|row| row[1] == operation.id), "{}: {text}", operation.id);
    }
    assert!(!text.contains("FAIL") && !text.contains("skipped"), "{text}");
}

fn check_report(text: &str) {
    let report: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!((&report["app"], &report["report"]), (&"ScanLab".into(), &"bench".into()));
    let points = report["points"].as_array().expect("points");
    assert_eq!(points.len(), 4);
    for point in points {
        assert!(point["verified"] == true && point["elements_per_s"].as_f64().is_some_and(|rate| rate > 0.0));
        assert!(point["measured"]["copy"]["median_ns"].as_f64().is_some_and(|ns| ns > 0.0));
    }
}

#[test]
fn skipped_sizes_and_bad_arguments_have_reasons() {
    if block_on(support::open(OpenOptions::default())).is_none() {
        return;
    }
    let output = bench(&["--sizes", "2^31", "--algorithms", "hybrid"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && text.contains("skipped") && text.contains("limit"), "{text}");
    for (arguments, reason) in [(["--sizes", "2^32"], "found \"2^32\""), (["--algorithms", "best"], "found \"best\"")] {
        let output = bench(&arguments);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && text.contains(reason), "{text}");
    }
}
