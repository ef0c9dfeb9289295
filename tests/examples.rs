//! The examples end with a checked result.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../examples/compact_indirect.rs"]
mod compact_indirect;
#[path = "../examples/compact_records.rs"]
mod compact_records;
#[path = "../examples/custom_operator.rs"]
mod custom_operator;
#[path = "../examples/record_scan.rs"]
mod record_scan;
#[path = "../examples/scan_slice.rs"]
mod scan_slice;
#[path = "../examples/sort_pairs.rs"]
mod sort_pairs;

/// Runs an example. It may lack an adapter unless a device is required.
fn run(example: fn()) {
    match std::env::var_os("SCANLAB_REQUIRE_GPU") {
        Some(_) => example(),
        None => println!("skipped: SCANLAB_REQUIRE_GPU is not set"),
    }
}

#[test]
fn compact_indirect_ends_with_the_right_result() {
    run(compact_indirect::main);
}

#[test]
fn compact_records_ends_with_the_right_result() {
    run(compact_records::main);
}

#[test]
fn custom_operator_ends_with_the_right_result() {
    run(custom_operator::main);
}

#[test]
fn record_scan_ends_with_the_right_result() {
    run(record_scan::main);
}

#[test]
fn scan_slice_ends_with_the_right_result() {
    run(scan_slice::main);
}

#[test]
fn sort_pairs_ends_with_the_right_result() {
    run(sort_pairs::main);
}

#[test]
fn every_example_is_run() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut programs: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| path.file_stem().expect("a name").display().to_string())
        .collect();
    programs.sort();
    assert_eq!(
        programs,
        ["compact_indirect", "compact_records", "custom_operator", "record_scan", "scan_slice", "sort_pairs"]
    );
}
