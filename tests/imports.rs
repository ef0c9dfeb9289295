//! Imports of shaders: errors are located, and every file imports exactly the items that it uses.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../build/bindings.rs"]
mod bindings;
#[path = "../build/imports.rs"]
mod imports;
#[path = "support/refused.rs"]
mod refused;

use std::collections::BTreeSet;
use std::path::Path;

use imports::{From, SLOTS, Texts, check, declared, is_import};
use refused::takes;
use scanlab::monoid::{CustomOperator, ElementType, Monoid};
use scanlab::operation::{MEASURED, OPERATIONS, OperationJob, Options};
use scanlab::plan::{Direction, Form, Job, Kernel, Limits, Mask, Mode, Segments, Tuning};
use scanlab::scan::{ALGORITHMS, Algorithm};
use scanlab::shader::compose;

fn read(folder: &Path, prefix: &str, texts: &mut Texts) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = format!("{prefix}{}", path.file_name().expect("a name").display());
        if path.is_dir() {
            read(&path, &format!("{name}/"), texts);
        } else if name.ends_with(".wgsl") {
            texts.insert(name, std::fs::read_to_string(&path).expect("a text"));
        }
    }
}

fn shaders() -> Texts {
    let mut texts = Texts::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders"), "", &mut texts);
    texts
}

fn imports_of(path: &str, text: &str) -> Vec<imports::Import> {
    imports::imports(path, text).expect("imports that can be read")
}

/// The names in a file's code except those of members, and whether each is called.
fn names(text: &str) -> Vec<(String, bool)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut names = Vec::new();
    for line in text.lines().filter(|line| !is_import(line)) {
        let code = line.split("//").next().unwrap_or_default();
        let mut start = 0;
        while let Some(found) = code[start..].find(is_part) {
            let first = start + found;
            let end = code[first..].find(|c| !is_part(c)).map_or(code.len(), |length| first + length);
            // A member follows one dot, the end of a range of `@repeat` two.
            let before = &code[..first];
            if !before.ends_with('.') || before.ends_with("..") {
                names.push((code[first..end].to_owned(), code[end..].starts_with('(')));
            }
            start = end;
        }
    }
    names
}

/// The entry points that a file declares.
fn entry_points(text: &str) -> Vec<&str> {
    let starts = text.match_indices("@compute").map(|(at, _)| &text[at..]);
    starts.filter_map(|rest| rest.split_once("\nfn ")?.1.split('(').next()).collect()
}

#[test]
fn a_wrong_import_fails_with_file_and_line() {
    let lib = ("lib/grid.wgsl", "fn rank() -> u32 { return 0u; }\n");
    let error = |text: &str| {
        let texts = [lib, ("scan/own.wgsl", text)].map(|(path, text)| (path.to_owned(), text.to_owned()));
        check(&texts.into()).expect_err("a mistake")
    };
    let expect = [
        (
            "// Own.\n\nimport package::lib::gird::rank;\n",
            "shaders/scan/own.wgsl:3: imports shaders/lib/gird.wgsl, which is not there",
        ),
        (
            "import package::lib::grid::{rank, lane};\n",
            "shaders/scan/own.wgsl:1: imports `lane`, which shaders/lib/grid.wgsl does not declare",
        ),
        (
            "\nimport operator::combine;\n",
            "shaders/scan/own.wgsl:2: required a file (`package::folder::file`), `constants` or a slot, found `operator`",
        ),
        (
            "import package::lib::grid::rank\n",
            "shaders/scan/own.wgsl:1: an import must read `import module::item;` or `import module::{item, item};`, \
             found `import package::lib::grid::rank`",
        ),
        (
            "import package::scan::own::own;\nfn own() {}\n",
            "shaders/scan/own.wgsl:1: imports shaders/scan/own.wgsl, which imports this file again",
        ),
    ];
    for (text, message) in expect {
        assert_eq!(error(text), message);
    }
}

#[test]
fn import_cycles_are_refused() {
    let texts = [
        ("a.wgsl", "import package::b::b;\nfn a() {}\n"),
        ("b.wgsl", "import package::c::c;\nfn b() {}\n"),
        ("c.wgsl", "import element::T;\nimport package::a::a;\nfn c() {}\n"),
    ];
    let texts = texts.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
    let error = check(&texts).expect_err("a cycle");
    assert_eq!(error, "shaders/c.wgsl:2: imports shaders/a.wgsl, which imports this file again");
}

#[test]
fn a_binding_has_one_number_in_all_files() {
    let line = |number: u32| format!("@group(0) @binding({number}) var<storage, read_write> level: array<T>;\n");
    let texts = |second: String| [("a.wgsl", line(3)), ("b.wgsl", second)].map(|(path, text)| (path.to_owned(), text));
    let same = texts(line(3)).into();
    assert_eq!(bindings::bindings(&same), Ok([("level", (3, vec!["a.wgsl", "b.wgsl"]))].into()));
    let error = |second: String| bindings::bindings(&texts(second).into()).expect_err("a mistake");
    assert_eq!(error(line(4)), "shaders/b.wgsl:1: `level` has binding 4, and 3 in shaders/a.wgsl");
    let unread = error("@group(0) @binding(four) var<storage> level: array<T>;\n".to_owned());
    assert!(unread.starts_with("shaders/b.wgsl:1: a binding must read "), "{unread}");
}

#[test]
fn the_imports_of_the_shaders_are_valid() {
    let texts = shaders();
    assert!(texts.len() > 50, "only {} shaders", texts.len());
    assert_eq!(check(&texts), Ok(()));
}

#[test]
fn no_import_is_unused() {
    let texts = shaders();
    let all = || texts.iter().flat_map(|(path, text)| imports_of(path, text));
    let reexported_from = ["algorithm", "tile"].map(|slot| From::Slot(slot.to_owned()));
    let reexported: BTreeSet<String> =
        all().filter(|import| reexported_from.contains(&import.from)).flat_map(|import| import.items).collect();
    for (path, text) in &texts {
        let used: BTreeSet<String> = names(text).into_iter().map(|(name, _)| name).collect();
        let mut seen = BTreeSet::new();
        for import in imports_of(path, text) {
            // A root also imports entry points. A file also imports items that other files import from its slot.
            let file = if let From::File(file) = &import.from { texts.get(file) } else { None };
            let started = file.map(|text| entry_points(text)).unwrap_or_default();
            for item in import.items {
                let is_used = used.contains(&item) || started.contains(&item.as_str()) || reexported.contains(&item);
                assert!(is_used, "shaders/{path}:{}: `{item}` is imported and not used", import.line);
                assert!(seen.insert(item.clone()), "shaders/{path}:{}: `{item}` is imported twice", import.line);
            }
        }
    }
}

#[test]
fn no_import_is_missing() {
    let texts = shaders();
    let declared_somewhere: BTreeSet<&str> = texts.values().flat_map(|text| declared(text)).collect();
    for (path, text) in &texts {
        let imported: Vec<String> = imports_of(path, text).into_iter().flat_map(|import| import.items).collect();
        let own = declared(text);
        for (name, is_called) in names(text) {
            // Local variables may have the name of another file's variable.
            let is_global = is_called || name.starts_with(|first: char| first.is_ascii_uppercase());
            if is_global && declared_somewhere.contains(name.as_str()) {
                assert!(
                    own.contains(&name.as_str()) || imported.contains(&name),
                    "shaders/{path} does not import `{name}`"
                );
            }
        }
    }
}

#[test]
fn every_slot_is_imported_from() {
    let texts = shaders();
    let imported: BTreeSet<From> =
        texts.iter().flat_map(|(path, text)| imports_of(path, text)).map(|import| import.from).collect();
    for (slot, _) in SLOTS {
        assert!(imported.contains(&From::Slot((*slot).to_owned())), "no file imports from `{slot}`");
    }
}

/// Forms whose shaders together contain every file.
fn forms() -> impl Iterator<Item = Form> {
    let kinds = [
        (Mode::Inclusive, Direction::Forward, Segments::Whole, false),
        (Mode::Exclusive, Direction::Backward, Segments::Heads, false),
        (Mode::Inclusive, Direction::Forward, Segments::HeadBits, false),
        (Mode::Inclusive, Direction::Forward, Segments::Rows(1_000), false),
        (Mode::Inclusive, Direction::Forward, Segments::Columns(1_000), false),
        (Mode::Inclusive, Direction::Forward, Segments::Whole, true),
        (Mode::Inclusive, Direction::Forward, Segments::Heads, true),
    ];
    let own = [(1, "return left + right;"), (2, "return left.yx * right;"), (4, "return left * right;")];
    let own = own.map(|(words, combine)| CustomOperator {
        element_type: ElementType::U32,
        words,
        identity: vec![0; words as usize],
        combine: combine.to_owned(),
    });
    let own = own.into_iter().map(|operator| operator.monoid().expect("an operator"));
    Monoid::all().chain(own).flat_map(move |monoid| {
        kinds.map(|(mode, direction, segments, in_place)| Form {
            direction,
            segments,
            in_place,
            initial: in_place,
            ..Form::new(monoid.clone(), mode)
        })
    })
}

fn files_of(kernel: &Kernel) -> Vec<String> {
    compose(kernel).parts().into_iter().map(|part| part.path.to_owned()).collect()
}

/// The files of all operations, with their options, by scans on tiles and by another.
fn files_of_operations(limits: Limits) -> BTreeSet<String> {
    let condition = Mask::condition("x > 1u", ElementType::U32).expect("a condition");
    let mut used = BTreeSet::new();
    for operation in OPERATIONS.iter().chain(MEASURED) {
        for (mask, indices, values, scan) in
            [(Mask::Flags, false, false, "auto"), (condition.clone(), true, true, "hybrid")]
        {
            let options = Options { mask: mask.clone(), indices, values, ..Options::default() };
            let scan = Algorithm::find(scan).expect("a scan");
            let job = OperationJob::new(operation.id, 1 << 20, Monoid::counts(), limits).expect("an operation");
            let job = OperationJob { options: options.clone(), scan, ..job };
            let variants =
                operation.variants.iter().map(|variant| OperationJob { variant: Some(variant), ..job.clone() });
            // Only operations that move records read their length.
            let on_records = Mask::condition_on_record("x[2] > 1u", ElementType::U32, 3).expect("a condition");
            let mask = if mask == Mask::Flags { mask } else { on_records };
            let records = Options { mask, record_words: 3, ..options.clone() };
            let wide = operation.sorts_wide_keys.then_some(Options { key_words: 2, ..options });
            let others = [records].into_iter().chain(wide).map(|options| OperationJob { options, ..job.clone() });
            let all = variants.chain([job.clone()]).chain(others);
            let passes = all.flat_map(|job| job.plan().passes).collect::<Vec<_>>();
            for pass in passes {
                used.extend(files_of(&pass.kernel));
            }
        }
    }
    used
}

#[test]
fn every_file_is_part_of_some_shader() {
    let with_subgroups =
        Limits { subgroups: Some((32, 32)), forward_progress: true, starts_in_order: true, ..Limits::CORE };
    let without = Limits { subgroups: None, ..with_subgroups };
    let mut used = files_of_operations(with_subgroups);
    used.extend(files_of_operations(without));
    for &algorithm in ALGORITHMS {
        let least: Tuning =
            algorithm.tuning.iter().map(|parameter| (parameter.name.to_owned(), parameter.min)).collect();
        let tunings = [Tuning::new(), least].map(|given| algorithm.resolve_tuning(&given).expect("within its range"));
        let offered = forms().filter(|form| takes(algorithm, form));
        for (form, tuning) in offered.flat_map(|form| tunings.each_ref().map(|tuning| (form.clone(), tuning))) {
            for (elements, limits) in [(5_000, with_subgroups), (1 << 20, with_subgroups), (1 << 20, without)] {
                if algorithm.check_needs(&limits).is_err() {
                    continue;
                }
                let job = Job { elements, form: form.clone(), tuning: tuning.clone(), limits };
                let mut roots = BTreeSet::new();
                // A chunk has no initial value.
                let plan = if job.form.initial { algorithm.plan(&job) } else { algorithm.plan_chunk(&job).0 };
                for pass in plan.passes {
                    if roots.insert(pass.kernel.root.path.clone()) {
                        used.extend(files_of(&pass.kernel));
                    }
                }
            }
        }
    }
    for limits in [with_subgroups, without, Limits::CORE] {
        used.extend(files_of_operations(limits));
    }
    // Kernels for lengths on the device, probes, measuring, trials of operators and the memory machines belong to no
    // plan.
    let is_planned = |path: &String| {
        !["bench/", "machine/", "probe/", "record/"].iter().any(|folder| path.starts_with(folder))
            && path != "custom/trial.wgsl"
    };
    let unused: Vec<_> =
        shaders().into_keys().filter(|path| is_planned(path) && !used.contains(path.as_str())).collect();
    assert!(unused.is_empty(), "in no shader: {unused:?}");
}
