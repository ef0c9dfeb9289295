//! The registry of scans is complete: every scan has the files and entries that CONTRIBUTING.md lists.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/refused.rs"]
mod refused;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use refused::takes;
use scanlab::error::ErrorCode;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::{OPERATIONS, OperationJob, Options};
use scanlab::plan::{Direction, Form, Job, Limits, Mode, Pass, Plan, Segments, Tuning};
use scanlab::scan::{ALGORITHMS, Algorithm};
use scanlab_lab::request::Request;

const LESSONS: &str = "www/learn/lessons";
/// The document whose tables of descriptions and of costs have a row per scan.
const TABLES: &str = "docs/algorithms.md";

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The files of a folder with an extension, by their stems.
fn stems(folder: &str, extension: &str) -> Vec<String> {
    let entries = fs::read_dir(path(folder)).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = entries.filter(|file| file.extension().is_some_and(|found| found == extension));
    files.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect()
}

/// The public name that a file of `src/scan/` declares, if it declares a scan.
fn declared_id(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("const ALGORITHM: Algorithm = Algorithm {")?;
    rest.split_once("id: \"")?.1.split('"').next()
}

fn is_registered(id: &str) -> bool {
    ALGORITHMS.iter().any(|algorithm| algorithm.id == id)
}

/// The missing parts of a registered scan.
fn missing_parts(algorithm: &Algorithm, lessons: &str) -> Vec<String> {
    let id = algorithm.id;
    let mut missing = Vec::new();
    let file = format!("src/scan/{}.rs", id.replace('-', "_"));
    if !path(&file).is_file() {
        missing.push(format!("{id}: {file}"));
    }
    if ![format!("\n  {id}: {{"), format!("\n  '{id}': {{")].iter().any(|key| lessons.contains(key)) {
        missing.push(format!("{id}: its lesson, in a file of {LESSONS}/"));
    }
    if read(TABLES).matches(&format!("\n| `{id}` |")).count() != 2 {
        missing.push(format!("{id}: its rows of {TABLES} (UPDATE_README=1 cargo test --test docs)"));
    }
    missing
}

#[test]
fn every_scan_has_its_files_and_entries() {
    let lessons: String = stems(LESSONS, "ts").iter().map(|stem| read(&format!("{LESSONS}/{stem}.ts"))).collect();
    let mut missing: Vec<_> = ALGORITHMS.iter().flat_map(|algorithm| missing_parts(algorithm, &lessons)).collect();
    for stem in stems("src/scan", "rs") {
        let text = read(&format!("src/scan/{stem}.rs"));
        if let Some(id) = declared_id(&text).filter(|id| !is_registered(id)) {
            missing.push(format!("{id}: its `mod` line and its line of ALGORITHMS, in src/scan/mod.rs"));
        }
    }
    let unregistered = stems("shaders/scan", "wgsl").into_iter().filter(|stem| !is_registered(stem));
    missing.extend(unregistered.map(|id| format!("{id}: the scan of shaders/scan/{id}.wgsl, in src/scan/")));
    assert!(missing.is_empty(), "CONTRIBUTING.md, “Add a scan”; missing: {missing:#?}");
}

/// Every operator, type, direction, mode and kind of segments, in place and not.
fn forms() -> impl Iterator<Item = Form> {
    let segments =
        [Segments::Whole, Segments::Heads, Segments::HeadBits, Segments::Rows(1_000), Segments::Columns(1_000)];
    let kinds = segments.into_iter().flat_map(|segments| {
        let directions = [Direction::Forward, Direction::Backward];
        directions.into_iter().flat_map(move |direction| {
            [Mode::Inclusive, Mode::Exclusive]
                .into_iter()
                .flat_map(move |mode| [false, true].map(|in_place| (segments, direction, mode, in_place)))
        })
    });
    Monoid::all().flat_map(move |monoid| {
        kinds.clone().map(move |(segments, direction, mode, in_place)| Form {
            direction,
            segments,
            in_place,
            ..Form::new(monoid.clone(), mode)
        })
    })
}

/// Scans that read an element after another invocation may have stored its prefix there. The second list has those that
/// do so only in exclusive scans.
const NEVER_IN_PLACE: [&str; 2] = ["hillis-steele", "look-back-fallback"];
const INCLUSIVE_IN_PLACE: [&str; 3] = ["reduce-downsweep", "hybrid", "nakano-sequential"];

/// A part of the reason why a scan refuses a form. Columns are scanned in the same way whatever the scan.
fn refusal(id: &str, form: &Form) -> Option<&'static str> {
    let (operator, element_type) = (&*form.monoid.operator.id, form.monoid.element_type);
    let is_of_columns = matches!(form.segments, Segments::Columns(_));
    match id {
        _ if is_of_columns => None,
        "matrix" if operator != "add" => Some("computes sums (\"add\")"),
        "matrix" if form.segments.are_flagged() => Some("scans without segments"),
        "segmented-difference" => match (operator, element_type) {
            ("add" | "xor", ElementType::U32 | ElementType::I32) => None,
            ("add", ElementType::F32) => Some("for f32 cancels"),
            ("mul", _) => Some("zero has none"),
            _ => Some("needs an operator with an inverse"),
        },
        _ if form.in_place && NEVER_IN_PLACE.contains(&id) => Some("reads elements of the input after others"),
        _ if form.in_place && form.mode == Mode::Exclusive && INCLUSIVE_IN_PLACE.contains(&id) => {
            Some("inclusive scans are possible")
        }
        _ => None,
    }
}

#[test]
fn only_these_scans_refuse_forms() {
    for algorithm in ALGORITHMS {
        for form in forms() {
            let expected = refusal(algorithm.id, &form);
            assert_eq!(takes(algorithm, &form), expected.is_none(), "{} {form:?}", algorithm.id);
            if let (Some(expected), Err(found)) = (expected, algorithm.check_form(&form)) {
                assert!(found.to_string().contains(expected), "{} {form:?}: {found}", algorithm.id);
            }
        }
    }
}

/// Scans of tiles and blocks read heads beside the values; those whose dispatches go over the whole input copy values with flags.
#[test]
fn only_these_scans_are_lifted_to_flagged_elements() {
    let lifted = ["sequential", "hillis-steele", "reduce-downsweep", "hybrid", "nakano", "nakano-sequential"];
    let add = Monoid::find("add", ElementType::U32).expect("add on u32");
    let form = Form { segments: Segments::Heads, ..Form::new(add, Mode::Inclusive) };
    let limits = Limits { forward_progress: true, subgroups: Some((32, 32)), ..Limits::CORE };
    for algorithm in ALGORITHMS.iter().filter(|algorithm| takes(algorithm, &form)) {
        let tuning = algorithm.resolve_tuning(&Tuning::new()).expect("the defaults");
        let job = Job { elements: 100_000, form: form.clone(), tuning, limits };
        let plan = algorithm.plan(&job);
        assert_eq!(algorithm.lifts_segments(&job), lifted.contains(&algorithm.id), "{}", algorithm.id);
        // A tile of 256 elements stores three words: a flagged total, and where its first segment starts.
        let scratch: u64 = plan.scratch_bytes.iter().sum();
        let is_of_plain_scans = algorithm.id == "segmented-difference";
        let is_small = scratch <= 4 * 100_000 / 50;
        assert_eq!(
            is_small,
            !algorithm.lifts_segments(&job) && !is_of_plain_scans,
            "{}: {scratch} bytes",
            algorithm.id
        );
    }
}

#[test]
fn a_request_of_a_refused_form_has_the_reason() {
    let reason = |fields: &str| {
        let request = Request::parse(&format!("{{{fields}}}")).expect("a request");
        let error = request.check_support(&Limits::CORE).map(|_| "a form").expect_err("a refused form");
        assert_eq!(error.code(), ErrorCode::Unsupported);
        error.to_string()
    };
    let found = reason(r#""algorithm":"matrix","operator":"mul","type":"u32""#);
    assert!(found.contains("\"matrix\" computes sums (\"add\")"), "{found}");
    let found = reason(r#""algorithm":"matrix","operator":"add","type":"u32","segmented":true"#);
    assert!(found.contains("without segments: pairs of flag and value form no ring"), "{found}");
    for (operator, element_type, why) in [
        ("add", "f32", "for f32 cancels"),
        ("mul", "u32", "zero has none"),
        ("max", "i32", "an operator with an inverse"),
    ] {
        let fields = format!(r#""algorithm":"segmented-difference","operator":"{operator}","type":"{element_type}""#);
        assert!(reason(&fields).contains(why), "{}", reason(&fields));
    }
}

/// The lengths of levels of sums differ from this one.
const PRIME: u32 = 100_003;

/// Fails unless the passes over all elements take a length, and the passes over sums do not.
fn assert_passes_take_length(plan: &Plan, elements: u32, name: &str) {
    if !plan.takes_length {
        return;
    }
    assert!(plan.passes.iter().any(|pass| pass.takes_length), "{name}");
    for Pass { kernel, takes_length, elements: of_pass, .. } in &plan.passes {
        let is_over_all = *of_pass == elements;
        let is_right = if elements == PRIME { *takes_length == is_over_all } else { !takes_length || is_over_all };
        assert!(is_right, "{name}: {} of {of_pass}", kernel.entry_point);
    }
}

#[test]
fn passes_over_all_elements_take_a_length_from_the_device() {
    let mut taken = BTreeSet::new();
    let subgroups = [None, Some((32, 32)), Some((8, 64))];
    for (subgroups, software) in subgroups.into_iter().flat_map(|sizes| [(sizes, false), (sizes, true)]) {
        let limits = Limits { forward_progress: true, software, subgroups, ..Limits::CORE };
        for elements in [1, 2, 31, 255, 256, 257, 1_024, 8_192, PRIME] {
            for (algorithm, form) in ALGORITHMS.iter().flat_map(|&algorithm| {
                forms().filter(|form| form.monoid == Monoid::counts()).map(move |form| (algorithm, form))
            }) {
                if algorithm.check_needs(&limits).is_err() || !takes(algorithm, &form) {
                    continue;
                }
                let name = format!("{} of {elements}, {form:?}, {subgroups:?}", algorithm.id);
                let tuning = algorithm.resolve_tuning(&Tuning::new()).expect("the defaults");
                let plan = algorithm.plan(&Job { elements, form, tuning, limits });
                assert_passes_take_length(&plan, elements, &name);
                taken.extend(plan.takes_length.then_some(algorithm.id));
            }
            for (operation, record_words) in OPERATIONS.iter().flat_map(|operation| [(operation, 1), (operation, 3)]) {
                let job = OperationJob::new(operation.id, elements, Monoid::counts(), limits).expect("a job");
                let options = Options { values: operation.id == "sort", record_words, ..Options::default() };
                for scan in ALGORITHMS {
                    let planned = OperationJob { options: options.clone(), scan, ..job.clone() }.planned();
                    let Ok(planned) = planned else { continue };
                    let name =
                        format!("{} by {} of {elements} of {record_words} words, {limits:?}", operation.id, scan.id);
                    assert_passes_take_length(planned.plan(), elements, &name);
                    taken.extend(planned.plan().takes_length.then_some(operation.id));
                }
            }
        }
    }
    for id in [
        "look-back",
        "raking",
        "hybrid",
        "subgroup",
        "compact",
        "partition",
        "unique",
        "top-k",
        "histogram",
        "sort",
        "reduce",
        "reduce-by-key",
    ] {
        assert!(taken.contains(id), "{taken:?}");
    }
}
