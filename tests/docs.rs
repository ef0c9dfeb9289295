//! The documents: their tables of scans match the registry, their links resolve, and every cited source is listed. The library's public types
//! have examples.
//! `UPDATE_README=1 cargo test --test docs` updates the tables.
#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::{Path, PathBuf};

use scanlab::scan::{ALGORITHMS, Algorithm, InPlace};

const START: &str = "<!-- algorithms: start -->\n";
const END: &str = "<!-- algorithms: end -->";

/// The most words of the README, including its table.
const MAX_README_WORDS: usize = 1200;

/// The beginnings of code spans that name a file of the project.
const FOLDERS: [&str; 12] = [
    "benches/",
    "crossing/",
    "docs/",
    "emulator/",
    "lab/",
    "measurements/",
    "shaders/",
    "src/",
    "tests/",
    "www/",
    "xtask/",
    ".ci/",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All documents: Markdown files at the top, in `docs/`, `examples/` and `measurements/`.
fn documents() -> Vec<PathBuf> {
    let folders =
        ["", "docs", "examples", "measurements"].map(|folder| fs::read_dir(root().join(folder)).expect("a folder"));
    let files = folders.into_iter().flatten().map(|entry| entry.expect("an entry").path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// A Markdown table with a row an algorithm.
fn table(titles: &[&str], cells: impl Fn(&Algorithm) -> Vec<String>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let titles: Vec<_> = titles.iter().map(ToString::to_string).collect();
    let rows: String = ALGORITHMS.iter().map(|algorithm| line(&cells(algorithm))).collect();
    format!("{}|{}\n{rows}", line(&titles), "---|".repeat(titles.len()))
}

/// The README's table: descriptions and sources.
fn short_table() -> String {
    table(&["id", "what it does", "from"], |algorithm| {
        let sources: Vec<_> = citations(algorithm).collect();
        vec![format!("`{}`", algorithm.id), algorithm.summary.into(), sources.join("; ")]
    })
}

/// The table of `docs/algorithms.md`: costs and tuning.
fn full_table() -> String {
    table(&["id", "family", "from", "work", "depth", "order", "traffic", "in place", "needs", "tuning"], |algorithm| {
        let Algorithm { id, family, paper, work, depth, order, traffic, needs, tuning, in_place, .. } = algorithm;
        let in_place = match in_place {
            InPlace::Always => "yes",
            InPlace::Inclusive => "inclusive",
            InPlace::Never => "no",
        };
        let tuning = tuning.iter().map(|parameter| {
            let default = parameter.default.map_or("by n and device".into(), |value| value.to_string());
            format!("`{}` {}–{} ({default})", parameter.name, parameter.min, parameter.max)
        });
        let tuning = tuning.collect::<Vec<_>>().join(", ");
        let needs = needs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let id = format!("`{id}`");
        let cells: [&str; 10] = [&id, family, paper, work, depth, order, traffic, in_place, &needs, &tuning];
        cells.map(str::to_owned).to_vec()
    })
}

/// The sources of an algorithm as they are listed: authors and year, without the section.
fn citations(algorithm: &Algorithm) -> impl Iterator<Item = &'static str> {
    algorithm.paper.split("; ").map(|citation| {
        let is_year = |start: usize| {
            let digits = citation.get(start..start + 4);
            digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let year = citation.match_indices(' ').map(|(space, _)| space + 1).find(|start| is_year(*start));
        year.map_or(citation, |start| &citation[..start + 4])
    })
}

/// Compares a document's table with the registry's, or updates it.
fn assert_table(document: &str, table: &str) {
    let path = root().join(document);
    let text = read(&path);
    let (head, rest) = text.split_once(START).expect("the table's start");
    let (found, tail) = rest.split_once(END).expect("the table's end");
    if std::env::var_os("UPDATE_README").is_some() {
        fs::write(&path, format!("{head}{START}{table}{END}{tail}")).expect("a document that can be written");
    } else {
        let differing = |left: &str, right: &str| -> Vec<String> {
            left.lines().filter(|line| !right.lines().any(|other| other == *line)).map(str::to_owned).collect()
        };
        assert!(
            found == table,
            "the table of {document} differs from the registry; update it: UPDATE_README=1 cargo test --test docs\n\
             missing rows: {:#?}\nstale rows: {:#?}",
            differing(table, found),
            differing(found, table)
        );
    }
}

/// The targets of all links and pictures in a text that are neither addresses nor in code.
fn links(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    let targets = prose.flat_map(|prose| prose.split("](").skip(1)).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://")).collect()
}

/// The fragments of a text's headings.
fn fragments(text: &str) -> Vec<String> {
    let prose = text.split("```").step_by(2);
    let headings = prose.flat_map(str::lines).filter(|line| line.starts_with('#'));
    let slug = |heading: &str| -> String {
        let kept = heading.trim_start_matches('#').trim().chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    headings.map(slug).collect()
}

/// All files of Rust below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = entries.flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The public types and macros that a file of the library declares, each with whether its documentation has an example.
fn public_types(source: &str) -> Vec<(&str, bool)> {
    let lines: Vec<&str> = source.lines().collect();
    let starts = ["pub struct ", "pub enum ", "pub trait ", "macro_rules! "];
    let found = lines.iter().enumerate().filter(|(_, line)| starts.iter().any(|start| line.starts_with(start)));
    found
        .map(|(index, line)| {
            let above = lines[..index].iter().rev().take_while(|line| line.starts_with("///") || line.starts_with('#'));
            (*line, above.filter(|line| line.starts_with("/// ```")).count() >= 2)
        })
        .collect()
}

#[test]
fn a_public_type_without_an_example_is_found() {
    let example = "/// A type.\n///\n/// ```\n/// assert!(true);\n/// ```\n#[derive(Debug)]\n";
    let source = format!("{example}pub struct With;\n\n/// Another.\n#[derive(Debug)]\npub enum Without {{}}\n");
    assert_eq!(public_types(&source), [("pub struct With;", true), ("pub enum Without {}", false)]);
}

#[test]
fn every_public_type_of_the_library_has_an_example() {
    let mut missing = Vec::new();
    let mut types = 0;
    for path in rust_files(&root().join("src")) {
        let source = read(&path);
        let found = public_types(&source);
        types += found.len();
        let without = found.into_iter().filter(|(_, has_example)| !has_example);
        missing.extend(without.map(|(line, _)| format!("{}: {line}", path.display())));
    }
    assert!(types > 0, "no public type is found in src/");
    assert!(missing.is_empty(), "public types without an example in their documentation: {missing:#?}");
}

#[test]
fn the_tables_match_the_registry() {
    assert_table("README.md", &short_table());
    assert_table("docs/algorithms.md", &full_table());
}

#[test]
fn titles_have_the_number_of_scans() {
    // `auto` is one of the others.
    let scans = ALGORITHMS.iter().filter(|algorithm| !algorithm.is_auto()).count();
    for (file, title) in [
        ("README.md", format!("\n{scans} GPU prefix sums (scans), in your browser")),
        ("index.html", format!("<title>ScanLab: {scans} GPU prefix sums, in your browser</title>")),
        ("index.html", format!("Run {scans} GPU prefix-sum (scan) algorithms")),
    ] {
        assert!(read(&root().join(file)).contains(&title), "{file} must contain {title:?}");
    }
}

#[test]
fn the_readme_is_short() {
    let words =
        read(&root().join("README.md")).split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
    assert!(
        words <= MAX_README_WORDS,
        "the README may have {MAX_README_WORDS} words; it has {words}: move some to docs/"
    );
}

#[test]
fn every_link_resolves() {
    let mut broken = Vec::new();
    for document in documents() {
        let text = read(&document);
        for link in links(&text) {
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { document.clone() } else { document.with_file_name(file) };
            let found = target.exists()
                && (fragment.is_empty() || fragments(&read(&target)).iter().any(|slug| slug == fragment));
            if !found {
                broken.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "links to missing files or headings: {broken:#?}");
}

#[test]
fn every_file_that_a_document_names_exists() {
    let mut missing = Vec::new();
    // The history has former names of files.
    for document in documents().into_iter().filter(|path| !path.ends_with("CHANGELOG.md")) {
        let text = read(&document);
        let spans = text.split("```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2));
        let is_plain = |span: &&str| !span.contains(|c: char| c.is_whitespace() || "<*{…".contains(c));
        let files = spans.filter(|span| FOLDERS.iter().any(|folder| span.starts_with(folder))).filter(is_plain);
        missing.extend(
            files.filter(|file| !root().join(file).exists()).map(|file| format!("{}: {file}", document.display())),
        );
    }
    assert!(missing.is_empty(), "missing files: {missing:#?}");
}

#[test]
fn workflows_only_call_the_project_s_own_command() {
    let mut calls = 0;
    for entry in fs::read_dir(root().join(".github/workflows")).expect("a folder") {
        let text = read(&entry.expect("an entry").path());
        for step in text.lines().filter_map(|line| line.trim_start_matches([' ', '-']).strip_prefix("run: ")) {
            assert!(step.starts_with("cargo xtask "), "{step}");
            calls += 1;
        }
    }
    assert!(calls > 0, "no step is found in .github/workflows/");
}

#[test]
fn every_source_of_a_scan_is_listed() {
    let sources = read(&root().join("docs/sources.md"));
    let mut cited = 0;
    for algorithm in ALGORITHMS {
        for citation in citations(algorithm).filter(|citation| !citation.starts_with("This project")) {
            let entry = format!("- **{citation}**: ");
            let lines = sources.lines().filter(|line| line.starts_with(&entry)).count();
            assert_eq!(lines, 1, "docs/sources.md must list {citation}, which {} cites, once", algorithm.id);
            cited += 1;
        }
    }
    assert!(cited >= ALGORITHMS.len(), "{} scans cite {cited} sources", ALGORITHMS.len());
}
