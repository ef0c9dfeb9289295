//! The documents: the tables of scans match the registry, their links resolve, and every cited source is listed. The library's public types
//! have examples. Their English keeps to the glossary of CONTRIBUTING.md and avoids the faults that a pattern can find.
//! `UPDATE_README=1 cargo test --test docs` updates the tables.
#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;
use scanlab::scan::{ALGORITHMS, Algorithm, InPlace};

/// The document of the generated tables.
const ALGORITHMS_DOCUMENT: &str = "docs/algorithms.md";

/// The maximum number of words of the README.
const MAX_README_WORDS: usize = 1100;

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

/// All documents: Markdown files at the top and in these folders.
fn documents() -> Vec<PathBuf> {
    let folders = ["", "docs", "docs/hosts", "emulator", "examples", "measurements", "shaders", "www", "www/build"]
        .map(|folder| fs::read_dir(root().join(folder)).expect("a folder"));
    let files = folders.into_iter().flatten().map(|entry| entry.expect("an entry").path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// A Markdown table with one row per algorithm.
fn table(titles: &[&str], cells: impl Fn(&Algorithm) -> Vec<String>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let titles: Vec<_> = titles.iter().map(ToString::to_string).collect();
    let rows: String = ALGORITHMS.iter().map(|algorithm| line(&cells(algorithm))).collect();
    format!("{}|{}\n{rows}", line(&titles), "---|".repeat(titles.len()))
}

/// Descriptions and sources.
fn description_table() -> String {
    table(&["scan", "method", "source"], |algorithm| {
        let sources: Vec<_> = citations(algorithm).collect();
        vec![format!("`{}`", algorithm.id), algorithm.summary.into(), sources.join("; ")]
    })
}

/// Costs and tuning.
fn cost_table() -> String {
    table(
        &["scan", "family", "source", "work", "depth", "order", "traffic", "in place", "needs", "tuning"],
        |algorithm| {
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
        },
    )
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

/// Compares a table with the registry's, or updates it.
fn assert_table(name: &str, table: &str) {
    let (start, end) = (format!("<!-- {name}: start -->\n"), format!("<!-- {name}: end -->"));
    let path = root().join(ALGORITHMS_DOCUMENT);
    let text = read(&path);
    let (head, rest) = text.split_once(&start).expect("the table's start");
    let (found, tail) = rest.split_once(&end).expect("the table's end");
    if std::env::var_os("UPDATE_README").is_some() {
        fs::write(&path, format!("{head}{start}{table}{end}{tail}")).expect("a document that can be written");
    } else {
        let differing = |left: &str, right: &str| -> Vec<String> {
            left.lines().filter(|line| !right.lines().any(|other| other == *line)).map(str::to_owned).collect()
        };
        assert!(
            found == table,
            "the table {name} of {ALGORITHMS_DOCUMENT} differs from the registry; update it: UPDATE_README=1 cargo test --test docs\n\
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
    files_of(folder, &["rs"])
}

/// The files below a folder with one of the extensions.
fn files_of(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = entries.flat_map(|path| if path.is_dir() { files_of(&path, extensions) } else { vec![path] });
    let has_extension = |path: &PathBuf| extensions.iter().any(|&one| path.extension().is_some_and(|own| own == one));
    files.filter(has_extension).collect()
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
    assert_table("descriptions", &description_table());
    assert_table("algorithms", &cost_table());
}

#[test]
fn titles_have_the_number_of_scans() {
    // `auto` chooses one of the other scans, so it does not count.
    let scans = ALGORITHMS.iter().filter(|algorithm| !algorithm.is_auto()).count();
    for (file, title) in [
        ("README.md", format!("\nScanLab runs {scans} GPU prefix sums in your browser")),
        (ALGORITHMS_DOCUMENT, format!("\nScanLab has {scans} scans")),
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
    // The history contains earlier names of files.
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

/// The heading of the glossary in CONTRIBUTING.md.
const GLOSSARY: &str = "\n## Glossary\n";

/// A kind of fault: the rule, the patterns that find it, and sentences in which they must find it.
type Fault = (&'static str, &'static [&'static str], &'static [&'static str]);

/// The beginning of a sentence, of a table's cell, or of a clause after a colon or a semicolon.
const CLAUSE: &str = r"(?:^|[.!?:;] |[.!?]\) )[“(]?";

/// Nouns that rates count: “one number per word”.
const COUNTED: &str = "word|element|number|dispatch|bit|byte|flag|head|pack|register|vector|row|barrier|item|application|instruction|\
                       combination|shuffle|product|tile|level|line|frame|launch|invocation|thread|child|file|kernel|comparison|entry";
/// Nouns after “per”.
const PER: &str = "word|element|level|step|pack|row|column|digit|invocation|segment|second|key|scan|size|combination|node|chunk|\
                   vector|tile|thread|workgroup|subgroup|round|frame|lane|bin|block|pair|run|dispatch|pass|octave|side|operator|\
                   algorithm|change|family|form|card|term";

/// The kinds of fault that patterns find; `{clause}`, `{counted}` and `{per}` stand for the constants above.
const FAULTS: &[Fault] = &[
    (
        "a sentence or clause begins with its subject or its condition, not with “Of …”",
        &["{clause}[Oo]f (?:[a-z]|[A-Z0-9])"],
        &[
            "Of a lost device the work tells.",
            "Numbers are read. Of `f32`, −0 comes before 0.",
            "From the data: of quicksort, the counts of one round.",
            "| a name; of f32 also infinities |",
        ],
    ),
    (
        "a sentence names its subject; “What …” begins questions only",
        &["{clause}What [^?]*?(?:[.!;:]|$)"],
        &["What an output lacks is what none has: all ones.", "- **Parts:** What waits for nothing is never aborted."],
    ),
    (
        "say what there is, or “no …”, “without …”, “unknown …”",
        &[r"\b(?:is|are|be|was|were|has|have|had) none\b", r"\bno more than that\b", r"\b(?:is|are) no such\b"],
        &[
            "“foo” is none.",
            "Where there is none, n is null.",
            "They get no more than that.",
            "Flags that are no such fail.",
        ],
    ),
    (
        "rates have “per”: “one number per word”",
        &[
            r"\b(?:an?|one) (?:{counted}|pass|step|state|sample|count|read|write|time|point|place|page) an? (?:{per})\b",
            r"\b(?:{counted})(?:e?s|ren)? an? (?:{per})\b",
            r"(?:\b(?:\d+|two|three|four)|[⁰¹²³⁴⁵⁶⁷⁸⁹]) \w+[a-rt-z]s an? (?:{per})\b",
        ],
        &[
            "The identity, a number a word.",
            "Steps between two buffers, a dispatch a step.",
            "It moves 10⁹ elements a second.",
            "A tree with several children a node.",
            "Each reads a state an invocation.",
            "It makes 60 calls a frame.",
        ],
    ),
    (
        "“that many”, “this many”, or the number itself",
        &[r"\bso (?:many|few)\b", r"\bof as many\b"],
        &["Two buffers of so many words.", "A copy kernel of as many bytes."],
    ),
    (
        "“at most” and “at least” stand before the number",
        &[r"(?:\d|\w+s) at (?:most|least)(?:[.,;:)]|$)"],
        &["The error names ten readings at most.", "It has 64 at most, each a page."],
    ),
    (
        "“your”, “a … that you choose”, “the caller's …”",
        &[
            r"\bone[’']s (?:own|choice)\b",
            r"\bof one[’']s\b",
            r"\bof the (?:caller|page|lab|user|program)[’']s(?:[,.;:)]|$| own)",
        ],
        &["A progress model of one’s choice.", "Runs in encoders of the caller's.", "Scans of one's own numbers."],
    ),
    (
        "two sentences instead of a chain of “by which”",
        &[r"\bby which\b"],
        &["A link by which what is measured is opened."],
    ),
    (
        "plain words instead of idioms",
        &[
            r"(?i)\bof (?:no )?account\b|\bfor ever\b|\bin vain\b|\btimes less\b|\btakes? long\b|\bone of each\b|\bon until\b",
        ],
        &[
            "A sample of no account.",
            "The kernel waits for ever.",
            "2.26 times less.",
            "One of each.",
            "On until a front is empty.",
        ],
    ),
];

/// The sentences of a Markdown text without code: its paragraphs, list items, cells, and headings with their marks.
fn prose(text: &str) -> Vec<String> {
    let comment = Regex::new("<!--.*?-->").expect("a pattern");
    let span = Regex::new("`[^`]*`").expect("a pattern");
    let link = Regex::new(r"!?\[([^\]]*)\]\([^)]*\)").expect("a pattern");
    let item = Regex::new(r"^\s*(?:[-*]|\d+\.) +").expect("a pattern");
    let mut units = vec![String::new()];
    for line in text.split("```").step_by(2).flat_map(|prose| prose.lines().chain([""])) {
        let line = comment.replace_all(line, "");
        let line = span.replace_all(&line, "code");
        let line = link.replace_all(&line, "$1").replace("**", "");
        if line.starts_with('|') {
            units.extend(line.split('|').map(|cell| cell.trim().to_owned()));
        } else if line.trim().is_empty() || line.starts_with('#') || item.is_match(&line) {
            units.push(item.replace(&line, "").into_owned());
        } else {
            let unit = units.last_mut().expect("a unit");
            unit.push(' ');
            unit.push_str(line.trim());
        }
    }
    units.iter().map(|unit| unit.trim().trim_start_matches('*').to_owned()).filter(|unit| !unit.is_empty()).collect()
}

/// The comments of a source file in Rust, as prose.
fn comments(source: &str) -> Vec<String> {
    let lines = source.lines().map(|line| {
        let line = line.trim_start();
        let comment = ["//! ", "/// ", "// "].iter().find_map(|mark| line.strip_prefix(mark));
        comment.unwrap_or_default()
    });
    prose(&lines.collect::<Vec<_>>().join("\n"))
}

/// The texts of a source file in Rust that have several words, with `{…}` as “x”. Messages consist of such parts, so
/// each text is put after “x”: a part need not begin a sentence.
fn messages(source: &str) -> Vec<String> {
    let literal = Regex::new(r#""((?:[^"\\]|\\.)*)""#).expect("a pattern");
    let value = Regex::new(r"\{[^{}]*\}").expect("a pattern");
    let texts = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| literal.captures_iter(line).map(|found| found[1].to_owned()).collect::<Vec<_>>());
    let texts = texts.map(|text| value.replace_all(&text, "x").into_owned());
    texts.filter(|text| text.matches(' ').count() >= 2).map(|text| format!("x {text}")).collect()
}

/// The comments of a script or a style sheet that have their own lines, as prose. A property's comment may begin with “of”, since it
/// continues the property's name.
fn script_comments(source: &str) -> Vec<String> {
    let mut is_block = false;
    let lines = source.lines().map(|line| {
        let line = line.trim();
        let text = match ["/**", "/*", "//"].iter().find_map(|mark| line.strip_prefix(mark)) {
            Some(text) => {
                is_block = !line.starts_with("//");
                text
            }
            None if is_block => line.strip_prefix('*').unwrap_or(line),
            None => "",
        };
        is_block &= !line.ends_with("*/");
        let text =
            text.trim_end_matches('/').trim_end_matches('*').trim().replace(": of ", ": ").replace("; of ", "; ");
        let text = text.strip_prefix("of ").unwrap_or(&text);
        if text.starts_with('@') { format!("- {text}") } else { text.to_owned() }
    });
    prose(&lines.collect::<Vec<_>>().join("\n"))
}

/// The texts of a script that are sentences: literals that begin with a capital and end with a full stop. `${…}` becomes “x”.
fn script_sentences(source: &str) -> Vec<String> {
    let literal = Regex::new(r#""([^"\n]*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`"#).expect("a pattern");
    let value = Regex::new(r"\$\{[^}]*\}").expect("a pattern");
    let space = Regex::new(r"\s+").expect("a pattern");
    let is_code = |line: &&str| !["//", "/*", "*"].iter().any(|mark| line.trim_start().starts_with(mark));
    let code = source.lines().filter(is_code).collect::<Vec<_>>().join("\n");
    let texts = literal.captures_iter(&code).filter_map(|found| (1..4).find_map(|group| found.get(group)));
    let texts = texts.map(|text| space.replace_all(&value.replace_all(text.as_str(), "x"), " ").trim().to_owned());
    let is_sentence = |text: &String| text.ends_with('.') && text.contains(' ') && text.starts_with(char::is_uppercase);
    texts.filter(is_sentence).collect()
}

/// The rows of the glossary: each term, with the phrases in quotation marks that must not stand for it.
fn glossary() -> Vec<(String, Vec<String>)> {
    let text = read(&root().join("CONTRIBUTING.md"));
    let (_, rest) = text.split_once(GLOSSARY).expect("the glossary of CONTRIBUTING.md");
    let rows = rest.lines().take_while(|line| !line.starts_with("## ")).filter(|line| line.starts_with("| "));
    let cells = rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect::<Vec<_>>());
    cells
        .skip(1)
        .map(|cells| {
            let [term, _, instead] = cells[..] else { panic!("a row of the glossary has three cells: {cells:?}") };
            let phrases = instead.split('“').skip(1).filter_map(|rest| rest.split('”').next());
            (term.to_owned(), phrases.map(str::to_owned).collect())
        })
        .collect()
}

/// Patterns with the rules that they enforce: the kinds of fault, and the phrases that the glossary replaces.
fn rules() -> Vec<(String, Regex)> {
    let faults = FAULTS.iter().flat_map(|(rule, patterns, _)| {
        patterns.iter().map(|pattern| {
            let pattern = pattern.replace("{clause}", CLAUSE).replace("{counted}", COUNTED).replace("{per}", PER);
            ((*rule).to_owned(), pattern)
        })
    });
    let terms = glossary().into_iter().flat_map(|(term, phrases)| {
        phrases.into_iter().map(move |phrase| {
            let phrase = regex_lite::escape(&phrase).replace('’', "[’']");
            (format!("the glossary has “{term}” for this"), format!(r"(?i)\b{phrase}(?:e?s)?\b"))
        })
    });
    faults.chain(terms).map(|(rule, pattern)| (rule, Regex::new(&pattern).expect("a pattern"))).collect()
}

/// The faults of a prose text, each with the words around it and its rule.
fn faults(rules: &[(String, Regex)], prose: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for unit in prose {
        // Headings may be questions without a question mark, such as “What makes a scan fast”.
        let is_heading = unit.starts_with('#');
        let text = unit.trim_start_matches('#').trim();
        for (rule, pattern) in rules {
            let matches = pattern.find_iter(text).filter(|found| !(is_heading && found.as_str().starts_with("What")));
            found.extend(matches.map(|one| {
                let before: String = text[..one.start()].chars().rev().take(30).collect();
                let before: String = before.chars().rev().collect();
                let after: String = text[one.start()..].chars().take(60).collect();
                format!("… {before}[{after} …: {rule}")
            }));
        }
    }
    found
}

/// A document's prose as far as it is written by hand: the sections of applications come from the page's registry, and only the newest
/// section of the history is kept up.
fn checked_prose(path: &Path) -> Vec<String> {
    let text = read(path);
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
    let end = match name {
        "applications.md" => text.find("\n## "),
        "CHANGELOG.md" => text.match_indices("\n## [").nth(1).map(|(index, _)| index),
        _ => None,
    };
    let text = &text[..end.unwrap_or(text.len())];
    let (written, glossary) = text.split_once(GLOSSARY).unwrap_or((text, ""));
    // The last column quotes phrases to avoid.
    let terms =
        glossary.lines().map(|line| line.trim_end_matches(" |").rsplit_once(" | ").map_or(line, |(kept, _)| kept));
    prose(&[&[written], &terms.collect::<Vec<_>>()[..]].concat().join("\n"))
}

#[test]
fn faulty_sentences_are_found() {
    let rules = rules();
    for (rule, _, sentences) in FAULTS {
        for sentence in *sentences {
            let found = faults(&rules, &prose(sentence));
            assert!(
                found.iter().any(|found| found.ends_with(rule)),
                "{sentence:?} breaks the rule: {rule}; found: {found:?}"
            );
        }
    }
    let glossary = glossary();
    assert!(glossary.len() >= 50, "{} terms in the glossary", glossary.len());
    for (term, phrases) in &glossary {
        for phrase in phrases {
            let found = faults(&rules, &prose(&format!("The tests use {phrase}.")));
            assert!(
                found.iter().any(|found| found.contains(term.as_str())),
                "“{phrase}” stands for “{term}”; found: {found:?}"
            );
        }
    }
    let phrases = glossary.iter().map(|(_, phrases)| phrases.len()).sum::<usize>();
    assert!(phrases >= 20, "the glossary quotes {phrases} phrases to be avoided");
}

#[test]
fn plain_sentences_are_no_faults() {
    let rules = rules();
    let plain = "# What makes a scan fast\n\nIf the device is lost, the awaited work rejects. Missing words read as `0xffffffff`.\n\n\
                 - The identity has one number per word: a copy of the element. What is a scan?\n\n\
                 | option | default |\n|---|---|\n| `signal` | none |\n\n```js\n// Of code nothing is read. What it does.\n```\n";
    assert_eq!(faults(&rules, &prose(plain)), Vec::<String>::new());
    let comment = "/// Of a comment.\nlet text = \"Of code.\";\n";
    assert_eq!(faults(&rules, &comments(comment)).len(), 1);
    let message = "// \"is so many\"\nError(format!(\"{what} takes {n} elements at most.\"), \"of one word\")\n";
    assert_eq!(faults(&rules, &messages(message)).len(), 1);
    let script = "/** Of a comment. */\nlet side = 'Of code.';\n/**\n * A box.\n * @param side of a square\n */\n/** of a text */\n";
    assert_eq!(faults(&rules, &script_comments(script)).len(), 1);
    let texts = "const one = 'of all';\nconst two = `Of ${n} numbers,\n  each is shown.`;\n// It’s a comment.\n";
    assert_eq!(script_sentences(texts), ["Of x numbers, each is shown."]);
    assert_eq!(faults(&rules, &script_sentences(texts)).len(), 1);
}

#[test]
fn the_documents_are_in_plain_english() {
    let rules = rules();
    let mut found = Vec::new();
    for document in documents() {
        let name = document.strip_prefix(root()).expect("a path").display().to_string();
        let faults = faults(&rules, &checked_prose(&document));
        found.extend(faults.into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(found.is_empty(), "CONTRIBUTING.md, “Style” and “Glossary”: {found:#?}");
}

#[test]
fn comments_are_in_plain_english() {
    let rules = rules();
    let mut found = Vec::new();
    let folders = [
        "src",
        "shaders",
        "lab/src",
        "crossing/src",
        "emulator",
        "exercises",
        "xtask",
        "tests",
        "examples",
        "benches",
        "build",
    ];
    let files = folders.iter().flat_map(|folder| files_of(&root().join(folder), &["rs", "wgsl"]));
    for path in files.chain([root().join("build.rs")]) {
        let name = path.strip_prefix(root()).expect("a path").display().to_string();
        found.extend(faults(&rules, &comments(&read(&path))).into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(found.is_empty(), "CONTRIBUTING.md, “Style” and “Glossary”: {found:#?}");
}

#[test]
fn messages_are_in_plain_english() {
    let rules = rules();
    let mut found = Vec::new();
    let folders = ["src", "lab/src", "crossing/src", "emulator/src", "emulator/web/src", "exercises/src", "xtask/src"];
    let files: Vec<_> = folders.iter().flat_map(|folder| files_of(&root().join(folder), &["rs"])).collect();
    for path in files {
        let name = path.strip_prefix(root()).expect("a path").display().to_string();
        found.extend(faults(&rules, &messages(&read(&path))).into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(found.is_empty(), "CONTRIBUTING.md, “Style” and “Glossary”: {found:#?}");
}

#[test]
fn comments_and_sentences_of_the_page_are_in_plain_english() {
    let rules = rules();
    let mut found = Vec::new();
    let files =
        ["www", "examples/web"].iter().flat_map(|folder| files_of(&root().join(folder), &["ts", "js", "mjs", "css"]));
    for path in files.filter(|path| !path.to_string_lossy().ends_with(".d.ts")) {
        let name = path.strip_prefix(root()).expect("a path").display().to_string();
        found
            .extend(faults(&rules, &script_comments(&read(&path))).into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(found.is_empty(), "CONTRIBUTING.md, “Style” and “Glossary”: {found:#?}");
}
